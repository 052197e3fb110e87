//! The states of a count, in an array: the digits of a state's place are how many columns of each class are taken.

use num_bigint::BigUint;
use rayon::prelude::*;

use super::super::number::Number;
use crate::work::Work;

/// Threads work on runs of at least so many states.
const RUN: usize = 1024;
/// Fewer states are not worth a second thread.
const PARALLEL: usize = 1 << 14;

/// Places as numbers whose digits each have a range of their own, the first digit the lowest.
pub(super) struct Layout {
    /// The largest digit of each class.
    most: Vec<u32>,
    /// How far apart neighbours are that differ in the digit of a class; then the number of places.
    strides: Vec<usize>,
}

impl Layout {
    pub fn new(most: Vec<u32>) -> Self {
        let mut strides = vec![1];
        for &most in &most {
            strides.push(strides[strides.len() - 1] * (most as usize + 1));
        }
        Self { most, strides }
    }

    fn classes(&self) -> usize {
        self.most.len()
    }

    /// The number of places.
    pub fn size(&self) -> usize {
        self.strides[self.classes()]
    }

    fn digit(&self, place: usize, class: usize) -> usize {
        place / self.strides[class] % (self.most[class] as usize + 1)
    }

    /// The sum of the digits from a class on: the columns taken of these classes.
    fn taken(&self, place: usize, from: usize) -> usize {
        (from..self.classes()).map(|class| self.digit(place, class)).sum()
    }

    /// The first classes, whose digits alone make a run long enough for a thread.
    fn run(&self) -> usize {
        self.strides.iter().position(|&stride| stride >= RUN).unwrap_or(self.classes())
    }
}

/// In how many ways each state is reached.
pub(super) struct States<N> {
    layout: Layout,
    /// As many as the layout has places, and then room.
    numbers: Vec<N>,
    /// Where the next numbers go: new memory for each row would cost as much as they do.
    spare: Vec<N>,
}

/// A choice that a row has: a class, the squares in which each of its columns meets the row, and its columns.
pub(super) struct Choice {
    pub class: usize,
    pub squares: u32,
    pub columns: u32,
}

impl<N: Number> States<N> {
    /// Nothing is taken, in one way; with room for so many states.
    pub fn start(room: usize) -> Self {
        let mut numbers = vec![N::default(); room.max(1)];
        let spare = vec![N::default(); room.max(1)];
        numbers[0].add_small(1);
        Self { layout: Layout::new(vec![0]), numbers, spare }
    }

    /// The same states with other classes: of each, the old ones that fall into it. Where fewer columns may be taken in the new class than in
    /// the old ones (as it is with columns that are forgotten), all states are one. At most `taken` columns are.
    pub fn laid_out(mut self, layout: Layout, sources: &[Vec<usize>], taken: usize, work: &Work) -> Self {
        let is_same = |class: usize| sources[class] == [class];
        if layout.most == self.layout.most && (0..layout.classes()).all(is_same) {
            return self;
        }
        let same = (0..layout.classes())
            .take_while(|&class| is_same(class) && self.layout.most.get(class) == Some(&layout.most[class]))
            .count();
        let offsets = sources.iter().zip(&layout.most).map(|(sources, &most)| self.offsets(sources, most)).collect();
        let run = layout.run();
        let plan = Relayout { from: &self.numbers, to: &layout, offsets, same, run };
        each_run(&mut self.spare[..layout.size()], layout.strides[run], work, |place, numbers| {
            numbers.fill(N::default());
            if layout.taken(place, run) <= taken {
                plan.gather(layout.classes(), place, 0, numbers);
            }
        });
        Self { layout, numbers: self.spare, spare: self.numbers }
    }

    /// For each digit of a class that these classes fall into, how far the states lie from the one in which all have the digit 0.
    fn offsets(&self, sources: &[usize], most: u32) -> Vec<Vec<usize>> {
        let from = &self.layout;
        let all: u32 = sources.iter().map(|&class| from.most[class]).sum();
        let mut offsets = vec![vec![0]];
        for &class in sources {
            let digits = from.most[class] as usize;
            let mut next = vec![Vec::new(); if all > most { 1 } else { offsets.len() + digits }];
            for (value, offsets) in offsets.iter().enumerate() {
                for digit in 0..=digits {
                    let to = if all > most { 0 } else { value + digit };
                    next[to].extend(offsets.iter().map(|offset| offset + digit * from.strides[class]));
                }
            }
            offsets = next;
        }
        offsets.resize(most as usize + 1, Vec::new());
        offsets
    }

    /// The states after a row, in which nothing or a square of a free column is chosen. At most `taken` columns are, with this one.
    pub fn after(mut self, choices: &[Choice], taken: usize, work: &Work) -> Self {
        let layout = &self.layout;
        let run = layout.run();
        let (low, high): (Vec<&Choice>, Vec<&Choice>) = choices.iter().partition(|choice| choice.class < run);
        each_run(&mut self.spare[..layout.size()], layout.strides[run], work, |place, numbers| {
            if layout.taken(place, run) > taken {
                return numbers.fill(N::default());
            }
            let before = &self.numbers[place..place + numbers.len()];
            numbers.clone_from_slice(before);
            for choice in &high {
                if let Some(free) = layout.digit(place, choice.class).checked_sub(1) {
                    let from = place - layout.strides[choice.class];
                    add_times(numbers, &self.numbers[from..from + numbers.len()], choice.ways(free));
                }
            }
            for choice in &low {
                let stride = layout.strides[choice.class];
                let block = layout.strides[choice.class + 1];
                for (numbers, before) in numbers.chunks_exact_mut(block).zip(before.chunks_exact(block)) {
                    let takes = numbers[stride..].chunks_exact_mut(stride).zip(before.chunks_exact(stride));
                    for (free, (numbers, before)) in takes.enumerate() {
                        add_times(numbers, before, choice.ways(free));
                    }
                }
            }
        });
        Self { layout: self.layout, numbers: self.spare, spare: self.numbers }
    }

    /// The sums of the numbers of states in which so many columns are taken: 0, 1, ...
    pub fn by_taken(self) -> Vec<BigUint> {
        let all: u32 = self.layout.most.iter().sum();
        let mut sums = vec![BigUint::ZERO; all as usize + 1];
        for (place, number) in self.numbers.into_iter().take(self.layout.size()).enumerate() {
            sums[self.layout.taken(place, 0)] += number.into_big();
        }
        sums
    }
}

impl Choice {
    /// In how many ways a column is chosen when so many of the class are taken.
    fn ways(&self, taken: usize) -> u32 {
        self.squares * (self.columns - taken as u32)
    }
}

fn add_times<N: Number>(numbers: &mut [N], others: &[N], factor: u32) {
    for (number, other) in numbers.iter_mut().zip(others) {
        if factor == 1 {
            number.add(other);
        } else {
            number.add_times(other, factor);
        }
    }
}

/// Works on each run of so many states, with the place of its first, on all threads where it is worth it; on none when stopped.
fn each_run<N: Number>(numbers: &mut [N], run: usize, work: &Work, fill: impl Fn(usize, &mut [N]) + Sync) {
    let fill = |(index, numbers): (usize, &mut [N])| {
        if !work.monitor.is_stopped() {
            fill(index * run, numbers);
        }
    };
    if work.threads == 1 || numbers.len() < PARALLEL {
        numbers.chunks_mut(run).enumerate().for_each(fill);
    } else {
        numbers.par_chunks_mut(run).enumerate().for_each(fill);
    }
}

/// How states move to another layout.
struct Relayout<'a, N> {
    from: &'a [N],
    to: &'a Layout,
    /// For each class and each of its digits, where the old states are, from the one with all digits 0.
    offsets: Vec<Vec<Vec<usize>>>,
    /// The first classes, which lie as they did.
    same: usize,
    /// The classes of a run.
    run: usize,
}

impl<N: Number> Relayout<'_, N> {
    /// Adds the old states of a run whose digits from `class` on have been gone through, and have led to `at`.
    fn gather(&self, class: usize, place: usize, at: usize, numbers: &mut [N]) {
        if class <= self.run {
            return self.fill(class, at, numbers);
        }
        for offset in &self.offsets[class - 1][self.to.digit(place, class - 1)] {
            self.gather(class - 1, place, at + offset, numbers);
        }
    }

    /// The same within a run: these are the states of the classes before `class`.
    fn fill(&self, class: usize, at: usize, numbers: &mut [N]) {
        if class <= self.same {
            return add_times(numbers, &self.from[at..at + numbers.len()], 1);
        }
        for (offsets, numbers) in
            self.offsets[class - 1].iter().zip(numbers.chunks_exact_mut(self.to.strides[class - 1]))
        {
            for offset in offsets {
                self.fill(class - 1, at + offset, numbers);
            }
        }
    }
}
