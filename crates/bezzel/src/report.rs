//! Reports: the one value that every face renders.

use std::time::Duration;

use num_bigint::BigUint;

use crate::symmetry::OrbitSize;
use crate::{Question, Solution, Tally};

/// A result that is whole, or what had been reached when the work was interrupted. Interruption is not an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The work was finished.
    Complete(T),
    /// The work was stopped; the value is what was reached.
    Interrupted(T),
}

impl<T> Outcome<T> {
    /// Whether the work was finished.
    pub const fn is_complete(&self) -> bool {
        matches!(self, Self::Complete(_))
    }

    /// The value, whole or not.
    pub fn value(&self) -> &T {
        let (Self::Complete(value) | Self::Interrupted(value)) = self;
        value
    }

    /// The value, whole or not.
    pub fn into_value(self) -> T {
        let (Self::Complete(value) | Self::Interrupted(value)) = self;
        value
    }

    /// The same outcome of another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Complete(value) => Outcome::Complete(change(value)),
            Self::Interrupted(value) => Outcome::Interrupted(change(value)),
        }
    }

    pub(crate) fn new(value: T, complete: bool) -> Self {
        if complete { Self::Complete(value) } else { Self::Interrupted(value) }
    }
}

/// A largest placement: the most pieces lie between `solution.pieces().len()` and `upper`; where the two are equal that is
/// the maximum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maximum {
    /// A solution with the most pieces found.
    pub solution: Solution,
    /// No solution has more pieces than this.
    pub upper: u64,
    /// What proves the upper bound, in words.
    pub proof: String,
}

impl Maximum {
    /// The number of pieces of the solution.
    pub fn lower(&self) -> u64 {
        self.solution.pieces().len() as u64
    }
}

/// What a question came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// How many solutions there are.
    Count(BigUint),
    /// How many solutions there are up to symmetry, and how many of these classes have each size (sizes descending).
    Classes(BigUint, Vec<(OrbitSize, BigUint)>),
    /// How many solutions there are with 0, 1, 2, ... pieces, fixed ones included; the last is not zero.
    Table(Vec<BigUint>),
    /// So many solutions were handed to the visitor.
    Listed(u64),
    /// A solution, or that there is none (or that none was found, if interrupted).
    Found(Option<Solution>),
    /// The largest placement.
    Maximum(Maximum),
}

impl Answer {
    /// The table of these numbers, without the zeros at its end.
    pub(crate) fn table(mut numbers: Vec<BigUint>) -> Self {
        while numbers.pop_if(|number| *number == BigUint::ZERO).is_some() {}
        Self::Table(numbers)
    }

    /// The number it is: a count or the size of a maximum; `None` for a solution.
    pub(crate) fn number(&self) -> Option<BigUint> {
        match self {
            Self::Count(count) | Self::Classes(count, _) => Some(count.clone()),
            Self::Listed(count) => Some((*count).into()),
            Self::Maximum(maximum) => Some(maximum.lower().into()),
            Self::Found(_) | Self::Table(_) => None,
        }
    }
}

/// A question, its answer, how it was come by and what proves it.
#[derive(Debug, Clone)]
pub struct Report {
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Outcome<Answer>,
    /// The name of the method, or of several one after another.
    pub method: String,
    /// What proves the answer.
    pub proof: String,
    /// How long it took.
    pub elapsed: Duration,
    /// The steps of the search, where they were asked for and the method counts them.
    pub steps: Option<Tally>,
}
