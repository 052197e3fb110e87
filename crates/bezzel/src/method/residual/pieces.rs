//! Armies, and few pieces of a kind: kind after kind, the strongest first, squares of a kind ascending. The last piece is counted.

use super::super::backtrack::bits::Bits;
use super::super::backtrack::graph::Graph;
use crate::Monitor;
use crate::monitor::Pulse;

/// The search.
pub(super) struct Pieces<'a, B> {
    graph: &'a Graph<B>,
    /// The kinds in the order in which they are placed, and how many of each; `None` for any number.
    kinds: Vec<(usize, Option<u64>)>,
    /// The squares after each square.
    after: Vec<B>,
    /// The machine words of a set of squares.
    words: usize,
}

/// A partial placement: what is open to each kind, and how far it has come.
#[derive(Clone)]
pub(super) struct Part<B> {
    open: Vec<B>,
    /// The place of the kind that is placed now.
    at: usize,
    /// Of this kind still to come; `None` for any number.
    left: Option<u64>,
}

/// A thread's count.
pub(super) struct Tally<'a, B> {
    monitor: &'a Monitor,
    /// What is open at each depth.
    boards: Vec<Vec<B>>,
    pulse: Pulse,
    pub found: u64,
}

impl<'a, B> Tally<'a, B> {
    pub fn new(monitor: &'a Monitor) -> Self {
        Self { monitor, boards: Vec::new(), pulse: Pulse::default(), found: 0 }
    }

    pub fn stops(&mut self, words: usize) -> bool {
        self.pulse.stops(words, self.monitor)
    }

    pub fn has_stopped(&self) -> bool {
        self.pulse.has_stopped()
    }
}

impl<'a, B: Bits> Pieces<'a, B> {
    /// `wanted` says for each kind how many, or any number.
    pub fn new(graph: &'a Graph<B>, wanted: &[Option<u64>]) -> Self {
        let size = graph.squares.len();
        let strength =
            |kind: usize| -> u64 { (0..size).map(|square| u64::from(graph.attacks(square, kind, kind).len())).sum() };
        let mut kinds: Vec<_> = wanted.iter().copied().enumerate().collect();
        kinds.sort_by_cached_key(|&(kind, wanted)| (wanted.is_none(), std::cmp::Reverse(strength(kind))));
        let mut rest = B::full(size);
        let after = (0..size).map(|square| {
            rest.remove(square);
            rest.clone()
        });
        let after = after.collect();
        Self { graph, kinds, after, words: rest.words().len() }
    }

    /// The partial placements that all fall into, at least so many if there are; what is counted on the way is added to the tally.
    pub fn parts(&self, least: usize, tally: &mut Tally<B>) -> Vec<Part<B>> {
        let mut parts = vec![Part { open: self.graph.open.clone(), at: 0, left: self.kinds[0].1 }];
        for _ in 0..3 {
            if parts.len() >= least {
                break;
            }
            let mut next = Vec::new();
            for part in &parts {
                self.fall(part, &mut next, tally);
            }
            parts = next;
        }
        parts
    }

    fn fall(&self, part: &Part<B>, next: &mut Vec<Part<B>>, tally: &mut Tally<B>) {
        if part.left.is_none_or(|left| left == 0) {
            match self.kinds.get(part.at + 1) {
                Some(&(_, left)) => next.push(Part { open: part.open.clone(), at: part.at + 1, left }),
                None => tally.found += 1,
            }
        }
        if part.left == Some(0) {
            return;
        }
        let (kind, _) = self.kinds[part.at];
        for square in part.open[kind].iter() {
            let mut open = part.open.clone();
            self.put(square, part.at, &part.open, &mut open);
            next.push(Part { open, at: part.at, left: part.left.map(|left| left - 1) });
        }
    }

    /// What is open with a piece of the kind at a place more: to this kind and the ones after it.
    fn put(&self, square: usize, at: usize, from: &[B], to: &mut [B]) {
        let (kind, _) = self.kinds[at];
        for &(other, _) in &self.kinds[at..] {
            to[other].set_difference(&from[other], self.graph.attacks(square, kind, other));
        }
        to[kind].keep_only(&self.after[square]);
    }

    /// Counts what a part comes to.
    pub fn count(&self, part: &Part<B>, tally: &mut Tally<B>) {
        if tally.boards.is_empty() {
            tally.boards.push(Vec::new());
        }
        tally.boards[0].clone_from(&part.open);
        self.below(0, part.at, part.left, tally);
    }

    fn below(&self, depth: usize, at: usize, left: Option<u64>, tally: &mut Tally<B>) {
        if tally.stops(self.words) {
            return;
        }
        let ((kind, _), is_last) = (self.kinds[at], at + 1 == self.kinds.len());
        if left.is_none_or(|left| left == 0) {
            if is_last {
                tally.found += 1;
            } else {
                self.below(depth, at + 1, self.kinds[at + 1].1, tally);
            }
        }
        let squares = tally.boards[depth][kind].clone();
        match left {
            Some(0) => return,
            Some(1) if is_last => {
                tally.found += u64::from(squares.len());
                return;
            }
            Some(left) if u64::from(squares.len()) < left => return,
            Some(2) if is_last => {
                tally.stops(squares.len() as usize * self.words);
                tally.found += self.pairs(kind, &squares);
                return;
            }
            _ => {}
        }
        if tally.boards.len() == depth + 1 {
            let board = tally.boards[depth].clone();
            tally.boards.push(board);
        }
        for square in squares.iter() {
            let (above, next) = tally.boards.split_at_mut(depth + 1);
            self.put(square, at, &above[depth], &mut next[0]);
            self.below(depth + 1, at, left.map(|left| left - 1), tally);
        }
    }

    /// Counts a part again, placement by placement: nothing is summed up.
    pub fn recount(&self, part: &Part<B>, tally: &mut Tally<B>) {
        if tally.stops(self.words) {
            return;
        }
        let mut next = Vec::new();
        self.fall(part, &mut next, tally);
        for part in &next {
            self.recount(part, tally);
        }
    }

    /// The pairs of squares of which neither attacks the other.
    fn pairs(&self, kind: usize, squares: &B) -> u64 {
        let ordered: u64 = squares
            .iter()
            .map(|square| u64::from(squares.len() - squares.common(self.graph.attacks(square, kind, kind))))
            .sum();
        ordered / 2
    }
}
