//! About how many solutions a problem has, from random walks.

use crate::method::{Moments, walks};
use crate::work::Work;
use crate::{Error, Outcome, Problem, Quantity};

/// An estimate of the number of solutions with its 95 % confidence interval. An estimate is no proof of anything: the true number
/// lies outside one interval in about twenty.
///
/// ```
/// use bezzel::{Goal, Question, Solver};
/// let question = Question::queens(12, Goal::Count)?;
/// let estimate = Solver::new().estimate(question.problem(), 20_000, 1)?.into_value();
/// assert!(estimate.low < 14_200.0 && 14_200.0 < estimate.high);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate: the mean of what the walks say. Infinite above 10^308, as the ends are: their logarithms are not.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end; infinite if no walk found a solution.
    pub high: f64,
    /// The common logarithms of the three; minus infinity for 0.
    pub log10: [f64; 3],
    /// The walks made.
    pub samples: u64,
    /// The seed of the random numbers: the same seed and samples give the same estimate, on any number of threads.
    pub seed: u64,
}

/// Normal quantile of a two-sided 95 % interval.
const QUANTILE: f64 = 1.959_964;

impl Estimate {
    pub(crate) fn new(problem: &Problem, samples: u64, seed: u64, work: &Work) -> Result<Outcome<Self>, Error> {
        if problem.army().members().iter().any(|member| member.quantity == Quantity::Most) {
            let message = "an estimate needs a number of pieces, or any: ask first how many fit at most, with max";
            return Err(Error::question(message));
        }
        if problem.is_maximal() {
            return Err(Error::question("an estimate is of all placements, maximal or not: leave --maximal out"));
        }
        if samples < 2 {
            return Err(Error::question("an estimate needs at least 2 samples"));
        }
        let moments = walks(problem, samples, seed, work)?;
        Ok(Outcome::new(Self::of(&moments, seed), moments.walks == samples))
    }

    /// The walks say very different things, so the interval is that of the logarithm of their mean.
    fn of(moments: &Moments, seed: u64) -> Self {
        let Moments { walks: samples, scale, sum, squares } = *moments;
        if sum == 0.0 {
            let (zero, infinite) = (f64::NEG_INFINITY, f64::INFINITY);
            return Self { value: 0.0, low: 0.0, high: infinite, log10: [zero, zero, infinite], samples, seed };
        }
        let walks = samples as f64;
        let mean = sum / walks;
        let variance = (squares / walks - mean * mean).max(0.0) / (walks - 1.0).max(1.0);
        let spread = QUANTILE * variance.sqrt() / mean;
        let log = scale + mean.ln();
        let log10 = [log, log - spread, log + spread].map(|log| log / std::f64::consts::LN_10);
        let value = mean * scale.exp();
        Self { value, low: value / spread.exp(), high: value * spread.exp(), log10, samples, seed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Army, Board, Goal, Monitor, Piece, Quantity, Question};

    fn problem(army: &[(Piece, Quantity)], side: u32) -> Problem {
        Problem::new(Board::square(side).unwrap(), Army::new(army.to_vec()).unwrap()).unwrap()
    }

    /// Five standard errors around numbers known from the definition: armies, any number, fewer pieces than rows.
    #[test]
    fn walks_say_the_number_on_average() {
        let (any, exactly) = (Quantity::Any, Quantity::Exactly);
        let cases = [
            (problem(&[(Piece::KING, any)], 5), 6_427.0),
            (problem(&[(Piece::QUEEN, exactly(3))], 6), 1_024.0),
            (problem(&[(Piece::QUEEN, exactly(0))], 6), 1.0),
            (problem(&[(Piece::ROOK, exactly(2)), (Piece::KNIGHT, exactly(4))], 4), 8.0),
            (
                problem(
                    &[
                        (Piece::KING, exactly(2)),
                        (Piece::QUEEN, exactly(2)),
                        (Piece::BISHOP, exactly(2)),
                        (Piece::KNIGHT, exactly(1)),
                    ],
                    7,
                ),
                3_063_828.0,
            ),
        ];
        for (problem, number) in cases {
            let found = estimate(&problem, 50_000, 7);
            let error = (found.high / found.value).ln() / QUANTILE;
            assert!((found.value / number).ln().abs() <= 5.0 * error + 1e-9, "{problem}: {found:?}");
        }
    }

    /// What has no solution is estimated at 0, and nothing is said of how many there may be.
    #[test]
    fn nothing_found_is_zero() {
        let found = estimate(&problem(&[(Piece::QUEEN, Quantity::Exactly(3))], 3), 1000, 1);
        assert_eq!((found.value, found.low, found.high), (0.0, 0.0, f64::INFINITY));
    }

    /// 200 rooks on 200 x 200 stand in 200! ways, which is more than a float holds.
    #[test]
    fn large_numbers_have_logarithms() {
        let found = estimate(&problem(&[(Piece::ROOK, Quantity::Exactly(200))], 200), 10, 1);
        let right: f64 = (1..=200u32).map(|factor| f64::from(factor).log10()).sum();
        assert!(found.value.is_infinite());
        assert!(found.log10.iter().all(|log10| (log10 - right).abs() < 1e-6), "{found:?}, not 10^{right}");
        let small = estimate(&problem(&[(Piece::ROOK, Quantity::Exactly(5))], 5), 10, 1);
        assert!((small.log10[0] - small.value.log10()).abs() < 1e-9, "{small:?}");
    }

    /// The numbers depend on the seed and the samples, not on the threads.
    #[test]
    fn threads_do_not_matter() {
        let question = Question::queens(10, Goal::Count).unwrap();
        let on = |threads, seed| {
            let work = Work { monitor: &Monitor::new(), threads, tally: None };
            Estimate::new(question.problem(), 5001, seed, &work).unwrap().into_value()
        };
        assert_eq!(on(1, 3), on(3, 3));
        assert_ne!(on(1, 3), Estimate { seed: 3, ..on(1, 4) });
        assert_eq!(on(1, 3).samples, 5001);
    }

    fn estimate(problem: &Problem, samples: u64, seed: u64) -> Estimate {
        let work = Work { monitor: &Monitor::new(), threads: 1, tally: None };
        Estimate::new(problem, samples, seed, &work).unwrap().into_value()
    }

    /// Of 100 intervals at least 88 hold the true number: five times in a hundred thousand fewer would, were they exact.
    #[test]
    fn intervals_cover_the_number_of_queens() {
        let queens: [u64; 13] = [
            92,
            352,
            724,
            2680,
            14200,
            73712,
            365_596,
            2_279_184,
            14_772_512,
            95_815_104,
            666_090_624,
            4_968_057_848,
            39_029_188_884,
        ];
        for (n, number) in (8..).zip(queens) {
            let question = Question::queens(n, Goal::Count).unwrap();
            let inside = (0..100).filter(|&seed| {
                let found = estimate(question.problem(), 2000, seed);
                found.low <= number as f64 && number as f64 <= found.high
            });
            let covered = inside.count();
            assert!(covered >= 88, "n = {n}: {covered} of 100");
        }
    }
}
