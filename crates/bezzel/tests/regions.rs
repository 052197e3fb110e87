//! Exactly one piece in each region: every method agrees with all placements, looked at one by one.

mod common;

use std::ops::ControlFlow;

use bezzel::{
    Answer, Army, Board, Goal, Piece, Placement, Problem, Quantity, Question, Regions, Solution, Solver, SymmetryGroup,
    Topology,
};
use common::definition::{self, Pieces};
use common::random::{any_board, any_kinds, cases};
use common::{fitting_methods, piece, piece_list};
use proptest::collection::vec;
use proptest::prelude::*;

/// All solutions, by the definition of the problem without regions.
fn solutions(problem: &Problem, regions: &[Regions]) -> Vec<Pieces> {
    let once = |division: &Regions, pieces: &Pieces| {
        (0..division.len()).all(|region| {
            let here =
                |&&(row, column, _): &&(u32, u32, char)| division.region(bezzel::Square::new(row, column)) == region;
            pieces.iter().filter(here).count() == 1
        })
    };
    let mut all = definition::solutions(problem);
    all.retain(|pieces| regions.iter().all(|division| once(division, pieces)));
    all
}

fn listed(question: &Question, method: &str) -> Vec<Pieces> {
    let mut list = Vec::new();
    Solver::new()
        .method(method)
        .stream(question, &mut |solution: &Solution| {
            list.push(piece_list(solution));
            ControlFlow::Continue(())
        })
        .unwrap();
    list
}

/// All methods and goals of a problem, to which these regions are added.
fn check(bare: &Problem, divisions: &[Regions]) {
    let mut problem = bare.clone();
    for division in divisions {
        let Ok(divided) = problem.with_regions(division.clone()) else { return };
        problem = divided;
    }
    let right = solutions(&Problem::new(problem.board().clone(), problem.army().clone()).unwrap(), divisions);
    let ask = |goal| Question::new(problem.clone(), goal).unwrap();
    let (count, list) = (ask(Goal::Count), ask(Goal::List));
    for method in fitting_methods(&count) {
        let report = Solver::new().method(method).threads(2).solve(&count).unwrap();
        assert_eq!(report.answer.value(), &Answer::Count(right.len().into()), "{problem} by {method}");
    }
    for method in fitting_methods(&list) {
        assert_eq!(listed(&list, method), right, "{problem} by {method}");
    }
    for first in [true, false] {
        let find = ask(Goal::Find { first });
        for method in fitting_methods(&find) {
            let report = Solver::new().method(method).solve(&find).unwrap();
            let Answer::Found(found) = report.answer.into_value() else { panic!("{find}") };
            let found = found.map(|solution| piece_list(&solution));
            let good = if first {
                found.as_ref() == right.first()
            } else {
                found.map_or(right.is_empty(), |one| right.contains(&one))
            };
            assert!(good, "{find} by {method}");
        }
    }
    let report = Solver::new().solve(&count.fundamental().unwrap()).unwrap();
    let group = SymmetryGroup::of(&problem);
    let mut classes = 0usize;
    let mut tell = |solution: &Solution| {
        classes += usize::from(group.class_of_first(solution).is_some());
        ControlFlow::Continue(())
    };
    Solver::new().method("naive").stream(&list, &mut tell).unwrap();
    let Answer::Classes(total, _) = report.answer.value() else { panic!("classes") };
    assert_eq!(*total, classes.into(), "{problem} up to symmetry");
}

fn any_of(piece: Piece, board: &Board) -> Problem {
    Problem::new(board.clone(), Army::new([(piece, Quantity::Any)]).unwrap()).unwrap()
}

fn count(problem: Problem) -> u64 {
    let report = Solver::new().solve(&Question::new(problem, Goal::Count).unwrap()).unwrap();
    assert!(["exact-cover", "residual"].contains(&report.method.as_str()), "{}", report.method);
    let Answer::Count(count) = report.answer.into_value() else { panic!("a count") };
    count.try_into().unwrap()
}

fn one_in_each_row_and_column(piece: Piece, board: &Board) -> Problem {
    let rows = any_of(piece, board).with_regions(Regions::rows(board).unwrap()).unwrap();
    rows.with_regions(Regions::columns(board).unwrap()).unwrap()
}

/// A002464, Hertzsprung's problem: one king in each row and column; and the same as rook and king in each row.
#[test]
fn hertzsprung() {
    for (n, right) in [1, 1, 0, 0, 2, 14, 90, 646, 5242, 47622].into_iter().enumerate() {
        let board = Board::square(n as u32).unwrap();
        assert_eq!(count(one_in_each_row_and_column(Piece::KING, &board)), right, "n = {n}");
        let rows = any_of(piece("rook+king"), &board).with_regions(Regions::rows(&board).unwrap()).unwrap();
        assert_eq!(count(rows), right, "n = {n}");
    }
}

/// A006717: on the torus, one in each row, column and diagonal of one direction.
#[test]
fn toroidal_semi_queens() {
    for (n, right) in [(1, 1), (3, 3), (5, 15), (7, 133), (9, 2025)] {
        let board = Board::square(n).unwrap();
        let line = |row: u32| (0..n).map(|column| ((row + column) % n).to_string() + " ").collect::<String>();
        let diagonals = (0..n).map(line).collect::<Vec<_>>().join("\n");
        let problem = one_in_each_row_and_column(Piece::WAZIR, &board);
        let problem = if n == 1 {
            problem
        } else {
            problem.with_regions(Regions::parse(&board, diagonals.as_bytes()).unwrap()).unwrap()
        };
        assert_eq!(count(problem), right, "n = {n}");
    }
}

/// Kings, rooks and queens in a row each: n queens are just n queens.
#[test]
fn regions_that_follow() {
    for n in 0..=8u32 {
        let board = Board::square(n).unwrap();
        let queens = common::queens(n).with_regions(Regions::rows(&board).unwrap()).unwrap();
        let all = [1, 1, 0, 0, 2, 10, 4, 40, 92];
        assert_eq!(count(queens), all[n as usize], "n = {n}");
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let board = Board::square(4).unwrap();
    let rows = Regions::rows(&board).unwrap();
    let army = |count| Army::new([(Piece::KING, Quantity::Exactly(count))]).unwrap();
    let message = Problem::new(board.clone(), army(3)).unwrap().with_regions(rows.clone()).unwrap_err().to_string();
    assert_eq!(message, "one in each row means exactly 4 pieces, not 3 kings: leave the number out, or say 4");
    let fixed = Problem::new(board.clone(), army(4))
        .unwrap()
        .with_fixed_squares(board.parse_squares("a1,c1").unwrap())
        .unwrap();
    let message = fixed.with_regions(rows).unwrap_err().to_string();
    assert_eq!(message, "two fixed pieces are in row 1: on a1 and c1; each region holds exactly one");
    for (text, words) in
        [("AB\nA", "line 2: 1 squares"), ("AB", "1 rows"), ("A.\nAB", "line 1: '.'"), ("1 10 2\n1 1", "line 1: 3")]
    {
        let message = Regions::parse(&Board::square(2).unwrap(), text.as_bytes()).unwrap_err().to_string();
        assert!(message.contains(words), "{text}: {message}");
    }
    let other = Regions::rows(&Board::square(5).unwrap()).unwrap();
    assert!(any_of(Piece::KING, &board).with_regions(other).is_err());
}

/// Drawings with blanks, comments, several digits; and what is wrong with a placement.
#[test]
fn drawings_and_faults() {
    let board = Board::new(2, 3).unwrap();
    let regions = Regions::parse(&board, b"\xef\xbb\xbf10 10 2 % one\r\n\r\n2 2 10\r\n").unwrap();
    assert_eq!((regions.len(), regions.name(0), regions.region(bezzel::Square::new(1, 2))), (2, "region 10", 0));
    let placement = Placement::of_kind(&board, Piece::KING, board.parse_squares("a2 c1").unwrap()).unwrap();
    assert_eq!(regions.faults(&placement), ["region 10: 2 pieces, Ka2 Kc1", "region 2: no piece"]);
}

proptest! {
    #![proptest_config(cases(1500))]

    /// Random regions on random boards, rows and columns among them, fixed pieces too.
    #[test]
    fn random_regions(
        board in any_board(4),
        kinds in any_kinds(2),
        numbers in vec(0u64..4, 2),
        labels in vec(0u32..5, 16),
        choice in 0u32..6,
        fixed in 0usize..32,
    ) {
        let label = |square: bezzel::Square| labels[(square.row * board.columns() + square.column) as usize].to_string() + " ";
        let row = |row| (0..board.columns()).map(|column| label(bezzel::Square::new(row, column))).collect::<String>();
        let drawing = (0..board.rows()).map(row).collect::<Vec<_>>().join("\n");
        let drawn = if board.square_count() == 0 { Regions::rows(&board) } else { Regions::parse(&board, drawing.as_bytes()) }.unwrap();
        let (rows, columns) = (Regions::rows(&board).unwrap(), Regions::columns(&board).unwrap());
        let divisions = match choice { 0 => vec![rows], 1 => vec![columns, rows], 2 => vec![drawn, rows], 3 => vec![columns], _ => vec![drawn] };
        let size = divisions[0].len() as u64;
        let army = match &kinds[..] {
            [kind] => vec![(kind.clone(), Quantity::Any)],
            [one, other] if numbers[0] < size => vec![
                (one.clone(), Quantity::Exactly(numbers[0])),
                (other.clone(), Quantity::Exactly(size - numbers[0])),
            ],
            _ if board.free_count() <= 9 => kinds.iter().map(|kind| (kind.clone(), Quantity::Any)).collect(),
            _ => return Ok(()),
        };
        let problem = Problem::new(board.clone(), Army::new(army).unwrap()).unwrap();
        check(&problem, &divisions);
        let free: Vec<_> = board.free_squares().collect();
        if let Some(&square) = free.get(fixed)
            && let Ok(fixed) = problem.with_fixed([(kinds[0].clone(), square)])
        {
            check_fixed(&fixed, &divisions);
        }
    }
}

/// With a fixed piece: exact cover against the definition, which tries every placement.
fn check_fixed(problem: &Problem, divisions: &[Regions]) {
    let mut problem = problem.clone();
    for division in divisions {
        let Ok(divided) = problem.with_regions(division.clone()) else { return };
        problem = divided;
    }
    let question = Question::new(problem, Goal::Count).unwrap();
    let answers: Vec<Answer> = fitting_methods(&question)
        .into_iter()
        .map(|method| Solver::new().method(method).solve(&question).unwrap().answer.into_value())
        .collect();
    assert!(answers.len() >= 2 && answers.windows(2).all(|pair| pair[0] == pair[1]), "{question}: {answers:?}");
}

/// On a torus the shifts keep rows and columns.
#[test]
fn symmetries_map_regions_to_regions() {
    let torus = Board::square(4).unwrap().with_topology(Topology::Torus).unwrap();
    assert_eq!(SymmetryGroup::of(&one_in_each_row_and_column(Piece::KING, &torus)).len(), 128);
    let board = Board::square(3).unwrap();
    let halves = Regions::parse(&board, b"AAB\nABB\nABB").unwrap();
    assert_eq!(SymmetryGroup::of(&any_of(Piece::KING, &board).with_regions(halves).unwrap()).len(), 1);
    let rows = any_of(Piece::KING, &board).with_regions(Regions::rows(&board).unwrap()).unwrap();
    assert_eq!(SymmetryGroup::of(&rows).len(), 4);
}
