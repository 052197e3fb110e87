//! Where the steps of a player come from: a search that is run, or a trace that was read.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use bezzel::{Ended, Event, Observer, Search};

/// A step: its depth and what happened.
pub type Step = (usize, Event);

/// Steps in their order, again and again: a copy goes on from where it was copied.
pub trait Source {
    /// Appends about so many steps, at least one unless there are no more; whether there may be more.
    fn more(&mut self, about: usize, steps: &mut VecDeque<Step>) -> bool;

    /// A copy that goes on from here.
    fn copy(&self) -> Box<dyn Source>;
}

/// Lets a search go on until there are enough steps.
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
}

/// A trace that was read, and the place in it.
#[derive(Clone)]
pub struct Replay {
    steps: Arc<[Step]>,
    at: usize,
}

impl Replay {
    /// The steps of a trace, from its beginning.
    pub fn new(steps: Vec<Step>) -> Self {
        Self { steps: steps.into(), at: 0 }
    }
}

impl Source for Replay {
    fn more(&mut self, about: usize, steps: &mut VecDeque<Step>) -> bool {
        let end = self.steps.len().min(self.at + about.max(1));
        steps.extend(&self.steps[self.at..end]);
        self.at = end;
        end < self.steps.len()
    }

    fn copy(&self) -> Box<dyn Source> {
        Box::new(self.clone())
    }
}
