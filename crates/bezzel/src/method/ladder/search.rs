//! A rung at work, to be watched: the public face of the ladder.

use super::rules::Rule;
use super::walk::Walk;
use super::{Rung, fitting_rung, rungs};
use crate::method::Method;
use crate::trace::Unwatched;
use crate::{Ended, Error, Goal, Monitor, Observer, Problem, Quantity, Question, Square, Tally};

/// A search that can be run, paused, copied and looked into, whatever its rule.
pub(super) trait Steps: Send + Sync {
    fn run_unwatched(&mut self, monitor: &Monitor) -> Ended;
    fn run_tallied(&mut self, tally: &mut Tally, monitor: &Monitor) -> Ended;
    fn run_watched(&mut self, observer: &mut dyn Observer, monitor: &Monitor) -> Ended;
    fn pieces(&self) -> &[Square];
    fn found(&self) -> u64;
    fn best(&self) -> &[Square];
    fn share_done(&self) -> f64;
    fn copy(&self) -> Box<dyn Steps>;
}

impl<R: Rule + 'static> Steps for Walk<R> {
    fn run_unwatched(&mut self, monitor: &Monitor) -> Ended {
        self.run(&mut Unwatched, monitor)
    }

    fn run_tallied(&mut self, tally: &mut Tally, monitor: &Monitor) -> Ended {
        self.run(tally, monitor)
    }

    fn run_watched(&mut self, mut observer: &mut dyn Observer, monitor: &Monitor) -> Ended {
        self.run(&mut observer, monitor)
    }

    fn pieces(&self) -> &[Square] {
        self.pieces()
    }

    fn found(&self) -> u64 {
        self.found()
    }

    fn best(&self) -> &[Square] {
        self.best()
    }

    fn share_done(&self) -> f64 {
        self.share_done()
    }

    fn copy(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

/// A rung of the ladder at work on a question: a search whose steps can be watched.
///
/// It starts on the empty board (fixed pieces apart) and goes through everything, whatever the goal; an observer that
/// wants the first solution only pauses it there. A copy of a paused search goes on from the same place, so that any step
/// can be come back to.
///
/// In a search for the most pieces by `colours` the two colours are searched one after the other, each from an empty board.
///
/// ```
/// use bezzel::{Goal, Question, Search, Tally};
/// let mut search = Search::new(&Question::queens(8, Goal::Count)?, "pairwise")?;
/// let mut tally = Tally::new();
/// search.run(&mut tally);
/// assert_eq!((tally.tried, tally.placed, tally.solutions, search.found()), (15720, 2056, 92, 92));
/// assert_eq!(tally.profile, [1, 8, 42, 140, 344, 568, 550, 312, 92]);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Search {
    rung: &'static str,
    idea: &'static str,
    stages: Vec<Box<dyn Steps>>,
    at: usize,
}

impl Clone for Search {
    fn clone(&self) -> Self {
        Self { stages: self.stages.iter().map(|stage| stage.copy()).collect(), ..*self }
    }
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("rung", &self.rung).field("pieces", &self.pieces()).finish_non_exhaustive()
    }
}

impl Search {
    /// The search of this rung for a question.
    ///
    /// # Errors
    /// A name that is no rung, a rung that does not apply (the message names those that do), and the question how many ways
    /// there are to place as many pieces as fit: the ladder needs the number.
    pub fn new(question: &Question, rung: &str) -> Result<Self, Error> {
        let most = matches!(question.problem().army().single(), Some((_, Quantity::Most)));
        if most && question.goal() != Goal::Maximise {
            let message = "say how many pieces there are: a number, or any; or ask for the most of them";
            return Err(Error::question(message));
        }
        Ok(Self::of(fitting_rung(question, rung)?, question.problem()))
    }

    /// The names of the rungs that answer a question, from slow to fast.
    pub fn rungs(question: &Question) -> Vec<&'static str> {
        rungs().filter(|rung| rung.fits(question).is_ok()).map(Method::name).collect()
    }

    pub(super) fn of(rung: &Rung, problem: &Problem) -> Self {
        Self { rung: rung.name, idea: rung.idea, stages: (rung.make)(problem), at: 0 }
    }

    /// The name of the rung.
    pub fn rung(&self) -> &'static str {
        self.rung
    }

    /// The idea of the rung, in a sentence.
    pub fn idea(&self) -> &'static str {
        self.idea
    }

    /// Runs until everything is seen or the observer pauses it.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Ended {
        self.run_under(&Monitor::new(), observer)
    }

    /// Runs until everything is seen, the observer pauses it or the monitor stops it.
    pub fn run_under(&mut self, monitor: &Monitor, observer: &mut dyn Observer) -> Ended {
        self.each_stage(|stage| stage.run_watched(observer, monitor))
    }

    /// As [`run_under`](Self::run_under) with a tally, in code made for it: counting costs next to nothing.
    pub fn run_tallied(&mut self, tally: &mut Tally, monitor: &Monitor) -> Ended {
        self.each_stage(|stage| stage.run_tallied(tally, monitor))
    }

    /// As [`run_under`](Self::run_under), in code made for nobody watching.
    pub fn run_unwatched(&mut self, monitor: &Monitor) -> Ended {
        self.each_stage(|stage| stage.run_unwatched(monitor))
    }

    fn each_stage(&mut self, mut run: impl FnMut(&mut dyn Steps) -> Ended) -> Ended {
        while let Some(stage) = self.stages.get_mut(self.at) {
            if run(stage.as_mut()) == Ended::Paused {
                return Ended::Paused;
            }
            self.at += 1;
        }
        Ended::Done
    }

    /// Tells how far the search came, if it did not come to its end.
    pub(super) fn told(&self, ended: Ended, monitor: &Monitor) -> Ended {
        if ended == Ended::Paused {
            monitor.set_share(self.share_done());
        }
        ended
    }

    /// The squares of the pieces on the board, in the order in which they were placed; fixed pieces apart.
    pub fn pieces(&self) -> &[Square] {
        self.stages.get(self.at).map_or(&[], |stage| stage.pieces())
    }

    /// How many solutions have been found; those that stand for their mirror images count twice.
    pub fn found(&self) -> u64 {
        self.stages.iter().map(|stage| stage.found()).sum()
    }

    /// In a search for the most pieces: the squares of the most so far, fixed pieces apart.
    pub fn best(&self) -> Vec<Square> {
        self.stages.iter().flat_map(|stage| stage.best()).copied().collect()
    }

    /// About how much of the search is done, from 0 to 1: the free squares of a line are taken to have as much below them
    /// each. Searches with a bound are mostly shorter than that.
    pub fn share_done(&self) -> f64 {
        let share = self.stages.get(self.at).map_or(0.0, |stage| stage.share_done());
        (self.at as f64 + share) / self.stages.len().max(1) as f64
    }
}
