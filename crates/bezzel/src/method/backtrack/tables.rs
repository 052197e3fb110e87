//! What the search looks up: which squares a piece closes, and how many pieces fit on what is left.

use super::bits::Bits;
use super::graph::Graph;
use crate::{Problem, Quantity, Square};

/// The tables of one problem. Squares are known by their place in `squares`; each stands for itself or for a group of squares
/// that are filled together (see [`Graph`]).
pub(super) struct Tables<B> {
    pub squares: Vec<Square>,
    /// How many pieces each place holds.
    pub weights: Vec<u64>,
    heaviest: u64,
    pub kinds: usize,
    /// For each kind, the squares open to it at the start.
    pub open: Vec<B>,
    /// For each kind, how many are to be placed besides the fixed ones; `None` for any number.
    pub wanted: Vec<Option<u64>>,
    /// `closed[(square * kinds + kind) * kinds + other]`: the squares that a piece of `kind` on `square` closes to `other`, all
    /// squares up to its own included.
    closed: Vec<B>,
    /// For an army of one kind, sets of squares that hold at most one piece each, and that cover the board.
    cliques: Vec<B>,
    /// The number of cliques that reach to the square or beyond it, for every square.
    cliques_from: Vec<usize>,
}

impl<B: Bits> Tables<B> {
    /// The tables of a problem whose conflict graph this is.
    pub fn new(problem: &Problem, graph: Graph<B>) -> Self {
        let Graph { squares, weights, kinds, open, attacks, cliques } = graph;
        let wanted = problem.open_quantities().into_iter().map(|quantity| match quantity {
            Quantity::Exactly(count) => Some(count),
            Quantity::Any | Quantity::Most | Quantity::Least => None,
        });
        Self {
            heaviest: weights.iter().copied().max().unwrap_or(1),
            wanted: wanted.collect(),
            closed: closed(attacks, squares.len(), kinds),
            cliques_from: cliques_from(&cliques, squares.len()),
            squares,
            weights,
            kinds,
            open,
            cliques,
        }
    }

    /// The squares that a piece of `kind` on a square closes to `other`.
    pub fn closed(&self, square: usize, kind: usize, other: usize) -> &B {
        &self.closed[(square * self.kinds + kind) * self.kinds + other]
    }

    /// The first of `need` more pieces must stand before this place in `squares`, or they do not all fit.
    pub fn last_start(&self, need: u64) -> usize {
        if self.kinds == 1 {
            return self.cliques_from.partition_point(|&cliques| cliques as u64 >= need);
        }
        let places = need.div_ceil(self.heaviest).max(1);
        usize::try_from(places).map_or(0, |places| (self.squares.len() + 1).saturating_sub(places))
    }

    /// Whether `need` pieces of the only kind may fit on the open squares, for all that the cliques say.
    pub fn may_fit(&self, open: &B, need: u64) -> bool {
        let mut room = 0;
        self.cliques.iter().any(|clique| {
            room += u64::from(clique.intersects(open));
            room >= need
        })
    }

    /// Whether so many pieces of a kind may fit on so many squares, for all that their number says.
    pub fn may_fit_on(&self, squares: u32, need: u64) -> bool {
        u64::from(squares) * self.heaviest >= need
    }
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
