//! What must hold of a total, whatever it is: symmetry says what it is divisible by.

use num_bigint::BigUint;

use crate::{Piece, Quantity, Question};

/// Statements about the total, and whether they hold.
pub(super) fn checks(question: &Question, total: &BigUint) -> Vec<(String, bool)> {
    let (problem, board) = (question.problem(), question.problem().board());
    let mut checks = Vec::new();
    let queens = matches!(problem.army().single(), Some((piece, Quantity::Exactly(number)))
        if *piece == Piece::QUEEN && number == u64::from(board.rows()));
    if queens
        && board.rows() == board.columns()
        && board.is_bare()
        && board.rows() > 1
        && problem.fixed().pieces().is_empty()
    {
        checks.push(("it is even: no placement of n > 1 queens is its own mirror image".into(), !total.bit(0)));
        if let Some(symmetric) = point_symmetric(board.rows()) {
            let rest = (total + 8u32 - symmetric % 8) % 8u32;
            let text = format!(
                "without the {symmetric} point-symmetric placements it is divisible by 8: the others have 8 images"
            );
            checks.push((text, rest == BigUint::ZERO && *total >= BigUint::from(symmetric)));
        }
    }
    checks
}

/// Above so many rows the search for symmetric placements takes long.
const MAX_SIDE: u32 = 22;

/// The placements of n queens that a half-turn keeps (A032522), by a search for them alone: pairs of queens row by row, from the edge inwards.
fn point_symmetric(n: u32) -> Option<u64> {
    if n > MAX_SIDE {
        return None;
    }
    let middle = n / 2;
    let taken = if n.is_multiple_of(2) { [0; 3] } else { marks(n, middle, middle) };
    Some(pairs(n, 0, taken))
}

/// The column and the two diagonals of a square, as bits.
fn marks(n: u32, row: u32, column: u32) -> [u64; 3] {
    [1 << column, 1 << (row + column), 1 << (row + n - column)]
}

fn pairs(n: u32, row: u32, taken: [u64; 3]) -> u64 {
    if row == n / 2 {
        return 1;
    }
    let mut found = 0;
    for column in 0..n {
        let (one, other) = (marks(n, row, column), marks(n, n - 1 - row, n - 1 - column));
        let clash = |a: [u64; 3], b: [u64; 3]| a.iter().zip(b).any(|(a, b)| a & b != 0);
        if !clash(one, taken) && !clash(other, taken) && !clash(one, other) {
            found += pairs(n, row + 1, [0, 1, 2].map(|at| taken[at] | one[at] | other[at]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    /// OEIS A032522.
    #[test]
    fn symmetric_placements_are_known() {
        let known = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000];
        for (n, known) in (1..).zip(known) {
            assert_eq!(point_symmetric(n), Some(known), "n = {n}");
        }
    }

    #[test]
    fn a_wrong_total_is_seen() {
        let question = Question::queens(12, Goal::Count).unwrap();
        let holds = |total: u32| checks(&question, &total.into()).iter().all(|(_, holds)| *holds);
        assert!(holds(14_200));
        (1..8).for_each(|more| assert!(!holds(14_200 + more), "{more}"));
    }
}
