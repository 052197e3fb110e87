//! From a question to the method that answers it: the one list of methods.

use std::fmt;

use crate::method::{
    self, Backtrack, Bitmask, CliqueBound, Construct, ExactCover, Formula, Join, Matching, Maximal, Method, Misfit,
    Naive, Residual, RookPolynomial, Transfer,
};
use crate::{Error, Goal, Question, burnside};

/// Every method, the best first: of those that fit a question the first one answers it.
static METHODS: [&dyn Method; 13] = [
    &Construct,
    &Matching,
    &CliqueBound,
    &Join,
    &Bitmask,
    &ExactCover,
    &Formula,
    &RookPolynomial,
    &Transfer,
    &Maximal,
    &Residual,
    &Backtrack,
    &Naive,
];

/// Every method that can be named: those, and the rungs of the ladder.
fn named_methods() -> impl Iterator<Item = &'static dyn Method> {
    METHODS.into_iter().chain(method::ladder_methods())
}

/// The names of all methods: the best first, then the rungs of the ladder, slow to fast.
pub fn method_names() -> impl Iterator<Item = &'static str> {
    named_methods().map(Method::name)
}

/// How a question will be answered: by which method, why by that, and why by none before it.
///
/// ```
/// use bezzel::{Army, Board, Goal, Piece, Plan, Problem, Quantity, Question};
/// let army = Army::new([(Piece::QUEEN, Quantity::Exactly(8))])?;
/// let question = Question::new(Problem::new(Board::square(8)?, army)?, Goal::Count)?;
/// assert_eq!(Plan::new(&question)?.method_name(), "bitmask");
/// assert_eq!(Plan::with_method(&question, "naive")?.method_name(), "naive");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Clone)]
pub struct Plan {
    method: &'static dyn Method,
    counts_classes: bool,
    passed_over: Vec<(&'static str, Misfit)>,
}

impl Plan {
    fn of(question: &Question, method: &'static dyn Method) -> Self {
        let counts_classes = question.is_fundamental() && question.goal() == Goal::Count;
        Self { method, counts_classes, passed_over: Vec::new() }
    }

    /// The best method for a question.
    ///
    /// # Errors
    /// [`Error::Limit`] if none applies, saying why and what to ask instead.
    pub fn new(question: &Question) -> Result<Self, Error> {
        let mut passed_over = Vec::new();
        for method in METHODS {
            match method.fits(question) {
                Ok(()) if method.is_worth(question) => return Ok(Self { passed_over, ..Self::of(question, method) }),
                Ok(()) => {}
                Err(why) => passed_over.push((method.name(), why)),
            }
        }
        passed_over.retain(|(name, _)| *name != Naive.name());
        Err(no_method(question, &passed_over))
    }

    /// The method of this name.
    ///
    /// # Errors
    /// A name that is none, or a method that does not apply: the message names those that do.
    pub fn with_method(question: &Question, name: &str) -> Result<Self, Error> {
        // to look for those that do takes time: only for the message
        let wrong = |what: String| {
            let fitting: Vec<_> =
                named_methods().filter(|method| method.fits(question).is_ok()).map(Method::name).collect();
            let choices = if fitting.is_empty() { "none here does".to_string() } else { fitting.join(", ") };
            Error::question(format!("{what}; methods that answer this: {choices}"))
        };
        let Some(method) = named_methods().find(|method| method.name() == name) else {
            return Err(wrong(format!("there is no method '{name}'")));
        };
        method.fits(question).map_err(|why| wrong(format!("the method {name} {why}")))?;
        Ok(Self::of(question, method))
    }

    /// The rung of the ladder of this name.
    ///
    /// # Errors
    /// A name that is no rung, or a rung that does not apply: the message names those that do.
    pub fn with_rung(question: &Question, name: &str) -> Result<Self, Error> {
        Ok(Self::of(question, method::ladder_rung(question, name)?))
    }

    /// The name of the method.
    pub fn method_name(&self) -> &'static str {
        self.method.name()
    }

    pub(crate) fn method(&self) -> &'static dyn Method {
        self.method
    }
}

/// The reasons that matter are those of the methods that answer smaller questions of this kind.
fn no_method(question: &Question, passed_over: &[(&'static str, Misfit)]) -> Error {
    let sizes = passed_over.iter().filter(|(_, why)| matches!(why, Misfit::Size(_)));
    let reasons: Vec<String> = sizes.map(|(name, why)| format!("{name} {why}")).collect();
    let reasons =
        if reasons.is_empty() { "no method answers such questions yet".to_string() } else { reasons.join("; ") };
    let problem = question.problem();
    let find = Question::new(problem.clone(), Goal::Find { first: false });
    let findable =
        matches!(question.goal(), Goal::Count | Goal::List) && find.is_ok_and(|find| Plan::new(&find).is_ok());
    let advice = if findable { "; 'find' can still give one solution" } else { "" };
    Error::limit(format!("out of reach here: {problem}: {reasons}{advice}"))
}

/// The explanation, a line a method.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "method: {} ({})", self.method.name(), self.method.idea())?;
        if self.counts_classes {
            write!(f, "\nup to symmetry: burnside ({})", burnside::IDEA)?;
        }
        for (name, why) in &self.passed_over {
            write!(f, "\npassed over: {name}, which {why}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Plan").field(&self.method.name()).finish()
    }
}
