//! The method of matching agrees with the definition on small boards, and both halves of its proof hold on larger ones.

use std::sync::Arc;
use std::time::Duration;

use bezzel::{
    Answer, Army, Board, Goal, Maximum, Monitor, Outcome, Piece, Problem, Quantity, Question, Solver, Square,
};
use proptest::prelude::*;

/// The board of these cells: 0 is a hole, 1 a wall, all others are free.
fn board(rows: u32, columns: u32, cells: &[u8]) -> Board {
    let bare = Board::new(rows, columns).unwrap();
    let all_of = |kind: u8| bare.squares().zip(cells).filter(move |&(_, &cell)| cell == kind).map(|(square, _)| square);
    bare.clone().with_holes(all_of(0)).unwrap().with_walls(all_of(1)).unwrap()
}

fn problem(board: Board, piece: &str) -> Problem {
    let army = Army::new([(piece.parse::<Piece>().unwrap(), Quantity::Most)]).unwrap();
    Problem::new(board, army).unwrap()
}

fn solve(problem: &Problem, solver: &Solver) -> Outcome<Maximum> {
    let question = Question::new(problem.clone(), Goal::Maximise).unwrap();
    solver.solve(&question).unwrap().answer.map(|answer| match answer {
        Answer::Maximum(maximum) => maximum,
        other => panic!("{other:?}"),
    })
}

/// The maximum; the solver has checked that placement and bound meet.
fn maximum(problem: &Problem, method: &str) -> usize {
    let outcome = solve(problem, &Solver::new().method(method));
    assert!(outcome.is_complete());
    outcome.value().solution.pieces().len()
}

fn refusal(board: Board, piece: &str) -> String {
    let question = Question::new(problem(board, piece), Goal::Maximise).unwrap();
    Solver::new().method("matching").solve(&question).unwrap_err().to_string()
}

const PIECES: [&str; 18] = [
    "rook",
    "bishop",
    "(0,2)*",
    "(2,2)*",
    "(0,3)*",
    "(3,3)*",
    "(0,9)*",
    "(9,9)*",
    "knight",
    "wazir",
    "fers",
    "camel",
    "zebra",
    "(0,2)",
    "(2,2)",
    "(2,4)",
    "wazir+knight",
    "(1,1)+(1,3)+(3,3)",
];

/// The same problem with those of the squares fixed that are free and in no conflict with those before.
fn with_fixed(mut problem: Problem, squares: &[(u32, u32)]) -> Problem {
    for &(row, column) in squares {
        if let Ok(more) = problem.clone().with_fixed_squares([Square::new(row, column)]) {
            problem = more;
        }
    }
    problem
}

prop_compose! {
    /// A board of at most 14 free squares, for the definition tries every set of them.
    fn small_board()(rows in 0..=5u32, columns in 0..=5u32, kinds in 3..12u8)
        (cells in prop::collection::vec(0..kinds, (rows * columns) as usize), rows in Just(rows), columns in Just(columns))
        -> Board
    {
        let mut free = 0;
        let thin = |cell: u8| {
            free += u32::from(cell > 1);
            if free > 14 { cell % 2 } else { cell }
        };
        board(rows, columns, &cells.into_iter().map(thin).collect::<Vec<_>>())
    }
}

prop_compose! {
    fn large_board()(rows in 1..40u32, columns in 1..40u32, holes in 0..9u8, walls in 0..5u8)
        (cells in prop::collection::vec(0..20u8, (rows * columns) as usize), rows in Just(rows), columns in Just(columns),
            holes in Just(holes), walls in Just(walls)) -> Board
    {
        let kind = |cell: u8| match cell {
            _ if cell < holes => 0,
            _ if cell < holes + walls => 1,
            _ => 2,
        };
        board(rows, columns, &cells.into_iter().map(kind).collect::<Vec<_>>())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_definition(
        board in small_board(),
        piece in prop::sample::select(&PIECES[..]),
        fixed in prop::collection::vec((0..5u32, 0..5u32), 0..3),
    ) {
        let problem = with_fixed(problem(board, piece), &fixed);
        prop_assert_eq!(maximum(&problem, "matching"), maximum(&problem, "naive"), "{}\n{}", problem, problem.board());
    }

    #[test]
    fn both_halves_hold_on_larger_boards(
        board in large_board(),
        piece in prop::sample::select(&PIECES[..]),
        fixed in prop::collection::vec((0..40u32, 0..40u32), 0..6),
    ) {
        let problem = with_fixed(problem(board, piece), &fixed);
        let outcome = solve(&problem, &Solver::new().method("matching"));
        prop_assert!(outcome.is_complete());
        let Maximum { solution, upper, .. } = outcome.into_value();
        prop_assert_eq!(solution.pieces().len() as u64, upper);
        prop_assert!(problem.fixed().pieces().iter().all(|piece| solution.pieces().contains(piece)));
    }

    #[test]
    fn what_a_stop_leaves_is_valid(board in large_board(), piece in prop::sample::select(&PIECES[..])) {
        let problem = problem(board, piece);
        let monitor = Arc::new(Monitor::with_limit(Duration::ZERO));
        let stopped = solve(&problem, &Solver::new().method("matching").monitor(monitor)).into_value();
        let most = maximum(&problem, "matching") as u64;
        prop_assert!(stopped.lower() <= most && most <= stopped.upper);
    }
}

#[test]
fn empty_boards_and_single_lines() {
    for piece in PIECES {
        for (rows, columns) in [(0, 0), (0, 5), (5, 0)] {
            assert_eq!(maximum(&problem(Board::new(rows, columns).unwrap(), piece), "matching"), 0, "{piece}");
        }
        for kind in [0, 1] {
            assert_eq!(maximum(&problem(board(4, 5, &[kind; 20]), piece), "matching"), 0, "{piece}");
        }
        for n in 1..9 {
            for (rows, columns) in [(1, n), (n, 1)] {
                let problem = problem(Board::new(rows, columns).unwrap(), piece);
                assert_eq!(maximum(&problem, "matching"), maximum(&problem, "naive"), "{piece} on {rows}x{columns}");
            }
        }
    }
}

/// n rooks, 2n - 2 bishops, and knights on all squares of one colour.
#[test]
fn the_classical_maxima() {
    for n in 3..40 {
        let most = |piece| maximum(&problem(Board::square(n).unwrap(), piece), "matching") as u32;
        assert_eq!((most("rook"), most("bishop"), most("knight")), (n, 2 * n - 2, (n * n).div_ceil(2)), "n = {n}");
    }
}

#[test]
fn a_wall_cuts_a_line_and_a_hole_does_not() {
    let with_middle = |kind| maximum(&problem(board(1, 5, &[2, 2, kind, 2, 2]), "rook"), "matching");
    assert_eq!((with_middle(0), with_middle(1)), (1, 2));
}

/// Whether the square in this row and column of a board of n x n is free.
type Shape = fn(u32, u32, u32) -> bool;

/// Boards on which what a greedy matching leaves to do is much, or takes long paths.
#[test]
fn boards_made_to_be_hard() {
    let n = 120;
    let shapes: [(&str, Shape); 5] = [
        ("a triangle", |row, column, _| column <= row),
        ("another triangle", |row, column, n| row + column < n),
        ("a band", |row, column, _| column == row || column == row + 1),
        ("two blocks and a corner", |row, column, n| (row < n / 2) != (column < n / 2) || row + column == 0),
        ("corridors of every length", |row, column, n| row % 2 == 0 && column < n - row),
    ];
    for (name, is_free) in shapes {
        for blocked in [0, 1] {
            let cells: Vec<u8> = (0..n * n).map(|at| if is_free(at / n, at % n, n) { 2 } else { blocked }).collect();
            for piece in PIECES {
                let outcome = solve(&problem(board(n, n, &cells), piece), &Solver::new().method("matching"));
                assert!(outcome.is_complete(), "{piece} on {name}");
            }
        }
    }
}

#[test]
fn boards_too_large_are_refused_at_once() {
    for piece in ["rook", "bishop", "(0,1000000)*", "(5,5)*", "(2147483648,2147483648)*", "knight", "(0,2147483648)"] {
        let message = refusal(Board::square(1 << 31).unwrap(), piece);
        assert!(message.contains("would need") && message.contains("takes at most 4.0 GB"), "{message}");
    }
}

#[test]
fn pieces_of_other_shapes_are_refused() {
    for piece in ["queen", "nightrider", "king", "empress", "fers+knight", "(0,1)+(0,2)", "(0,1)*+(0,2)*"] {
        let message = refusal(Board::square(5).unwrap(), piece);
        assert!(message.contains("matching needs"), "{message}");
    }
}
