//! Asking: a solver set up as the arguments say, watched, interruptible, explained.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use bezzel::{Isa, Monitor, Outcome, Question, Report, Solution, Solver, Tally};

use crate::args::{MeansArgs, When, WorkArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::signals;

/// A monitor that stops the work after so many seconds, if there is a limit.
pub fn monitor(limit_time: Option<f64>) -> Arc<Monitor> {
    let limited = |seconds| Monitor::with_limit(Duration::from_secs_f64(seconds));
    Arc::new(limit_time.map_or_else(Monitor::new, limited))
}

/// A solver, its monitor, and how they are to be shown.
pub struct Asker {
    solver: Solver,
    monitor: Arc<Monitor>,
    explain: bool,
    progress: When,
}

impl Asker {
    /// A solver set up as these arguments say.
    pub fn new(args: &WorkArgs) -> Result<Self, Failure> {
        let mut asker = Self::with_means(&args.means)?;
        if let Some(method) = &args.method {
            asker.solver = asker.solver.method(method);
        }
        asker.explain = args.explain;
        if args.explain {
            asker.solver = asker.solver.counting_steps();
        }
        Ok(asker)
    }

    /// A solver that chooses its methods itself.
    pub fn with_means(args: &MeansArgs) -> Result<Self, Failure> {
        // a wrong BEZZEL_ISA is told whether or not the answer depends on it
        Isa::detect()?;
        let monitor = monitor(args.limit_time);
        let mut solver = Solver::new().monitor(monitor.clone());
        if let Some(threads) = args.threads {
            solver = solver.threads(usize::from(threads));
        }
        Ok(Self { solver, monitor, explain: false, progress: args.progress })
    }

    /// Stops the work after so long.
    pub fn limit(&mut self, time: Duration) {
        self.monitor = Arc::new(Monitor::with_limit(time));
        self.solver = self.solver.clone().monitor(self.monitor.clone());
    }

    /// What stops the work, for work without the solver.
    pub fn monitor(&self) -> &Monitor {
        &self.monitor
    }

    /// Does work of another kind with the solver, watched in the same way.
    pub fn work<T>(&self, work: impl FnOnce(&Solver) -> T) -> T {
        signals::stop_work(&self.monitor);
        let progress = Progress::start(&self.monitor, self.progress);
        let done = work(&self.solver);
        drop(progress);
        signals::work_is_done();
        done
    }

    /// The report on a question.
    pub fn ask(&self, question: &Question) -> Result<Report, Failure> {
        self.stream(question, &mut |_| ControlFlow::Continue(()))
    }

    /// The report on a question, its solutions shown one by one.
    pub fn stream(
        &self,
        question: &Question,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Report, Failure> {
        if self.explain {
            say!("question: {question}");
            for plan in self.solver.plan(question)? {
                say!("{plan}");
            }
            if let Some(forecast) = self.solver.forecast(question)? {
                say!("forecast: {forecast}");
            }
        }
        let report = self.work(|solver| solver.stream(question, visit))?;
        if self.explain {
            if let Some(steps) = &report.steps {
                say!("{}", steps_text(steps));
            }
            let state = if report.answer.is_complete() { "proof" } else { "interrupted" };
            say!("{state}: {}\ntime: {:.3} s", report.proof, report.elapsed.as_secs_f64());
        }
        Ok(report)
    }
}

/// What a search did, step by step, in numbers.
fn steps_text(steps: &Tally) -> String {
    let some = |number: u64, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let Tally { tried, conflicts, placed, removed, solutions, .. } = *steps;
    let parts = [
        some(tried, "square") + " tried",
        some(conflicts, "conflict"),
        some(placed, "piece") + " placed",
        some(removed, "backtrack"),
        some(solutions, "solution") + " met",
    ];
    format!("steps: {}", parts.join(", "))
}

/// The total of a list, if it can be had within a moment.
pub fn quick_count(question: &Question) -> Option<bezzel::num_bigint::BigUint> {
    let moment = Arc::new(Monitor::with_limit(Duration::from_millis(300)));
    let report = Solver::new().monitor(moment).solve(question).ok()?;
    match report.answer {
        Outcome::Complete(bezzel::Answer::Count(total) | bezzel::Answer::Classes(total, _)) => Some(total),
        _ => None,
    }
}
