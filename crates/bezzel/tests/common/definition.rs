//! The definitions once more, written apart from the library: squares walked one by one, pairs compared one by one, every
//! placement tried. Only the data of boards and pieces (sides, cells, moves) is taken from it.

use std::collections::{BTreeMap, BTreeSet};

use bezzel::{Board, Cell, Piece, Problem, Quantity, Square, Topology};

/// A placement as rows, columns and letters, in reading order.
pub type Pieces = Vec<(u32, u32, char)>;

/// The squares attacked from one square; a ride ends before a wall and on a square that is occupied.
pub fn attacked(board: &Board, piece: &Piece, from: Square, occupied: impl Fn(Square) -> bool) -> Vec<Square> {
    let mut squares = Vec::new();
    for (moves, rides) in [(piece.leaps(), false), (piece.rides(), true)] {
        for step in moves.iter().flat_map(|&(a, b)| images(i64::from(a), i64::from(b))) {
            let mut next = shifted(board, from, step);
            let goes_on = |square: Square| square != from && (!rides || board.cell(square) != Cell::Wall);
            while let Some(square) = next.filter(|&square| goes_on(square)) {
                squares.push(square);
                next = if rides && !occupied(square) { shifted(board, square, step) } else { None };
            }
        }
    }
    squares
}

fn images(a: i64, b: i64) -> Vec<(i64, i64)> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    signs.into_iter().flat_map(|(s, t)| [(s * a, t * b), (s * b, t * a)]).collect()
}

fn shifted(board: &Board, from: Square, (down, right): (i64, i64)) -> Option<Square> {
    let (mut row, mut column) = (i64::from(from.row) + down, i64::from(from.column) + right);
    if board.topology() == Topology::Torus {
        row = (row % i64::from(board.rows()) + i64::from(board.rows())) % i64::from(board.rows());
    }
    if board.topology() != Topology::Plane {
        column = (column % i64::from(board.columns()) + i64::from(board.columns())) % i64::from(board.columns());
    }
    let on_board = (0..i64::from(board.rows())).contains(&row) && (0..i64::from(board.columns())).contains(&column);
    on_board.then(|| Square::new(row as u32, column as u32))
}

/// The pairs of pieces of which one attacks the other, in reading order; a piece between blocks unless `through`.
pub fn conflicts(board: &Board, placed: &BTreeMap<Square, Piece>, through: bool) -> Vec<(Square, Square)> {
    let occupied = |square: Square| !through && placed.contains_key(&square);
    let mut pairs = BTreeSet::new();
    for (&from, piece) in placed {
        for to in attacked(board, piece, from, occupied).into_iter().filter(|to| placed.contains_key(to)) {
            pairs.insert((from.min(to), from.max(to)));
        }
    }
    pairs.into_iter().collect()
}

/// All solutions in the order of their texts: on each square from the first, each kind in turn, then nothing.
pub fn solutions(problem: &Problem) -> Vec<Pieces> {
    let board = problem.board();
    let free: Vec<Square> = board.squares().filter(|&square| board.cell(square) == Cell::Free).collect();
    let mut search = Search { problem, free, placed: Vec::new(), found: Vec::new() };
    search.fill(0);
    search.found
}

struct Search<'a> {
    problem: &'a Problem,
    free: Vec<Square>,
    placed: Vec<(Square, usize)>,
    found: Vec<Pieces>,
}

impl Search<'_> {
    fn fill(&mut self, at: usize) {
        let Some(&square) = self.free.get(at) else {
            if self.is_wanted() {
                let kinds = self.problem.kinds();
                let one = |&(square, kind): &(Square, usize)| (square.row, square.column, kinds[kind].letter());
                self.found.push(self.placed.iter().map(one).collect());
            }
            return;
        };
        for kind in 0..self.problem.kinds().len() {
            if self.fits(square, kind) {
                self.placed.push((square, kind));
                self.fill(at + 1);
                self.placed.pop();
            }
        }
        self.fill(at + 1);
    }

    fn fits(&self, square: Square, kind: usize) -> bool {
        let (board, kinds) = (self.problem.board(), self.problem.kinds());
        let hits = |kind: usize, from, to| attacked(board, &kinds[kind], from, |_| false).contains(&to);
        self.count(kind) < self.wanted(kind).unwrap_or(u64::MAX)
            && self.placed.iter().all(|&(other, its)| !hits(kind, square, other) && !hits(its, other, square))
    }

    fn count(&self, kind: usize) -> u64 {
        self.placed.iter().filter(|&&(_, its)| its == kind).count() as u64
    }

    fn wanted(&self, kind: usize) -> Option<u64> {
        match self.problem.army().members()[kind].quantity {
            Quantity::Exactly(count) => Some(count),
            _ => None,
        }
    }

    fn is_wanted(&self) -> bool {
        let full = |kind| self.wanted(kind).is_none_or(|count| count == self.count(kind));
        let fixed = self.problem.fixed().pieces();
        (0..self.problem.kinds().len()).all(full)
            && fixed.iter().all(|one| self.placed.contains(&(one.square, usize::from(one.kind))))
    }
}

/// The classes of solutions under the symmetries of the problem: of each, the first in order (the order given) and its size.
pub fn classes(problem: &Problem, solutions: &[Pieces]) -> Vec<(Pieces, usize)> {
    let symmetries = symmetries(problem);
    let mut seen = BTreeSet::new();
    let mut classes = Vec::new();
    for solution in solutions {
        if !seen.contains(solution) {
            let class: BTreeSet<Pieces> = symmetries.iter().map(|turn| turned(solution, turn)).collect();
            classes.push((solution.clone(), class.len()));
            seen.extend(class);
        }
    }
    classes
}

type Turn = Box<dyn Fn(u32, u32) -> (u32, u32)>;

fn turned(pieces: &Pieces, turn: &Turn) -> Pieces {
    let mut image: Pieces = pieces
        .iter()
        .map(|&(row, column, letter)| {
            let (row, column) = turn(row, column);
            (row, column, letter)
        })
        .collect();
    image.sort_unstable();
    image
}

/// All ways to flip rows, flip columns, swap the two and shift around edges that leave sides, cells and fixed pieces as they are.
fn symmetries(problem: &Problem) -> Vec<Turn> {
    let board = problem.board();
    let (rows, columns) = (board.rows(), board.columns());
    let fixed = super::piece_list(problem.fixed());
    let mut turns: Vec<Turn> = Vec::new();
    let rows_shift = if board.topology() == Topology::Torus { rows.max(1) } else { 1 };
    let columns_shift = if board.topology() == Topology::Plane { 1 } else { columns.max(1) };
    for (flips, shift) in (0..8).flat_map(|flips| (0..rows_shift * columns_shift).map(move |shift| (flips, shift))) {
        let (down, across, swap) = (flips & 1 == 1, flips & 2 == 2, flips & 4 == 4);
        if swap && (rows != columns || board.topology() == Topology::Cylinder) {
            continue;
        }
        let turn: Turn = Box::new(move |row, column| {
            let row = if down { rows - 1 - row } else { row };
            let column = if across { columns - 1 - column } else { column };
            let row = (row + shift / columns_shift) % rows;
            let column = (column + shift % columns_shift) % columns;
            if swap { (column, row) } else { (row, column) }
        });
        let same_cell = |square: Square| {
            let (row, column) = turn(square.row, square.column);
            board.cell(square) == board.cell(Square::new(row, column))
        };
        if board.squares().all(same_cell) && turned(&fixed, &turn) == fixed {
            turns.push(turn);
        }
    }
    turns
}
