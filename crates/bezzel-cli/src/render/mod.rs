//! From reports and solutions to text: a file a format.

pub mod bars;
pub mod compact;
pub mod comparison;
pub mod csv;
pub mod json;
pub mod png;
pub mod svg;
pub mod text;

use std::io::{self, Write};

use bezzel::{Board, Piece, Placement, Problem, Question, Report};

use crate::args::{Format, OutArgs};
use crate::failure::Failure;

/// The widest and highest board that is printed as text or drawn.
const MAX_TEXT_SIDE: u32 = 2000;

/// A format for any number of solutions.
pub trait Listing {
    /// Before the first solution.
    fn begin(&mut self, _out: &mut dyn Write, _question: &Question) -> io::Result<()> {
        Ok(())
    }

    /// One solution, with its number from 1.
    fn solution(&mut self, out: &mut dyn Write, number: u64, solution: &Placement) -> io::Result<()>;

    /// After the last solution.
    fn end(&mut self, _out: &mut dyn Write, _report: &Report) -> io::Result<()> {
        Ok(())
    }
}

/// The listing of a format; [`allow_solutions`] has refused those that have none.
pub fn listing(format: Format, base: u32, numbered: bool) -> Box<dyn Listing> {
    match format {
        Format::Text | Format::Svg => Box::new(text::Boards { numbered }),
        Format::Json => Box::new(json::Document),
        Format::Jsonl => Box::new(json::Lines),
        Format::Csv => Box::new(csv::Pieces),
        Format::Perm => Box::new(compact::Perm { base }),
        Format::Leetcode => Box::new(compact::Leetcode),
        Format::Grid01 => Box::new(compact::Grid01),
        Format::Fen => Box::new(compact::Fen),
    }
}

/// Refuses a format that a verb does not write, and `--base` without `perm`.
pub fn allow(out: &OutArgs, verb: &str, formats: &[Format]) -> Result<(), Failure> {
    if !formats.contains(&out.format) {
        let names: Vec<String> = formats.iter().map(|&format| name(format)).collect();
        return Err(Failure::Question(format!(
            "{verb} does not go with --format {}; it takes {}",
            name(out.format),
            names.join(", ")
        )));
    }
    if out.base.is_some() && out.format != Format::Perm {
        return Err(Failure::Question("--base goes with --format perm".into()));
    }
    Ok(())
}

/// Refuses formats that cannot hold the solutions of this problem.
pub fn allow_solutions(out: &OutArgs, verb: &str, problem: &Problem, more: &[Format]) -> Result<(), Failure> {
    let mut formats = vec![Format::Text, Format::Json, Format::Jsonl, Format::Csv];
    formats.extend([Format::Perm, Format::Leetcode, Format::Grid01, Format::Fen]);
    formats.extend(more);
    allow(out, verb, &formats)?;
    let board = problem.board();
    match out.format {
        Format::Perm if !has_one_a_row(problem) => Err(Failure::Question(format!(
            "--format perm is for one piece in every row, which {problem} need not have; use text, jsonl or csv"
        ))),
        Format::Fen if !board.is_bare() => {
            Err(Failure::Question("--format fen has no signs for holes and walls; use text, jsonl or csv".into()))
        }
        Format::Leetcode | Format::Grid01 if board.has_walls() || board.has_holes() => Err(Failure::Question(format!(
            "--format {} has no signs for holes and walls; use text, jsonl or csv",
            name(out.format)
        ))),
        Format::Svg => require_drawable(board),
        format => require_printable(board, format),
    }
}

/// Whether every solution has exactly one piece in each row.
fn has_one_a_row(problem: &Problem) -> bool {
    let rides_rows = |piece: &Piece| piece.rides().contains(&(0, 1));
    let board = problem.board();
    let single = problem.army().single().is_some_and(|(piece, _)| rides_rows(piece));
    single && !board.has_walls() && problem.army().size() == Some(u64::from(board.rows()))
}

/// Refuses boards too large for formats that write every square.
pub fn require_printable(board: &Board, format: Format) -> Result<(), Failure> {
    let every_square = matches!(format, Format::Text | Format::Leetcode | Format::Grid01 | Format::Fen);
    if every_square && board.rows().max(board.columns()) > MAX_TEXT_SIDE {
        return Err(Failure::Question(format!(
            "a {board:?} board is too large to print: at most {MAX_TEXT_SIDE} rows and columns; use --format perm, which \
             writes the column of each row's piece, or jsonl"
        )));
    }
    Ok(())
}

/// Refuses boards too large to draw.
pub fn require_drawable(board: &Board) -> Result<(), Failure> {
    const MAX_DRAWN_SIDE: u32 = 500;
    if board.rows().max(board.columns()) > MAX_DRAWN_SIDE {
        return Err(Failure::Question(format!(
            "a {board:?} board is too large to draw: at most {MAX_DRAWN_SIDE} rows and columns"
        )));
    }
    Ok(())
}

fn name(format: Format) -> String {
    clap::ValueEnum::to_possible_value(&format).map_or_else(String::new, |value| value.get_name().to_string())
}
