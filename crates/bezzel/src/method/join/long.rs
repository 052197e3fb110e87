//! The units as long counts see them, and the count of a unit without the join: by plain backtracking.

use std::time::Duration;

use num_bigint::BigUint;

use super::split::{Band, Split};
use super::subsets::{choose, elements, unrank};
use super::symmetry::{Bounds, Weights};
use super::units::{DEAL, Units, row_by_row};
use crate::Monitor;
use crate::method::{Counted, Counter, Sample, Units as LongUnits};
use crate::monitor::Pulse;

impl LongUnits for Units {
    fn len(&self) -> u64 {
        self.len() as u64
    }

    fn method(&self) -> &'static str {
        "join"
    }

    fn partition(&self) -> String {
        self.cut().map_or_else(
            || "the whole board".into(),
            |(split, pieces)| format!("bands of {} rows, {pieces} pieces by deals of {DEAL} column sets", split.band),
        )
    }

    /// Units are weighed in thirds.
    fn divisor(&self) -> u32 {
        3
    }

    fn counter(&self) -> Counter<'_> {
        let mut workspace = self.workspace();
        Box::new(move |unit, monitor| {
            let counted = self.count(unit as usize, &mut workspace, monitor)?;
            let [upper, lower] = counted.halves;
            let checks = format!("{} sets, {upper} and {lower} halves", counted.sets);
            Some(Counted { count: counted.thirds.into(), checks })
        })
    }

    fn recount(&self, unit: u64, monitor: &Monitor) -> Option<BigUint> {
        let Some((split, pieces)) = self.cut() else {
            return Some((3 * u128::from(row_by_row(self.side() as u32, 0, 0, 0))).into());
        };
        let mut thirds = 0;
        let mut pulse = Pulse::default();
        for band in Band::completions(split, self.prefix(unit as usize / pieces)) {
            let queens = Band::unpack(band, split.band);
            let band = Band::new(split, &queens).expect("only bands that count are listed");
            for deal in (unit as usize % pieces * DEAL..choose(split.free(), split.half)).step_by(pieces * DEAL) {
                for number in deal..choose(split.free(), split.half).min(deal + DEAL) {
                    let set = unrank(number, split.half);
                    let Some(weights) = band.rule.weigh(split, set) else { continue };
                    let bounds = band.rule.bounds(split, set);
                    let lower = elements(set).fold(0, |all, local| all | 1 << band.free[usize::from(local)]);
                    let mut recount = Recount { split, band: &band, weights, bounds, lower, pulse, monitor, thirds: 0 };
                    recount.all(&queens);
                    thirds += recount.thirds;
                    pulse = recount.pulse;
                    if pulse.has_stopped() {
                        return None;
                    }
                }
            }
        }
        Some(thirds.into())
    }

    fn sample(&self, budget: Duration, monitor: &Monitor) -> Option<Sample> {
        let estimate = self.estimate(budget, monitor)?;
        Some(Sample::around(estimate.seconds, estimate.error, Some(estimate.bytes as u64)))
    }
}

/// Rows are filled from the band outwards, the upper half first. Every solution of the unit is met and weighed by itself.
struct Recount<'a> {
    split: &'a Split,
    band: &'a Band,
    weights: Weights,
    bounds: [Bounds; 2],
    /// The board columns of the lower half.
    lower: u32,
    pulse: Pulse,
    monitor: &'a Monitor,
    thirds: u128,
}

/// What the queens so far have taken: columns that are left to this half, and diagonals of the whole board.
#[derive(Clone, Copy)]
struct Taken {
    columns: u32,
    /// Bit row + column.
    rising: u64,
    /// Bit n + column - row.
    falling: u64,
}

impl Recount<'_> {
    /// All solutions with these queens in the band and the rest of the columns in the upper half.
    fn all(&mut self, queens: &[u8]) {
        let band = queens.iter().fold(0, |all, &column| all | 1 << column);
        let mut taken = Taken { columns: !self.lower & !band & ((1 << self.split.n) - 1), rising: 0, falling: 0 };
        for (row, &column) in queens.iter().enumerate() {
            taken = self.with(taken, self.split.half + row, column.into());
        }
        self.half(0, 0, taken, 0, false);
    }

    fn with(&self, taken: Taken, row: usize, column: usize) -> Taken {
        Taken {
            columns: taken.columns & !(1 << column),
            rising: taken.rising | 1 << (row + column),
            falling: taken.falling | 1 << (self.split.n + column - row),
        }
    }

    /// Fills a half from a row on; then the lower one, or counts. `marks` are the rows of this half that are marked so far.
    fn half(&mut self, half: usize, row: usize, taken: Taken, marks: u32, upper_tied: bool) {
        if self.pulse.stops(4, self.monitor) {
            return;
        }
        let split = self.split;
        if row == split.half {
            let Some(tied) = self.tied(half, marks) else { return };
            if half == 0 {
                self.half(1, 0, Taken { columns: self.lower, ..taken }, 0, tied);
            } else {
                self.thirds += u128::from(self.weights[usize::from(tied)][usize::from(upper_tied)]);
            }
            return;
        }
        let board_row = if half == 0 { split.half - 1 - row } else { split.half + split.band + row };
        let diagonals = taken.rising >> board_row | taken.falling >> (split.n - board_row);
        let marked = self.band.marked[half][row];
        for column in elements(taken.columns & self.band.allowed[half][row] & !(diagonals as u32)) {
            let marks = marks | (marked >> column & 1) << row;
            self.half(half, row + 1, self.with(taken, board_row, column.into()), marks, upper_tied);
        }
    }

    /// Whether a half with these marks is tied; `None` if it does not count.
    fn tied(&self, half: usize, marks: u32) -> Option<bool> {
        let split = self.split;
        let key = |marks: u32, rows: usize| self.band.rule.key(marks & ((1 << rows) - 1), rows) as u32;
        self.bounds[half].tied(key(marks, split.near), key(marks >> split.near, split.far), split.far)
    }
}
