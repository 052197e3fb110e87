//! Searches with a slip, to find out what a wrong number comes from.

use super::line;
use super::rules::{Arrays, Careless, Diagonals, Rule};
use super::walk::{Target, Walk};
use crate::trace::Unwatched;
use crate::{Ended, Monitor, Problem};

/// How many ways there are to place queens if of the three tests (columns, row + column, row - column) only these are made;
/// `None` if the monitor stopped it.
pub(crate) fn without_rules(problem: &Problem, looks: (bool, bool, bool), monitor: &Monitor) -> Option<u64> {
    let rule = Careless { arrays: Arrays::new(problem.board()), looks };
    let mut walk = Walk::new(problem, line::rows(problem), rule, Target::of(problem));
    (walk.run(&mut Unwatched, monitor) == Ended::Done).then(|| walk.found())
}

/// The most bishops that a search finds which has no way to leave an anti-diagonal empty, and so ends at the first that has no
/// free square; `None` if the monitor stopped it.
pub(crate) fn without_empty_diagonals(problem: &Problem, monitor: &Monitor) -> Option<u64> {
    let lines = line::anti_diagonals(problem);
    let mut rule = Diagonals::new(problem.board());
    let most = most_without_gap(&lines, &mut rule, monitor)?;
    Some(most + problem.fixed().pieces().len() as u64)
}

fn most_without_gap(lines: &[line::Line], rule: &mut Diagonals, monitor: &Monitor) -> Option<u64> {
    let Some((first, rest)) = lines.split_first() else { return Some(0) };
    if monitor.is_stopped() {
        return None;
    }
    let mut most = 0;
    for &square in &first.squares {
        if !rule.refuses(&[], square) {
            rule.place(square);
            let found = most_without_gap(rest, rule, monitor);
            rule.remove(square);
            most = most.max(found? + 1);
        }
    }
    Some(most)
}
