//! Counting up to symmetry without looking at every solution.
//!
//! Idea: a solution that m of the g symmetries of its problem leave as it is has g / m images. So the classes are counted if
//! for each m the number N(m) of such solutions is known. Every solution that some symmetry besides the identity leaves as it
//! is is met m - 1 times if all these symmetries are gone through one by one, and they are few: a search over orbits finds
//! them (see `method/backtrack/symmetric.rs`). Conjugate symmetries fix equally many, so one of each class is enough. The
//! others number N(1) = all - N(2) - N(3) - ..., and how many there are in all is counted by the best method that there is.
//! Summed up, this is Burnside's lemma; the sizes of the classes come with it.
//! Source: Cauchy, Frobenius, Burnside 1897; for the queens' classes E. Landau 1896 (by hand, three kinds of symmetry).
//! Cost: that of counting all solutions; the symmetric ones take about the square root of a search for all.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::method::stabilisers;
use crate::work::Work;
use crate::{Answer, Error, OrbitSize, Outcome, Problem, SymmetryGroup};

/// The idea in a line.
pub(crate) const IDEA: &str =
    "the symmetric solutions apart, by a search over orbits of squares; classes from numbers alone";

/// The solutions of a problem that some symmetry besides the identity leaves as they are.
pub(crate) struct Symmetric {
    group_size: usize,
    /// For each number of symmetries above 1, how many solutions have just so many.
    fixed_by: BTreeMap<usize, BigUint>,
}

impl Symmetric {
    /// Searches for them; what was found before an interruption is not enough to say anything.
    pub fn of(problem: &Problem, group: &SymmetryGroup, work: &Work) -> Result<Outcome<Self>, Error> {
        let mut fixed_by: BTreeMap<usize, BigUint> = BTreeMap::new();
        let conjugates = group.conjugates();
        let symmetries: Vec<_> = conjugates.iter().map(|(symmetry, _)| *symmetry).collect();
        let outcome = stabilisers(problem, group, &symmetries, work)?;
        let complete = outcome.is_complete();
        for (tally, (_, conjugates)) in outcome.into_value().into_iter().zip(conjugates) {
            for (keepers, count) in tally {
                *fixed_by.entry(keepers).or_default() += BigUint::from(count) * conjugates;
            }
        }
        if complete {
            for (keepers, met) in &mut fixed_by {
                *met = exact_share(met, *keepers - 1)?;
            }
        } else {
            fixed_by.clear();
        }
        Ok(Outcome::new(Self { group_size: group.len(), fixed_by }, complete))
    }

    /// The classes, of so many solutions in all; or of so many at least, where these are all that were counted.
    pub fn classes(&self, solutions: Outcome<BigUint>) -> Result<Outcome<Answer>, Error> {
        let symmetric: BigUint = self.fixed_by.values().sum();
        let complete = solutions.is_complete();
        let total = solutions.into_value();
        if complete && total < symmetric {
            return Err(Error::self_check(format!("{symmetric} symmetric solutions of {total}")));
        }
        let mut counts = self.fixed_by.clone();
        let others = if total > symmetric { total - symmetric } else { BigUint::ZERO };
        // of an unfinished count, the last class may be there in part
        let rounding = if complete { 0 } else { self.group_size - 1 };
        counts.insert(1, others + rounding);
        let mut sizes = Vec::new();
        for (keepers, count) in counts {
            let size = self.group_size / keepers;
            let classes = if complete { exact_share(&count, size)? } else { count / size };
            if classes != BigUint::ZERO {
                sizes.push((size as OrbitSize, classes));
            }
        }
        let total = sizes.iter().map(|(_, classes)| classes).sum();
        Ok(Outcome::new(Answer::Classes(total, sizes), complete))
    }
}

/// The quotient, which must be a whole number.
fn exact_share(number: &BigUint, parts: usize) -> Result<BigUint, Error> {
    let share = number / parts;
    if &share * parts != *number {
        return Err(Error::self_check(format!("{number} solutions do not fall into classes of {parts}")));
    }
    Ok(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Army, Board, Monitor, Piece, Quantity};

    /// A032522 (half turn) and A033148 (quarter turn), where counting all solutions would take long.
    #[test]
    fn symmetric_queens() {
        for (n, half_turn, quarter_turn) in
            [(5, 2, 2u64), (12, 80, 8), (16, 3000, 64), (17, 8152, 128), (20, 144_620, 480)]
        {
            let army = Army::new([(Piece::QUEEN, Quantity::Exactly(n))]).unwrap();
            let problem = Problem::new(Board::square(n as u32).unwrap(), army).unwrap();
            let work = Work { monitor: &Monitor::new(), threads: 2, tally: None };
            let symmetric = Symmetric::of(&problem, &SymmetryGroup::of(&problem), &work).unwrap().into_value();
            let right = [(2, half_turn - quarter_turn), (4, quarter_turn)].into_iter().filter(|&(_, count)| count > 0);
            assert!(
                symmetric.fixed_by.into_iter().eq(right.map(|(keepers, count)| (keepers, count.into()))),
                "n = {n}"
            );
        }
    }
}
