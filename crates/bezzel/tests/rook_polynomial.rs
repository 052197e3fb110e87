//! Rook polynomials of rooks and bishops: against backtracking on random boards, closed forms, and known numbers.

mod common;

use bezzel::num_bigint::BigUint;
use bezzel::{Answer, Board, Goal, Piece, Problem, Quantity, Question, Solver, Square, Topology};
use common::problem;
use proptest::prelude::*;

fn answer(problem: &Problem, goal: Goal, method: &str) -> Answer {
    let question = Question::new(problem.clone(), goal).unwrap();
    let report = Solver::new().method(method).solve(&question).unwrap();
    assert!(report.answer.is_complete());
    report.answer.into_value()
}

fn table(problem: &Problem) -> Vec<BigUint> {
    match answer(problem, Goal::Table, "rook-polynomial") {
        Answer::Table(numbers) => numbers,
        other => panic!("{problem}: {other:?}"),
    }
}

fn any(piece: &Piece, board: &Board) -> Problem {
    problem(piece, Quantity::Any, board)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn tables_are_those_of_backtracking(
        is_rook: bool,
        (rows, columns) in (1u32..6, 1u32..6),
        topology in 0usize..3,
        holes in proptest::collection::vec((0u32..6, 0u32..6), 0..8),
        walls in proptest::collection::vec((0u32..6, 0u32..6), 0..3),
        fixed in proptest::option::of((0u32..6, 0u32..6)),
    ) {
        let piece = if is_rook { Piece::ROOK } else { Piece::BISHOP };
        let on = |list: Vec<(u32, u32)>| {
            list.into_iter().filter(move |&(r, c)| r < rows && c < columns).map(|(r, c)| Square::new(r, c))
        };
        let topology = [Topology::Plane, Topology::Cylinder, Topology::Torus][topology];
        let mut board = Board::new(rows, columns).unwrap().with_holes(on(holes)).unwrap();
        let walls: Vec<Square> = on(walls).filter(|&square| board.is_free(square)).collect();
        board = board.with_walls(walls).unwrap();
        if !board.has_walls() {
            board = board.with_topology(topology).unwrap();
        }
        let fixed = fixed.map(|(r, c)| Square::new(r % rows, c % columns)).filter(|&square| board.is_free(square));
        let problem = any(&piece, &board).with_fixed_squares(fixed).unwrap();
        let numbers = table(&problem);
        prop_assert_eq!(Answer::Table(numbers.clone()), answer(&problem, Goal::Table, "backtrack"));
        prop_assert_eq!(Answer::Count(numbers.iter().sum()), answer(&problem, Goal::Count, "rook-polynomial"));
        let middle = numbers.len() / 2;
        if middle >= problem.fixed().pieces().len() {
            let squares: Vec<Square> = problem.fixed().pieces().iter().map(|placed| placed.square).collect();
            let some = common::problem(&piece, Quantity::Exactly(middle as u64), &board);
            let some = some.with_fixed_squares(squares).unwrap();
            prop_assert_eq!(Answer::Count(numbers[middle].clone()), answer(&some, Goal::Count, "rook-polynomial"));
        }
    }
}

/// Rooks: C(m, k) C(n, k) k!, on bare boards larger than any search reaches.
#[test]
fn rooks_follow_their_closed_form() {
    for (rows, columns) in [(1u32, 1u32), (3, 7), (12, 12), (20, 33)] {
        let numbers = table(&any(&Piece::ROOK, &Board::new(rows, columns).unwrap()));
        let mut right = BigUint::from(1u32);
        for (k, number) in numbers.iter().enumerate() {
            assert_eq!(*number, right, "{k} rooks on {rows}x{columns}");
            // the next k-th rook: of the rows and columns left, in any order
            right = right * (rows - k as u32) * (columns - k as u32) / (k as u32 + 1);
        }
        assert_eq!(numbers.len() as u32, rows.min(columns) + 1);
        let board = Board::new(rows, columns).unwrap();
        assert_eq!(Answer::Table(numbers), answer(&any(&Piece::ROOK, &board), Goal::Table, "formula"));
    }
}

/// Stirling numbers of the second kind up to n.
fn stirling(n: usize) -> Vec<Vec<BigUint>> {
    let mut rows = vec![vec![BigUint::from(1u32)]];
    for i in 1..=n {
        let last = &rows[i - 1];
        let at = |j: usize| last.get(j).cloned().unwrap_or_default();
        let row = (0..=i).map(|j| if j == 0 { BigUint::ZERO } else { at(j) * j + at(j - 1) });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

/// Bishops: the formula with Stirling numbers of OEIS A378590.
#[test]
fn bishops_follow_their_closed_form() {
    for n in 1..=14usize {
        let second = stirling(n);
        let choose = |n: usize, k: usize| (0..k).fold(BigUint::from(1u32), |c, i| c * (n - i) / (i + 1));
        let colour = |half: usize, j: usize| -> BigUint {
            let term = |i: usize| {
                let stirling = n.checked_sub(j).and_then(|to| second[n - i].get(to).cloned());
                if i > half { BigUint::ZERO } else { choose(half, i) * stirling.unwrap_or_default() }
            };
            (0..=j.min(n)).map(term).sum()
        };
        let numbers = table(&any(&Piece::BISHOP, &Board::square(n as u32).unwrap()));
        for (k, number) in numbers.iter().enumerate() {
            let right: BigUint = (0..=k).map(|j| colour(n / 2, j) * colour(n.div_ceil(2), k - j)).sum();
            assert_eq!(*number, right, "{k} bishops on {n}x{n}");
        }
        assert_eq!(numbers.len(), if n == 1 { 2 } else { 2 * n - 1 });
        let board = Board::square(n as u32).unwrap();
        assert_eq!(Answer::Table(numbers), answer(&any(&Piece::BISHOP, &board), Goal::Table, "formula"));
    }
}

/// OEIS A002465, A201862, A189791, A002720 and the problem of the menages.
#[test]
fn known_numbers() {
    let total = |problem: &Problem| answer(problem, Goal::Count, "rook-polynomial");
    let known = |text: &str| Answer::Count(text.parse().unwrap());
    let square = |n: u32| Board::square(n).unwrap();
    let bishops = |n: u32| problem(&Piece::BISHOP, Quantity::Exactly(n.into()), &square(n));
    assert_eq!(total(&bishops(8)), known("22522960"));
    assert_eq!(total(&bishops(17)), known("2584158975023147147264"));
    assert_eq!(total(&any(&Piece::BISHOP, &square(14))), known("251180326892449969"));
    let torus = |n: u32| square(2 * n).with_topology(Topology::Torus).unwrap();
    for (n, number) in (1..).zip(["4", "80", "2688", "132864", "8647680", "699678720"]) {
        let bishops = problem(&Piece::BISHOP, Quantity::Exactly(u64::from(n)), &torus(n));
        assert_eq!(total(&bishops), known(number), "{n} bishops on a torus");
    }
    assert_eq!(total(&any(&Piece::ROOK, &square(12))), known("53334454417"));
    let seats = (0..7).flat_map(|row| [Square::new(row, row), Square::new(row, (row + 1) % 7)]);
    let menage = square(7).with_holes(seats).unwrap();
    assert_eq!(total(&problem(&Piece::ROOK, Quantity::Exactly(7), &menage)), known("579"));
}

/// The permanent of a 0/1 matrix, rows as bits: Ryser's inclusion and exclusion over the sets of columns.
fn permanent(rows: &[u32]) -> i128 {
    let n = rows.len();
    let term = |columns: u32| {
        let product: i128 = rows.iter().map(|row| i128::from((row & columns).count_ones())).product();
        if (n as u32 - columns.count_ones()).is_multiple_of(2) { product } else { -product }
    };
    (0..1u32 << n).map(term).sum()
}

/// As many rooks as rows on boards with so many different lines that threads share the states: the permanent of the free squares.
#[test]
fn rooks_in_every_row_are_the_permanent() {
    for (n, seed) in [(15u32, 1u64), (16, 2), (17, 3)] {
        let mut noise = seed;
        let mut is_free = || {
            noise = noise.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            noise >> 61 > 2
        };
        let rows: Vec<u32> = (0..n).map(|_| (0..n).map(|column| u32::from(is_free()) << column).sum()).collect();
        let all = (0..n).flat_map(|r| (0..n).map(move |c| Square::new(r, c)));
        let holes = all.filter(|square| rows[square.row as usize] >> square.column & 1 == 0);
        let board = Board::square(n).unwrap().with_holes(holes).unwrap();
        let right = permanent(&rows);
        assert!(right > 0);
        let question = Question::new(problem(&Piece::ROOK, Quantity::Exactly(n.into()), &board), Goal::Count).unwrap();
        for threads in [1, 2] {
            let report = Solver::new().method("rook-polynomial").threads(threads).solve(&question).unwrap();
            let right = BigUint::try_from(right).unwrap();
            assert_eq!(report.answer.into_value(), Answer::Count(right), "n = {n} on {threads} threads");
        }
        let numbers = table(&any(&Piece::ROOK, &board));
        assert_eq!(numbers[n as usize], BigUint::try_from(right).unwrap());
        assert_eq!(
            Answer::Count(numbers.iter().sum()),
            answer(&any(&Piece::ROOK, &board), Goal::Count, "rook-polynomial")
        );
        assert_eq!(numbers[1], rows.iter().map(|row| row.count_ones()).sum::<u32>().into());
    }
}
