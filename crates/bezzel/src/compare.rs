//! The ladder compared: the same question by every rung and by every method of our own, with the steps and the time of each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use crate::method::ladder_methods;
use crate::plan::Plan;
use crate::{Error, Goal, Monitor, Quantity, Question, Search, Solver, Tally, method_names};

/// Quick answers are timed again and again for so long; the shortest time counts.
const TIMED_FOR: Duration = Duration::from_millis(60);

/// And at most so often.
const TIMED_TIMES: u32 = 30;

/// A way to answer that takes part in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contestant {
    name: &'static str,
    is_rung: bool,
}

impl Contestant {
    /// Its name. Our own bit masks are `own bitmask`, as the rung of that name is the plain textbook search.
    pub fn name(self) -> &'static str {
        match (self.name, self.is_rung) {
            ("bitmask", false) => "own bitmask",
            (name, _) => name,
        }
    }

    /// Whether it is a rung of the ladder, whose steps are counted, and not a method of our own.
    pub fn is_rung(self) -> bool {
        self.is_rung
    }

    fn solver(self) -> Solver {
        if self.is_rung { Solver::new().rung(self.name) } else { Solver::new().method(self.name) }
    }

    /// Answers the question, under monitors that `watched` is given one after another: each ends at the limit. An answer that
    /// took less is asked for again to be timed.
    ///
    /// # Errors
    /// If it does not apply, or its answer fails a check.
    pub fn run(
        self,
        question: &Question,
        limit: Duration,
        threads: usize,
        watched: &mut dyn FnMut(&Arc<Monitor>),
    ) -> Result<Row, Error> {
        let mut ask = |solver: Solver| {
            let monitor = Arc::new(Monitor::with_limit(limit));
            watched(&monitor);
            let report = solver.threads(threads).monitor(monitor.clone()).solve(question)?;
            Ok::<_, Error>((report, monitor))
        };
        let (report, monitor) = ask(self.solver().counting_steps())?;
        let is_stopped = !report.answer.is_complete();
        let (steps, elapsed) = (report.steps, report.elapsed);
        let mut row = Row { contestant: self, answer: None, steps, elapsed, is_stopped, estimate: None };
        if is_stopped {
            row.estimate = estimate(elapsed, &monitor);
            return Ok(row);
        }
        row.answer = report.answer.value().number();
        // our own methods count no steps, so their first run is a timing already
        let mut best = (!self.is_rung).then_some(row.elapsed);
        let start = Instant::now();
        for _ in 0..TIMED_TIMES {
            if start.elapsed() >= TIMED_FOR || best.is_some_and(|best| best >= TIMED_FOR) {
                break;
            }
            let (again, _) = ask(self.solver())?;
            if !again.answer.is_complete() {
                break;
            }
            best = Some(best.map_or(again.elapsed, |best| best.min(again.elapsed)));
        }
        row.elapsed = best.unwrap_or(row.elapsed);
        Ok(row)
    }
}

/// What a contestant did.
#[derive(Debug, Clone)]
pub struct Row {
    /// Who it was.
    pub contestant: Contestant,
    /// The count or the maximum; `None` if it was stopped before it knew.
    pub answer: Option<BigUint>,
    /// The steps of its search, if it counts them; those until it was stopped, if it was.
    pub steps: Option<Tally>,
    /// How long it took, without the counting of steps; or how long it was let run.
    pub elapsed: Duration,
    /// Whether it was stopped before it had the answer.
    pub is_stopped: bool,
    /// If it was stopped, about how long it would take in all, by the share of the search that was done, where that is known.
    pub estimate: Option<Duration>,
}

impl Row {
    /// How long it takes, estimated if need be.
    pub fn whole_time(&self) -> Option<Duration> {
        if self.is_stopped { self.estimate } else { Some(self.elapsed) }
    }
}

/// The share of the search that was done tells the time of the whole.
fn estimate(elapsed: Duration, monitor: &Monitor) -> Option<Duration> {
    Duration::try_from_secs_f64(elapsed.as_secs_f64() / monitor.share_done()?).ok()
}

/// Those who can answer a question: the rungs from slow to fast, then the methods of our own from slow to fast. Where no rung
/// applies the definition stands in for them.
///
/// # Errors
/// A question that is neither a count nor a maximum, one about as many pieces as fit, and one that nobody answers.
pub fn contestants(question: &Question) -> Result<Vec<Contestant>, Error> {
    let most = matches!(question.problem().army().single(), Some((_, Quantity::Most)));
    let comparable = match question.goal() {
        Goal::Count => !most,
        Goal::Maximise => true,
        Goal::List | Goal::Find { .. } | Goal::Table => false,
    };
    if !comparable {
        return Err(Error::question("counts and maxima can be compared: say how many pieces, or ask for the most"));
    }
    let rungs = Search::rungs(question);
    let is_ladder = |name: &str| ladder_methods().any(|rung| rung.name() == name);
    let own: Vec<&str> = method_names().filter(|name| !is_ladder(name)).collect();
    let fits = |name: &&str| Plan::with_method(question, name).is_ok() && (*name != "naive" || rungs.is_empty());
    let own = own.into_iter().rev().filter(fits).map(|name| Contestant { name, is_rung: false });
    let all: Vec<Contestant> = rungs.iter().map(|&name| Contestant { name, is_rung: true }).chain(own).collect();
    if all.is_empty() {
        // says why not
        Plan::new(question)?;
    }
    Ok(all)
}

/// The answers that differ from that of most others, as names and numbers; empty if all agree.
pub fn disagreements(rows: &[Row]) -> Vec<(&'static str, &BigUint)> {
    let answers: Vec<(&'static str, &BigUint)> =
        rows.iter().filter_map(|row| row.answer.as_ref().map(|answer| (row.contestant.name(), answer))).collect();
    let votes = |answer: &BigUint| answers.iter().filter(|(_, other)| *other == answer).count();
    let Some((_, common)) = answers.iter().max_by_key(|(_, answer)| votes(answer)) else { return Vec::new() };
    answers.iter().filter(|(_, answer)| answer != common).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, answer: Option<u32>) -> Row {
        let contestant = Contestant { name, is_rung: true };
        let (answer, elapsed) = (answer.map(Into::into), Duration::ZERO);
        Row { contestant, answer, steps: None, elapsed, is_stopped: false, estimate: None }
    }

    #[test]
    fn who_disagrees_is_named() {
        assert!(disagreements(&[]).is_empty());
        assert!(disagreements(&[row("mark", Some(92)), row("lists", None), row("arrays", Some(92))]).is_empty());
        let rows = [row("mark", Some(92)), row("lists", Some(40320)), row("arrays", Some(92))];
        assert_eq!(disagreements(&rows), [("lists", &40320u32.into())]);
    }

    #[test]
    fn a_stopped_rung_has_an_estimate() {
        let question = Question::queens(16, Goal::Count).unwrap();
        let rung = Contestant { name: "pairwise", is_rung: true };
        let row = rung.run(&question, Duration::from_millis(200), 1, &mut |_| {}).unwrap();
        assert!(row.is_stopped && row.answer.is_none());
        assert!(row.whole_time().is_some_and(|time| time > row.elapsed));
        assert!(row.steps.is_some_and(|steps| steps.tried > 0));
    }
}
