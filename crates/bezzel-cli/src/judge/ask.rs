//! What judges ask of the library: counts, lists, one solution, the most pieces. An interrupted answer is an error here.

use std::ops::ControlFlow;

use bezzel::num_bigint::BigUint;
use bezzel::{Answer, Army, Board, Error, Goal, Outcome, Piece, Problem, Quantity, Question, Report, Solution, Solver};

use super::JudgeError;

/// One queen for each row of the board.
pub fn queens(board: Board) -> Result<Problem, JudgeError> {
    let army = Army::new([(Piece::QUEEN, Quantity::Exactly(board.rows().into()))])?;
    Ok(Problem::new(board, army)?)
}

/// How many solutions there are.
pub fn count(problem: Problem, solver: &Solver) -> Result<BigUint, JudgeError> {
    match whole(solver.solve(&Question::new(problem, Goal::Count)?)?)? {
        Answer::Count(count) => Ok(count),
        other => Err(unexpected(&other)),
    }
}

/// Hands every solution to `visit`, in order, until it breaks.
pub fn list(
    problem: Problem,
    solver: &Solver,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Result<(), JudgeError> {
    whole(solver.stream(&Question::new(problem, Goal::List)?, visit)?)?;
    Ok(())
}

/// One solution, whichever comes soonest.
pub fn find(problem: Problem, solver: &Solver) -> Result<Solution, JudgeError> {
    let question = Question::new(problem, Goal::Find { first: false })?;
    match whole(solver.solve(&question)?)? {
        Answer::Found(Some(solution)) => Ok(solution),
        Answer::Found(None) => {
            Err(JudgeError::NoSolution(format!("there is no nonattacking placement of {}", question.problem())))
        }
        other => Err(unexpected(&other)),
    }
}

/// How many of these pieces fit on the board.
pub fn most(piece: Piece, board: Board, solver: &Solver) -> Result<u64, JudgeError> {
    let army = Army::new([(piece, Quantity::Most)])?;
    let question = Question::new(Problem::new(board, army)?, Goal::Maximise)?;
    match whole(solver.solve(&question)?)? {
        Answer::Maximum(maximum) => Ok(maximum.lower()),
        other => Err(unexpected(&other)),
    }
}

fn whole(report: Report) -> Result<Answer, JudgeError> {
    match report.answer {
        Outcome::Complete(answer) => Ok(answer),
        Outcome::Interrupted(_) => Err(JudgeError::Interrupted),
    }
}

fn unexpected(answer: &Answer) -> JudgeError {
    Error::SelfCheck(format!("the answer is not of the kind asked for: {answer:?}")).into()
}
