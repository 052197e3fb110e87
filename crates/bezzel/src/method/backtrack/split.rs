//! Splitting a search into parts that threads can share.

use super::bits::Bits;
use super::search::{Flow, Search, Visitor};
use super::tables::Tables;
use crate::Placed;

/// A search is split into at least so many parts, by placing pieces one after another.
const PARTS: usize = 256;

/// Boards of fewer open squares are searched in one part: they are done before threads have started.
const SQUARES_WORTH_THREADS: usize = 24;

/// Cuts the search at a depth where it has enough nodes: a visitor that has seen what is above, and the paths to these nodes.
pub(super) fn split<B: Bits, V: Visitor>(tables: &Tables<B>, visitor: impl Fn() -> V) -> (V, Vec<Vec<Placed>>) {
    let mut best = (visitor(), vec![Vec::new()]);
    if tables.squares.len() < SQUARES_WORTH_THREADS {
        return best;
    }
    for depth in 1..=3 {
        let mut cut = Cut { above: visitor(), parts: Vec::new() };
        if Search::new(tables, &[]).with_horizon(depth).run(&mut cut) == Flow::Stopped {
            break;
        }
        best = (cut.above, cut.parts);
        if best.1.len() >= PARTS {
            break;
        }
    }
    best
}

/// Keeps the nodes at the horizon, and lets a visitor see the rest.
struct Cut<V> {
    above: V,
    parts: Vec<Vec<Placed>>,
}

impl<V: Visitor> Visitor for Cut<V> {
    const COUNTS: bool = V::COUNTS;

    fn solution(&mut self, path: &[Placed]) -> Flow {
        self.above.solution(path)
    }

    fn leaves(&mut self, count: u32) {
        self.above.leaves(count);
    }

    fn horizon(&mut self, path: &[Placed]) {
        self.parts.push(path.to_vec());
    }

    fn stopped(&self) -> bool {
        self.above.stopped()
    }
}
