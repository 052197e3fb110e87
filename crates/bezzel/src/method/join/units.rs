//! The work as numbered, independent units, and the counting of one of them.

use super::generate::{Generator, Pool};
use super::model;
use super::quarter::Lists;
use super::shared::SharedLists;
use super::sieve::Joiner;
use super::split::{Band, Split};
use super::subsets::{choose, elements, next, unrank};
use crate::kernel::{Isa, Kernel, Rows};
use crate::method::mean_and_error;
use crate::{Error, Monitor};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Column sets dealt to a unit at a time: neighbours share most of their quarter lists.
pub(super) const DEAL: usize = 64;

/// Bands that a sample is taken from.
const SAMPLED_BANDS: usize = 12;

/// All units of the count for one board size. A unit is a band and every `pieces`-th deal of its column sets;
/// which they are depends on n alone.
pub struct Units {
    n: usize,
    /// `None` for boards too small to be cut: one unit, counted row by row.
    split: Option<Split>,
    /// The bands, or the beginnings of bands, packed.
    bands: Vec<u64>,
    pieces: usize,
    kernel: Kernel,
    /// The lists of the bands in work, shared by the threads that work on them.
    lists: SharedLists,
    /// For units that come one by one: the last lists, so that they are not made anew for each.
    kept: Option<Mutex<Option<Arc<Lists>>>>,
}

/// Room to count units in, one per thread.
pub struct Workspace {
    inner: Option<Inner>,
}

struct Inner {
    band: Option<(u64, Arc<Lists>)>,
    generator: Generator,
    joiner: Joiner,
    upper: Pool,
    lower: Pool,
    squares: Vec<[u8; 2]>,
}

/// What counting a unit gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitCount {
    /// Three times the weight of the solutions found: three times the number of solutions is the sum over all units.
    pub thirds: u128,
    /// Column sets counted.
    pub sets: u64,
    /// Upper and lower halves made.
    pub halves: [u64; 2],
}

/// What a count would take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Time of one thread.
    pub seconds: f64,
    /// How far the true time may be from it (95 %), as far as the sample tells.
    pub error: f64,
    /// Memory of the lists of one band.
    pub bytes: usize,
}

impl Units {
    /// The units for an n x n board, on the best instruction set or the one that `BEZZEL_ISA` names.
    pub fn for_size(n: usize) -> Result<Self, Error> {
        Self::with_band(n, model::band_height(n), Isa::detect()?)
    }

    /// The units with a band of `band` rows. Whatever the height the count is the same; the time is not.
    pub fn with_band(n: usize, band: usize, isa: Isa) -> Result<Self, Error> {
        let kernel = Kernel::new(isa).ok_or_else(|| Error::question(format!("this machine has no {isa}")))?;
        let lists = SharedLists::default();
        if n < 4 {
            return Ok(Self { n, split: None, bands: vec![0], pieces: 1, kernel, lists, kept: None });
        }
        if n > 31 {
            return Err(Error::limit(format!("the join counts queens on boards of up to 31 rows, not {n}")));
        }
        let split = Split::new(n, band).ok_or_else(|| {
            Error::limit(format!("a band of {band} rows does not leave two halves of 2 to 12 rows on a board of {n}"))
        })?;
        let pieces = model::pieces(&split);
        Ok(Self { n, split: Some(split), bands: Band::prefixes(&split), pieces, kernel, lists, kept: None })
    }

    /// The units of a long count, smaller ones where the board is large.
    pub fn for_long(n: usize) -> Result<Self, Error> {
        let mut units = Self { kept: Some(Mutex::default()), ..Self::for_size(n)? };
        if let Some(split) = &units.split {
            units.pieces = model::long_pieces(split);
        }
        Ok(units)
    }

    /// Rows and columns of the board.
    pub(super) fn side(&self) -> usize {
        self.n
    }

    /// How the board is cut, and into how many pieces each band is; `None` for boards too small to be cut.
    pub(super) fn cut(&self) -> Option<(&Split, usize)> {
        self.split.as_ref().map(|split| (split, self.pieces))
    }

    /// The band, or the beginning of bands, with this number.
    pub(super) fn prefix(&self, number: usize) -> u64 {
        self.bands[number]
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.bands.len() * self.pieces
    }

    /// Room for one thread.
    pub fn workspace(&self) -> Workspace {
        let inner = self.split.as_ref().map(|split| Inner {
            band: None,
            generator: Generator::new(split, self.kernel),
            joiner: Joiner::new(self.kernel, split, model::sieve(split)),
            upper: Pool::default(),
            lower: Pool::default(),
            squares: Vec::new(),
        });
        Workspace { inner }
    }

    /// Counts a unit; `None` if it was stopped before the end.
    ///
    /// # Panics
    /// If there is no such unit, or the workspace is of another board size.
    pub fn count(&self, unit: usize, workspace: &mut Workspace, monitor: &Monitor) -> Option<UnitCount> {
        let (Some(split), Some(inner)) = (&self.split, &mut workspace.inner) else {
            let solutions = row_by_row(self.n as u32, 0, 0, 0);
            return Some(UnitCount { thirds: 3 * u128::from(solutions), ..UnitCount::default() });
        };
        let (band, piece) = (unit / self.pieces, unit % self.pieces);
        let mut count = UnitCount::default();
        for band in Band::completions(split, self.bands[band]) {
            let lists = self.lists(split, band, inner, monitor)?;
            for first in (piece * DEAL..choose(split.free(), split.half)).step_by(self.pieces * DEAL) {
                inner.deal(split, &lists, first, &mut count, monitor)?;
            }
        }
        Some(count)
    }

    /// Measures how long the whole count would take one thread, from deals spread over bands and column sets, in
    /// about `budget` (or what the lists of up to twelve bands take, if that is more); `None` if it was stopped.
    ///
    /// Bands differ by a factor of two and more, and column sets next to each other are alike: a sample of few
    /// bands, or of the first sets, misleads.
    pub fn estimate(&self, budget: Duration, monitor: &Monitor) -> Option<Estimate> {
        let (Some(split), mut workspace) = (&self.split, self.workspace()) else {
            return Some(Estimate { seconds: 0.0, error: 0.0, bytes: 0 });
        };
        let inner = workspace.inner.as_mut()?;
        let deals = choose(split.free(), split.half).div_ceil(DEAL);
        let bands = self.bands.len().min(SAMPLED_BANDS);
        let mut bands_per_unit = 0.0;
        // of each sampled band what its lists take, and what a deal takes
        let (mut lists_times, mut deal_times, mut times_of_one) = (Vec::new(), Vec::new(), Vec::new());
        for sample in 0..bands {
            let start = Instant::now();
            let prefix = self.bands[(2 * sample + 1) * self.bands.len() / (2 * bands)];
            let completions = Band::completions(split, prefix);
            if completions.is_empty() {
                continue;
            }
            bands_per_unit += completions.len() as f64 / bands as f64;
            let lists = self.lists(split, completions[completions.len() / 2], inner, monitor)?;
            lists_times.push(start.elapsed().as_secs_f64());
            // Deals in an order that spreads evenly however many there is time for; not the first ones, which are light.
            let start = Instant::now();
            times_of_one.clear();
            for i in 0..deals {
                let deal = (0.5 + i as f64 * 0.618_033_988_75).fract() * deals as f64;
                let begun = Instant::now();
                inner.deal(split, &lists, deal as usize * DEAL, &mut UnitCount::default(), monitor)?;
                times_of_one.push(begun.elapsed().as_secs_f64());
                if start.elapsed() > budget / bands as u32 {
                    break;
                }
            }
            // each band by itself: in the same time more deals of a light band are made than of a heavy one
            deal_times.push(mean_and_error(&times_of_one).0);
        }
        let sums = lists_times.iter().zip(&deal_times).map(|(lists, deal)| lists + deals as f64 * deal);
        let (mean, error) = match &sums.collect::<Vec<f64>>()[..] {
            [only] => (*only, deals as f64 * mean_and_error(&times_of_one).1),
            several => mean_and_error(several),
        };
        let all = self.bands.len() as f64 * bands_per_unit;
        Some(Estimate { seconds: all * mean, error: all * error, bytes: model::memory(split) })
    }

    /// The lists of a band, which the workspace keeps until it asks for another's; `None` if they were not made, being stopped.
    fn lists(&self, split: &Split, band: u64, inner: &mut Inner, monitor: &Monitor) -> Option<Arc<Lists>> {
        if let Some((of, lists)) = &inner.band
            && *of == band
        {
            return Some(Arc::clone(lists));
        }
        inner.band = None;
        let lists = self.lists.get(band, || {
            let queens = Band::unpack(band, split.band);
            Lists::new(split, Band::new(split, &queens).expect("only bands that count are listed"), monitor)
        })?;
        inner.band = Some((band, Arc::clone(&lists)));
        if let Some(kept) = &self.kept {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&lists));
        }
        Some(lists)
    }

    /// The unit that counts a band and a column set by number.
    #[cfg(test)]
    pub(super) fn unit_of(&self, queens: &[u8], set: usize) -> Option<usize> {
        let split = self.split.as_ref()?;
        let band = self
            .bands
            .iter()
            .position(|&packed| Band::unpack(packed, split.band.min(4)) == queens[..split.band.min(4)])?;
        Some(band * self.pieces + set / DEAL % self.pieces)
    }
}

impl Inner {
    /// Counts the column sets from number `first` on; `None` if it was stopped.
    fn deal(
        &mut self,
        split: &Split,
        lists: &Lists,
        first: usize,
        count: &mut UnitCount,
        monitor: &Monitor,
    ) -> Option<()> {
        let mut set = unrank(first, split.half);
        for _ in first..choose(split.free(), split.half).min(first + DEAL) {
            if monitor.is_stopped() {
                return None;
            }
            self.count(split, lists, set, count);
            set = next(set);
        }
        Some(())
    }

    /// Counts one column set of the lower half (local columns).
    fn count(&mut self, split: &Split, lists: &Lists, set: u32, count: &mut UnitCount) {
        let rule = &lists.band.rule;
        let Some(weights) = rule.weigh(split, set) else {
            return;
        };
        let [upper, lower] = rule.bounds(split, set);
        let others = !set & ((1 << split.free()) - 1);
        self.generator.upper(lists.upper(), others, upper, &mut self.upper);
        self.generator.lower(lists.lower(), set, lower, &mut self.lower);
        let mut columns = [0; 12];
        for (column, local) in columns.iter_mut().zip(elements(set)) {
            *column = lists.band.free[usize::from(local)];
        }
        split.squares(&columns[..split.half], &mut self.squares);
        let rows =
            Rows { ranks: split.half, squares: &self.squares, bits: split.n, slots: &self.generator.form().slots };
        let halves = [&self.upper, &self.lower].map(|pool| (pool.plain.len() + pool.tied.len()) as u64);
        let pairs = self.joiner.join(&mut self.upper, &mut self.lower, &rows);
        for (pairs, weights) in pairs.iter().flatten().zip(weights.iter().flatten()) {
            count.thirds += u128::from(*pairs) * u128::from(*weights);
        }
        count.sets += 1;
        count.halves[0] += halves[0];
        count.halves[1] += halves[1];
    }
}

/// Boards of up to three rows have no halves worth the name; they are counted by the definition.
pub(super) fn row_by_row(n: u32, columns: u32, left: u32, right: u32) -> u64 {
    if columns.count_ones() == n {
        return 1;
    }
    let free = !(columns | left | right) & ((1 << n) - 1);
    elements(free).map(|c| row_by_row(n, columns | 1 << c, (left | 1 << c) << 1, (right | 1 << c) >> 1)).sum()
}
