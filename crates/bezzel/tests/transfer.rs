//! Transfer against backtracking on boards where the definition takes too long, and against known numbers.

mod common;

use bezzel::num_bigint::BigUint;
use bezzel::{Answer, Army, Board, Goal, Piece, Problem, Quantity, Question, Solver, Square, Topology};
use proptest::prelude::*;

fn problem(piece: &Piece, quantity: Quantity, board: &Board) -> Problem {
    Problem::new(board.clone(), Army::new([(piece.clone(), quantity)]).unwrap()).unwrap()
}

fn answer(problem: &Problem, goal: Goal, method: &str, threads: usize) -> Answer {
    let question = Question::new(problem.clone(), goal).unwrap();
    let report = Solver::new().method(method).threads(threads).solve(&question).unwrap();
    assert!(report.answer.is_complete());
    report.answer.into_value()
}

fn total(problem: &Problem) -> BigUint {
    match answer(problem, Goal::Count, "transfer", 2) {
        Answer::Count(total) => total,
        other => panic!("{problem}: {other:?}"),
    }
}

fn leapers() -> [Piece; 6] {
    ["kings", "knights", "wazirs", "ferses", "camels", "king+(1,2)"].map(|name| {
        let pieces: bezzel::Pieces = name.parse().unwrap();
        pieces.kind().unwrap().clone()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Tables on boards of up to 30 squares with holes, on all topologies, on one thread and two; a number out of the middle.
    #[test]
    fn tables_are_those_of_backtracking(
        kind in 0usize..6,
        (rows, columns) in (1u32..7, 1u32..6),
        topology in 0usize..3,
        holes in proptest::collection::vec((0u32..7, 0u32..6), 0..6),
        fixed in proptest::option::of((0u32..7, 0u32..6)),
    ) {
        let piece = &leapers()[kind];
        let holes = holes.into_iter().filter(|&(r, c)| r < rows && c < columns).map(|(r, c)| Square::new(r, c));
        let topology = [Topology::Plane, Topology::Cylinder, Topology::Torus][topology];
        let board = Board::new(rows, columns).unwrap().with_holes(holes).unwrap().with_topology(topology).unwrap();
        let fixed = fixed.map(|(r, c)| Square::new(r % rows, c % columns)).filter(|&square| board.is_free(square));
        let problem = problem(piece, Quantity::Any, &board).with_fixed_squares(fixed).unwrap();
        let question = Question::new(problem.clone(), Goal::Table).unwrap();
        prop_assume!(bezzel::Plan::with_method(&question, "transfer").is_ok());
        let table = answer(&problem, Goal::Table, "transfer", 1);
        prop_assert_eq!(&table, &answer(&problem, Goal::Table, "backtrack", 1));
        prop_assert_eq!(&table, &answer(&problem, Goal::Table, "transfer", 3));
        let Answer::Table(numbers) = table else { panic!("a table") };
        prop_assert_eq!(numbers.iter().sum::<BigUint>(), total(&problem));
        let middle = numbers.len() / 2;
        if middle >= problem.fixed().pieces().len() {
            let army = Army::new([(piece.clone(), Quantity::Exactly(middle as u64))]).unwrap();
            let squares: Vec<Square> = problem.fixed().pieces().iter().map(|placed| placed.square).collect();
            let some = Problem::new(board, army).unwrap().with_fixed_squares(squares).unwrap();
            prop_assert_eq!(&numbers[middle], &total(&some));
        }
    }
}

/// OEIS A063443, A141243, A067958, A201513, A018807: kings and knights, any number, on the torus, n of them, as many as fit.
#[test]
fn known_numbers() {
    let square = |n: u32| Board::square(n).unwrap();
    let torus = |n: u32| square(n).with_topology(Topology::Torus).unwrap();
    let (king, knight) = (&Piece::KING, &Piece::KNIGHT);
    let any = Quantity::Any;
    let cases = [
        (problem(king, any, &square(12)), "69645620389200894313"),
        (problem(knight, any, &square(10)), "48988729226134301"),
        (problem(king, any, &torus(8)), "157763829"),
        (problem(king, any, &torus(9)), "22909432780"),
        (problem(king, Quantity::Exactly(12), &square(12)), "2390359529372724"),
        (problem(king, Quantity::Exactly(81), &square(18)), "75925129079783308"),
        (problem(knight, Quantity::Exactly(9), &square(9)), "19206532478"),
    ];
    for (problem, number) in cases {
        assert_eq!(total(&problem).to_string(), number, "{problem}");
    }
    // beyond two machine words: the sum, and the numbers that it is the sum of
    let kings = problem(king, any, &square(20));
    let Answer::Table(numbers) = answer(&kings, Goal::Table, "transfer", 2) else { panic!("a table") };
    assert!(numbers.iter().sum::<BigUint>() == total(&kings) && total(&kings).bits() > 128);
}

/// What would not fit is refused before it starts, with what it would need.
#[test]
fn wide_boards_are_refused() {
    let refusal = |problem: &Problem| {
        let question = Question::new(problem.clone(), Goal::Count).unwrap();
        Solver::new().method("transfer").solve(&question).unwrap_err().to_string()
    };
    let kings = refusal(&problem(&Piece::KING, Quantity::Any, &Board::square(48).unwrap()));
    assert!(kings.contains("would need") && kings.contains("TB"), "{kings}");
    let knights = refusal(&problem(&Piece::KNIGHT, Quantity::Any, &Board::square(40).unwrap()));
    assert!(knights.contains("squares back"), "{knights}");
    let queens = refusal(&problem(&Piece::QUEEN, Quantity::Any, &Board::square(4).unwrap()));
    assert!(queens.contains("leap"), "{queens}");
}
