//! n queens counted by meeting in the middle: band, column split, bit-sliced join.
//!
//! **Idea.** Cut the board into a band of j middle rows (0 to 5) and an upper and a lower half. Once the band's
//! queens and the columns S of the lower half are fixed, the halves interact by diagonals only. Make all
//! upper halves and all lower halves for S, and count the pairs that share no diagonal: one step of a few
//! cycles tests one lower half against 512 upper ones. Each solution is found once per eight-fold symmetry
//! class, or nearly so, and weighed ([`symmetry`]).
//!
//! **Source.** Our own derivation; meeting in the middle for queens is known from the "parts assembly"
//! counters and from counters that join four quadrants with a bit-sliced pattern test.
//!
//! **Cost.** Per column set the lists of halves (about 5,000 each at n = 18, 25,000 at n = 20), a division of
//! these lists bit by bit, and a visit per lower half and block that the sieve leaves.
//!
//! **Limits.** n <= 31, the width of a diagonal mask. Memory: the quarter lists of a band.

mod generate;
mod long;
mod model;
mod quarter;
mod shared;
mod sieve;
mod split;
mod subsets;
mod symmetry;
#[cfg(test)]
mod tests;
mod units;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use num_bigint::BigUint;

use super::{Method, Misfit, bytes_text, require_plane};
use crate::kernel::Isa;
use crate::work::Work;
use crate::{Error, Goal, Outcome, Piece, Problem, Quantity, Question};
use units::Units;

/// Below so many rows `bitmask` is as fast, and has less to make ready.
const LEAST_WORTH: u32 = 12;

const MAX_SIDE: u32 = 31;

/// How long a sample of the work may take, for the estimate of all of it.
const SAMPLE: Duration = Duration::from_millis(500);

/// See the module's text.
pub(crate) struct Join;

impl Method for Join {
    fn name(&self) -> &'static str {
        "join"
    }

    fn idea(&self) -> &'static str {
        "upper and lower halves of the board made apart, and tested against each other 512 at a time"
    }

    fn proof(&self) -> &'static str {
        "every pair of halves was tested, one of each class of symmetric pairs, weighed"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let (problem, board) = (question.problem(), question.problem().board());
        if question.goal() != Goal::Count {
            return Err(Misfit::other("counts only"));
        }
        let side = board.rows();
        let all = matches!(problem.army().single(), Some((piece, Quantity::Exactly(count)))
            if *piece == Piece::QUEEN && count == u64::from(side));
        if !all || side != board.columns() || !board.is_bare() || !problem.fixed().pieces().is_empty() {
            return Err(Misfit::other("counts n queens on bare n x n boards only"));
        }
        require_plane(board)?;
        if side > MAX_SIDE {
            return Err(Misfit::other(format!("counts n queens up to n = {MAX_SIDE}")));
        }
        Ok(())
    }

    fn is_worth(&self, question: &Question) -> bool {
        question.problem().board().rows() >= LEAST_WORTH
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let units = Units::for_size(problem.board().rows() as usize)?;
        count_units(&units, work)
    }

    fn forecast(&self, problem: &Problem, work: &Work) -> Option<String> {
        let units = Units::for_size(problem.board().rows() as usize).ok()?;
        let estimate = units.estimate(SAMPLE, work.monitor)?;
        let isa = Isa::detect().ok()?;
        Some(format!(
            "{} units on {isa}, about {} of memory for the lists of a band, about {:.2} s on one thread by a sample",
            units.len(),
            bytes_text(estimate.bytes as u128),
            estimate.seconds,
        ))
    }
}

impl Join {
    /// The units of a long count of n queens: about a second each, or less.
    pub fn units(problem: &Problem) -> Result<Box<dyn super::Units>, Error> {
        Ok(Box::new(Units::for_long(problem.board().rows() as usize)?))
    }
}

/// Counts all units, each thread taking the next that is left.
fn count_units(units: &Units, work: &Work) -> Result<Outcome<BigUint>, Error> {
    let monitor = work.monitor;
    monitor.expect_parts(units.len() as u64);
    let next = AtomicUsize::new(0);
    let thirds = Mutex::new(Outcome::Complete(BigUint::ZERO));
    work.on_all_threads(units.len(), || {
        let mut workspace = units.workspace();
        let mut sum = BigUint::ZERO;
        let mut complete = true;
        loop {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units.len() {
                break;
            }
            let Some(count) = units.count(unit, &mut workspace, monitor) else {
                complete = false;
                break;
            };
            sum += count.thirds;
            monitor.part_done();
        }
        let mut thirds = thirds.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *thirds = Outcome::new(thirds.value() + sum, complete && thirds.is_complete());
    })?;
    let thirds = thirds.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    // units are weighed so that only their sum is whole
    Ok(thirds.map(|thirds| thirds / 3_u32))
}
