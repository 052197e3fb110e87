//! The solver: the front door.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use num_bigint::BigUint;

use crate::burnside::Symmetric;
use crate::method::{Maximal, Method};
use crate::placement::Sink;
use crate::work::Work;
use crate::{
    Answer, Error, Estimate, Goal, Maximum, Monitor, OrbitSize, Outcome, Plan, Problem, Quantity, Question, Report,
    Solution, SymmetryGroup, Tally,
};

/// Answers questions: chooses methods, runs them on threads under a monitor, checks what they say.
///
/// ```
/// use bezzel::{Answer, Army, Board, Goal, Piece, Problem, Quantity, Question, Solver};
/// let army = Army::new([(Piece::QUEEN, Quantity::Exactly(8))])?;
/// let question = Question::new(Problem::new(Board::square(8)?, army)?, Goal::Count)?;
/// let report = Solver::new().solve(&question)?;
/// assert_eq!(report.answer.value(), &Answer::Count(92u32.into()));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Solver {
    threads: Option<usize>,
    choice: Choice,
    monitor: Arc<Monitor>,
    counts_steps: bool,
}

/// Which method answers.
#[derive(Debug, Clone, Default)]
enum Choice {
    /// The best for each question.
    #[default]
    Best,
    /// The method of this name.
    Method(String),
    /// The rung of the ladder of this name.
    Rung(String),
}

impl Solver {
    /// A solver that uses all cores and the best method.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same solver with so many threads (at least 1).
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads.max(1));
        self
    }

    /// The same solver with this method only.
    #[must_use]
    pub fn method(mut self, name: impl Into<String>) -> Self {
        self.choice = Choice::Method(name.into());
        self
    }

    /// The same solver, watched and stopped through this monitor.
    #[must_use]
    pub fn monitor(mut self, monitor: Arc<Monitor>) -> Self {
        self.monitor = monitor;
        self
    }

    /// The same solver with this rung of the ladder only. That is [`method`](Self::method) of that name, but for `bitmask`: the
    /// rung is the plain textbook search, the method looks ahead and counts one half twice.
    #[must_use]
    pub fn rung(mut self, name: impl Into<String>) -> Self {
        self.choice = Choice::Rung(name.into());
        self
    }

    /// The same solver, counting the steps of methods that can count them (the rungs of the ladder): see [`Report::steps`].
    #[must_use]
    pub fn counting_steps(mut self) -> Self {
        self.counts_steps = true;
        self
    }

    /// How the question will be answered. For as many pieces as fit there are two plans: that of the maximum comes first.
    ///
    /// # Errors
    /// If no method applies, or the chosen one does not.
    pub fn plan(&self, question: &Question) -> Result<Vec<Plan>, Error> {
        let mut plans = Vec::new();
        let mut question = question.clone();
        if asks_for_least(&question) {
            let guess = question.problem().with_exactly(question.problem().fixed().pieces().len() as u64)?;
            question = question.with_problem(guess);
        }
        if asks_for_most(&question) {
            plans.push(self.plan_of_most(&question)?);
            if question.goal() == (Goal::Find { first: false }) {
                return Ok(plans);
            }
            // the number itself is not known yet; which methods apply does not depend on it much
            let guess = question.problem().with_exactly(question.problem().fixed().pieces().len() as u64)?;
            question = question.with_problem(guess);
        }
        plans.push(self.choose(&question)?);
        Ok(plans)
    }

    /// What a count will take, measured from a short sample of it, in words; `None` if the method does not say.
    ///
    /// # Errors
    /// If no method applies.
    pub fn forecast(&self, question: &Question) -> Result<Option<String>, Error> {
        if question.goal() != Goal::Count || asks_for_most(question) {
            return Ok(None);
        }
        Ok(self.choose(question)?.method().forecast(question.problem(), &self.work(None)))
    }

    fn work<'a>(&'a self, tally: Option<&'a Mutex<Tally>>) -> Work<'a> {
        let threads = self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        Work { monitor: &self.monitor, threads, tally }
    }

    /// How the number of as many as fit is found: by the method that was named, if it maximises and more is not asked.
    fn plan_of_most(&self, question: &Question) -> Result<Plan, Error> {
        let most = Question::new(question.problem().with_more_allowed(), Goal::Maximise)?;
        if question.goal() == (Goal::Find { first: false }) { self.choose(&most) } else { Plan::new(&most) }
    }

    fn choose(&self, question: &Question) -> Result<Plan, Error> {
        match &self.choice {
            Choice::Best => Plan::new(question),
            Choice::Method(name) => Plan::with_method(question, name),
            Choice::Rung(name) => Plan::with_rung(question, name),
        }
    }

    /// About how many solutions a problem has, from so many random walks down its search tree; from fewer, if interrupted.
    ///
    /// # Errors
    /// An army of as many pieces as fit, fewer than 2 samples, tables that do not fit in memory.
    pub fn estimate(&self, problem: &Problem, samples: u64, seed: u64) -> Result<Outcome<Estimate>, Error> {
        Estimate::new(problem, samples, seed, &self.work(None))
    }

    /// Answers a question. Of a list, only the number is reported: see [`stream`](Self::stream) and
    /// [`solutions`](Self::solutions).
    ///
    /// # Errors
    /// If no method applies, or a result fails its check.
    pub fn solve(&self, question: &Question) -> Result<Report, Error> {
        self.stream(question, &mut |_| ControlFlow::Continue(()))
    }

    /// All solutions of a problem, in order; or the first of them, if the work was interrupted.
    ///
    /// # Errors
    /// If no method applies, or a result fails its check.
    pub fn solutions(&self, problem: Problem) -> Result<Outcome<Vec<Solution>>, Error> {
        let mut solutions = Vec::new();
        let report = self.stream(&Question::new(problem, Goal::List)?, &mut |solution| {
            solutions.push(solution.clone());
            ControlFlow::Continue(())
        })?;
        Ok(report.answer.map(|_| solutions))
    }

    /// Answers a question; if it asks for a list, hands every solution to `visit`, in order, until it breaks.
    ///
    /// # Errors
    /// If no method applies, or a result fails its check.
    pub fn stream(
        &self,
        question: &Question,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        let start = Instant::now();
        let tally = self.counts_steps.then(|| Mutex::new(Tally::new()));
        let work = self.work(tally.as_ref());
        let mut report = Report {
            question: question.clone(),
            answer: Outcome::Interrupted(Answer::Found(None)),
            method: String::new(),
            proof: String::new(),
            elapsed: start.elapsed(),
            steps: None,
        };
        self.answer(question, &work, visit, &mut report)?;
        report.elapsed = start.elapsed();
        let steps = tally.map(|tally| tally.into_inner().unwrap_or_else(PoisonError::into_inner));
        report.steps = steps.filter(|steps| steps.steps() > 0);
        Ok(report)
    }

    fn answer(
        &self,
        question: &Question,
        work: &Work,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        report: &mut Report,
    ) -> Result<(), Error> {
        if asks_for_most(question) {
            return self.answer_for_most(question, work, visit, report);
        }
        if asks_for_least(question) {
            return self.answer_for_least(question, work, visit, report);
        }
        let plan = self.choose(question)?;
        let (method, problem) = (plan.method(), question.problem());
        report.method.push_str(method.name());
        report.proof = method.proof().to_string();
        report.answer = match question.goal() {
            Goal::Count if question.is_fundamental() && problem.is_maximal() => list_classes(problem, work)?,
            Goal::Count if question.is_fundamental() => count_classes(&plan, problem, work, report)?,
            Goal::Count => method.count(problem, work)?.map(Answer::Count),
            Goal::Table => method.table(problem, work)?.map(Answer::table),
            Goal::List => list(&plan, question, work, visit)?.map(Answer::Listed),
            Goal::Find { first } => method.find(problem, first, work)?.map(Answer::Found),
            Goal::Maximise => {
                let outcome = method.maximise(problem, work)?;
                report.proof.clone_from(&outcome.value().proof);
                checked_maximum(outcome)?.map(Answer::Maximum)
            }
        };
        Ok(())
    }

    /// Finds how few can be, then asks the question of exactly so many.
    fn answer_for_least(
        &self,
        question: &Question,
        work: &Work,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        report: &mut Report,
    ) -> Result<(), Error> {
        report.method = format!("{}, then ", Maximal.name());
        let Outcome::Complete(least) = Maximal::least(question.problem(), work)? else {
            report.answer = Outcome::Interrupted(nothing_yet(question.goal()));
            return Ok(());
        };
        let exact = question.with_problem(question.problem().with_exactly(least)?);
        self.answer(&exact, work, visit, report)
    }

    /// Finds how many fit, then asks the question of exactly so many.
    fn answer_for_most(
        &self,
        question: &Question,
        work: &Work,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        report: &mut Report,
    ) -> Result<(), Error> {
        let plan = self.plan_of_most(question)?;
        let outcome = checked_maximum(plan.method().maximise(&question.problem().with_more_allowed(), work)?)?;
        report.method = plan.method_name().to_string();
        report.proof.clone_from(&outcome.value().proof);
        let Outcome::Complete(maximum) = outcome else {
            report.answer = Outcome::Interrupted(nothing_yet(question.goal()));
            return Ok(());
        };
        if question.goal() == (Goal::Find { first: false }) {
            report.answer = Outcome::Complete(Answer::Found(Some(maximum.solution)));
            return Ok(());
        }
        let exact = question.with_problem(question.problem().with_exactly(maximum.lower())?);
        report.method.push_str(", then ");
        self.answer(&exact, work, visit, report)
    }
}

fn asks_for_least(question: &Question) -> bool {
    matches!(question.problem().army().single(), Some((_, Quantity::Least)))
}

fn asks_for_most(question: &Question) -> bool {
    let most = matches!(question.problem().army().single(), Some((_, Quantity::Most)));
    most && question.goal() != Goal::Maximise
}

fn nothing_yet(goal: Goal) -> Answer {
    match goal {
        Goal::Count => Answer::Count(BigUint::ZERO),
        Goal::List => Answer::Listed(0),
        Goal::Table => Answer::Table(Vec::new()),
        Goal::Find { .. } | Goal::Maximise => Answer::Found(None),
    }
}

fn checked_maximum(outcome: Outcome<Maximum>) -> Result<Outcome<Maximum>, Error> {
    let maximum = outcome.value();
    let (lower, upper) = (maximum.lower(), maximum.upper);
    if lower > upper || (outcome.is_complete() && lower < upper) {
        return Err(Error::self_check(format!("a placement of {lower} pieces does not go with the bound {upper}")));
    }
    Ok(outcome)
}

/// Lists solutions, of fundamental ones only the first of each class.
fn list(
    plan: &Plan,
    question: &Question,
    work: &Work,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Result<Outcome<u64>, Error> {
    let problem = question.problem();
    let group = question.is_fundamental().then(|| SymmetryGroup::of(problem));
    let mut listed = 0;
    let mut filter = |solution: &Solution| {
        if group.as_ref().is_some_and(|group| group.class_of_first(solution).is_none()) {
            return ControlFlow::Continue(());
        }
        listed += 1;
        visit(solution)
    };
    let mut sink = Sink::new(problem, &mut filter);
    let outcome = plan.method().list(problem, work, &mut sink)?;
    sink.finish()?;
    Ok(outcome.map(|()| listed))
}

/// Counts classes of maximal placements by looking at them all.
fn list_classes(problem: &Problem, work: &Work) -> Result<Outcome<Answer>, Error> {
    let group = SymmetryGroup::of(problem);
    let mut sizes: BTreeMap<OrbitSize, u64> = BTreeMap::new();
    let mut keep = |solution: &Solution| {
        if let Some(size) = group.class_of_first(solution) {
            *sizes.entry(size).or_default() += 1;
        }
        ControlFlow::Continue(())
    };
    let mut sink = Sink::new(problem, &mut keep);
    let outcome = Maximal::each(problem, work, &mut sink)?;
    sink.finish()?;
    let sizes: Vec<_> = sizes.into_iter().rev().map(|(size, count)| (size, BigUint::from(count))).collect();
    let total = sizes.iter().map(|(_, count)| count).sum();
    Ok(outcome.map(|()| Answer::Classes(total, sizes)))
}

/// Counts classes of solutions from the number of all, by the plan's method, and those of the symmetric ones.
fn count_classes(plan: &Plan, problem: &Problem, work: &Work, report: &mut Report) -> Result<Outcome<Answer>, Error> {
    let group = SymmetryGroup::of(problem);
    if group.len() > 1 {
        report.method.push_str(", with burnside");
        report.proof.push_str("; symmetric solutions by an exhaustive search of their own");
    }
    match Symmetric::of(problem, &group, work)? {
        Outcome::Complete(symmetric) => symmetric.classes(plan.method().count(problem, work)?),
        Outcome::Interrupted(_) => Ok(Outcome::Interrupted(Answer::Classes(BigUint::ZERO, Vec::new()))),
    }
}
