//! Small cases: the mistakes that real programs have made and the questions that real users ask. Those that are a question
//! and a value are in the tables of `cases/`; the others are below.

mod common;

use bezzel::{Answer, Board, Error, Goal, Piece, Pieces, Placement, Problem, Quantity, Question, Solver, Square};
use common::{Drawing, Row, Verdict, pieces, problem, queens, read_tables};

/// Counts of more solutions than this are left to faster methods.
const MOST_SOLUTIONS: u64 = 30_000_000;

#[test]
fn every_case() {
    let rows = read_tables("cases");
    let (rows, left_out): (Vec<Row>, Vec<Row>) =
        rows.into_iter().partition(|row| row.value.parse().map_or(true, |value: u64| value <= MOST_SOLUTIONS));
    for row in &rows {
        assert_eq!(row.outcome(None), Verdict::Is(row.value.clone()), "{row:?}");
    }
    println!("{} cases; {} counts are left out, too large", rows.len(), left_out.len());
    assert!(rows.len() > 80, "the tables were read: {} rows", rows.len());
}

/// A9, A10: the solutions as they are shown.
#[test]
fn four_queens_as_boards() {
    let shown: Vec<String> =
        Solver::new().solutions(queens(4)).unwrap().into_value().iter().map(ToString::to_string).collect();
    assert_eq!(shown, [".Q..\n...Q\nQ...\n..Q.", "..Q.\nQ...\n...Q\n.Q.."]);
    let bits =
        |text: &str| text.replace('\n', "").chars().map(|c| if c == 'Q' { '1' } else { '0' }).collect::<String>();
    assert_eq!(bits(&shown[1]), "0010100000010100");
    assert_eq!(bits(&shown[0]), "0100000110000010");
}

/// A3, A4: the list is as long as the count, without repetition.
#[test]
fn all_ninety_two_are_different() {
    let mut solutions: Vec<String> =
        Solver::new().solutions(queens(8)).unwrap().into_value().iter().map(ToString::to_string).collect();
    solutions.sort();
    solutions.dedup();
    assert_eq!(solutions.len(), 92);
}

/// A5: a board without squares has one solution, the empty placement, for every goal.
#[test]
fn the_empty_board() {
    for text in ["0", "0x5", "5x0"] {
        let board: Board = text.parse().unwrap();
        for quantity in [Quantity::Exactly(0), Quantity::Any] {
            let empty = problem(&Piece::KING, quantity, &board);
            let solutions = Solver::new().solutions(empty).unwrap().into_value();
            assert_eq!(solutions.len(), 1, "{text}");
            assert!(solutions[0].pieces().is_empty());
        }
        let one = Question::new(problem(&Piece::QUEEN, Quantity::Exactly(1), &board), Goal::Count).unwrap();
        assert_eq!(Solver::new().solve(&one).unwrap().answer.value(), &Answer::Count(0u32.into()), "{text}");
    }
}

/// A6, and the same mistake for armies: what makes no sense is refused with a message.
#[test]
fn what_makes_no_sense_is_refused() {
    for text in ["-1", "abc", "1e3", "8x", "", "4.5"] {
        let message = text.parse::<Board>().unwrap_err().to_string();
        assert!(message.contains(text) && message.len() > 20, "{message}");
    }
    for text in ["0K", "2K2", "2Y", "K2"] {
        assert!(matches!(text.parse::<Pieces>(), Err(Error::Parse(_))), "{text}");
    }
}

/// D3: a number of bishops is never guessed.
#[test]
fn eight_bishops_say_what_they_mean() {
    let board = Board::square(8).unwrap();
    let message = pieces("bishops").into_army(None, &board).unwrap_err().to_string();
    for choice in ["--pieces 8", "--pieces any", "--pieces max"] {
        assert!(message.contains(choice), "{message}");
    }
}

/// E5, E7 and C: fixed pieces must stand on free squares, be few enough and leave each other alone.
#[test]
fn wrong_completions_are_refused() {
    let board = Drawing::read("x.../..../#.../....").board;
    let queens = problem(&Piece::QUEEN, Quantity::Exactly(2), &board);
    let fixed = |squares: &[(u32, u32)]| {
        queens.clone().with_fixed_squares(squares.iter().map(|&(row, column)| Square::new(row, column)))
    };
    assert!(fixed(&[(0, 1), (1, 3)]).is_ok());
    for squares in [
        &[(0, 0)][..],
        &[(2, 0)],
        &[(4, 0)],
        &[(0, 4)],
        &[(0, 1), (0, 1)],
        &[(0, 1), (0, 3)],
        &[(0, 1), (1, 3), (3, 0)],
    ] {
        assert!(matches!(fixed(squares), Err(Error::Question(_))), "{squares:?}");
    }
    let rook = [(Piece::ROOK, Square::new(0, 1))];
    assert!(matches!(queens.clone().with_fixed(rook), Err(Error::Question(_))));
}

/// F6: a knight has all its eight moves, and no other.
#[test]
fn a_knight_moves_eight_ways() {
    let board = Board::square(5).unwrap();
    let centre = Square::new(2, 2);
    let moves: Vec<(u32, u32)> = board
        .squares()
        .filter(|&to| Piece::KNIGHT.attacks(&board, centre, to))
        .map(|square| (square.row, square.column))
        .collect();
    assert_eq!(moves, [(0, 1), (0, 3), (1, 0), (1, 4), (3, 0), (3, 4), (4, 1), (4, 3)]);
}

/// H7: an attacking placement is no solution, however it is asked.
#[test]
fn an_attacking_placement_is_no_solution() {
    let board = Board::square(8).unwrap();
    let squares = (0..8).map(|row| Square::new(row, if row < 7 { row } else { 0 }));
    let placement = Placement::of_kind(&board, Piece::QUEEN, squares).unwrap();
    let conflict = placement.clone().into_solution().unwrap_err();
    assert_eq!(conflict, placement.conflicts(false)[0]);
    assert_eq!(conflict.to_string(), "Qa8 Qb7");
}

/// I3, I5: one solution for every n but 2 and 3.
#[test]
fn one_solution_for_every_n() {
    for n in (0..80).chain([100, 101, 300, 500, 1000]) {
        let question = Question::new(queens(n), Goal::Find { first: false }).unwrap();
        let Answer::Found(found) = Solver::new().solve(&question).unwrap().answer.into_value() else { panic!() };
        assert_eq!(found.is_none(), matches!(n, 2 | 3), "n = {n}");
        assert!(found.is_none_or(|solution| solution.pieces().len() == n as usize), "n = {n}");
    }
}

/// I4: also for n = 10^6, at once.
#[test]
fn one_solution_for_a_million() {
    let question = Question::new(queens(1_000_000), Goal::Find { first: false }).unwrap();
    let Answer::Found(Some(solution)) = Solver::new().solve(&question).unwrap().answer.into_value() else { panic!() };
    assert!(solution.is_nonattacking());
    let mut columns: Vec<u32> = solution.columns_by_row().expect("one queen a row").collect();
    columns.sort_unstable();
    assert!(columns.into_iter().eq(0..1_000_000));
}

/// "count queens 1000000" is refused at once, with advice.
#[test]
fn a_hopeless_count_is_refused() {
    let question = Question::new(queens(1_000_000), Goal::Count).unwrap();
    let error = Solver::new().solve(&question).unwrap_err();
    assert!(matches!(&error, Error::Limit(message) if message.contains("find")), "{error}");
}

/// Problems compare by what they ask.
#[test]
fn the_same_problem_in_two_ways() {
    let board = Board::square(4).unwrap();
    let drawn = Drawing::read("..../..../..../....").board;
    assert_eq!(Problem::new(board, queens(4).army().clone()).unwrap(), queens(4));
    assert_eq!(problem(&Piece::QUEEN, Quantity::Exactly(4), &drawn), queens(4));
}
