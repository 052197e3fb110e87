//! What the search looks up: which squares a piece closes, and how many pieces fit on what is left.

use super::bits::Bits;
use crate::{Board, Monitor, Piece, Problem, Quantity, Square, SquareSet};

/// The squares on which some piece can still be placed, in reading order.
pub(super) fn open_squares(problem: &Problem) -> Vec<Square> {
    let board = problem.board();
    let none = SquareSet::new(board.rows(), board.columns());
    let open = (0..problem.kinds().len()).fold(none, |all, kind| all | problem.open_squares(kind));
    open.iter().collect()
}

/// The tables of one problem. Squares are known by their place in `squares`.
pub(super) struct Tables<B> {
    pub squares: Vec<Square>,
    pub kinds: usize,
    /// For each kind, the squares open to it at the start.
    pub open: Vec<B>,
    /// For each kind, how many are to be placed besides the fixed ones; `None` for any number.
    pub wanted: Vec<Option<u64>>,
    /// `closed[(square * kinds + kind) * kinds + other]`: the squares that a piece of `kind` on `square` closes to `other`, all
    /// squares up to its own included.
    closed: Vec<B>,
    /// For an army of one kind, a partition of the squares into cliques of the attack graph.
    pub cliques: Vec<B>,
    /// The number of cliques that reach to the square or beyond it, for every square.
    cliques_from: Vec<usize>,
}

impl<B: Bits> Tables<B> {
    /// The tables, or `None` if the work was stopped before they were made: on long lines that takes a while.
    pub fn new(problem: &Problem, squares: Vec<Square>, monitor: &Monitor) -> Option<Self> {
        let kinds = problem.kinds().len();
        let board = problem.board();
        let wanted = problem.open_quantities().into_iter().map(|quantity| match quantity {
            Quantity::Exactly(count) => Some(count),
            Quantity::Any | Quantity::Most => None,
        });
        let open = (0..kinds).map(|kind| {
            let open = problem.open_squares(kind);
            let mut bits = B::empty(squares.len());
            (0..squares.len()).filter(|&at| open.contains(squares[at])).for_each(|at| bits.insert(at));
            bits
        });
        let wanted = wanted.collect();
        let open = open.collect();
        let places = Places::new(board.rows(), board.columns(), &squares);
        let attacks = attacks(problem, &squares, &places, monitor)?;
        let cliques = if kinds == 1 { clique_cover(&attacks) } else { Vec::new() };
        let cliques_from = cliques_from(&cliques, squares.len());
        let closed = closed(attacks, squares.len(), kinds);
        Some(Self { squares, kinds, open, wanted, closed, cliques, cliques_from })
    }

    /// The squares that a piece of `kind` on a square closes to `other`.
    pub fn closed(&self, square: usize, kind: usize, other: usize) -> &B {
        &self.closed[(square * self.kinds + kind) * self.kinds + other]
    }

    /// The first of `need` more pieces must stand before this place in `squares`, or they do not all fit.
    pub fn last_start(&self, need: u64) -> usize {
        let squares = self.squares.len();
        let Ok(need) = usize::try_from(need) else { return 0 };
        if self.kinds == 1 {
            self.cliques_from.partition_point(|&cliques| cliques >= need)
        } else {
            (squares + 1).saturating_sub(need.max(1))
        }
    }

    /// Whether `need` pieces of the only kind may fit on the open squares, for all that the cliques say.
    pub fn may_fit(&self, open: &B, need: u64) -> bool {
        let mut room = 0;
        self.cliques.iter().any(|clique| {
            room += u64::from(clique.intersects(open));
            room >= need
        })
    }
}

/// The place of each square in the list of open squares.
struct Places {
    columns: usize,
    places: Vec<u32>,
}

impl Places {
    fn new(rows: u32, columns: u32, squares: &[Square]) -> Self {
        let mut places = vec![u32::MAX; rows as usize * columns as usize];
        for (place, square) in squares.iter().enumerate() {
            places[square.row as usize * columns as usize + square.column as usize] = place as u32;
        }
        Self { columns: columns as usize, places }
    }

    fn get(&self, square: Square) -> Option<usize> {
        let place = self.places[square.row as usize * self.columns + square.column as usize];
        (place != u32::MAX).then_some(place as usize)
    }
}

/// For each square, kind and other kind: the squares where a piece of the other kind is attacked by it or attacks it, and
/// the square itself. `None` if the work was stopped.
fn attacks<B: Bits>(problem: &Problem, squares: &[Square], places: &Places, monitor: &Monitor) -> Option<Vec<B>> {
    let pieces = problem.kinds();
    let mut attacks = Vec::with_capacity(squares.len() * pieces.len() * pieces.len());
    for at in 0..squares.len() {
        if monitor.is_stopped() {
            return None;
        }
        let reach: Vec<B> = pieces.iter().map(|piece| reach(piece, problem.board(), at, squares, places)).collect();
        for one in &reach {
            for other in &reach {
                let mut both = one.clone();
                both.add_all(other);
                attacks.push(both);
            }
        }
    }
    Some(attacks)
}

/// The open squares that a piece attacks from one of them, and that square itself.
fn reach<B: Bits>(piece: &Piece, board: &Board, at: usize, squares: &[Square], places: &Places) -> B {
    let mut bits = B::empty(squares.len());
    bits.insert(at);
    piece.for_each_attacked(board, squares[at], |to| {
        if let Some(to) = places.get(to) {
            bits.insert(to);
        }
    });
    bits
}

/// Adds to each set all earlier squares, so that a search goes forward only.
fn closed<B: Bits>(mut attacks: Vec<B>, squares: usize, kinds: usize) -> Vec<B> {
    let mut earlier = B::empty(squares);
    for square in 0..squares {
        for set in &mut attacks[square * kinds * kinds..(square + 1) * kinds * kinds] {
            set.add_all(&earlier);
        }
        earlier.insert(square);
    }
    attacks
}

/// Cliques that together hold every square once: each starts at the first square left and takes every later one that
/// attacks all it has. For rooks these are rows, for kings 2 x 2 blocks.
fn clique_cover<B: Bits>(attacks: &[B]) -> Vec<B> {
    let mut left = B::full(attacks.len());
    let mut cliques = Vec::new();
    while left.first().is_some() {
        let mut clique = B::empty(attacks.len());
        let mut may_join = left.clone();
        while let Some(square) = may_join.first() {
            clique.insert(square);
            left.remove(square);
            may_join.keep_only(&attacks[square]);
            may_join.remove(square);
        }
        cliques.push(clique);
    }
    cliques
}

fn cliques_from<B: Bits>(cliques: &[B], squares: usize) -> Vec<usize> {
    let mut ends = vec![0; squares];
    for last in cliques.iter().filter_map(|clique| clique.iter().last()) {
        ends[last] += 1;
    }
    for square in (1..squares).rev() {
        ends[square - 1] += ends[square];
    }
    ends
}
