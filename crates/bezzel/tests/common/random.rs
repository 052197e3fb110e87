//! Random boards, pieces and problems, small enough for the definition.

use std::collections::HashMap;

use bezzel::{Army, Board, Piece, Problem, Quantity, Square, Topology};
use proptest::collection::vec;
use proptest::prelude::*;

const LETTERS: &str = "QBRNKAESHWFCZ";

/// Any piece: a named one, or a union of some leaps (also long ones) and rides (also of several squares a step).
pub fn any_piece() -> impl Strategy<Value = Piece> {
    let named = (0..LETTERS.len()).prop_map(|at| Piece::from_letter(LETTERS.as_bytes()[at].into()).unwrap());
    let leaps = vec((0u32..=6, 0u32..=4), 0..=3);
    let rides = vec((0u32..=3, 0u32..=3), 0..=2);
    let made = (leaps, rides).prop_map(|(leaps, rides)| {
        let real = |moves: Vec<(u32, u32)>| moves.into_iter().filter(|&step| step != (0, 0)).collect::<Vec<_>>();
        Piece::new(real(leaps), real(rides)).unwrap_or(Piece::KING)
    });
    prop_oneof![1 => Just(Piece::QUEEN), 3 => named, 4 => made]
}

/// Kinds of different letters.
pub fn any_kinds(most: usize) -> impl Strategy<Value = Vec<Piece>> {
    vec(any_piece(), 1..=most).prop_map(|mut kinds| {
        kinds.sort_by_key(Piece::letter);
        kinds.dedup_by_key(|kind| kind.letter());
        kinds
    })
}

/// A board of at most so many rows and columns, plane or wrapped, with none, few or many holes and walls.
pub fn any_board(most: u32) -> impl Strategy<Value = Board> {
    let topology = prop_oneof![3 => Just(Topology::Plane), 1 => Just(Topology::Cylinder), 2 => Just(Topology::Torus)];
    (any_plane_board(most), topology).prop_map(|(board, topology)| board.with_topology(topology).unwrap())
}

/// A board that does not wrap.
pub fn any_plane_board(most: u32) -> impl Strategy<Value = Board> {
    let size = prop_oneof![1 => (0..=most, 0..=most), 5 => (1..=most, 1..=most), 3 => (1..=most).prop_map(|n| (n, n))];
    let densities = (prop_oneof![Just(0u32), 0u32..5], prop_oneof![Just(0u32), 0u32..4]);
    let cells = vec(0u32..10, (most * most) as usize);
    (size, densities, cells).prop_map(|((rows, columns), (holes, walls), cells)| {
        let board = Board::new(rows, columns).unwrap();
        let drawn: Vec<(Square, u32)> = board.squares().zip(cells).collect();
        let marked = |low: u32, high: u32| {
            drawn.iter().filter(move |(_, cell)| (low..high).contains(cell)).map(|&(square, _)| square)
        };
        board.clone().with_holes(marked(0, holes)).unwrap().with_walls(marked(holes, holes + walls)).unwrap()
    })
}

/// A problem whose placements, attacking or not, are at most `most` in number: where there are more, the last squares of the
/// board are made holes. Some pieces may be fixed.
pub fn any_problem(most: u64) -> impl Strategy<Value = Problem> {
    let quantity = prop_oneof![3 => (0u64..=5).prop_map(Quantity::Exactly), 1 => Just(Quantity::Any)];
    let kinds = prop_oneof![any_kinds(1), any_kinds(3)];
    let fixed = prop_oneof![Just(Vec::new()), vec((0usize..25, 0usize..3), 0..=2)];
    (any_board(5), kinds, vec(quantity, 3), fixed).prop_map(move |(board, kinds, quantities, fixed)| {
        let members: Vec<(Piece, Quantity)> = kinds.into_iter().zip(quantities).collect();
        let quantities: Vec<Quantity> = members.iter().map(|&(_, quantity)| quantity).collect();
        let board = trimmed(board, |squares| candidates(squares, &quantities) <= most);
        with_some_fixed(Problem::new(board, Army::new(members).unwrap()).unwrap(), &fixed)
    })
}

/// The problem of as many pieces of one kind as fit, on a board of at most so many free squares.
pub fn any_maximum(squares: u64) -> impl Strategy<Value = Problem> {
    let fixed = prop_oneof![Just(Vec::new()), vec((0usize..25, Just(0usize)), 0..=2)];
    (any_board(5), any_piece(), fixed).prop_map(move |(board, piece, fixed)| {
        let board = trimmed(board, |free| free <= squares);
        with_some_fixed(super::problem(&piece, Quantity::Most, &board), &fixed)
    })
}

fn trimmed(mut board: Board, fits: impl Fn(u64) -> bool) -> Board {
    while !fits(board.free_count()) {
        let last = board.free_squares().last().expect("a free square");
        board = board.with_holes([last]).unwrap();
    }
    board
}

/// The number of ways to put up to so many of each kind on so many squares.
fn candidates(squares: u64, quantities: &[Quantity]) -> u64 {
    let mut ways = HashMap::from([(vec![0u64; quantities.len()], 1u64)]);
    for _ in 0..squares {
        for (counts, number) in ways.clone() {
            for (kind, quantity) in quantities.iter().enumerate() {
                let mut more = counts.clone();
                match quantity {
                    Quantity::Exactly(most) if counts[kind] == *most => continue,
                    Quantity::Exactly(_) => more[kind] += 1,
                    _ => {}
                }
                *ways.entry(more).or_default() += number;
            }
        }
    }
    ways.values().sum()
}

/// Fixes pieces (a number for the square, one for the kind) as far as that is allowed.
fn with_some_fixed(mut problem: Problem, fixed: &[(usize, usize)]) -> Problem {
    let (free, kinds): (Vec<Square>, _) = (problem.board().free_squares().collect(), problem.kinds().clone());
    for &(square, kind) in fixed.iter().filter(|_| !free.is_empty()) {
        let piece = (kinds[kind % kinds.len()].clone(), free[square % free.len()]);
        problem = problem.clone().with_fixed([piece]).unwrap_or(problem);
    }
    problem
}

/// How many cases, and no files of failures: a failing case is printed in full and belongs in a table.
pub fn cases(number: u32) -> ProptestConfig {
    ProptestConfig { cases: number, failure_persistence: None, ..ProptestConfig::default() }
}
