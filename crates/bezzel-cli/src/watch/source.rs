//! Where the steps of a player come from: a search that is run, or a trace that was read.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use bezzel::{Ended, Event, Observer, Search};

/// A step: its depth and what happened.
pub type Step = (usize, Event);

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The number of solutions; those that stand for their mirror images count twice.
    pub found: u64,
    /// The most pieces, if that was asked.
    pub most: usize,
}

/// Steps in their order, again and again: a copy goes on from where it was copied.
pub trait Source {
    /// Appends about so many steps, at least one unless there are no more; whether there may be more.
    fn more(&mut self, about: usize, steps: &mut VecDeque<Step>) -> bool;

    /// A copy that goes on from here.
    fn copy(&self) -> Box<dyn Source>;

    /// What all steps made so far come to, if that is known.
    fn outcome(&self) -> Option<Outcome> {
        None
    }
}

/// Lets a search go on until there are enough steps. It can pause only between squares, so there may be a few more.
struct Slice<'a> {
    steps: &'a mut VecDeque<Step>,
    about: usize,
}

impl Observer for Slice<'_> {
    fn see(&mut self, depth: usize, event: Event) {
        self.steps.push_back((depth, event));
    }

    fn rest(&mut self) -> ControlFlow<()> {
        if self.steps.len() >= self.about { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Source for Search {
    fn more(&mut self, about: usize, steps: &mut VecDeque<Step>) -> bool {
        let about = steps.len() + about.max(1);
        self.run(&mut Slice { steps, about }) == Ended::Paused
    }

    fn copy(&self) -> Box<dyn Source> {
        Box::new(self.clone())
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome { found: self.found(), most: self.best().len() })
    }
}
