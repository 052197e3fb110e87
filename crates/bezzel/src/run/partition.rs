//! A question cut into units: which there are, what one comes to, and how all that is written down.

use std::path::Path;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::spec;
use crate::method::{Units, units_of};
use crate::{Error, Monitor, Question};

/// The form of ledgers and shard files.
pub(super) const SCHEMA: u64 = 1;

/// The program's version: counts of two versions are not mixed.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A question cut into numbered units, which depend on the question alone.
///
/// ```
/// use bezzel::{Goal, Monitor, Partition, Question};
/// let partition = Partition::of(&Question::queens(10, Goal::Count)?)?;
/// let elsewhere = Partition::from_header(&partition.header())?;
/// let mut counter = elsewhere.counter();
/// let sum: bezzel::num_bigint::BigUint =
///     (0..elsewhere.len()).map(|unit| counter(unit, &Monitor::new()).unwrap().count).sum();
/// assert_eq!(sum / partition.divisor(), 724u32.into());
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Partition {
    question: Question,
    units: Box<dyn Units>,
    header: Value,
    /// The header as text: every checksum begins with it.
    text: String,
}

/// The result of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitResult {
    /// Its number.
    pub unit: u64,
    /// What it adds to the sum.
    pub count: BigUint,
    /// Numbers met on the way, which a second count must meet too.
    pub checks: String,
    /// The method that counted it.
    pub method: String,
    /// How long that took.
    pub seconds: f64,
    /// The machine and process that counted it.
    pub who: String,
}

/// What a run would take.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Prognosis {
    /// Its units.
    pub units: u64,
    /// The method, and how it cuts the count.
    pub plan: String,
    /// About how long all units take one thread, in seconds, by a sample measured on this machine.
    pub seconds: f64,
    /// The ends of a 95 % interval for it.
    pub interval: [f64; 2],
    /// About the memory of what a process holds, if the method says so, in bytes.
    pub bytes: Option<u64>,
}

impl Partition {
    /// Cuts a question.
    ///
    /// # Errors
    /// A question that is no count, or that no method cuts.
    pub fn of(question: &Question) -> Result<Self, Error> {
        let units = units_of(question)?;
        let header = json!({
            "bezzel": "run",
            "schema": SCHEMA,
            "program": PROGRAM,
            "question": spec::write(question)?,
            "method": units.method(),
            "partition": units.partition(),
            "units": units.len(),
        });
        Ok(Self { question: question.clone(), units, text: header.to_string(), header })
    }

    /// The partition that a [`header`](Self::header) names.
    ///
    /// # Errors
    /// A text that is no header, and one of another version, schema or partition.
    pub fn from_header(header: &str) -> Result<Self, Error> {
        let value: Value = serde_json::from_str(header).map_err(|_| not_a_header())?;
        if value["bezzel"] != "run" {
            return Err(not_a_header());
        }
        if value["schema"] != SCHEMA {
            return Err(Error::question(format!(
                "it has the schema {}, and this program knows {SCHEMA}: use the program that made it",
                value["schema"]
            )));
        }
        if value["program"] != PROGRAM {
            return Err(Error::question(format!(
                "it was made by bezzel {}, and this is {PROGRAM}: go on with that version, for counts of two versions are not mixed",
                value["program"].as_str().unwrap_or("of no version")
            )));
        }
        let partition = Self::of(&spec::read(&value["question"])?)?;
        if partition.header == value {
            return Ok(partition);
        }
        Err(Error::question(format!(
            "it cuts the count into {} units of {}, and this program cuts it otherwise: {}",
            value["units"],
            value["partition"],
            partition.plan()
        )))
    }

    /// The question, the partition, and the version, as a line of JSON.
    pub fn header(&self) -> String {
        self.text.clone()
    }

    /// Refuses what was found in a file, if it is of another partition.
    pub(super) fn require_same(&self, header: &str, path: &Path) -> Result<(), Error> {
        if header == self.text {
            return Ok(());
        }
        let other = Self::from_header(header).map_err(|error| named(path, &error))?;
        Err(Error::question(format!(
            "{} answers another question: {}, and not {}",
            path.display(),
            other.question,
            self.question
        )))
    }

    /// What is counted.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The number of units, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.units.len()
    }

    /// The answer is the sum of the counts of all units, divided by this.
    pub fn divisor(&self) -> u32 {
        self.units.divisor()
    }

    /// The method, and how it cuts the count.
    pub fn plan(&self) -> String {
        format!("{}: {} units, {}", self.units.method(), self.len(), self.units.partition())
    }

    /// Counts units one after another, in memory of its own: one for each thread. It gives `None` for a unit in which it was stopped.
    pub fn counter(&self) -> impl FnMut(u64, &Monitor) -> Option<UnitResult> + '_ {
        let mut counter = self.units.counter();
        let who = who();
        move |unit, monitor| {
            let start = Instant::now();
            let counted = counter(unit, monitor)?;
            Some(UnitResult {
                unit,
                count: counted.count,
                checks: counted.checks,
                method: self.units.method().into(),
                seconds: start.elapsed().as_secs_f64(),
                who: who.clone(),
            })
        }
    }

    /// A unit's count by plain backtracking; `None` if it was stopped.
    pub fn recount(&self, unit: u64, monitor: &Monitor) -> Option<BigUint> {
        self.units.recount(unit, monitor)
    }

    pub(super) fn prognosis(&self, budget: Duration, monitor: &Monitor) -> Option<Prognosis> {
        let sample = self.units.sample(budget, monitor)?;
        let (units, plan) = (self.len(), self.plan());
        Some(Prognosis {
            units,
            plan,
            seconds: sample.seconds,
            interval: [sample.low, sample.high],
            bytes: sample.bytes,
        })
    }

    /// A unit's result and the partition that it belongs to, as 16 hexadecimal digits: no change of one place leaves it as it is.
    pub(super) fn checksum(&self, result: &UnitResult) -> String {
        let UnitResult { unit, count, checks, method, .. } = result;
        let text = format!("{}|{unit}|{count}|{checks}|{method}", self.text);
        // FNV-1a: each step can be undone, so two texts that differ in one byte differ in the end
        let sum = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{sum:016x}")
    }

    /// A result as a line of JSON.
    pub fn line(&self, result: &UnitResult) -> String {
        let UnitResult { unit, count, checks, method, seconds, who } = result;
        json!({
            "unit": unit, "count": count.to_string(), "checks": checks, "method": method, "seconds": seconds, "who": who,
            "sum": self.checksum(result),
        })
        .to_string()
    }

    /// The result of a [`line`](Self::line).
    ///
    /// # Errors
    /// A text that is no such line, a unit that there is not, a result that does not go with its checksum.
    pub fn parse_line(&self, line: &str) -> Result<UnitResult, Error> {
        let wrong = || Error::parse(format!("'{}' is no result of a unit", line.chars().take(80).collect::<String>()));
        let value: Value = serde_json::from_str(line).map_err(|_| wrong())?;
        let text = |key: &str| value[key].as_str().map(str::to_string).ok_or_else(wrong);
        let result = UnitResult {
            unit: value["unit"].as_u64().ok_or_else(wrong)?,
            count: number(&text("count")?).ok_or_else(wrong)?,
            checks: text("checks")?,
            method: text("method")?,
            seconds: value["seconds"]
                .as_f64()
                .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
                .ok_or_else(wrong)?,
            who: text("who")?,
        };
        if self.checksum(&result) != text("sum")? {
            return Err(Error::self_check(format!(
                "the result of unit {} does not go with its checksum: it was changed, or belongs to another run",
                result.unit
            )));
        }
        self.require_unit(result.unit)?;
        Ok(result)
    }

    pub(super) fn require_unit(&self, unit: u64) -> Result<(), Error> {
        if unit < self.len() {
            return Ok(());
        }
        Err(Error::question(format!("there is no unit {unit}: they are numbered from 0 to {}", self.len() - 1)))
    }
}

fn not_a_header() -> Error {
    Error::parse("it is no run of bezzel: its first line should say what is counted")
}

/// An error with the file that it is in.
pub(super) fn named(path: &Path, error: &Error) -> Error {
    let message = format!("{}: {error}", path.display());
    match error {
        Error::Parse(_) => Error::Parse(message),
        Error::Question(_) => Error::Question(message),
        Error::Limit(_) => Error::Limit(message),
        Error::SelfCheck(why) => Error::SelfCheck(format!("{}: {why}", path.display())),
        Error::Io(_) => Error::Io(message),
    }
}

/// A decimal number without a sign.
pub(super) fn number(text: &str) -> Option<BigUint> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// The machine and the process.
pub(super) fn who() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    format!("{}:{}", name.as_deref().map_or("?", str::trim), std::process::id())
}
