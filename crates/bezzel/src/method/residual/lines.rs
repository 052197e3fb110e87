//! One kind of piece, line by line, equal residual boards counted once.
//!
//! Lines are cliques of the conflict graph (rows for queens): each holds one piece or none. What is left of the board below a line
//! decides how it goes on, so the numbers found for it are remembered, in a table of bounded size: a newer board takes the place of an
//! older one. The last line is counted, the one before it is a sum of counts; neither is searched.

use super::super::backtrack::bits::Bits;
use super::super::backtrack::graph::Graph;
use super::super::number::Number;
use super::pieces::Tally;
use crate::Monitor;
use crate::monitor::Pulse;

/// Boards with fewer lines left than this are counted again rather than remembered.
const LEAST_REMEMBERED: usize = 5;
/// Boards remembered for each number of lines left.
const REMEMBERED: usize = 1 << 14;
/// Most numbers of lines left for which boards are remembered.
const LEVELS: usize = 8;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Placements of any number, in all.
    Sum,
    /// Placements of each number.
    Each,
    /// Placements of so many more.
    Exactly(usize),
}

/// The graph, and the squares from each line on.
pub(super) struct Lines<'a, B> {
    pub graph: &'a Graph<B>,
    pub wanted: Wanted,
}

/// A board to be counted: what is open from a line on, and how many pieces stand already.
#[derive(Clone)]
pub(super) struct Part<B> {
    line: usize,
    open: B,
    placed: usize,
}

/// What a thread remembers, and whether it was stopped.
pub(super) struct Memory<B, N> {
    levels: Vec<Level<B, N>>,
    pub pulse: Pulse,
}

/// Boards with one number of lines left, each in the one place that it may have.
struct Level<B, N> {
    boards: Vec<Option<(B, usize)>>,
    numbers: Vec<N>,
}

impl<'a, B: Bits> Lines<'a, B> {
    pub fn new(graph: &'a Graph<B>, wanted: Wanted) -> Self {
        Self { graph, wanted }
    }

    /// How many numbers there are with so many lines left.
    fn width(&self, left: usize) -> usize {
        if self.wanted == Wanted::Each { left + 1 } else { 1 }
    }

    pub fn memory<N: Number>(&self) -> Memory<B, N> {
        let all = self.graph.cliques.len();
        let levels = (0..all.min(LEAST_REMEMBERED + LEVELS)).map(|left| {
            let size = if left < LEAST_REMEMBERED { 0 } else { REMEMBERED };
            Level { boards: vec![None; size], numbers: vec![N::default(); size * self.width(left)] }
        });
        Memory { levels: levels.collect(), pulse: Pulse::default() }
    }

    /// The whole board, or boards that it falls into line by line, at least so many if there are.
    pub fn parts(&self, least: usize) -> Vec<Part<B>> {
        let mut parts = vec![Part { line: 0, open: self.graph.open[0].clone(), placed: 0 }];
        while parts.len() < least && parts[0].line + LEAST_REMEMBERED < self.graph.cliques.len() {
            let mut next = Vec::new();
            for part in &parts {
                self.fall(part, &mut next);
            }
            if next.is_empty() {
                return next;
            }
            parts = next;
        }
        parts
    }

    fn fall(&self, part: &Part<B>, next: &mut Vec<Part<B>>) {
        let clique = &self.graph.cliques[part.line];
        let line = part.line + 1;
        if self.may_stay_empty(part.line, part.placed) {
            let mut open = part.open.clone();
            open.remove_all(clique);
            next.push(Part { line, open, placed: part.placed });
        }
        if self.wanted == Wanted::Exactly(part.placed) {
            return;
        }
        for square in part.open.common_numbers(clique) {
            let mut open = part.open.clone();
            open.remove_all(self.graph.attacks(square, 0, 0));
            next.push(Part { line, open, placed: part.placed + 1 });
        }
    }

    /// Whether the pieces asked for fit in the lines after this one.
    fn may_stay_empty(&self, line: usize, placed: usize) -> bool {
        match self.wanted {
            Wanted::Exactly(number) => number - placed < self.graph.cliques.len() - line,
            _ => true,
        }
    }

    /// The numbers of a part: of placements with 0, 1, ... pieces in all, or of those asked for.
    pub fn count<N: Number>(&self, part: &Part<B>, memory: &mut Memory<B, N>, monitor: &Monitor) -> Vec<N> {
        let left = self.graph.cliques.len() - part.line;
        let mut numbers = vec![N::default(); self.width(left)];
        let need = match self.wanted {
            Wanted::Exactly(number) => number - part.placed,
            _ => 0,
        };
        Walk { lines: self, memory, monitor }.count(part.line, &part.open, need, &mut numbers);
        if self.wanted == Wanted::Each {
            numbers.splice(0..0, std::iter::repeat_n(N::default(), part.placed));
        }
        numbers
    }
}

impl<B: Bits> Lines<'_, B> {
    /// Counts a part again, placement by placement: nothing is remembered, no line is summed up.
    pub fn recount(&self, part: &Part<B>, tally: &mut Tally<B>) {
        if tally.stops(part.open.words().len()) {
            return;
        }
        if part.line == self.graph.cliques.len() {
            tally.found += u64::from(match self.wanted {
                Wanted::Exactly(number) => number == part.placed,
                _ => true,
            });
            return;
        }
        let mut next = Vec::new();
        self.fall(part, &mut next);
        for part in &next {
            self.recount(part, tally);
        }
    }
}

/// One thread's search.
struct Walk<'a, B, N> {
    lines: &'a Lines<'a, B>,
    memory: &'a mut Memory<B, N>,
    monitor: &'a Monitor,
}

impl<B: Bits, N: Number> Walk<'_, B, N> {
    /// Adds the numbers of a board from a line on. `need` is how many pieces are to come, where that is asked.
    fn count(&mut self, line: usize, open: &B, need: usize, numbers: &mut [N]) {
        let graph = self.lines.graph;
        let left = graph.cliques.len() - line;
        let exact = matches!(self.lines.wanted, Wanted::Exactly(_));
        if exact {
            if need == 0 {
                return numbers[0].add_small(1);
            }
            if need > left || self.too_few_lines(line, open, need) {
                return;
            }
        }
        match left {
            0 => return numbers[0].add_small(1),
            1 => return self.last_line(open.common(&graph.cliques[line]), need, numbers),
            2 => return self.last_two_lines(line, open, need, numbers),
            _ => {}
        }
        if self.memory.pulse.stops(open.words().len() * left, self.monitor) {
            return;
        }
        if left < LEAST_REMEMBERED || left >= self.memory.levels.len() {
            return self.children(line, open, need, numbers);
        }
        let place = place(open, need);
        let width = numbers.len();
        let level = &self.memory.levels[left];
        if level.boards[place].as_ref().is_some_and(|(board, needed)| board.words() == open.words() && *needed == need)
        {
            for (number, known) in numbers.iter_mut().zip(&level.numbers[place * width..]) {
                number.add(known);
            }
            return;
        }
        let mut here = vec![N::default(); width];
        self.children(line, open, need, &mut here);
        if self.memory.pulse.has_stopped() {
            return;
        }
        for (number, here) in numbers.iter_mut().zip(&here) {
            number.add(here);
        }
        let level = &mut self.memory.levels[left];
        level.boards[place] = Some((open.clone(), need));
        level.numbers[place * width..(place + 1) * width].clone_from_slice(&here);
    }

    /// A line with so many open squares, and none after it.
    fn last_line(&self, squares: u32, need: usize, numbers: &mut [N]) {
        match self.lines.wanted {
            Wanted::Sum => numbers[0].add_small(u64::from(squares) + 1),
            Wanted::Each => {
                numbers[0].add_small(1);
                numbers[1].add_small(squares.into());
            }
            Wanted::Exactly(_) => numbers[0].add_small(if need == 1 { squares.into() } else { u64::from(need == 0) }),
        }
    }

    /// Two lines, and none after them.
    fn last_two_lines(&self, line: usize, open: &B, need: usize, numbers: &mut [N]) {
        let graph = self.lines.graph;
        let mut last = open.clone();
        last.keep_only(&graph.cliques[line + 1]);
        let on_last = u64::from(last.len());
        let (mut on_first, mut pairs) = (0, 0);
        for square in open.common_numbers(&graph.cliques[line]) {
            on_first += 1;
            pairs += on_last - u64::from(last.common(graph.attacks(square, 0, 0)));
        }
        match self.lines.wanted {
            Wanted::Sum => numbers[0].add_small(1 + on_first + on_last + pairs),
            Wanted::Each => {
                numbers[0].add_small(1);
                numbers[1].add_small(on_first + on_last);
                numbers[2].add_small(pairs);
            }
            Wanted::Exactly(_) => numbers[0].add_small(match need {
                0 => 1,
                1 => on_first + on_last,
                2 => pairs,
                _ => 0,
            }),
        }
    }

    fn children(&mut self, line: usize, open: &B, need: usize, numbers: &mut [N]) {
        let (lines, graph) = (self.lines, self.lines.graph);
        let clique = &graph.cliques[line];
        let exact = matches!(lines.wanted, Wanted::Exactly(_));
        let left = graph.cliques.len() - line;
        let width = lines.width(left - 1);
        if !exact || need < left {
            let mut rest = open.clone();
            rest.remove_all(clique);
            self.count(line + 1, &rest, need, &mut numbers[..width]);
        }
        let shift = usize::from(lines.wanted == Wanted::Each);
        let mut rest = open.clone();
        for square in open.common_numbers(clique) {
            rest.set_difference(open, graph.attacks(square, 0, 0));
            self.count(line + 1, &rest, need.saturating_sub(1), &mut numbers[shift..shift + width]);
        }
    }

    /// Whether fewer lines have an open square than pieces are to come.
    fn too_few_lines(&self, line: usize, open: &B, need: usize) -> bool {
        let cliques = &self.lines.graph.cliques[line..];
        let mut spare = cliques.len() - need;
        for clique in cliques {
            if !clique.intersects(open) {
                if spare == 0 {
                    return true;
                }
                spare -= 1;
            }
        }
        false
    }
}

/// The place of a board in its table.
fn place<B: Bits>(open: &B, need: usize) -> usize {
    let mix = |hash: u64, word: &u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = open.words().iter().fold(need as u64, mix);
    (hash >> 40) as usize % REMEMBERED
}
