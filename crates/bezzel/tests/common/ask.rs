//! Asking the question of a row, by any method.

use std::fmt;

use bezzel::num_bigint::BigUint;
use bezzel::{
    Answer, Goal, Maximum, OrbitSize, Piece, Placement, Plan, Problem, Quantity, Question, Solution, Solver, Symmetry,
    method_names,
};

use super::{Drawing, Row, pieces};

/// On up to so many squares the definition itself finds a maximum.
const NAIVE_MAXIMUM_SQUARES: u64 = 20;

/// What came of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The answer, as text.
    Is(String),
    /// No method answers it yet: so it is with maxima of some pieces on larger boards.
    NoMethod,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(value) => f.write_str(value),
            Self::NoMethod => f.write_str("no method"),
        }
    }
}

/// The methods that answer a question, the definition included.
pub fn fitting_methods(question: &Question) -> Vec<&'static str> {
    method_names().filter(|name| Plan::with_method(question, name).is_ok()).collect()
}

fn solver(method: Option<&str>) -> Solver {
    method.map_or_else(Solver::new, |name| Solver::new().method(name))
}

fn answer(question: &Question, method: Option<&str>) -> Answer {
    let report = solver(method).solve(question).unwrap_or_else(|error| panic!("{question} by {method:?}: {error}"));
    assert!(report.answer.is_complete(), "{question} by {method:?}: not interrupted");
    report.answer.into_value()
}

/// The largest placement by this method; by the best, and on small boards by the definition, if none is named. `None` if
/// there is no method.
pub fn maximum(problem: &Problem, method: Option<&str>) -> Option<Maximum> {
    let question = Question::new(problem.clone(), Goal::Maximise).unwrap();
    let small = problem.board().free_count() <= NAIVE_MAXIMUM_SQUARES;
    let method = match method {
        None if Plan::new(&question).is_ok() => None,
        None if small => Some("naive"),
        None => return None,
        named => named,
    };
    let Answer::Maximum(maximum) = answer(&question, method) else { panic!("{question}: a maximum") };
    assert_eq!(maximum.lower(), maximum.upper, "{question}: an exact maximum");
    Some(maximum)
}

/// A solution as its squares and letters, to be compared.
pub fn piece_list(placement: &Placement) -> Vec<(u32, u32, char)> {
    let one = |&placed: &bezzel::Placed| (placed.square.row, placed.square.column, placement.letter(placed));
    placement.pieces().iter().map(one).collect()
}

impl Row {
    pub fn drawing(&self) -> Drawing {
        Drawing::read(&self.board)
    }

    fn quantity(&self) -> Option<Quantity> {
        (self.quantity != "-").then(|| self.quantity.parse().unwrap())
    }

    /// The problem, drawn pieces fixed.
    pub fn problem(&self) -> Problem {
        let drawing = self.drawing();
        let army = pieces(&self.pieces).into_army(self.quantity(), &drawing.board).unwrap();
        let fixed = drawing.pieces_of(&army.kinds());
        Problem::new(drawing.board, army).unwrap().with_fixed(fixed).unwrap()
    }

    /// What the library says by this method, or by the best one.
    pub fn outcome(&self, method: Option<&str>) -> Verdict {
        let value = match self.goal.as_str() {
            "pairs" => Some(self.attacking_pairs().to_string()),
            "conflicts" => Some(self.placement().conflicts(false).len().to_string()),
            "conflicts-through" => Some(self.placement().conflicts(true).len().to_string()),
            "max" => maximum(&self.problem(), method).map(|maximum| maximum.lower().to_string()),
            _ => self.exact_problem().map(|problem| self.ask(problem, method)),
        };
        value.map_or(Verdict::NoMethod, Verdict::Is)
    }

    /// The methods that can be named for this row; none for the goals about placements.
    pub fn methods(&self) -> Vec<&'static str> {
        let goal = match self.goal.as_str() {
            "pairs" | "conflicts" | "conflicts-through" => return Vec::new(),
            "max" => Goal::Maximise,
            "count" => Goal::Count,
            "first" => Goal::Find { first: true },
            _ => Goal::List,
        };
        let problem = if goal == Goal::Maximise { Some(self.problem()) } else { self.exact_problem() };
        problem.map_or_else(Vec::new, |problem| fitting_methods(&Question::new(problem, goal).unwrap()))
    }

    /// The problem; as many as fit are made a number first.
    fn exact_problem(&self) -> Option<Problem> {
        if self.quantity != "max" {
            return Some(self.problem());
        }
        let most = maximum(&self.problem(), None)?.lower();
        Some(Self { quantity: most.to_string(), ..self.clone() }.problem())
    }

    fn ask(&self, problem: Problem, method: Option<&str>) -> String {
        match self.goal.as_str() {
            "count" => count(problem, method).to_string(),
            "fundamental" => classes(problem, method).0.to_string(),
            "first" => first(problem, method),
            "list" => all(problem, method).iter().map(columns).collect::<Vec<_>>().join("; "),
            "half-turn" => unchanged_by(Symmetry::HALF_TURN, problem, method).to_string(),
            "quarter-turn" => unchanged_by(Symmetry::QUARTER_TURN, problem, method).to_string(),
            goal => match goal.strip_prefix("classes-of-") {
                Some(size) => classes_of_size(problem, method, size.parse().unwrap()).to_string(),
                None => panic!("{}: no goal '{goal}'", self.place),
            },
        }
    }

    /// The drawn placement, right or wrong.
    pub fn placement(&self) -> Placement {
        let Drawing { board, pieces: drawn } = self.drawing();
        let kind: Piece = self.pieces.parse().unwrap();
        Placement::of_kind(&board, kind, drawn.into_iter().map(|(_, square)| square)).unwrap()
    }

    /// The size of the attack graph.
    fn attacking_pairs(&self) -> usize {
        let (board, piece): (_, Piece) = (self.drawing().board, self.pieces.parse().unwrap());
        let squares: Vec<_> = board.free_squares().collect();
        let pairs = squares.iter().flat_map(|one| squares.iter().map(move |other| (*one, *other)));
        let attacked = |&(one, other): &(_, _)| piece.attacks(&board, one, other);
        let (up, down): (Vec<_>, Vec<_>) = pairs.filter(attacked).partition(|(one, other)| one < other);
        assert_eq!(up.len(), down.len(), "attacks are mutual");
        up.len()
    }
}

fn count(problem: Problem, method: Option<&str>) -> BigUint {
    match answer(&Question::new(problem, Goal::Count).unwrap(), method) {
        Answer::Count(count) => count,
        other => panic!("a count, not {other:?}"),
    }
}

fn classes(problem: Problem, method: Option<&str>) -> (BigUint, Vec<(OrbitSize, BigUint)>) {
    match answer(&Question::new(problem, Goal::Count).unwrap().fundamental().unwrap(), method) {
        Answer::Classes(total, sizes) => (total, sizes),
        other => panic!("classes, not {other:?}"),
    }
}

fn classes_of_size(problem: Problem, method: Option<&str>, size: OrbitSize) -> BigUint {
    let sizes = classes(problem, method).1;
    sizes.into_iter().find(|&(one, _)| one == size).map_or(BigUint::ZERO, |(_, count)| count)
}

fn all(problem: Problem, method: Option<&str>) -> Vec<Solution> {
    solver(method).solutions(problem).unwrap().into_value()
}

/// The first solution, as the columns from 1 of the pieces row by row.
fn first(problem: Problem, method: Option<&str>) -> String {
    match answer(&Question::new(problem, Goal::Find { first: true }).unwrap(), method) {
        Answer::Found(solution) => solution.as_ref().map_or_else(|| "none".into(), columns),
        other => panic!("a solution, not {other:?}"),
    }
}

fn columns(solution: &Solution) -> String {
    let columns = solution.columns_by_row().expect("one piece a row");
    columns.map(|column| (column + 1).to_string()).collect::<Vec<_>>().join(" ")
}

fn unchanged_by(symmetry: Symmetry, problem: Problem, method: Option<&str>) -> usize {
    let board = problem.board().clone();
    let is_unchanged = |solution: &&Solution| {
        let mut image: Vec<_> = solution.pieces().iter().map(|placed| symmetry.image(placed.square, &board)).collect();
        image.sort_unstable();
        image.iter().eq(solution.pieces().iter().map(|placed| &placed.square))
    };
    all(problem, method).iter().filter(is_unchanged).count()
}
