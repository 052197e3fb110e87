//! The conflict graph of a problem: which squares a piece takes from others, and cliques that hold at most one piece.

use super::bits::{Bits, LongBits};
use crate::{Board, Monitor, Piece, Problem, Square, SquareSet};

/// The squares on which some piece can still be placed, in reading order.
pub(in crate::method) fn open_squares(problem: &Problem) -> Vec<Square> {
    let board = problem.board();
    let none = SquareSet::new(board.rows(), board.columns());
    let open = (0..problem.kinds().len()).fold(none, |all, kind| all | problem.open_squares(kind));
    open.iter().collect()
}

/// The graph. Its vertices are open squares, or groups of them that hold pieces of one kind together or none; squares and
/// groups are known by their place in `squares`.
pub(in crate::method) struct Graph<B> {
    /// The square of each vertex, of a group the first, in reading order.
    pub squares: Vec<Square>,
    /// How many pieces each vertex holds.
    pub weights: Vec<u64>,
    pub kinds: usize,
    /// For each kind, the vertices open to it at the start.
    pub open: Vec<B>,
    /// `attacks[(vertex * kinds + kind) * kinds + other]`: the vertices closed to `other` by `kind` there, itself included.
    pub attacks: Vec<B>,
    /// For an army of one kind, sets of vertices: each may hold at most one piece, and every square is in one of them.
    pub cliques: Vec<B>,
}

impl<B: Bits> Graph<B> {
    /// The graph of single squares, or `None` if the work was stopped before it was made: on long lines that takes a while.
    pub fn new(problem: &Problem, squares: Vec<Square>, monitor: &Monitor) -> Option<Self> {
        let kinds = problem.kinds().len();
        let open = (0..kinds).map(|kind| {
            let open = problem.open_squares(kind);
            set((0..squares.len()).filter(|&at| open.contains(squares[at])), squares.len())
        });
        let open = open.collect();
        let mut attacks = attacks(problem, &squares, monitor)?;
        share_regions(problem, &squares, &mut attacks);
        let cliques = if kinds == 1 { clique_cover(&attacks) } else { Vec::new() };
        Some(Self { weights: vec![1; squares.len()], squares, kinds, open, attacks, cliques })
    }

    /// The vertices that `kind` on one of them closes to `other`.
    pub fn attacks(&self, vertex: usize, kind: usize, other: usize) -> &B {
        &self.attacks[(vertex * self.kinds + kind) * self.kinds + other]
    }
}

impl Graph<LongBits> {
    /// Whether a group of squares can be filled with pieces of this kind.
    fn is_open(&self, group: &[usize], kind: usize) -> bool {
        let alone = |&at: &usize| !group.iter().any(|&to| to != at && self.attacks(at, kind, kind).contains(to));
        group.iter().all(|&at| self.open[kind].contains(at)) && group.iter().all(alone)
    }

    /// Those of the groups that can be filled with pieces of some kind, in the order of their first squares.
    pub fn usable(&self, mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        groups.retain(|group| (0..self.kinds).any(|kind| self.is_open(group, kind)));
        for group in &mut groups {
            group.sort_unstable();
        }
        groups.sort_unstable();
        groups
    }

    /// The graph of [`usable`](Self::usable) groups of squares; `None` if the work was stopped.
    pub fn of_groups<B: Bits>(&self, groups: &[Vec<usize>], monitor: &Monitor) -> Option<Graph<B>> {
        let mut group_of = vec![None; self.squares.len()];
        for (vertex, group) in groups.iter().enumerate() {
            for &at in group {
                group_of[at] = Some(vertex);
            }
        }
        let fold = |squares: &LongBits| set(squares.iter().filter_map(|at| group_of[at]), groups.len());
        let open = (0..self.kinds)
            .map(|kind| set((0..groups.len()).filter(|&at| self.is_open(&groups[at], kind)), groups.len()));
        let mut attacks = Vec::with_capacity(groups.len() * self.kinds * self.kinds);
        for group in groups {
            if monitor.is_stopped() {
                return None;
            }
            for pair in 0..self.kinds * self.kinds {
                let mut closed = LongBits::empty(self.squares.len());
                for at in group {
                    closed.add_all(&self.attacks[at * self.kinds * self.kinds + pair]);
                }
                attacks.push(fold(&closed));
            }
        }
        Some(Graph {
            squares: groups.iter().map(|group| self.squares[group[0]]).collect(),
            weights: groups.iter().map(|group| group.len() as u64).collect(),
            kinds: self.kinds,
            open: open.collect(),
            attacks,
            cliques: self.cliques.iter().map(fold).filter(|clique| clique.first().is_some()).collect(),
        })
    }
}

fn set<B: Bits>(numbers: impl Iterator<Item = usize>, size: usize) -> B {
    let mut set = B::empty(size);
    numbers.for_each(|number| set.insert(number));
    set
}

/// The place of each square in the list of open squares.
pub(in crate::method) struct Places {
    columns: usize,
    places: Vec<u32>,
}

impl Places {
    pub fn new(board: &Board, squares: &[Square]) -> Self {
        let columns = board.columns() as usize;
        let mut places = vec![u32::MAX; board.rows() as usize * columns];
        for (place, square) in squares.iter().enumerate() {
            places[square.row as usize * columns + square.column as usize] = place as u32;
        }
        Self { columns, places }
    }

    pub fn get(&self, square: Square) -> Option<usize> {
        let place = self.places[square.row as usize * self.columns + square.column as usize];
        (place != u32::MAX).then_some(place as usize)
    }
}

/// For each square, kind and other kind: the squares where a piece of the other kind is attacked by it or attacks it, and
/// the square itself. `None` if the work was stopped.
fn attacks<B: Bits>(problem: &Problem, squares: &[Square], monitor: &Monitor) -> Option<Vec<B>> {
    let (board, pieces) = (problem.board(), problem.kinds());
    let places = Places::new(board, squares);
    let mut attacks = Vec::with_capacity(squares.len() * pieces.len() * pieces.len());
    for at in 0..squares.len() {
        if monitor.is_stopped() {
            return None;
        }
        let reach: Vec<B> = pieces.iter().map(|piece| reach(piece, board, at, squares, &places)).collect();
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

/// Adds the other squares of its regions to what a piece closes: each holds one piece.
fn share_regions<B: Bits>(problem: &Problem, squares: &[Square], attacks: &mut [B]) {
    let pairs = problem.kinds().len() * problem.kinds().len();
    for division in problem.regions() {
        let mut regions = vec![B::empty(squares.len()); division.len()];
        for (at, &square) in squares.iter().enumerate() {
            regions[division.region(square)].insert(at);
        }
        for (at, &square) in squares.iter().enumerate() {
            for set in &mut attacks[at * pairs..(at + 1) * pairs] {
                set.add_all(&regions[division.region(square)]);
            }
        }
    }
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
