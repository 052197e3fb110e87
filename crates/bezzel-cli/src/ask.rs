//! Asking: a solver set up as the arguments say, watched, interruptible, explained.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bezzel::{Isa, Monitor, Outcome, Question, Report, Solution, Solver};

use crate::args::{MeansArgs, When, WorkArgs};
use crate::failure::Failure;
use crate::progress::Progress;

/// The monitor that Ctrl-C, SIGTERM and SIGHUP stop.
static STOP: OnceLock<Arc<Monitor>> = OnceLock::new();

/// Whether the work has begun; before that, a signal ends the program at once.
static WORKING: AtomicBool = AtomicBool::new(false);

/// A solver, its monitor, and how they are to be shown.
pub struct Asker {
    solver: Solver,
    monitor: Arc<Monitor>,
    explain: bool,
    progress: When,
}

impl Asker {
    /// A solver set up as these arguments say. Signals stop it.
    pub fn new(args: &WorkArgs) -> Result<Self, Failure> {
        let mut asker = Self::with_means(&args.means)?;
        if let Some(method) = &args.method {
            asker.solver = asker.solver.method(method);
        }
        asker.explain = args.explain;
        Ok(asker)
    }

    /// A solver that chooses its methods itself. Signals stop it.
    pub fn with_means(args: &MeansArgs) -> Result<Self, Failure> {
        // a wrong BEZZEL_ISA is told whether or not the answer depends on it
        Isa::detect()?;
        let monitor = Arc::new(match args.limit_time {
            Some(seconds) => Monitor::with_limit(Duration::from_secs_f64(seconds)),
            None => Monitor::new(),
        });
        let mut solver = Solver::new().monitor(monitor.clone());
        if let Some(threads) = args.threads {
            solver = solver.threads(usize::from(threads));
        }
        stop_on_signals(&monitor);
        Ok(Self { solver, monitor, explain: false, progress: args.progress })
    }

    /// Does work of another kind with the solver, watched in the same way.
    pub fn work<T>(&self, work: impl FnOnce(&Solver) -> T) -> T {
        WORKING.store(true, Ordering::SeqCst);
        let _progress = Progress::start(&self.monitor, self.progress);
        work(&self.solver)
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
            eprintln!("question: {question}");
            for plan in self.solver.plan(question)? {
                eprintln!("{plan}");
            }
            if let Some(forecast) = self.solver.forecast(question)? {
                eprintln!("forecast: {forecast}");
            }
        }
        let report = self.work(|solver| solver.stream(question, visit))?;
        if self.explain {
            let state = if report.answer.is_complete() { "proof" } else { "interrupted" };
            eprintln!("{state}: {}\ntime: {:.3} s", report.proof, report.elapsed.as_secs_f64());
        }
        Ok(report)
    }

    /// Whether a signal or the time limit stopped the work.
    pub fn is_stopped(&self) -> bool {
        self.monitor.is_stopped()
    }
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

fn stop_on_signals(monitor: &Arc<Monitor>) {
    if STOP.set(monitor.clone()).is_err() {
        return;
    }
    let handler = || {
        let monitor = STOP.get().expect("set before the handler");
        if !WORKING.load(Ordering::SeqCst) || monitor.is_stopped() {
            std::process::exit(3);
        }
        monitor.stop();
    };
    // without a handler a signal ends the program in the system's way
    let _ = ctrlc::set_handler(handler);
}
