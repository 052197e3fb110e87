//! Maximal placements: against all placements, of which those are taken to which no piece can be added, and known numbers.

mod common;

use std::ops::ControlFlow;

use bezzel::num_bigint::BigUint;
use bezzel::{Answer, Board, Cell, Goal, Piece, Problem, Quantity, Question, Solution, Solver};
use common::definition::{self, Pieces};
use common::random::{any_problem, cases};
use common::{fitting_methods, piece_list, problem};
use proptest::prelude::*;

fn solve(problem: &Problem, goal: Goal, method: Option<&str>) -> (Answer, Vec<Pieces>) {
    let solver = method.map_or_else(Solver::new, |name| Solver::new().method(name)).threads(2);
    let mut list = Vec::new();
    let mut keep = |solution: &Solution| {
        list.push(piece_list(solution));
        ControlFlow::Continue(())
    };
    let report = solver.stream(&Question::new(problem.clone(), goal).unwrap(), &mut keep).unwrap();
    assert!(report.answer.is_complete());
    (report.answer.into_value(), list)
}

/// No free square is left on which a piece would neither attack nor be attacked.
fn is_maximal(board: &Board, piece: &Piece, pieces: &Pieces) -> bool {
    let at = |row, column| pieces.iter().any(|&(r, c, _)| (r, c) == (row, column));
    let mut free = board.squares().filter(|&square| board.cell(square) == Cell::Free && !at(square.row, square.column));
    free.all(|square| {
        let attacked = definition::attacked(board, piece, square, |other| at(other.row, other.column));
        attacked.iter().any(|other| at(other.row, other.column))
    })
}

fn check(problem: &Problem) {
    let Some((piece, quantity)) = problem.army().single() else { return };
    if !problem.regions().is_empty() {
        return;
    }
    let maximal = problem.clone().maximal().unwrap();
    let mut right = definition::solutions(problem);
    right.retain(|pieces| is_maximal(problem.board(), piece, pieces));
    for method in fitting_methods(&Question::new(maximal.clone(), Goal::Count).unwrap()) {
        let (count, _) = solve(&maximal, Goal::Count, Some(method));
        assert_eq!(count, Answer::Count(right.len().into()), "{maximal} by {method}");
        assert_eq!(solve(&maximal, Goal::List, Some(method)).1, right, "{maximal} by {method}");
    }
    let (Answer::Found(found), _) = solve(&maximal, Goal::Find { first: true }, None) else {
        panic!("a solution or none")
    };
    assert_eq!(found.as_ref().map(|solution| piece_list(solution)), right.first().cloned(), "{maximal}");
    let classes = definition::classes(problem, &right).len();
    let fundamental = Question::new(maximal.clone(), Goal::Count).unwrap().fundamental().unwrap();
    let Answer::Classes(counted, _) = Solver::new().solve(&fundamental).unwrap().answer.into_value() else {
        panic!("classes")
    };
    assert_eq!(counted, classes.into(), "{maximal} up to symmetry");
    if quantity == Quantity::Any {
        let (Answer::Table(numbers), _) = solve(&maximal, Goal::Table, None) else { panic!("a table") };
        assert_eq!(numbers.iter().sum::<BigUint>(), right.len().into());
        let least = numbers.iter().position(|number| *number > BigUint::ZERO).unwrap();
        assert_eq!(right.iter().map(Vec::len).min(), Some(least), "{maximal}");
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn on_random_problems(problem in any_problem(3_000)) {
        check(&problem);
    }
}

/// OEIS A146303, A075324, A122749, A005635: queens of any number and the fewest, bishops that cover the board.
#[test]
fn known_numbers() {
    let count = |problem: &Problem| solve(&problem.clone().maximal().unwrap(), Goal::Count, None).0;
    for (n, number) in (1..).zip([1u32, 4, 9, 18, 58, 348, 1862, 10188, 57600]) {
        let board = Board::square(n).unwrap();
        assert_eq!(count(&problem(&Piece::QUEEN, Quantity::Any, &board)), Answer::Count(number.into()), "{n}");
    }
    for (n, fewest) in (1..).zip([1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5]) {
        let few = problem(&Piece::QUEEN, Quantity::Least, &Board::square(n).unwrap()).maximal().unwrap();
        let (Answer::Found(Some(found)), _) = solve(&few, Goal::Find { first: false }, None) else { panic!("one") };
        assert_eq!(found.pieces().len(), fewest, "{n}");
    }
    for (n, number, classes) in [(5u32, 44u32, 8u32), (6, 256, 36), (7, 768, 110), (8, 5184, 666)] {
        let bishops = problem(&Piece::BISHOP, Quantity::Exactly(n.into()), &Board::square(n).unwrap());
        assert_eq!(count(&bishops), Answer::Count(number.into()), "{n}");
        let fundamental = Question::new(bishops.maximal().unwrap(), Goal::Count).unwrap().fundamental().unwrap();
        let answer = Solver::new().solve(&fundamental).unwrap().answer.into_value();
        assert!(matches!(answer, Answer::Classes(counted, _) if counted == classes.into()), "{n}");
    }
}
