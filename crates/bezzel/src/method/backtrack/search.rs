//! The walk over the tree of partial placements, without recursion.

use super::bits::Bits;
use super::tables::Tables;
use crate::Placed;
use crate::monitor::Pulse;

/// Whether the walk came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Done,
    Stopped,
}

/// What the walk tells.
pub(super) trait Visitor {
    /// Whether the last piece of a placement is only counted; for tables of single squares.
    const COUNTS: bool;

    /// A solution: the pieces placed, in reading order. [`Flow::Stopped`] ends the walk.
    fn solution(&mut self, path: &[Placed]) -> Flow;

    /// So many solutions that differ in the last piece only; told if it [counts](Self::COUNTS).
    fn leaves(&mut self, _count: u32) {}

    /// A node at the horizon, which is not entered.
    fn horizon(&mut self, _path: &[Placed]) {}

    /// Whether to stop, asked every thousand steps.
    fn stopped(&self) -> bool;
}

/// Below so many pieces to place, testing the clique bound at a node costs more than it saves.
const WORTH_A_BOUND: u64 = 4;

/// The state of a walk. Depth `d` has `d` pieces placed.
pub(super) struct Search<'a, B> {
    tables: &'a Tables<B>,
    /// At each depth, for each kind, the squares open to it: `open[depth * kinds + kind]`.
    open: Vec<B>,
    /// At each depth the squares not yet tried for the next piece.
    untried: Vec<B>,
    /// At each depth the first kind not yet tried on the first of these squares.
    next_kind: Vec<usize>,
    left: Vec<Option<u64>>,
    need: u64,
    any_number: bool,
    path: Vec<Placed>,
    places: Vec<usize>,
    start: usize,
    horizon: usize,
}

impl<'a, B: Bits> Search<'a, B> {
    /// A walk over everything below a path of pieces.
    pub fn new(tables: &'a Tables<B>, path: &[Placed]) -> Self {
        let left = tables.wanted.clone();
        let need = left.iter().flatten().fold(0u64, |sum, count| sum.saturating_add(*count));
        let mut search = Self {
            tables,
            open: tables.open.clone(),
            untried: vec![B::empty(tables.squares.len())],
            next_kind: vec![0],
            any_number: left.contains(&None),
            left,
            need,
            path: Vec::new(),
            places: Vec::new(),
            start: path.len(),
            horizon: usize::MAX,
        };
        for &placed in path {
            let place = tables.squares.binary_search(&placed.square).expect("a path is made of open squares");
            search.put(place, usize::from(placed.kind));
        }
        search
    }

    /// The same walk, telling the nodes at this depth instead of entering them.
    pub fn with_horizon(mut self, depth: usize) -> Self {
        self.horizon = depth;
        self
    }

    /// Walks the tree in order.
    pub fn run(&mut self, visitor: &mut impl Visitor) -> Flow {
        let mut pulse = Pulse::default();
        let words = self.open[0].words().len() * self.tables.kinds;
        let mut inside = self.enter(visitor);
        loop {
            if inside == Flow::Stopped || (pulse.is_due(words) && visitor.stopped()) {
                return Flow::Stopped;
            }
            if let Some((place, kind)) = self.next_piece() {
                self.put(place, kind);
                inside = self.enter(visitor);
                continue;
            }
            if self.leave(visitor) == Flow::Stopped {
                return Flow::Stopped;
            }
            if self.path.len() == self.start {
                return Flow::Done;
            }
            self.take_back();
        }
    }

    fn depth(&self) -> usize {
        self.path.len()
    }

    /// Puts a piece and works out what stays open.
    fn put(&mut self, place: usize, kind: usize) {
        let (tables, kinds, depth) = (self.tables, self.tables.kinds, self.depth());
        if self.untried.len() <= depth + 1 {
            self.untried.push(B::empty(tables.squares.len()));
            self.next_kind.push(0);
            self.open.resize((depth + 2) * kinds, B::empty(tables.squares.len()));
        }
        let (here, below) = self.open.split_at_mut((depth + 1) * kinds);
        let here = &here[depth * kinds..];
        for other in 0..kinds {
            below[other].set_difference(&here[other], tables.closed(place, kind, other));
        }
        if let Some(count) = &mut self.left[kind] {
            *count -= tables.weights[place];
            self.need -= tables.weights[place];
        }
        self.path.push(Placed { square: tables.squares[place], kind: kind as u8 });
        self.places.push(place);
    }

    fn take_back(&mut self) {
        let placed = self.path.pop().expect("a piece was put");
        let place = self.places.pop().expect("a piece was put");
        if let Some(count) = &mut self.left[usize::from(placed.kind)] {
            *count += self.tables.weights[place];
            self.need += self.tables.weights[place];
        }
    }

    /// Looks at the node just reached and sets up which pieces to try below it: none, if it is a leaf.
    fn enter(&mut self, visitor: &mut impl Visitor) -> Flow {
        let depth = self.depth();
        self.untried[depth].truncate(0);
        self.next_kind[depth] = 0;
        if depth == self.horizon {
            visitor.horizon(&self.path);
            return Flow::Done;
        }
        if self.any_number {
            self.set_untried(depth);
            return Flow::Done;
        }
        if self.need == 0 {
            return visitor.solution(&self.path);
        }
        if self.need == 1 && self.counts_last(visitor) {
            return Flow::Done;
        }
        if self.has_room(depth) {
            self.set_untried(depth);
        }
        Flow::Done
    }

    /// Counts the squares of the last piece.
    fn counts_last<V: Visitor>(&self, visitor: &mut V) -> bool {
        if V::COUNTS {
            let kind = self.left.iter().position(|&count| count == Some(1)).expect("one piece is needed");
            visitor.leaves(self.open[self.depth() * self.tables.kinds + kind].len());
        }
        V::COUNTS
    }

    /// Whether the pieces needed may fit, by what is cheap to test.
    fn has_room(&self, depth: usize) -> bool {
        let kinds = self.tables.kinds;
        let open = &self.open[depth * kinds..(depth + 1) * kinds];
        if kinds == 1 {
            return self.need < WORTH_A_BOUND || self.tables.may_fit(&open[0], self.need);
        }
        open.iter().zip(&self.left).all(|(open, &left)| self.tables.may_fit_on(open.len(), left.unwrap_or(0)))
    }

    fn set_untried(&mut self, depth: usize) {
        let kinds = self.tables.kinds;
        let last_start = self.tables.last_start(self.need);
        let untried = &mut self.untried[depth];
        for kind in (0..kinds).filter(|&kind| self.left[kind] != Some(0)) {
            untried.add_all(&self.open[depth * kinds + kind]);
        }
        untried.truncate(last_start);
    }

    /// The next piece to try at this depth: the first square, the first kind.
    fn next_piece(&mut self) -> Option<(usize, usize)> {
        let (depth, kinds) = (self.depth(), self.tables.kinds);
        while let Some(place) = self.untried[depth].first() {
            let weight = self.tables.weights[place];
            for kind in self.next_kind[depth]..kinds {
                if self.left[kind].is_none_or(|left| left >= weight) && self.open[depth * kinds + kind].contains(place)
                {
                    self.next_kind[depth] = kind + 1;
                    if kind + 1 == kinds {
                        self.pass_square(depth, place);
                    }
                    return Some((place, kind));
                }
            }
            self.pass_square(depth, place);
        }
        None
    }

    fn pass_square(&mut self, depth: usize, place: usize) {
        self.untried[depth].remove(place);
        self.next_kind[depth] = 0;
    }

    /// Leaves a node whose pieces have all been tried. A placement with more pieces comes before one with fewer, so where
    /// the number is free the node itself is told last.
    fn leave(&mut self, visitor: &mut impl Visitor) -> Flow {
        if self.any_number && self.need == 0 && self.depth() != self.horizon {
            return visitor.solution(&self.path);
        }
        Flow::Done
    }
}
