//! Every method agrees with the definition: on random small problems of all sorts, and on all boards of nine squares.

mod common;

use std::ops::ControlFlow;

use bezzel::{Answer, Board, Goal, OrbitSize, Piece, Problem, Quantity, Question, Solution, Solver, Topology};
use common::definition::{self, Pieces};
use common::random::{any_maximum, any_problem, cases};
use common::{draw, fitting_methods, maximum, piece, piece_list, problem};
use proptest::prelude::*;

fn answer(question: &Question, method: &str) -> Answer {
    let report = Solver::new().method(method).threads(2).solve(question).unwrap();
    assert!(report.answer.is_complete(), "{question} by {method}");
    assert!(report.method == method || report.method == format!("{method}, with burnside"), "{}", report.method);
    report.answer.into_value()
}

fn listed(question: &Question, method: &str) -> Vec<Pieces> {
    let mut list = Vec::new();
    let mut keep = |solution: &Solution| {
        list.push(piece_list(solution));
        ControlFlow::Continue(())
    };
    let report = Solver::new().method(method).stream(question, &mut keep).unwrap();
    assert_eq!(report.answer.value(), &Answer::Listed(list.len() as u64), "{question} by {method}");
    list
}

fn question(problem: &Problem, goal: Goal) -> Question {
    Question::new(problem.clone(), goal).unwrap()
}

/// A board with pieces as text, a piece before an empty square.
fn text(board: &Board, pieces: &Pieces) -> String {
    draw(board, |square| {
        let here = pieces.iter().find(|&&(row, column, _)| (row, column) == (square.row, square.column));
        here.map_or('~', |&(_, _, letter)| letter)
    })
}

/// All goals, all methods, one problem.
fn check(problem: &Problem) {
    let solutions = definition::solutions(problem);
    let texts: Vec<String> = solutions.iter().map(|pieces| text(problem.board(), pieces)).collect();
    assert!(texts.is_sorted(), "the judge's own order");
    check_all(problem, &solutions);
    check_table(problem, &solutions);
    check_found(problem, &solutions);
    check_classes(problem, &solutions);
}

fn what(problem: &Problem, method: &str) -> String {
    format!("{problem} by {method}\n{}\nkinds {:?}", problem.fixed(), problem.kinds())
}

/// The list, in order, and its length.
fn check_all(problem: &Problem, solutions: &[Pieces]) {
    let list = question(problem, Goal::List);
    for method in fitting_methods(&list) {
        assert_eq!(listed(&list, method), solutions, "list of {}", what(problem, method));
    }
    let count = question(problem, Goal::Count);
    for method in fitting_methods(&count) {
        let right = Answer::Count(solutions.len().into());
        assert_eq!(answer(&count, method), right, "count of {}", what(problem, method));
    }
}

/// The solutions number by number, if the problem has them.
fn check_table(problem: &Problem, solutions: &[Pieces]) {
    let Ok(table) = Question::new(problem.clone(), Goal::Table) else { return };
    let most = solutions.iter().map(Vec::len).max().expect("the fixed pieces are a solution");
    let of = |pieces: usize| solutions.iter().filter(|solution| solution.len() == pieces).count();
    let right = Answer::Table((0..=most).map(|pieces| of(pieces).into()).collect());
    for method in fitting_methods(&table) {
        assert_eq!(answer(&table, method), right, "table of {}", what(problem, method));
    }
}

/// The first solution, and any.
fn check_found(problem: &Problem, solutions: &[Pieces]) {
    for first in [true, false] {
        let find = question(problem, Goal::Find { first });
        for method in fitting_methods(&find) {
            let Answer::Found(found) = answer(&find, method) else { panic!("{find}: a solution or none") };
            let found = found.map(|solution| piece_list(&solution));
            let right = match &found {
                Some(pieces) if !first => solutions.contains(pieces),
                _ => found.as_ref() == solutions.first(),
            };
            assert!(right, "find first: {first} of {}: {found:?}", what(problem, method));
        }
    }
}

/// Fundamental solutions: the classes and their sizes, and the first of each.
fn check_classes(problem: &Problem, solutions: &[Pieces]) {
    let classes = definition::classes(problem, solutions);
    let total = classes.len();
    let sizes: Vec<(OrbitSize, u64)> = (1..=200)
        .rev()
        .map(|size| (size, classes.iter().filter(|(_, one)| *one == size as usize).count() as u64))
        .filter(|&(_, count)| count > 0)
        .collect();
    let right = Answer::Classes(total.into(), sizes.into_iter().map(|(size, count)| (size, count.into())).collect());
    let count = question(problem, Goal::Count).fundamental().unwrap();
    for method in fitting_methods(&count) {
        assert_eq!(answer(&count, method), right, "classes of {}", what(problem, method));
    }
    for method in fitting_methods(&question(problem, Goal::List)) {
        let list = question(problem, Goal::List).fundamental().unwrap();
        assert!(listed(&list, method).iter().eq(classes.iter().map(|(first, _)| first)), "{}", what(problem, method));
    }
}

/// The most pieces by every method, with a solution of so many; and the placements of so many, through the front door.
fn check_maximum(problem: &Problem) {
    let (kind, _) = problem.army().single().unwrap();
    let fixed = problem.fixed().pieces().iter().map(|placed| (kind.clone(), placed.square));
    let any = common::problem(kind, Quantity::Any, problem.board()).with_fixed(fixed).unwrap();
    let solutions = definition::solutions(&any);
    let most = solutions.iter().map(Vec::len).max().expect("the fixed pieces are a solution");
    let methods = fitting_methods(&question(problem, Goal::Maximise));
    for method in &methods {
        let found = maximum(problem, Some(method)).unwrap();
        assert_eq!(found.lower(), most as u64, "maximum of {}", what(problem, method));
        assert!(solutions.contains(&piece_list(&found.solution)), "{}", what(problem, method));
    }
    if methods.iter().any(|&method| method != "naive") {
        let count = Solver::new().solve(&question(problem, Goal::Count)).unwrap().answer.into_value();
        let largest = solutions.iter().filter(|solution| solution.len() == most).count();
        assert_eq!(count, Answer::Count(largest.into()), "largest of {}", what(problem, "the best method"));
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn on_random_problems(problem in any_problem(5_000)) {
        check(&problem);
    }

    #[test]
    fn on_random_maxima(problem in any_maximum(12)) {
        check_maximum(&problem);
    }
}

proptest! {
    #![proptest_config(cases(15))]

    #[test]
    fn on_larger_random_problems(problem in any_problem(200_000)) {
        check(&problem);
    }
}

const SOME_PIECES: [&str; 8] = ["queen", "king", "rook", "bishop", "knight", "nightrider", "(0,2)*", "(1,1)*+(0,2)"];

/// All boards of this size whose squares are free or `marked` otherwise.
fn every_board(rows: u32, columns: u32, mark: impl Fn(Board, Vec<bezzel::Square>) -> Board) -> Vec<Board> {
    let bare = Board::new(rows, columns).unwrap();
    let squares: Vec<_> = bare.squares().collect();
    let subset = |set: u32| squares.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, &s)| s);
    (0..1 << squares.len()).map(|set| mark(bare.clone(), subset(set).collect())).collect()
}

fn check_every_number(boards: &[Board]) {
    for board in boards {
        for piece in SOME_PIECES.map(piece) {
            let free = board.free_count();
            let quantities = (0..=free + 1).map(Quantity::Exactly).chain([Quantity::Any]);
            quantities.for_each(|quantity| check_lists(&problem(&piece, quantity, board)));
            check_maximum(&problem(&piece, Quantity::Most, board));
        }
    }
}

fn check_lists(problem: &Problem) {
    check_all(problem, &definition::solutions(problem));
}

#[test]
fn on_every_board_of_nine_squares_with_holes() {
    check_every_number(&every_board(3, 3, |board, squares| board.with_holes(squares).unwrap()));
}

#[test]
fn on_every_board_of_nine_squares_with_walls() {
    check_every_number(&every_board(3, 3, |board, squares| board.with_walls(squares).unwrap()));
}

#[test]
fn on_every_rectangle_with_holes() {
    for (rows, columns) in [(1, 6), (6, 1), (2, 4), (4, 2)] {
        check_every_number(&every_board(rows, columns, |board, squares| board.with_holes(squares).unwrap()));
    }
}

#[test]
fn on_every_small_torus_and_cylinder() {
    for topology in [Topology::Cylinder, Topology::Torus] {
        let wrapped = |board: Board| board.with_topology(topology).unwrap();
        check_every_number(&every_board(2, 3, |board, squares| wrapped(board.with_walls(squares).unwrap())));
        for (rows, columns) in [(1, 1), (5, 1), (3, 3), (2, 4)] {
            check_every_number(&[wrapped(Board::new(rows, columns).unwrap())]);
        }
    }
}

/// Fixed pieces: each square of a small board in turn.
#[test]
fn on_every_completion() {
    for (rows, columns) in [(3, 3), (3, 4), (4, 4)] {
        let board = Board::new(rows, columns).unwrap();
        for piece in [Piece::QUEEN, Piece::ROOK, Piece::KNIGHT, Piece::NIGHTRIDER] {
            for square in board.squares() {
                let fixed = problem(&piece, Quantity::Exactly(3), &board).with_fixed_squares([square]).unwrap();
                check(&fixed);
            }
        }
    }
}
