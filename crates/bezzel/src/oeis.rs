//! Sequences of the OEIS as questions. What each asks stands in one table, `oeis.csv`; no terms do.

use num_bigint::BigUint;

use crate::{
    Answer, Army, Board, Error, Goal, Outcome, Pieces, Problem, Quantity, Question, Regions, Solver, Square, Topology,
};

const TABLE: &str = include_str!("oeis.csv");

/// A sequence: for each n from its offset on a question, or for each row of a triangle one or several.
///
/// ```
/// use bezzel::{Solver, oeis};
/// let bishops = oeis::sequence("A002465").expect("n bishops on n x n");
/// let terms = bishops.row(8, &Solver::new())?.into_value();
/// assert_eq!(terms[0].to_string(), "22522960");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sequence {
    /// Its number, such as `A000170`.
    pub number: &'static str,
    /// The first n, or row, that is asked for.
    pub offset: u64,
    /// What it counts, in words.
    pub name: &'static str,
    pieces: &'static str,
    rows: &'static str,
    columns: &'static str,
    edges: &'static str,
    quantity: &'static str,
    goal: &'static str,
    more: &'static str,
}

/// All sequences of the table.
pub fn sequences() -> impl Iterator<Item = Sequence> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.filter_map(|line| {
        let cells: Vec<&'static str> = line.splitn(10, ';').collect();
        let &[number, offset, pieces, rows, columns, edges, quantity, goal, more, name] = &cells[..] else {
            return None;
        };
        let offset = offset.parse().ok()?;
        Some(Sequence { number, offset, name, pieces, rows, columns, edges, quantity, goal, more })
    })
}

/// The sequence of this number, if it is known.
pub fn sequence(number: &str) -> Option<Sequence> {
    sequences().find(|sequence| sequence.number.eq_ignore_ascii_case(number))
}

impl Sequence {
    /// Whether it is read by rows, of one or more terms each.
    pub fn is_triangle(&self) -> bool {
        self.goal == "first" || self.goal.starts_with("table") || self.goal.starts_with("each")
    }

    /// The question of a term, or of a row; where a row has a question for each k, that of k.
    ///
    /// # Errors
    /// A board too large to exist, or an n below the offset.
    pub fn question(&self, n: u64, k: u64) -> Result<Question, Error> {
        if n < self.offset {
            return Err(Error::question(format!("{} begins with n = {}", self.number, self.offset)));
        }
        let problem = self.problem(n, k)?;
        let goal = match self.goal {
            "max" => Goal::Maximise,
            "first" => Goal::Find { first: true },
            "least" => Goal::Find { first: false },
            table if table.starts_with("table") => Goal::Table,
            _ => Goal::Count,
        };
        let question = Question::new(problem, goal)?;
        if self.goal == "fundamental" || self.goal.starts_with("class:") {
            question.fundamental()
        } else {
            Ok(question)
        }
    }

    fn problem(&self, n: u64, k: u64) -> Result<Problem, Error> {
        let value = |text: &str| evaluate(text, n, k);
        let side =
            |text: &str| u32::try_from(value(text)?).map_err(|_| Error::limit(format!("{text} rows for n = {n}")));
        let board = Board::new(side(self.rows)?, side(self.columns)?)?;
        let closed: Vec<Square> = board.squares().filter(|square| !self.is_open(*square, board.columns())).collect();
        let board = board.with_holes(closed)?.with_topology(match self.edges {
            "torus" => Topology::Torus,
            "cylinder" => Topology::Cylinder,
            _ => Topology::Plane,
        })?;
        let quantity = match self.quantity {
            "any" => Quantity::Any,
            "max" | "-" => Quantity::Most,
            "min" => Quantity::Least,
            number => Quantity::Exactly(value(number)?),
        };
        let army: Army = self.pieces.parse::<Pieces>()?.into_army(Some(quantity), &board)?;
        let problem = Problem::new(board.clone(), army)?;
        match self.more {
            "maximal" => problem.maximal(),
            "rows+columns" => problem.with_regions(Regions::rows(&board)?)?.with_regions(Regions::columns(&board)?),
            "semi-queens" => {
                let problem = problem.with_regions(Regions::rows(&board)?)?.with_regions(Regions::columns(&board)?)?;
                problem.with_regions(diagonals(&board)?)
            }
            "fixed" => problem.with_fixed_squares([Square::new(0, k.saturating_sub(1) as u32)]),
            _ => Ok(problem),
        }
    }

    fn is_open(&self, square: Square, columns: u32) -> bool {
        match self.more {
            "triangle" => square.column <= square.row,
            "even" => (square.row + square.column).is_multiple_of(2),
            "odd" => !(square.row + square.column).is_multiple_of(2),
            "off-diagonal" => square.row != square.column,
            "menage" => square.row != square.column && (square.row + 1) % columns != square.column,
            _ => true,
        }
    }

    /// The term of n, or the terms of row n; those before the interruption if there was one.
    ///
    /// # Errors
    /// As [`question`](Self::question); or if no method applies.
    pub fn row(&self, n: u64, solver: &Solver) -> Result<Outcome<Vec<BigUint>>, Error> {
        let Some(last) = self.goal.strip_prefix("each:") else {
            let report = solver.solve(&self.question(n, 0)?)?;
            if !report.answer.is_complete() {
                return Ok(Outcome::Interrupted(Vec::new()));
            }
            return Ok(Outcome::Complete(self.terms(n, report.answer.into_value())?));
        };
        let mut terms = Vec::new();
        for k in 1..=evaluate(last, n, 0)? {
            match solver.solve(&self.question(n, k)?)?.answer {
                Outcome::Complete(answer) => terms.extend(self.terms(n, answer)?),
                Outcome::Interrupted(_) => return Ok(Outcome::Interrupted(terms)),
            }
        }
        Ok(Outcome::Complete(terms))
    }

    /// The terms that an answer comes to.
    fn terms(&self, n: u64, answer: Answer) -> Result<Vec<BigUint>, Error> {
        Ok(match answer {
            Answer::Count(number) => vec![number],
            Answer::Classes(number, sizes) => match self.goal.strip_prefix("class:") {
                None => vec![number],
                Some(size) => {
                    let of_size = sizes.into_iter().find(|(other, _)| other.to_string() == size);
                    vec![of_size.map_or(BigUint::ZERO, |(_, number)| number)]
                }
            },
            Answer::Maximum(maximum) => vec![maximum.lower().into()],
            Answer::Listed(number) => vec![number.into()],
            Answer::Table(mut numbers) => {
                if let Some(length) = self.goal.strip_prefix("table:") {
                    let length = evaluate(length, n, 0)? as usize;
                    numbers.resize(length.max(numbers.len()), BigUint::ZERO);
                }
                numbers
            }
            Answer::Found(found) if self.goal == "least" => {
                vec![found.map_or(0, |solution| solution.pieces().len() as u64).into()]
            }
            Answer::Found(Some(solution)) => {
                solution.pieces().iter().map(|placed| BigUint::from(placed.square.column + 1)).collect()
            }
            Answer::Found(None) => vec![BigUint::ZERO; n as usize],
        })
    }
}

/// The diagonals of one direction of a square torus.
fn diagonals(board: &Board) -> Result<Regions, Error> {
    let name = |square: Square| (square.row + square.column) % board.columns();
    let row = |row: u32| -> String {
        let names: Vec<String> =
            (0..board.columns()).map(|column| name(Square::new(row, column)).to_string()).collect();
        names.join(" ")
    };
    let rows: Vec<String> = (0..board.rows()).map(row).collect();
    Regions::parse(board, rows.join("\n").as_bytes())
}

/// The value of a sum such as `2n+1`, `n-1`, `k` or `3`.
fn evaluate(text: &str, n: u64, k: u64) -> Result<u64, Error> {
    let wrong = || Error::limit(format!("{text} for n = {n} is no number of rows or pieces"));
    let term = |text: &str| -> Option<u64> {
        let times = |factor: &str, value: u64| {
            if factor.is_empty() { Some(value) } else { factor.parse::<u64>().ok()?.checked_mul(value) }
        };
        match (text.strip_suffix('n'), text.strip_suffix('k')) {
            (Some(factor), _) => times(factor, n),
            (_, Some(factor)) => times(factor, k),
            _ => text.parse().ok(),
        }
    };
    let (more, less) = text.split_once('-').map_or((text, None), |(more, less)| (more, Some(less)));
    let sum = more.split('+').try_fold(0u64, |sum, text| sum.checked_add(term(text)?));
    let less = less.map_or(Some(0), term);
    sum.zip(less).and_then(|(sum, less)| sum.checked_sub(less)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_sequence_with_a_question() {
        let lines = TABLE.lines().filter(|line| line.starts_with('A')).count();
        assert_eq!(sequences().count(), lines);
        for sequence in sequences() {
            for n in sequence.offset..sequence.offset + 5 {
                sequence.question(n, 1).unwrap();
            }
            assert!(sequence.offset == 0 || sequence.question(sequence.offset - 1, 1).is_err());
        }
        let mut numbers: Vec<_> = sequences().map(|sequence| sequence.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), lines, "each stands there once");
    }

    #[test]
    fn sums_have_values() {
        for (text, value) in [("n", 5), ("2n+1", 11), ("n-1", 4), ("k", 3), ("3", 3), ("n+k", 8)] {
            assert_eq!(evaluate(text, 5, 3).unwrap(), value, "{text}");
        }
        assert!(evaluate("n-1", 0, 0).is_err() && evaluate("2x", 1, 1).is_err());
    }
}
