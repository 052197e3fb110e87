//! Placements of nonattacking chess pieces: how many there are, which ones, one of them, how many pieces fit at most, and
//! whether a placement is right.
//!
//! A question goes one way through the library:
//!
//! ```text
//! Board + Army + fixed pieces = Problem;  Problem + Goal = Question    checked here, valid from then on
//! Question -> Plan                                                     which method, and why
//! Solver: Plan -> Method -> Report                                     the answer and what proves it
//! ```
//!
//! ```
//! use bezzel::{Answer, Board, Goal, Pieces, Problem, Quantity, Question, Solver};
//!
//! let board: Board = "8".parse()?;
//! let army = "bishops".parse::<Pieces>()?.into_army(Some(Quantity::Exactly(8)), &board)?;
//! let question = Question::new(Problem::new(board, army)?, Goal::Count)?;
//! let report = Solver::new().solve(&question)?;
//! assert_eq!(report.answer.value(), &Answer::Count(22_522_960_u32.into()));
//! # Ok::<(), bezzel::Error>(())
//! ```

mod army;
mod board;
mod board_file;
mod burnside;
mod check;
mod compare;
mod error;
mod estimate;
mod independent_set;
mod kernel;
mod line;
#[cfg_attr(not(feature = "run"), allow(dead_code, unused_imports, reason = "units are for long counts alone"))]
mod method;
mod monitor;
pub mod oeis;
mod piece;
mod placement;
mod plan;
mod problem;
mod question;
mod regions;
mod report;
#[cfg(feature = "run")]
mod run;
mod slips;
mod solver;
mod square;
mod symmetry;
mod trace;
mod work;

pub use army::{Army, MAX_KINDS, Member, Pieces, Quantity};
pub use board::{Board, Cell, MAX_MARKED_SQUARES, MAX_SIDE, MAX_WRAPPED_SQUARES, Topology};
pub use board_file::{BoardFile, PlacementLines};
pub use compare::{Contestant, Row, contestants, disagreements};
pub use error::Error;
pub use estimate::Estimate;
pub use kernel::Isa;
pub use method::Search;
pub use monitor::Monitor;
pub use piece::{Move, Piece};
pub use placement::{Conflict, Placed, Placement, Solution};
pub use plan::{Plan, method_names};
pub use problem::Problem;
pub use question::{Goal, MAX_FUNDAMENTAL_SQUARES, Question};
pub use regions::Regions;
pub use report::{Answer, Maximum, Outcome, Report};
#[cfg(feature = "run")]
pub use run::{Audit, Fault, Guard, Merged, Partition, Prognosis, Run, Status, UnitResult};
pub use slips::explain_slip;
pub use solver::Solver;
pub use square::{Square, SquareSet};
pub use symmetry::{OrbitSize, Symmetry, SymmetryGroup};
pub use trace::{Ended, Event, Observer, Tally};

/// Exact whole numbers of any size, from the crate of the same name.
pub use num_bigint;

/// The README's Rust example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
