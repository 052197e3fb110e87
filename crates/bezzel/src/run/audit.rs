//! Audit: units counted again by plain backtracking, and every row's checksum tested.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use num_bigint::BigUint;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::ledger::Ledger;
use super::partition::{Partition, UnitResult};
use crate::{Error, Monitor, Outcome};

/// What an audit found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audit {
    /// Rows whose checksums were tested.
    pub rows: u64,
    /// Units that were counted again.
    pub recounted: u64,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// A unit whose row is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The unit.
    pub unit: u64,
    /// What is wrong with it.
    pub what: String,
}

pub(super) struct Means<'a> {
    pub sample: f64,
    pub seed: u64,
    pub repair: bool,
    pub threads: usize,
    pub monitor: &'a Monitor,
}

pub(super) fn audit(ledger: &Ledger, partition: &Partition, means: &Means) -> Result<Outcome<Audit>, Error> {
    if !(0.0..=1.0).contains(&means.sample) {
        return Err(Error::question(format!("a sample is a share of the units from 0 to 1, not {}", means.sample)));
    }
    let mut audit = Audit::default();
    let (mut sound, unit_of_row) = (Vec::new(), ledger.done()?);
    let mut row = 0;
    ledger.each(partition, &mut |result| {
        let unit = unit_of_row[row];
        row += 1;
        audit.rows += 1;
        match result {
            Ok(result) => sound.push(result),
            Err(error) => audit.faults.push(Fault { unit, what: error.to_string() }),
        }
        Ok(())
    })?;
    let alarmed: BTreeSet<u64> = ledger.alarmed()?.into_iter().collect();
    let chosen = choose(&sound, &alarmed, means);
    let complete = recount(partition, &chosen, means, &mut audit);
    audit.faults.sort_by_key(|fault| fault.unit);
    if means.repair && complete {
        let wrong: Vec<u64> = audit.faults.iter().map(|fault| fault.unit).collect();
        ledger.repair(&wrong, &alarmed.into_iter().collect::<Vec<_>>())?;
    }
    Ok(Outcome::new(audit, complete))
}

/// A share of the units, one at least, and all that there is an alarm for.
fn choose<'a>(sound: &'a [UnitResult], alarmed: &BTreeSet<u64>, means: &Means) -> Vec<&'a UnitResult> {
    let wanted = (sound.len() as f64 * means.sample).ceil() as usize;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(means.seed);
    let mut keyed: Vec<(u64, &UnitResult)> = sound.iter().map(|result| (random.next_u64(), result)).collect();
    keyed.sort_by_key(|(key, _)| *key);
    let is_chosen =
        |(place, (_, result)): &(usize, (u64, &UnitResult))| *place < wanted || alarmed.contains(&result.unit);
    keyed.into_iter().enumerate().filter(is_chosen).map(|(_, (_, result))| result).collect()
}

/// Counts them again; gives whether all were.
fn recount(partition: &Partition, chosen: &[&UnitResult], means: &Means, audit: &mut Audit) -> bool {
    means.monitor.expect_parts(chosen.len() as u64);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(result) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(count) = partition.recount(result.unit, means.monitor) else { return };
            means.monitor.part_done();
            found.lock().unwrap_or_else(PoisonError::into_inner).push((*result, count));
        }
    };
    thread::scope(|scope| {
        let helpers = (1..means.threads.min(chosen.len())).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        // a thread that cannot be started is not needed
        let _started: Vec<_> = helpers.collect();
        work();
    });
    let found: Vec<(&UnitResult, BigUint)> = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    audit.recounted = found.len() as u64;
    for (result, count) in &found {
        if *count != result.count {
            let what = format!("it has {}, and backtracking counts {count}", result.count);
            audit.faults.push(Fault { unit: result.unit, what });
        }
    }
    found.len() == chosen.len()
}
