//! Formats of one line a solution: `perm`, `grid01`, `fen`; and the nested lists of `leetcode`.

use std::io::{self, Write};

use bezzel::{Placement, Question, Report};

use super::{Listing, text};

/// The column of each row's piece.
pub struct Perm {
    pub base: u32,
}

impl Listing for Perm {
    fn solution(&mut self, out: &mut dyn Write, _number: u64, solution: &Placement) -> io::Result<()> {
        let columns = solution.columns_by_row().ok_or_else(|| io::Error::other("a row has not exactly one piece"))?;
        let mut number = itoa::Buffer::new();
        for (index, column) in columns.enumerate() {
            if index > 0 {
                out.write_all(b" ")?;
            }
            out.write_all(number.format(column + self.base).as_bytes())?;
        }
        out.write_all(b"\n")
    }
}

/// Every square row by row, 1 for a piece, 0 for none.
pub struct Grid01;

impl Listing for Grid01 {
    fn solution(&mut self, out: &mut dyn Write, _number: u64, solution: &Placement) -> io::Result<()> {
        let mut line = Vec::new();
        text::rows(solution, b'0', |row| {
            line.extend(row.iter().flat_map(|&sign| [if sign == b'0' { b'0' } else { b'1' }, b' ']));
            Ok(())
        })?;
        line.pop();
        line.push(b'\n');
        out.write_all(&line)
    }
}

/// Rows as in FEN: letters, and numbers for runs of empty squares, with `/` between rows.
pub struct Fen;

impl Listing for Fen {
    fn solution(&mut self, out: &mut dyn Write, _number: u64, solution: &Placement) -> io::Result<()> {
        let mut lines = Vec::new();
        text::rows(solution, b'.', |row| {
            let mut line = String::new();
            for run in row.chunk_by(|a, b| *a == b'.' && *b == b'.') {
                match run[0] {
                    b'.' => line += &run.len().to_string(),
                    letter => line.push(char::from(letter)),
                }
            }
            lines.push(line);
            Ok(())
        })?;
        writeln!(out, "{}", lines.join("/"))
    }
}

/// A JSON list of solutions, each a list of its rows.
pub struct Leetcode;

impl Listing for Leetcode {
    fn begin(&mut self, out: &mut dyn Write, _question: &Question) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn solution(&mut self, out: &mut dyn Write, number: u64, solution: &Placement) -> io::Result<()> {
        out.write_all(if number > 1 { b",[" } else { b"[" })?;
        let mut first = true;
        text::rows(solution, b'.', |row| {
            out.write_all(if first { b"\"" } else { b",\"" })?;
            first = false;
            out.write_all(row)?;
            out.write_all(b"\"")
        })?;
        out.write_all(b"]")
    }

    fn end(&mut self, out: &mut dyn Write, _report: &Report) -> io::Result<()> {
        out.write_all(b"]\n")
    }
}
