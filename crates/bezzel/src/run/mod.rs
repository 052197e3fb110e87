//! Long counts: cut into units, each of which is written down in a ledger when it is done.
//!
//! A *unit* is an independent part of a count; which units there are depends on the question alone, so that any machine can count
//! any of them. The *ledger* is one SQLite file with the question, the partition, and a row for every finished unit. A run is
//! stopped, killed and gone on with at any time; what is in the ledger stays.
//!
//! ```
//! use bezzel::{Goal, Monitor, Question, Run};
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("q12.db");
//! let run = Run::start(&Question::queens(12, Goal::Count)?, &path)?;
//! let total = run.compute(2, &Monitor::new())?;
//! assert_eq!(total.into_value(), 14_200u32.into());
//! assert!(Run::open(&path)?.status()?.total.is_some());
//! # Ok::<(), bezzel::Error>(())
//! ```

mod audit;
mod ledger;
mod lines;
mod partition;
mod spec;
mod theory;
mod work;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use num_bigint::BigUint;

use crate::{Error, Monitor, Outcome, Question};
pub use audit::{Audit, Fault};
use ledger::Ledger;
pub use partition::{Partition, Prognosis, UnitResult};

/// A long count and its ledger.
pub struct Run {
    ledger: Ledger,
    partition: Partition,
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Status {
    /// What is counted.
    pub question: String,
    /// The method, and how it cuts the count.
    pub plan: String,
    /// All units.
    pub units: u64,
    /// Those that are done.
    pub done: u64,
    /// The time that they took on one thread each, in seconds, all together.
    pub seconds: f64,
    /// About the time that the others will take on one thread, in seconds; `None` before the first is done.
    pub seconds_left: Option<f64>,
    /// The answer, when all units are done.
    pub total: Option<BigUint>,
    /// What must hold of the answer by theory, with whether it does; empty before the end.
    pub theory: Vec<(String, bool)>,
    /// Units that were counted twice with different results: the run stands still until they are audited.
    pub alarms: Vec<String>,
    /// The last thing that went wrong, and has been written down.
    pub last_error: Option<String>,
}

/// What merging did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// Units that are new in the ledger.
    pub new: u64,
    /// Units that it had, with the same results.
    pub known: u64,
}

impl Run {
    /// What a run would take: its units, time by a sample of about `budget`, memory; `None` if it was stopped.
    ///
    /// # Errors
    /// A question that is not cut into units.
    pub fn plan(question: &Question, budget: Duration, monitor: &Monitor) -> Result<Option<Prognosis>, Error> {
        Ok(Partition::of(question)?.prognosis(budget, monitor))
    }

    /// A new run with a new ledger.
    ///
    /// # Errors
    /// A question that is not cut into units, a file that exists or cannot be written.
    pub fn start(question: &Question, path: &Path) -> Result<Self, Error> {
        let partition = Partition::of(question)?;
        let ledger = Ledger::create(path, &partition)?;
        Ok(Self { ledger, partition })
    }

    /// A run that has been started.
    ///
    /// # Errors
    /// A file that is no ledger, or one of another version.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (ledger, header) = Ledger::open(path)?;
        let partition = Partition::from_header(&header).map_err(|error| ledger.names(&error))?;
        Ok(Self { ledger, partition })
    }

    /// What is counted, and how it is cut.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// Counts what is missing on so many threads. Every result is in the ledger before the answer is given; an interrupted run
    /// has what was reached, and goes on with the next call.
    ///
    /// # Errors
    /// A ledger at which another process is at work, a full disk, a result that differs from one that stands there.
    pub fn compute(&self, threads: usize, monitor: &Monitor) -> Result<Outcome<BigUint>, Error> {
        let _guard = self.ledger.take()?;
        self.ledger.refuse_alarms()?;
        let missing = self.missing()?;
        let mut keep = |results: &[UnitResult]| self.ledger.record(&self.partition, results).map(|_| ());
        let outcome = work::count(&self.partition, &missing, threads, monitor, &mut keep);
        outcome.inspect_err(|error| self.ledger.note(&error.to_string()))?;
        self.answer()
    }

    /// Takes this ledger for one process: another is refused until this value, or the process, is gone.
    pub fn take(&self) -> Result<Guard, Error> {
        let guard = self.ledger.take()?;
        self.ledger.refuse_alarms()?;
        Ok(guard)
    }

    /// The answer, or the sum of what is done.
    pub fn answer(&self) -> Result<Outcome<BigUint>, Error> {
        let (done, sum) = self.ledger.sum(&self.partition)?;
        let (total, rest) = (&sum / self.partition.divisor(), &sum % self.partition.divisor());
        if done < self.partition.len() {
            return Ok(Outcome::Interrupted(total));
        }
        let holds = theory::checks(self.partition.question(), &total);
        if let Some((what, _)) = holds.iter().find(|(_, holds)| !holds) {
            return Err(Error::self_check(format!(
                "the total {total} fails a test of theory: {what}; run audit finds the unit"
            )));
        }
        if rest != BigUint::ZERO {
            return Err(Error::self_check(format!(
                "the sum of all units is not divisible by {}; run audit finds the unit",
                self.partition.divisor()
            )));
        }
        Ok(Outcome::Complete(total))
    }

    /// The units that are not done, ascending.
    pub fn missing(&self) -> Result<Vec<u64>, Error> {
        let mut done = self.ledger.done()?.into_iter().peekable();
        Ok((0..self.partition.len()).filter(|unit| done.next_if_eq(unit).is_none()).collect())
    }

    /// Writes results down, all or none of them; gives how many are new.
    ///
    /// # Errors
    /// A result that fails its check, or differs from the one that stands there: then an alarm is raised, and nothing is overwritten.
    pub fn record(&self, results: &[UnitResult]) -> Result<u64, Error> {
        self.ledger.record(&self.partition, results)
    }

    /// How far the run has come. Any number of processes may ask while another counts.
    pub fn status(&self) -> Result<Status, Error> {
        let (done, sum) = self.ledger.sum(&self.partition)?;
        let seconds = self.ledger.seconds()?;
        let left = self.partition.len() - done;
        let total = (left == 0).then(|| sum / self.partition.divisor());
        Ok(Status {
            question: self.partition.question().to_string(),
            plan: self.partition.plan(),
            units: self.partition.len(),
            done,
            seconds,
            seconds_left: (done > 0).then(|| seconds / done as f64 * left as f64),
            theory: total.as_ref().map(|total| theory::checks(self.partition.question(), total)).unwrap_or_default(),
            total,
            alarms: self.ledger.alarms()?,
            last_error: self.ledger.last_error()?,
        })
    }

    /// Takes over the results of another ledger or of a shard file: all or none. Merging twice changes nothing.
    ///
    /// # Errors
    /// A file of another question or partition, a damaged one, and results that differ from those that stand here.
    pub fn merge(&self, path: &Path) -> Result<Merged, Error> {
        let results = if Ledger::is_one(path)? {
            let other = Self::open(path)?;
            self.partition.require_same(&other.partition.header(), path)?;
            other.ledger.results(&other.partition)?
        } else {
            lines::read(path, &self.partition)?
        };
        let new = self.ledger.record(&self.partition, &results)?;
        Ok(Merged { new, known: results.len() as u64 - new })
    }

    /// Writes the header and every result as JSON lines, in the form that [`merge`](Self::merge) reads.
    pub fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        lines::write(out, &self.partition, &self.ledger.results(&self.partition)?)
    }

    /// Counts the missing units whose number leaves `index` when divided by `of`, into a file of JSON lines; those that it holds already are
    /// not counted again. The ledger is only read. Complete if all of this shard are done.
    ///
    /// # Errors
    /// A file of another run, an index that is not below `of`, a full disk.
    pub fn shard(
        &self,
        index: u64,
        of: u64,
        out: &Path,
        threads: usize,
        monitor: &Monitor,
    ) -> Result<Outcome<u64>, Error> {
        if of == 0 || index >= of {
            return Err(Error::question(format!("a shard has an index from 0 to {}, not {index}", of.max(1) - 1)));
        }
        let mut shard = lines::Shard::open(out, &self.partition)?;
        let mut missing = self.missing()?;
        missing.retain(|unit| unit % of == index && !shard.done().contains(unit));
        work::count(&self.partition, &missing, threads, monitor, &mut |results| shard.append(results))?;
        let done = shard.done().len() as u64;
        let all = missing.iter().all(|unit| shard.done().contains(unit));
        Ok(Outcome::new(done, all))
    }

    /// Counts units again by plain backtracking, and compares: the share of them that `sample` says (1 for all), chosen by `seed`, and those
    /// with an alarm. Every row's checksum is tested too. With `repair`, rows that are wrong are taken out, to be counted again.
    pub fn audit(
        &self,
        sample: f64,
        seed: u64,
        repair: bool,
        threads: usize,
        monitor: &Monitor,
    ) -> Result<Outcome<Audit>, Error> {
        audit::audit(&self.ledger, &self.partition, &audit::Means { sample, seed, repair, threads, monitor })
    }
}

/// Keeps a ledger for one process. It is given back when this is dropped, or when the process ends, however it ends.
pub struct Guard {
    _file: std::fs::File,
}
