//! The check of placements against the definition: pairs compared one by one, lines walked square by square.

mod common;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bezzel::{Board, Conflict, MAX_SIDE, Move, Piece, Placed, Placement, Square};
use common::definition;
use common::piece;
use common::random::{any_board, any_kinds, any_piece, cases};
use proptest::collection::vec;
use proptest::prelude::*;

fn squares_of(conflicts: &[Conflict]) -> Vec<(Square, Square)> {
    conflicts.iter().map(|conflict| (conflict.first.1, conflict.second.1)).collect()
}

/// The placement passes exactly if the definition finds no pair, and lists the pairs that the definition finds.
fn agrees(board: &Board, kinds: &[Piece], placed: &BTreeMap<Square, usize>) {
    let pieces: Vec<Placed> = placed.iter().map(|(&square, &kind)| Placed { square, kind: kind as u8 }).collect();
    let placement = Placement::new(board, kinds.to_vec(), pieces).unwrap();
    let by_kind = placed.iter().map(|(&square, &kind)| (square, kinds[kind].clone())).collect();
    for through in [false, true] {
        let right = definition::conflicts(board, &by_kind, through);
        let conflicts = placement.conflicts(through);
        assert_eq!(squares_of(&conflicts), right, "through {through}, kinds {kinds:?}\n{placement}");
        assert_eq!(placement.is_nonattacking(), right.is_empty(), "kinds {kinds:?}\n{placement}");
        for Conflict { first, second, .. } in conflicts {
            assert!([first, second].iter().all(|(letter, square)| kinds[placed[square]].letter() == *letter));
        }
    }
    assert_eq!(placement.clone().into_solution().is_ok(), placement.is_nonattacking());
}

/// Pieces on some of the free squares.
fn some_placed(board: &Board, kinds: usize, choices: &[usize]) -> BTreeMap<Square, usize> {
    board.free_squares().zip(choices).filter(|&(_, &choice)| choice < kinds).map(|(s, &choice)| (s, choice)).collect()
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn random_placements(
        board in any_board(9),
        kinds in any_kinds(3),
        sparse in 3usize..30,
        choices in vec(any::<usize>(), 81),
    ) {
        let choices: Vec<usize> = choices.into_iter().map(|choice| choice % sparse).collect();
        agrees(&board, &kinds, &some_placed(&board, kinds.len(), &choices));
    }

    /// Pieces on boards of thousands of squares, where the check keeps its notes in other ways.
    #[test]
    fn scattered_placements(
        sides in (1u32..200, 1u32..200),
        walls in prop_oneof![Just(0usize), 0usize..40],
        kinds in any_kinds(3),
        places in vec((any::<u32>(), any::<u32>(), any::<usize>()), 0..60),
    ) {
        let square = |row: u32, column: u32| Square::new(row % sides.0, column % sides.1);
        let walls: Vec<Square> = places.iter().take(walls).map(|&(row, column, _)| square(column, row)).collect();
        let board = Board::new(sides.0, sides.1).unwrap().with_walls(walls).unwrap();
        let placed = places.iter().map(|&(row, column, kind)| (square(row, column), kind % kinds.len()));
        agrees(&board, &kinds, &placed.filter(|&(square, _)| board.is_free(square)).collect());
    }

    /// The squares that a piece says it attacks are those that its moves lead to.
    #[test]
    fn attacks_are_walks(board in any_board(7), piece in any_piece()) {
        for from in board.squares() {
            let reached = definition::attacked(&board, &piece, from, |_| false);
            for to in board.squares() {
                prop_assert_eq!(piece.attacks(&board, from, to), reached.contains(&to), "{} {:?} {:?}", piece, from, to);
            }
        }
    }

    /// A few pieces on the largest boards; their distances are chosen so that many attack.
    #[test]
    fn huge_boards(
        piece in any_piece(),
        corner in (0u32..2, 0u32..2),
        steps in vec((0usize..8, 0i64..5, 0usize..8, prop_oneof![Just(1i64), Just(1 << 20), Just(1 << 27)]), 1..12),
    ) {
        let far = MAX_SIDE - 1;
        let mut here = Square::new(corner.0 * far, corner.1 * far);
        let mut squares = vec![here];
        for (which, times, image, scale) in steps {
            let moves = all_steps(&piece);
            let step = moves[(which * 8 + image) % moves.len()];
            here = moved(here, step, times * scale);
            squares.push(here);
        }
        squares.sort_unstable();
        squares.dedup();
        huge_agrees(&piece, &squares);
    }

    /// The same with rides of very long steps.
    #[test]
    fn huge_steps(steps in vec((0u32..4, 0u32..4), 1..4), places in vec((0u32..4, 0u32..4), 1..10)) {
        let quarter = MAX_SIDE / 4;
        let long: Vec<Move> = steps.iter().map(|&(a, b)| (a * quarter, b * quarter)).filter(|&step| step != (0, 0)).collect();
        let piece = Piece::new([], long).unwrap_or(Piece::QUEEN);
        let mut squares: Vec<Square> = places.iter().map(|&(r, c)| Square::new(r * quarter, c * quarter)).collect();
        squares.sort_unstable();
        squares.dedup();
        huge_agrees(&piece, &squares);
    }
}

fn all_steps(piece: &Piece) -> Vec<(i64, i64)> {
    let moves = piece.leaps().iter().chain(piece.rides());
    moves.flat_map(|&step| steps_of(step)).collect()
}

fn steps_of((a, b): Move) -> Vec<(i64, i64)> {
    let (a, b) = (i64::from(a), i64::from(b));
    vec![(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)]
}

/// So many steps on; the board's edge stops it.
fn moved(from: Square, (down, right): (i64, i64), times: i64) -> Square {
    let stop = |at: u32, by: i64| (i64::from(at) + by * times).clamp(0, i64::from(MAX_SIDE - 1)) as u32;
    Square::new(stop(from.row, down), stop(from.column, right))
}

/// How often this step leads from one square to the other, if it does.
fn times((down, right): (i64, i64), from: Square, to: Square) -> Option<i64> {
    let (rows, columns) = (i64::from(to.row) - i64::from(from.row), i64::from(to.column) - i64::from(from.column));
    let times = if down == 0 { columns / right } else { rows / down };
    (times > 0 && (down * times, right * times) == (rows, columns)).then_some(times)
}

fn huge_agrees(piece: &Piece, squares: &[Square]) {
    let board = Board::square(MAX_SIDE).unwrap();
    let placement = Placement::of_kind(&board, piece.clone(), squares.iter().copied()).unwrap();
    for through in [false, true] {
        let mut right = Vec::new();
        for (at, &from) in squares.iter().enumerate() {
            right.extend(
                squares[at + 1..]
                    .iter()
                    .filter(|&&to| huge_attack(piece, squares, from, to, through))
                    .map(|&to| (from, to)),
            );
        }
        assert_eq!(squares_of(&placement.conflicts(through)), right, "through {through}, {piece} on {squares:?}");
        assert_eq!(placement.is_nonattacking(), right.is_empty(), "{piece} on {squares:?}");
    }
}

fn huge_attack(piece: &Piece, squares: &[Square], from: Square, to: Square, through: bool) -> bool {
    let leaps = piece.leaps().iter().flat_map(|&leap| steps_of(leap)).any(|step| times(step, from, to) == Some(1));
    let rides = piece.rides().iter().flat_map(|&ride| steps_of(ride)).any(|step| {
        let Some(distance) = times(step, from, to) else { return false };
        through || !squares.iter().any(|&other| times(step, from, other).is_some_and(|nearer| nearer < distance))
    });
    leaps || rides
}

/// Every placement of one piece in each row and column.
#[test]
fn every_permutation() {
    let kinds = ["queen", "rook", "king", "amazon", "rook+(1,1)", "(1,2)*", "(2,2)*", "(3,3)"].map(piece);
    for n in 0..=6 {
        let board = Board::square(n).unwrap();
        for permutation in permutations(n as usize) {
            let placed: BTreeMap<Square, usize> =
                (0..).zip(&permutation).map(|(row, &column)| (Square::new(row, column), 0)).collect();
            for kind in &kinds {
                agrees(&board, std::slice::from_ref(kind), &placed);
            }
        }
    }
}

fn permutations(n: usize) -> Vec<Vec<u32>> {
    let Some(last) = n.checked_sub(1) else { return vec![Vec::new()] };
    let longer = |shorter: Vec<u32>| {
        (0..n).map(move |at| {
            let mut one = shorter.clone();
            one.insert(at, last as u32);
            one
        })
    };
    permutations(last).into_iter().flat_map(longer).collect()
}

/// A full board of every piece attacks in as many pairs as its attack graph has.
#[test]
fn full_boards() {
    for (rows, columns) in [(1, 1), (1, 9), (7, 2), (6, 6)] {
        let board = Board::new(rows, columns).unwrap();
        for kind in ["queen", "king", "knight", "nightrider", "(0,2)*", "camel", "(1,1)*+(0,3)"].map(piece) {
            let placed = board.squares().map(|square| (square, 0)).collect();
            agrees(&board, &[kind], &placed);
        }
    }
}

/// 5000 queens on a line: each attacks its neighbours, or through them all others.
#[test]
fn five_thousand_queens_on_a_line() {
    let lines: [fn(u32) -> Square; 4] =
        [|at| Square::new(at, at), |at| Square::new(7, at), |at| Square::new(at, 7), |at| Square::new(at, 4999 - at)];
    let board = Board::square(5000).unwrap();
    for line in lines {
        let placement = Placement::of_kind(&board, Piece::QUEEN, (0..5000).map(line)).unwrap();
        assert!(!placement.is_nonattacking());
        assert_eq!(placement.conflicts(false).len(), 4999);
        let mut pairs = 0u64;
        placement.visit_conflicts(true, |_| {
            pairs += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(pairs, 12_497_500);
    }
}

/// A visitor that has seen enough is asked no more.
#[test]
fn conflicts_stop_when_asked() {
    let board = Board::square(2000).unwrap();
    let placement = Placement::of_kind(&board, Piece::QUEEN, (0..2000).map(|at| Square::new(at, at))).unwrap();
    let mut seen = 0;
    placement.visit_conflicts(true, |_| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(seen, 10);
}
