//! Reading what judges give: numbers, records of numbers and rows of squares, with the line in every message.
//!
//! Blank lines, blanks at the ends of lines, CRLF, a byte order mark and a missing last line end are all fine.

use std::iter::Enumerate;
use std::str::{Lines, SplitWhitespace};

use bezzel::{Board, Cell, MAX_SIDE, Square};

use super::JudgeError;

/// The most characters of the input that a message shows.
const SHOWN: usize = 24;

/// How a judge writes the squares of a board.
pub struct Legend {
    /// A square that may hold a piece.
    pub free: char,
    /// A square that may not.
    pub marked: char,
    /// What such a square is: a hole or a wall.
    pub cell: Cell,
}

/// The words of an input, one after another, each known by its line.
#[derive(Clone)]
pub struct Input<'a> {
    lines: Enumerate<Lines<'a>>,
    /// The number of the line being read, from 1; 0 before the first.
    line: usize,
    /// What is left of it.
    words: SplitWhitespace<'a>,
}

/// The input as text, without its byte order mark.
pub fn decode(input: &[u8]) -> Result<&str, JudgeError> {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    std::str::from_utf8(input).map_err(|error| {
        let (before, after) = input.split_at(error.valid_up_to());
        let line = before.split(|&byte| byte == b'\n').count();
        let byte = after.first().copied().unwrap_or_default();
        JudgeError::Input(format!("line {line} is not text (byte 0x{byte:02x})"))
    })
}

impl<'a> Input<'a> {
    /// The words of this text.
    pub fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), line: 0, words: "".split_whitespace() }
    }

    /// The next whole number, wherever it stands. `what` names it in messages.
    pub fn number(&mut self, what: &str) -> Result<u32, JudgeError> {
        let Some(word) = self.next_word() else { return Err(self.missing(what)) };
        self.parse(word, what)
    }

    /// The numbers of the next line, which has exactly `N`.
    pub fn record<const N: usize>(&mut self, what: &str) -> Result<[u32; N], JudgeError> {
        let words: Vec<&str> = self.next_line(what)?.split_whitespace().collect();
        let mut numbers = [0; N];
        for (number, word) in numbers.iter_mut().zip(&words) {
            *number = self.parse(word, what)?;
        }
        if words.len() != N {
            let found = format!("{} number{}", words.len(), if words.len() == 1 { "" } else { "s" });
            return Err(self.fault(&format!("{found} instead of {N}: here should be {what}")));
        }
        Ok(numbers)
    }

    /// The row and column on the next line, counted from `base`, as a square of the board.
    pub fn square(&mut self, what: &str, base: u32, board: &Board) -> Result<Square, JudgeError> {
        let [row, column] = self.record(&format!("row and column of {what}"))?;
        let row = self.within("row", row, base, board.rows())?;
        Ok(Square::new(row, self.within("column", column, base, board.columns())?))
    }

    /// A coordinate just read, counted from 0 instead of `base`, if it lies on a board of this size.
    pub fn within(&self, what: &str, value: u32, base: u32, size: u32) -> Result<u32, JudgeError> {
        if (base..base + size).contains(&value) {
            return Ok(value - base);
        }
        let place = if size == 0 {
            "which has no squares".to_string()
        } else {
            format!("where it runs from {base} to {}", base + size - 1)
        };
        Err(self.fault(&format!("{what} {value} lies outside the board, {place}")))
    }

    /// The next `n` lines as rows of `n` squares; blanks between squares are passed over.
    pub fn board(&mut self, n: u32, legend: &Legend) -> Result<Board, JudgeError> {
        let mut marked = Vec::new();
        for row in 0..n {
            let line = self.next_line(&format!("row {} of {n}", row + 1))?;
            let mut columns: u64 = 0;
            for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
                if letter == legend.marked {
                    marked.push(Square::new(row, columns as u32));
                } else if letter != legend.free {
                    let (free, other) = (legend.free, legend.marked);
                    let letter = shown(letter.encode_utf8(&mut [0; 4]));
                    return Err(self.fault(&format!("{letter} is no square: squares are {free} and {other}")));
                }
                columns += 1;
            }
            if columns != u64::from(n) {
                let squares = if columns == 1 { "square" } else { "squares" };
                return Err(self.fault(&format!("row {} has {columns} {squares}, not {n}", row + 1)));
            }
        }
        let board = Board::square(n)?;
        Ok(if legend.cell == Cell::Wall { board.with_walls(marked)? } else { board.with_holes(marked)? })
    }

    /// The end: nothing may follow.
    pub fn end(&mut self) -> Result<(), JudgeError> {
        match self.next_word() {
            None => Ok(()),
            Some(word) => Err(self.fault(&format!("{} stands after the end", shown(word)))),
        }
    }

    /// The one thing that the input consists of.
    pub fn only<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, JudgeError>) -> Result<T, JudgeError> {
        let one = read(self)?;
        self.end()?;
        Ok(one)
    }

    /// As many cases as the first number says.
    pub fn counted<T>(
        &mut self,
        what: &str,
        mut read: impl FnMut(&mut Self) -> Result<T, JudgeError>,
    ) -> Result<Vec<T>, JudgeError> {
        let count = self.number(what)?;
        let cases = (0..count).map(|_| read(self)).collect::<Result<_, _>>()?;
        self.end()?;
        Ok(cases)
    }

    /// Cases up to the one that reads as `None`, which ends the input; so does the end of the file after a case.
    pub fn until_none<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<Option<T>, JudgeError>,
    ) -> Result<Vec<T>, JudgeError> {
        let mut cases = Vec::new();
        while let Some(case) = read(self)? {
            cases.push(case);
            if self.clone().next_word().is_none() {
                break;
            }
        }
        self.end()?;
        Ok(cases)
    }

    fn next_word(&mut self) -> Option<&'a str> {
        if let Some(word) = self.words.next() {
            return Some(word);
        }
        self.words = self.advance()?.split_whitespace();
        self.words.next()
    }

    /// The next line that is not blank; nothing may be left of the one before.
    fn next_line(&mut self, what: &str) -> Result<&'a str, JudgeError> {
        if let Some(word) = self.words.next() {
            return Err(self.fault(&format!("{} is one word too many", shown(word))));
        }
        self.advance().ok_or_else(|| self.missing(what))
    }

    /// Goes on to the next line that is not blank.
    fn advance(&mut self) -> Option<&'a str> {
        let (index, line) = self.lines.find(|(_, line)| !line.trim().is_empty())?;
        self.line = index + 1;
        Some(line)
    }

    fn parse(&self, word: &str, what: &str) -> Result<u32, JudgeError> {
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.fault(&format!("{} is no whole number: here should be {what}", shown(word))));
        }
        match word.parse() {
            Ok(number) if number <= MAX_SIDE => Ok(number),
            _ => Err(self.fault(&format!("{} is too large: numbers are at most {MAX_SIDE}", shown(word)))),
        }
    }

    fn missing(&self, what: &str) -> JudgeError {
        JudgeError::Input(match self.line {
            0 => "the input is empty".into(),
            line => format!("the input ends after line {line}, before {what}"),
        })
    }

    fn fault(&self, message: &str) -> JudgeError {
        JudgeError::Input(format!("line {}: {message}", self.line))
    }
}

/// A piece of the input for a message: quoted, unprintable characters escaped, cut where it is long.
fn shown(text: &str) -> String {
    let mut letters = text.chars();
    let head: String = letters.by_ref().take(SHOWN).flat_map(char::escape_debug).collect();
    format!("'{head}{}'", if letters.next().is_some() { "..." } else { "" })
}
