//! The terms of every sequence that `oeis` knows against those that are stored, as far as a moment reaches.

mod common;

use std::sync::Arc;
use std::time::Duration;

use bezzel::{Monitor, Outcome, Solver, oeis};
use common::read_tables;

/// A term that takes longer is not asked for. A busy machine reaches fewer terms; none is ever taken for wrong. With the feature
/// `long-tests` it goes farther.
const MOMENT: Duration = Duration::from_millis(if cfg!(feature = "long-tests") { 30_000 } else { 200 });

#[test]
fn stored_terms_are_found() {
    let rows = read_tables("oracle");
    let (mut compared, mut faults) = (0, Vec::new());
    for sequence in oeis::sequences() {
        let known: Vec<&str> =
            rows.iter().filter(|row| row.sequence == sequence.number).map(|row| row.value.as_str()).collect();
        let mut found: Vec<String> = Vec::new();
        for n in sequence.offset.. {
            let solver = Solver::new().monitor(Arc::new(Monitor::with_limit(MOMENT)));
            let Ok(Outcome::Complete(terms)) = sequence.row(n, &solver) else { break };
            found.extend(terms.iter().map(ToString::to_string));
            if found.len() >= known.len() {
                break;
            }
        }
        if sequence.number == "A000166" {
            // stored from n = 2 on
            found.drain(..2);
        }
        // stored from n = 1 on, asked from n = 2 on
        let early = usize::from(matches!(sequence.number, "A260319" | "A260320"));
        let mut known = stored(&known).split_off(early);
        if sequence.number == "A018807" {
            // then its sizes follow
            known.truncate(10);
        }
        let both = known.len().min(found.len());
        if found[..both] != known[..both] {
            faults.push(format!("{}: {:?} for {:?}", sequence.number, &found[..both], &known[..both]));
        } else if both < 3 && !known.is_empty() {
            faults.push(format!("{}: {both} terms compared", sequence.number));
        }
        compared += both;
    }
    println!("{compared} terms compared");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(compared > 500, "{compared} terms compared");
}

/// The stored terms one by one: the table keeps a whole row of some in one value, and of A141843 a word for a row of zeros.
fn stored(known: &[&str]) -> Vec<String> {
    let row = |(n, value): (usize, &&str)| match *value {
        "none" => vec!["0".to_string(); n],
        terms => terms.split(' ').map(str::to_string).collect(),
    };
    (1..).zip(known).flat_map(row).collect()
}
