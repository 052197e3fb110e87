//! Squares one after another, and the placements on those so far, merged by what the squares to come can still see of them.
//!
//! A *state* says which of the last `window` squares hold pieces: bit `window - d` stands for the square `d` places back. No
//! later square attacks one farther back, so placements with equal states go on alike and are counted together. States are
//! kept in order; to leave the next square empty drops the lowest bit, to fill it sets the highest as well. Both keep the
//! order, so equal states come to lie side by side: there is no hashing and no sorting.

use std::ops::Range;

use num_bigint::BigUint;
use rayon::prelude::*;

use crate::Monitor;

/// The most squares that a state can remember.
pub(super) const MAX_WINDOW: usize = 64;
/// Words of work on a step below which one thread does it alone.
const PARALLEL: usize = 1 << 17;

/// Squares in the order in which they are decided.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    window: usize,
    /// Per square the states that forbid it: a bit for each earlier square that it attacks.
    attacked: Vec<u64>,
    /// How many pieces fit on the squares before number i at most.
    most_before: Vec<usize>,
    /// How many pieces fit on the squares from number i on at most.
    most_from: Vec<usize>,
}

/// What is to be known about the numbers of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// How many placements there are of any number.
    Sum,
    /// How many there are of each number from `low` to `high`.
    Each { low: usize, high: usize },
}

impl Chain {
    /// The chain of so many squares. `earlier(i)` gives the squares before number i that it attacks, `clique(i)` the number of a
    /// set that it belongs to and that holds at most one piece. `None` if a state would have to remember too many squares.
    pub fn new<I: Iterator<Item = usize>>(
        squares: usize,
        earlier: impl Fn(usize) -> I,
        clique: impl Fn(usize) -> usize,
    ) -> Option<Self> {
        let reach = (0..squares).flat_map(|at| earlier(at).map(move |other| at - other)).max().unwrap_or(0);
        let window = reach.max(1);
        if window > MAX_WINDOW {
            return None;
        }
        let mask = |at: usize| earlier(at).fold(0, |mask, other| mask | 1 << (window - (at - other)));
        let distinct = |order: &mut dyn Iterator<Item = usize>| {
            let mut seen = std::collections::HashSet::new();
            let mut most = vec![0];
            most.extend(order.map(|at| {
                seen.insert(clique(at));
                seen.len()
            }));
            most
        };
        let most_before = distinct(&mut (0..squares));
        let mut most_from = distinct(&mut (0..squares).rev());
        most_from.reverse();
        Some(Self { window, attacked: (0..squares).map(mask).collect(), most_before, most_from })
    }

    pub fn len(&self) -> usize {
        self.attacked.len()
    }

    pub fn window(&self) -> usize {
        self.window
    }

    /// The most pieces that fit, or more.
    pub fn most(&self) -> usize {
        self.most_from[0]
    }

    /// The numbers of placements (see [`Wanted`]) that leave the squares empty for which `closed` says so; complete unless it was
    /// stopped, and then of those placements that only have pieces on the squares reached. `done` hears of each square.
    pub fn count(
        &self,
        wanted: Wanted,
        closed: impl Fn(usize) -> bool,
        threads: usize,
        monitor: &Monitor,
        done: impl Fn(),
    ) -> (Vec<BigUint>, bool) {
        let mut states = States::start();
        let mut headroom = 0;
        for at in 0..self.len() {
            if monitor.is_stopped() {
                return (states.totals(wanted), false);
            }
            if headroom == 0 {
                headroom = states.make_headroom();
            }
            headroom -= 1;
            let (low, numbers) = self.numbers_after(at, wanted);
            let step = Step {
                forbidden: if closed(at) { None } else { Some(self.attacked[at]) },
                top: 1 << (self.window - 1),
                by_number: wanted != Wanted::Sum,
                low,
                numbers,
            };
            states = states.next(&step, threads);
            done();
        }
        (states.totals(wanted), true)
    }

    /// The least number of pieces that still matters after a square, and how many numbers do.
    fn numbers_after(&self, at: usize, wanted: Wanted) -> (usize, usize) {
        let Wanted::Each { low, high } = wanted else { return (0, 1) };
        let low = low.saturating_sub(self.most_from[at + 1]);
        let high = high.min(self.most_before[at + 1]);
        (low, (high + 1).saturating_sub(low).max(1))
    }
}

/// What happens at one square.
struct Step {
    /// The states that forbid a piece here share a bit with this; `None`: it stays empty.
    forbidden: Option<u64>,
    /// The bit of this square.
    top: u64,
    /// Whether placements are counted by their number of pieces.
    by_number: bool,
    /// The least number of pieces that matters afterwards.
    low: usize,
    /// How many numbers of pieces matter afterwards.
    numbers: usize,
}

/// All states, ascending, each with a row of numbers of `words` words: how many placements have `low`, `low + 1`, ... pieces.
struct States {
    keys: Vec<u64>,
    values: Vec<u64>,
    low: usize,
    numbers: usize,
    words: usize,
}

impl States {
    fn start() -> Self {
        Self { keys: vec![0], values: vec![1], low: 0, numbers: 1, words: 1 }
    }

    /// After so many steps, each of which at most doubles the numbers, they have to be looked at again. Numbers get a word more if
    /// they have filled theirs.
    fn make_headroom(&mut self) -> u32 {
        let last = self.words - 1;
        let top = self.values.iter().skip(last).step_by(self.words).fold(0, |all, word| all | word);
        if top.leading_zeros() > 1 {
            return top.leading_zeros();
        }
        let old = self.words;
        self.words += 1;
        let mut values = Vec::with_capacity(self.values.len() / old * self.words);
        for number in self.values.chunks_exact(old) {
            values.extend_from_slice(number);
            values.push(0);
        }
        self.values = values;
        u64::BITS
    }

    fn next(self, step: &Step, threads: usize) -> Self {
        match self.words {
            1 => self.next_of::<1>(step, threads),
            2 => self.next_of::<2>(step, threads),
            3 => self.next_of::<3>(step, threads),
            4 => self.next_of::<4>(step, threads),
            _ => self.next_of::<0>(step, threads),
        }
    }

    /// The next states; numbers have `W` words, or any if it is 0.
    fn next_of<const W: usize>(self, step: &Step, threads: usize) -> Self {
        let shape = |keys, values| Self { keys, values, low: step.low, numbers: step.numbers, words: self.words };
        if threads == 1 || self.keys.len() * step.numbers * self.words < PARALLEL {
            let (mut empty, filled) = self.scan::<W>(0..self.keys.len(), step);
            empty.append(&filled);
            return shape(empty.keys, empty.values);
        }
        let parts: Vec<_> = self.cut(2 * threads).into_par_iter().map(|part| self.scan::<W>(part, step)).collect();
        let all = || parts.iter().map(|(empty, _)| empty).chain(parts.iter().map(|(_, filled)| filled));
        let mut joined =
            Part::with_capacity(all().map(|part| part.keys.len()).sum(), all().map(|part| part.values.len()).sum());
        all().for_each(|part| joined.append(part));
        shape(joined.keys, joined.values)
    }

    /// About so many parts of the list; states that become equal stay together.
    fn cut(&self, parts: usize) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut start = 0;
        for part in 1..=parts {
            let mut end = (self.keys.len() * part / parts).max(start);
            while end > 0 && end < self.keys.len() && self.keys[end] >> 1 == self.keys[end - 1] >> 1 {
                end += 1;
            }
            ranges.push(start..end);
            start = end;
        }
        ranges
    }

    /// What a part of the states becomes if the square stays empty, and if it is filled.
    fn scan<const W: usize>(&self, part: Range<usize>, step: &Step) -> (Part, Part) {
        let words = if W == 0 { self.words } else { W };
        let (from, to) = (self.numbers * words, step.numbers * words);
        let guess = part.len() + 1;
        let (mut empty, mut filled) = (Part::with_capacity(guess, guess * to), Part::with_capacity(guess, guess * to));
        let mut at = part.start;
        while at < part.end {
            let key = self.keys[at] >> 1;
            let mut end = at + 1;
            if end < part.end && self.keys[end] >> 1 == key {
                end += 1;
            }
            let old = |at: usize| &self.values[at * from..(at + 1) * from];
            let to_empty = step.by_number.then_some(0);
            empty.push(key, to, (at..end).map(old), |row, old| self.add::<W>(row, old, to_empty, step));
            if let Some(forbidden) = step.forbidden {
                let free = (at..end).filter(|&at| self.keys[at] & forbidden == 0).map(old);
                let to_filled = step.by_number.then_some(1);
                filled.push(key | step.top, to, free, |row, old| self.add::<W>(row, old, to_filled, step));
            }
            at = end;
        }
        (empty, filled)
    }

    /// Adds the numbers of an old row to a new one, as numbers of `more` pieces more; `None`: as they are.
    #[inline]
    fn add<const W: usize>(&self, new: &mut [u64], old: &[u64], more: Option<usize>, step: &Step) {
        let words = if W == 0 { self.words } else { W };
        let Some(more) = more else { return add_number::<W>(new, old) };
        let (from, to) = (self.low + more, step.low);
        let (skip_old, skip_new) = (to.saturating_sub(from), from.saturating_sub(to));
        let new = new.chunks_exact_mut(words).skip(skip_new);
        for (new, old) in new.zip(old.chunks_exact(words).skip(skip_old)) {
            add_number::<W>(new, old);
        }
    }

    /// The sums over all states.
    fn totals(&self, wanted: Wanted) -> Vec<BigUint> {
        let mut totals = vec![BigUint::ZERO; self.numbers];
        for row in self.values.chunks_exact(self.numbers * self.words) {
            for (total, number) in totals.iter_mut().zip(row.chunks_exact(self.words)) {
                let digits = number.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                *total += BigUint::new(digits.collect());
            }
        }
        let Wanted::Each { low, high } = wanted else { return totals };
        let number = |pieces: usize| pieces.checked_sub(self.low).and_then(|at| totals.get(at)).cloned();
        (low..=high).map(|pieces| number(pieces).unwrap_or_default()).collect()
    }
}

/// Adds a number to one that has room for the sum.
#[inline]
fn add_number<const W: usize>(new: &mut [u64], old: &[u64]) {
    let mut carry = false;
    let words = if W == 0 { new.len() } else { W };
    for (new, &old) in new[..words].iter_mut().zip(&old[..words]) {
        let (sum, over) = new.overflowing_add(old);
        let (sum, again) = sum.overflowing_add(u64::from(carry));
        *new = sum;
        carry = over | again;
    }
    debug_assert!(!carry, "there is room for the sum");
}

/// A part of the next states.
struct Part {
    keys: Vec<u64>,
    values: Vec<u64>,
}

impl Part {
    fn with_capacity(states: usize, words: usize) -> Self {
        Self { keys: Vec::with_capacity(states), values: Vec::with_capacity(words) }
    }

    /// Adds a state made of some old ones, unless none of its numbers matters.
    #[inline]
    fn push<'a>(
        &mut self,
        key: u64,
        words: usize,
        old: impl Iterator<Item = &'a [u64]>,
        add: impl Fn(&mut [u64], &'a [u64]),
    ) {
        let start = self.values.len();
        self.values.resize(start + words, 0);
        old.for_each(|old| add(&mut self.values[start..], old));
        if self.values[start..].iter().all(|&word| word == 0) {
            self.values.truncate(start);
        } else {
            self.keys.push(key);
        }
    }

    fn append(&mut self, other: &Self) {
        self.keys.extend_from_slice(&other.keys);
        self.values.extend_from_slice(&other.values);
    }
}
