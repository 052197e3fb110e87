//! Counts up to symmetry agree with a list of all solutions of which each is told by its class.

mod common;

use std::collections::BTreeMap;

use bezzel::num_bigint::BigUint;
use bezzel::{
    Answer, Army, Board, Goal, OrbitSize, Piece, Problem, Quantity, Question, Solver, SymmetryGroup, Topology,
};
use common::random::{any_problem, cases};
use common::{Row, Verdict, piece, problem, read_tables};
use proptest::prelude::*;

/// The classes by their sizes, the largest first, from the first solution of each.
fn listed(problem: &Problem) -> Vec<(OrbitSize, BigUint)> {
    let group = SymmetryGroup::of(problem);
    let mut sizes: BTreeMap<OrbitSize, u64> = BTreeMap::new();
    for solution in Solver::new().solutions(problem.clone()).unwrap().into_value() {
        if let Some(size) = group.class_of_first(&solution) {
            *sizes.entry(size).or_default() += 1;
        }
    }
    sizes.into_iter().rev().map(|(size, count)| (size, count.into())).collect()
}

fn counted(problem: &Problem) -> Vec<(OrbitSize, BigUint)> {
    let question = Question::new(problem.clone(), Goal::Count).unwrap().fundamental().unwrap();
    let report = Solver::new().threads(2).solve(&question).unwrap();
    assert_eq!(report.method.ends_with(", with burnside"), SymmetryGroup::of(problem).len() > 1, "{}", report.method);
    let Answer::Classes(total, sizes) = report.answer.into_value() else { panic!("classes") };
    assert_eq!(total, sizes.iter().map(|(_, count)| count).sum(), "{question}");
    sizes
}

fn check(problem: &Problem) {
    assert_eq!(counted(problem), listed(problem), "{problem}\n{}", problem.fixed());
}

/// The named pieces and some others, in numbers that leave tens of thousands of placements at most.
#[test]
fn every_piece_on_every_board_up_to_five() {
    let pieces = "queen bishop rook knight king amazon empress princess nightrider wazir fers camel zebra (0,2) (2,2)* (1,1)+(0,2)*";
    for piece in pieces.split(' ').map(piece) {
        for (rows, columns) in (0..=5).flat_map(|rows| (0..=5).map(move |columns| (rows, columns))) {
            let board = Board::new(rows, columns).unwrap();
            let numbers = (0..=4).chain([u64::from(rows.max(columns))]);
            numbers.for_each(|number| check(&problem(&piece, Quantity::Exactly(number), &board)));
            if rows * columns <= 16 {
                check(&problem(&piece, Quantity::Any, &board));
            }
        }
    }
}

/// Boards that wrap have all shifts for symmetries.
#[test]
fn every_piece_on_small_tori_and_cylinders() {
    for topology in [Topology::Cylinder, Topology::Torus] {
        for (rows, columns) in (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))) {
            let board = Board::new(rows, columns).unwrap().with_topology(topology).unwrap();
            for piece in "queen bishop rook knight king nightrider (0,2) (2,2)* (1,1)+(0,2)*".split(' ').map(piece) {
                (0..=4).for_each(|number| check(&problem(&piece, Quantity::Exactly(number), &board)));
                check(&problem(&piece, Quantity::Any, &board));
            }
        }
    }
    let seven = Board::square(7).unwrap().with_topology(Topology::Torus).unwrap();
    check(&problem(&Piece::QUEEN, Quantity::Exactly(7), &seven));
    check(&problem(&Piece::KNIGHT, Quantity::Exactly(3), &seven));
}

/// Several kinds share a board; orbits of one kind keep those of another away.
#[test]
fn armies() {
    for (side, army) in [(3, "1K1N"), (4, "2K2N"), (4, "1Q2B"), (5, "2K2N"), (5, "4N4B"), (5, "1R4N"), (5, "1K2R2N")] {
        let board = Board::square(side).unwrap();
        check(&Problem::new(board.clone(), common::pieces(army).into_army(None, &board).unwrap()).unwrap());
    }
}

/// Fixed pieces and marks that leave some of the symmetries.
#[test]
fn symmetric_boards() {
    let at = |board: &Board, text: &str| board.parse_squares(text).unwrap();
    let bare = Board::square(5).unwrap();
    let corners = bare.clone().with_holes(at(&bare, "a1 a5 e1 e5")).unwrap();
    let middle = bare.clone().with_walls(at(&bare, "c3")).unwrap();
    let pinwheel =
        bare.clone().with_walls(at(&bare, "b2 d2 d4 b4")).unwrap().with_holes(at(&bare, "a2 d1 e4 b5")).unwrap();
    for board in [corners, middle, pinwheel] {
        for piece in [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, Piece::KING] {
            (2..=5).for_each(|number| check(&problem(&piece, Quantity::Exactly(number), &board)));
        }
    }
    for fixed in ["c3", "a1", "a3", "a1 e5", "b1 d5", "c2 c4"] {
        let army = Army::new([(Piece::KNIGHT, Quantity::Exactly(5)), (Piece::KING, Quantity::Exactly(1))]).unwrap();
        let knights = at(&bare, fixed).into_iter().map(|square| (Piece::KNIGHT, square));
        check(&Problem::new(bare.clone(), army).unwrap().with_fixed(knights).unwrap());
    }
}

/// The known numbers of the queens' classes, and of those of each size.
#[test]
fn queens_to_sixteen() {
    let is_asked = |row: &Row| {
        let of_classes = row.goal == "fundamental" || row.goal.starts_with("classes-of-");
        row.pieces == "queens"
            && row.board == row.quantity
            && row.board.parse().is_ok_and(|n: u32| n <= 16)
            && of_classes
    };
    let rows: Vec<Row> = read_tables("oracle").into_iter().filter(is_asked).collect();
    assert!(rows.len() >= 4 * 15, "the tables were read: {} rows", rows.len());
    for row in rows {
        assert_eq!(row.outcome(None), Verdict::Is(row.value.clone()), "{}: {} of {}", row.place, row.goal, row.board);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn random_problems(problem in any_problem(200_000)) {
        check(&problem);
    }
}
