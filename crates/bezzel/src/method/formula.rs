//! Numbers of placements that are theorems: rooks on bare m x n boards, bishops on bare n x n boards.
//!
//! Idea: k rooks choose k rows, k columns, and how they go together: C(m, k) C(n, k) k!. For bishops the diagonals of one colour,
//! sorted by length, contain each other, and the placements of j bishops on a colour are the sum over i of C(h, i) S(n - i, n - j), where
//! S are Stirling numbers of the second kind and h is n / 2, rounded down for one colour and up for the other.
//! Source: for rooks Kaplansky and Riordan 1946; for bishops OEIS A378590.
//! Cost: rooks: a multiplication for each piece; bishops: n^2 sums of numbers of about n log n bits.
//! Limits: numbers of a million digits, [`MAX_BISHOP_SIDE`], [`MAX_TABLE_SIDE`].

use num_bigint::BigUint;

use super::{Method, Misfit};
use crate::work::Work;
use crate::{Error, Goal, Outcome, Piece, Problem, Quantity, Question, Topology};

/// The most digits of a number.
const MAX_DIGITS: f64 = 1e6;
/// Bishops on larger boards are counted line by line in less memory.
const MAX_BISHOP_SIDE: u32 = 200;
/// The most numbers of rooks in a row: there are as many numbers as this, of as many digits.
const MAX_TABLE_SIDE: u64 = 4000;

/// See the module's text.
pub(crate) struct Formula;

impl Method for Formula {
    fn name(&self) -> &'static str {
        "formula"
    }

    fn idea(&self) -> &'static str {
        "a theorem: C(m, k) C(n, k) k! for rooks, sums of binomials and Stirling numbers for bishops"
    }

    fn proof(&self) -> &'static str {
        "a theorem (rooks: Kaplansky and Riordan 1946; bishops: OEIS A378590)"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let (problem, board) = (question.problem(), question.problem().board());
        let piece = problem.army().single().map(|(piece, _)| piece);
        if !matches!(question.goal(), Goal::Count | Goal::Table) {
            return Err(Misfit::other("only counts"));
        }
        if !board.is_bare() || !problem.fixed().pieces().is_empty() {
            return Err(Misfit::other("needs a board without holes, walls and fixed pieces"));
        }
        match piece {
            Some(piece) if *piece == Piece::ROOK => rooks_fit(problem),
            Some(piece) if *piece == Piece::BISHOP => {
                if board.rows() != board.columns() || board.topology() != Topology::Plane {
                    Err(Misfit::other("knows bishops on square boards that do not wrap"))
                } else if board.rows() > MAX_BISHOP_SIDE {
                    Err(Misfit::size(format!("knows bishops on boards of up to {MAX_BISHOP_SIDE} rows")))
                } else {
                    Ok(())
                }
            }
            _ => Err(Misfit::other("knows rooks and bishops")),
        }
    }

    fn makes_tables(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let wanted = match problem.open_quantities()[..] {
            [Quantity::Exactly(number)] => Some(number),
            _ => None,
        };
        let mut total = BigUint::ZERO;
        let complete = numbers(problem, work, wanted, &mut |pieces, number| {
            if wanted.is_none_or(|wanted| wanted == pieces) {
                total += number;
            }
        });
        Ok(Outcome::new(total, complete))
    }

    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        let mut table = Vec::new();
        let complete = numbers(problem, work, None, &mut |_, number| table.push(number.clone()));
        Ok(Outcome::new(table, complete))
    }
}

fn rooks_fit(problem: &Problem) -> Result<(), Misfit> {
    let board = problem.board();
    let side = u64::from(board.rows().min(board.columns()));
    let pieces = match problem.open_quantities()[..] {
        [Quantity::Exactly(number)] => number.min(side),
        _ if side > MAX_TABLE_SIDE => {
            return Err(Misfit::size(format!("adds up numbers of up to {MAX_TABLE_SIDE} rooks")));
        }
        _ => side,
    };
    // each rook has at most all squares, and their order does not matter
    let digits = pieces as f64 * (board.square_count() as f64 * std::f64::consts::E / pieces.max(1) as f64).log10();
    if digits > MAX_DIGITS {
        return Err(Misfit::size(format!(
            "would give a number of about {digits:.0} digits, and gives at most a million"
        )));
    }
    Ok(())
}

/// Tells the number of placements of 0, 1, 2, ... pieces, to the last that is asked for; whether it got that far.
fn numbers(problem: &Problem, work: &Work, last: Option<u64>, tell: &mut dyn FnMut(u64, &BigUint)) -> bool {
    let board = problem.board();
    let is_rook = problem.army().single().is_some_and(|(piece, _)| *piece == Piece::ROOK);
    if is_rook {
        return rooks([board.rows(), board.columns()].map(u64::from), work, last, tell);
    }
    let n = board.rows() as usize;
    let (one, other) = colours(n);
    for pieces in 0..(one.len() + other.len()).saturating_sub(1) {
        if work.monitor.is_stopped() {
            return false;
        }
        let first = pieces.saturating_sub(other.len() - 1);
        let number = (first..=pieces.min(one.len() - 1)).map(|j| &one[j] * &other[pieces - j]).sum();
        tell(pieces as u64, &number);
    }
    true
}

fn rooks([m, n]: [u64; 2], work: &Work, last: Option<u64>, tell: &mut dyn FnMut(u64, &BigUint)) -> bool {
    let mut number = BigUint::from(1u32);
    for k in 0..=m.min(n) {
        if work.monitor.is_stopped() {
            return false;
        }
        tell(k, &number);
        if last.is_some_and(|last| k >= last) {
            return true;
        }
        // C(m, k) C(n, k) k! times what makes it that of k + 1
        number = number * (m - k) * (n - k) / (k + 1);
    }
    true
}

/// The placements of j bishops on either colour of an n x n board, by j.
fn colours(n: usize) -> (Vec<BigUint>, Vec<BigUint>) {
    let second = stirling(n);
    let colour = |half: usize| -> Vec<BigUint> {
        let binomials = binomials(half);
        let number = |j: usize| {
            let terms = (0..=j.min(half)).filter_map(|i| second[n - i].get(n - j).map(|s| s * &binomials[i]));
            terms.sum()
        };
        (0..=n).map(number).collect()
    };
    (colour(n / 2), colour(n.div_ceil(2)))
}

/// C(n, 0), C(n, 1), ...
fn binomials(n: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1u32)];
    for k in 0..n {
        row.push(&row[k] * (n - k) / (k + 1));
    }
    row
}

/// The Stirling numbers of the second kind: in how many ways i things fall into j sets.
fn stirling(n: usize) -> Vec<Vec<BigUint>> {
    let mut rows: Vec<Vec<BigUint>> = vec![vec![BigUint::from(1u32)]];
    for i in 1..=n {
        let last = &rows[i - 1];
        let mut row = vec![BigUint::ZERO; i + 1];
        for j in 1..=i {
            row[j] = last[j - 1].clone() + last.get(j).map_or(BigUint::ZERO, |same| same * j);
        }
        rows.push(row);
    }
    rows
}
