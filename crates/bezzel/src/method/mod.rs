//! The methods: each answers some questions, and says of every other why it does not apply.

mod backtrack;
mod bitmask;
mod clique_bound;
mod construct;
mod exact_cover;
mod formula;
mod join;
mod ladder;
mod matching;
mod maximal;
mod naive;
mod number;
mod residual;
mod rook_polynomial;
mod transfer;
mod units;

pub(crate) use backtrack::{Backtrack, Moments, stabilisers, walks};
pub(crate) use bitmask::Bitmask;
pub(crate) use clique_bound::CliqueBound;
pub(crate) use construct::Construct;
pub(crate) use exact_cover::ExactCover;
pub(crate) use formula::Formula;
pub(crate) use join::Join;
pub use ladder::Search;
pub(crate) use ladder::{
    fitting_rung as ladder_rung, methods as ladder_methods, without_empty_diagonals, without_rules,
};
pub(crate) use matching::Matching;
pub(crate) use maximal::Maximal;
pub(crate) use naive::Naive;
pub(crate) use residual::Residual;
pub(crate) use rook_polynomial::RookPolynomial;
pub(crate) use transfer::Transfer;
pub(crate) use units::{Counted, Counter, Sample, Units, mean_and_error, units_of};

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::placement::Sink;
use crate::work::Work;
use crate::{Board, Error, Goal, Maximum, Outcome, Placed, Problem, Question, Solution};

/// A way to answer questions. [`fit`](Self::fit) says which; the others are only called for goals that fit.
///
/// In every call the problem's quantities are exact numbers or any number, never as many as fit, except in
/// [`maximise`](Self::maximise).
pub(crate) trait Method: Sync {
    /// Its name, as people select it.
    fn name(&self) -> &'static str;

    /// Its idea in a line.
    fn idea(&self) -> &'static str;

    /// What proves its answers, in words.
    fn proof(&self) -> &'static str;

    /// Whether it answers this question; if not, why.
    fn fit(&self, question: &Question) -> Result<(), Misfit>;

    /// Whether it should answer such a question without being asked to.
    fn is_worth(&self, _question: &Question) -> bool {
        true
    }

    /// Whether it heeds the regions of a problem. What fits must fit without them too.
    fn knows_regions(&self) -> bool {
        false
    }

    /// Whether it can be asked for maximal placements only.
    fn knows_maximal(&self) -> bool {
        false
    }

    /// Whether it makes tables. What fits [`Goal::Table`] must say so here.
    fn makes_tables(&self) -> bool {
        false
    }

    /// Whether it answers this question, regions heeded; if not, why.
    fn fits(&self, question: &Question) -> Result<(), Misfit> {
        if !question.problem().regions().is_empty() && !self.knows_regions() {
            return Err(Misfit::other("knows no regions"));
        }
        if question.problem().is_maximal() && !self.knows_maximal() {
            return Err(Misfit::other("does not tell maximal placements from others"));
        }
        if question.goal() == Goal::Table && !self.makes_tables() {
            return Err(Misfit::other("makes no tables"));
        }
        self.fit(question)
    }

    /// What the count will take, measured from a sample, in words; `None` if it does not say.
    fn forecast(&self, _problem: &Problem, _work: &Work) -> Option<String> {
        None
    }

    /// The number of solutions, or of those found before the interruption.
    fn count(&self, problem: &Problem, _work: &Work) -> Result<Outcome<BigUint>, Error> {
        Err(self.wrong_goal("count", problem))
    }

    /// Offers every solution to the sink, in order, until it breaks.
    fn list(&self, problem: &Problem, _work: &Work, _sink: &mut Sink) -> Result<Outcome<()>, Error> {
        Err(self.wrong_goal("list", problem))
    }

    /// A solution, the first in order if asked for; complete if there is one or it is proved that there is none.
    fn find(&self, problem: &Problem, _first: bool, work: &Work) -> Result<Outcome<Option<Solution>>, Error> {
        let mut found = None;
        let mut keep = |solution: &Solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        };
        let mut sink = Sink::new(problem, &mut keep);
        let outcome = self.list(problem, work, &mut sink)?;
        sink.finish()?;
        let complete = outcome.is_complete() || found.is_some();
        Ok(Outcome::new(found, complete))
    }

    /// The most pieces, with a placement and what proves that no more fit.
    fn maximise(&self, problem: &Problem, _work: &Work) -> Result<Outcome<Maximum>, Error> {
        Err(self.wrong_goal("maximise", problem))
    }

    /// The number of solutions with 0, 1, 2, ... pieces, fixed ones included; zeros at the end do no harm. If it was interrupted
    /// the numbers are lower bounds.
    fn table(&self, problem: &Problem, _work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        Err(self.wrong_goal("tabulate", problem))
    }

    /// The error of a call that [`fit`](Self::fit) had ruled out.
    fn wrong_goal(&self, goal: &str, problem: &Problem) -> Error {
        Error::self_check(format!("{} was asked to {goal} {problem}", self.name()))
    }
}

/// Why a method does not answer a question, as the end of a sentence that starts with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It answers other questions.
    Other(String),
    /// It answers such questions, but not of this size.
    Size(String),
}

impl Misfit {
    pub fn other(why: impl Into<String>) -> Self {
        Self::Other(why.into())
    }

    pub fn size(why: impl Into<String>) -> Self {
        Self::Size(why.into())
    }
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Other(why) | Self::Size(why)) = self;
        f.write_str(why)
    }
}

/// For methods whose lines end at the edges.
fn require_plane(board: &Board) -> Result<(), Misfit> {
    if board.wraps() { Err(Misfit::other("knows boards that do not wrap only")) } else { Ok(()) }
}

/// The fixed pieces and these, for a sink.
fn with_fixed<'a>(problem: &'a Problem, pieces: &'a [Placed]) -> impl Iterator<Item = Placed> + 'a {
    problem.fixed().pieces().iter().chain(pieces).copied()
}

/// A number of bytes in words.
fn bytes_text(bytes: u128) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        1_000_000_000..1_000_000_000_000 => format!("{:.1} GB", bytes as f64 / 1e9),
        1_000_000_000_000..1_000_000_000_000_000 => format!("{:.1} TB", bytes as f64 / 1e12),
        _ => "over 1000 TB".to_string(),
    }
}
