//! What a search does, step by step, and those who watch it.

use std::ops::ControlFlow;

use crate::Square;

/// A step of a search. Each comes with its **depth**: how many pieces the search had put on the board before it (after it,
/// for [`Solution`](Self::Solution)). Fixed pieces do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A square is tried. Counted before anything about it is tested.
    Try(Square),
    /// The piece just tried on `square` would attack the piece on `with`, of all such the one that was placed first. A
    /// search that tests only full boards says so of two pieces that stand.
    Conflict {
        /// The square that was tried.
        square: Square,
        /// The square of the piece it attacks.
        with: Square,
    },
    /// The piece was put on the square that was tried.
    Place(Square),
    /// The piece that was placed last was taken off this square: everything below it has been seen.
    Remove(Square),
    /// The pieces on the board are a solution; in a search for the most pieces, one with more than all before. The square
    /// is that of the piece placed last, if there is one.
    Solution(Option<Square>),
}

impl Event {
    /// Its word: `try`, `conflict`, `place`, `remove` or `solution`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Try(_) => "try",
            Self::Conflict { .. } => "conflict",
            Self::Place(_) => "place",
            Self::Remove(_) => "remove",
            Self::Solution(_) => "solution",
        }
    }

    /// The square it is about; of a solution that of the piece placed last, if there is one.
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Try(square) | Self::Conflict { square, .. } | Self::Place(square) | Self::Remove(square) => {
                Some(square)
            }
            Self::Solution(last) => last,
        }
    }
}

/// Somebody who is shown every step of a search.
///
/// ```
/// use bezzel::{Event, Goal, Observer, Question, Search};
///
/// struct Placed(u32);
/// impl Observer for Placed {
///     fn see(&mut self, _depth: usize, event: Event) {
///         self.0 += u32::from(matches!(event, Event::Place(_)));
///     }
/// }
/// let question = Question::queens(8, Goal::Count)?;
/// let mut placed = Placed(0);
/// Search::new(&question, "arrays")?.run(&mut placed);
/// assert_eq!(placed.0, 2056);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub trait Observer {
    /// A step, and its depth.
    fn see(&mut self, depth: usize, event: Event);

    /// Asked between steps, before a square is tried and after a solution: whether to pause here. A search that paused goes
    /// on where it was when it is run again.
    fn rest(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether anybody looks at the pieces named in conflicts; if not, they are not looked for.
    fn wants_attackers(&self) -> bool {
        true
    }
}

impl Observer for &mut dyn Observer {
    fn see(&mut self, depth: usize, event: Event) {
        (**self).see(depth, event);
    }

    fn rest(&mut self) -> ControlFlow<()> {
        (**self).rest()
    }

    fn wants_attackers(&self) -> bool {
        (**self).wants_attackers()
    }
}

/// Nobody watches: every call is empty and costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Unwatched;

impl Observer for Unwatched {
    #[inline]
    fn see(&mut self, _depth: usize, _event: Event) {}

    #[inline]
    fn wants_attackers(&self) -> bool {
        false
    }
}

/// Counts the steps of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Squares tried: [`Event::Try`].
    pub tried: u64,
    /// Conflicts found: [`Event::Conflict`]. In a search that tests squares, every one tried is either in conflict or gets
    /// its piece; in one that tests full boards, this counts the boards refused.
    pub conflicts: u64,
    /// Pieces put on the board: [`Event::Place`].
    pub placed: u64,
    /// Backtracks, which are pieces taken off again: [`Event::Remove`]. A search that has seen everything has taken off every
    /// piece it placed.
    pub removed: u64,
    /// Solutions met: [`Event::Solution`].
    pub solutions: u64,
    /// The profile of the search tree: how many partial placements of 0, 1, 2, ... pieces were visited, the empty board
    /// included. Its sum is the number of nodes.
    pub profile: Vec<u64>,
}

impl Default for Tally {
    fn default() -> Self {
        Self { tried: 0, conflicts: 0, placed: 0, removed: 0, solutions: 0, profile: vec![1] }
    }
}

impl Tally {
    /// Adds what another search, or another part of one, did.
    pub(crate) fn add(&mut self, other: &Self) {
        self.tried += other.tried;
        self.conflicts += other.conflicts;
        self.placed += other.placed;
        self.removed += other.removed;
        self.solutions += other.solutions;
        self.profile.resize(self.profile.len().max(other.profile.len()), 0);
        // the empty board is there from the start
        for (here, more) in self.profile.iter_mut().zip(&other.profile).skip(1) {
            *here += more;
        }
    }

    /// Nothing counted yet, but the empty board.
    pub fn new() -> Self {
        Self::default()
    }

    /// The nodes of the search tree: partial placements visited.
    pub fn nodes(&self) -> u64 {
        self.profile.iter().sum()
    }

    /// How many steps there were, of all sorts.
    pub fn steps(&self) -> u64 {
        self.tried + self.conflicts + self.placed + self.removed + self.solutions
    }
}

impl Observer for Tally {
    #[inline]
    fn see(&mut self, depth: usize, event: Event) {
        match event {
            Event::Try(_) => self.tried += 1,
            Event::Conflict { .. } => self.conflicts += 1,
            Event::Place(_) => {
                self.placed += 1;
                if self.profile.len() <= depth + 1 {
                    self.profile.resize(depth + 2, 0);
                }
                self.profile[depth + 1] += 1;
            }
            Event::Remove(_) => self.removed += 1,
            Event::Solution(_) => self.solutions += 1,
        }
    }

    #[inline]
    fn wants_attackers(&self) -> bool {
        false
    }
}

/// How a run of a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Everything has been seen.
    Done,
    /// The observer, or the monitor, asked to pause; the search can go on.
    Paused,
}
