//! A trace that was read, kept in eight bytes a step, and played as if it were searched.

use std::collections::VecDeque;
use std::sync::Arc;

use bezzel::{Event, Square};

use super::source::{Source, Step};

/// The bits of a square's number; one number more stands for no square.
const SQUARE_BITS: u32 = 28;

const NO_SQUARE: u64 = (1 << SQUARE_BITS) - 1;

/// The steps of a search, from its first. Their depths are not kept: they follow from the pieces placed and removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    columns: u32,
    steps: Vec<u64>,
}

impl Trace {
    /// The most squares of a board of which a trace can be kept.
    pub const MOST_SQUARES: u64 = NO_SQUARE;

    /// No steps yet, on a board with so many columns.
    pub fn new(columns: u32) -> Self {
        Self { columns, steps: Vec::new() }
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Adds a step.
    pub fn push(&mut self, event: Event) {
        let number = |square: Square| u64::from(square.row) * u64::from(self.columns) + u64::from(square.column);
        let (kind, square, with) = match event {
            Event::Try(square) => (0, number(square), 0),
            Event::Conflict { square, with } => (1, number(square), number(with)),
            Event::Place(square) => (2, number(square), 0),
            Event::Remove(square) => (3, number(square), 0),
            Event::Solution(last) => (4, last.map_or(NO_SQUARE, number), 0),
        };
        self.steps.push(kind << (2 * SQUARE_BITS) | with << SQUARE_BITS | square);
    }

    /// What happened at a step; the first has the index 0.
    pub fn event(&self, index: usize) -> Event {
        let packed = self.steps[index];
        let numbered = |number: u64| {
            let columns = u64::from(self.columns.max(1));
            Square::new((number / columns) as u32, (number % columns) as u32)
        };
        let number = packed & NO_SQUARE;
        match packed >> (2 * SQUARE_BITS) {
            0 => Event::Try(numbered(number)),
            1 => Event::Conflict { square: numbered(number), with: numbered(packed >> SQUARE_BITS & NO_SQUARE) },
            2 => Event::Place(numbered(number)),
            3 => Event::Remove(numbered(number)),
            _ => Event::Solution((number != NO_SQUARE).then(|| numbered(number))),
        }
    }
}

/// A trace, and the place in it.
#[derive(Clone)]
pub struct Replay {
    trace: Arc<Trace>,
    at: usize,
    standing: usize,
}

impl Replay {
    /// A trace, from its beginning.
    pub fn new(trace: Trace) -> Self {
        Self { trace: Arc::new(trace), at: 0, standing: 0 }
    }

    fn step(&mut self, event: Event) -> Step {
        let depth = match event {
            Event::Place(_) => {
                self.standing += 1;
                self.standing - 1
            }
            Event::Remove(_) => {
                self.standing = self.standing.saturating_sub(1);
                self.standing
            }
            Event::Try(_) | Event::Conflict { .. } | Event::Solution(_) => self.standing,
        };
        (depth, event)
    }
}

impl Source for Replay {
    fn more(&mut self, about: usize, steps: &mut VecDeque<Step>) -> bool {
        let end = self.trace.len().min(self.at + about.max(1));
        while self.at < end {
            let event = self.trace.event(self.at);
            steps.push_back(self.step(event));
            self.at += 1;
        }
        end < self.trace.len()
    }

    fn copy(&self) -> Box<dyn Source> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use bezzel::{Goal, Question, Search};

    use super::*;

    #[test]
    fn a_trace_is_played_as_it_was_searched() {
        for (question, rung) in [
            (Question::queens(6, Goal::Count).unwrap(), "exhaustive"),
            (Question::queens(6, Goal::Count).unwrap(), "pairwise"),
            (Question::queens(0, Goal::Count).unwrap(), "arrays"),
        ] {
            let mut steps = VecDeque::new();
            let mut search = Search::new(&question, rung).unwrap();
            while search.more(100, &mut steps) {}
            let mut trace = Trace::new(question.problem().board().columns());
            for &(_, event) in &steps {
                trace.push(event);
            }
            assert_eq!(trace.len(), steps.len());
            let (mut replayed, mut replay) = (VecDeque::new(), Replay::new(trace));
            while replay.more(7, &mut replayed) {}
            assert_eq!(replayed, steps);
        }
    }
}
