//! Questions: a problem and what is asked about it.

use std::fmt;

use crate::{Army, Board, Error, Piece, Problem, Quantity, Topology};

/// The most squares of a torus whose fundamental solutions can be asked for: it has eight times as many symmetries.
pub const MAX_FUNDAMENTAL_SQUARES: u64 = 10_000;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// How many solutions.
    Count,
    /// Which solutions, in order: boards compared as their text, row by row from the top, a piece before an empty square.
    List,
    /// One solution: the first in order, or whichever comes soonest.
    Find {
        /// Whether it must be the first.
        first: bool,
    },
    /// How many pieces fit at most, with a solution of so many.
    Maximise,
    /// How many solutions of each number of pieces, from 0 to the most that fit: for one kind of piece and any number of them.
    Table,
}

/// A problem and a goal; it states itself in words.
///
/// ```
/// use bezzel::{Army, Board, Goal, Piece, Problem, Quantity, Question};
/// let army = Army::new([(Piece::BISHOP, Quantity::Exactly(8))])?;
/// let question = Question::new(Problem::new(Board::square(8)?, army)?, Goal::Count)?;
/// assert_eq!(question.to_string(), "how many nonattacking placements are there of 8 bishops on 8x8?");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    problem: Problem,
    goal: Goal,
    fundamental: bool,
}

impl Question {
    /// The question of this goal about this problem.
    ///
    /// # Errors
    /// [`Goal::Maximise`] of an army that is not one kind with [`Quantity::Most`], [`Goal::Table`] of one that is not one kind
    /// with [`Quantity::Any`], or with regions, and [`Quantity::Least`] of placements that need not be maximal.
    pub fn new(problem: Problem, goal: Goal) -> Result<Self, Error> {
        let most = matches!(problem.army().single(), Some((_, Quantity::Most)));
        if goal == Goal::Maximise && !most {
            let message =
                format!("the most pieces can be asked of one kind only, such as queens, not of {}", problem.army());
            return Err(Error::question(message));
        }
        let least = matches!(problem.army().single(), Some((_, Quantity::Least)));
        if least && !problem.is_maximal() {
            return Err(Error::question(
                "the fewest pieces can be asked of maximal placements only, for otherwise none is the fewest: add --maximal",
            ));
        }
        let any = matches!(problem.army().single(), Some((_, Quantity::Any)));
        if goal == Goal::Table && !(any && problem.regions().is_empty()) {
            let message = format!(
                "a table counts every number of pieces of one kind, without regions, such as any number of queens, not {problem}"
            );
            return Err(Error::question(message));
        }
        Ok(Self { problem, goal, fundamental: false })
    }

    /// The n queens problem on a bare n x n board: n queens, or, if the most are asked for, as many as fit.
    ///
    /// ```
    /// use bezzel::{Goal, Question};
    /// let question = Question::queens(8, Goal::Count)?;
    /// assert_eq!(question.to_string(), "how many nonattacking placements are there of 8 queens on 8x8?");
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A board too large to exist.
    pub fn queens(n: u32, goal: Goal) -> Result<Self, Error> {
        let quantity = if goal == Goal::Maximise { Quantity::Most } else { Quantity::Exactly(n.into()) };
        let army = Army::new([(Piece::QUEEN, quantity)])?;
        Self::new(Problem::new(Board::square(n)?, army)?, goal)
    }

    /// The same question, but solutions that a symmetry of the problem turns into each other count as one. Of each such
    /// class the first in order is listed.
    ///
    /// # Errors
    /// A goal other than [`Goal::Count`] and [`Goal::List`], or a torus of more than [`MAX_FUNDAMENTAL_SQUARES`].
    pub fn fundamental(mut self) -> Result<Self, Error> {
        if !matches!(self.goal, Goal::Count | Goal::List) {
            return Err(Error::question("fundamental solutions can be counted and listed: use count or list"));
        }
        let board = self.problem.board();
        if board.topology() == Topology::Torus && board.square_count() > MAX_FUNDAMENTAL_SQUARES {
            return Err(Error::limit(format!(
                "a torus of {}x{} has too many symmetries to go through: fundamental solutions are known on a torus of at most \
                 {MAX_FUNDAMENTAL_SQUARES} squares",
                board.rows(),
                board.columns()
            )));
        }
        self.fundamental = true;
        Ok(self)
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What is asked about it.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether only fundamental solutions count.
    pub fn is_fundamental(&self) -> bool {
        self.fundamental
    }

    /// The same goal about another problem.
    pub(crate) fn with_problem(&self, problem: Problem) -> Self {
        Self { problem, ..self.clone() }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        let up_to = if self.fundamental { ", up to symmetry" } else { "" };
        match self.goal {
            Goal::Count => write!(f, "how many nonattacking placements are there of {problem}{up_to}?"),
            Goal::List => write!(f, "which are the nonattacking placements of {problem}{up_to}?"),
            Goal::Find { first: false } => write!(f, "what is a nonattacking placement of {problem}?"),
            Goal::Find { first: true } => write!(f, "what is the first nonattacking placement of {problem}?"),
            Goal::Maximise => write!(f, "what is the largest nonattacking placement of {problem}?"),
            Goal::Table => write!(f, "how many nonattacking placements are there of {problem}, number by number?"),
        }
    }
}
