//! Regions: divisions of a board, of each part of which a placement has exactly one piece.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::{Board, Error, MAX_MARKED_SQUARES, Placed, Placement, Square};

/// A division of a board into regions: every square, holes and walls included, belongs to one. A problem with regions asks
/// for exactly one piece in each.
///
/// ```
/// use bezzel::{Board, Regions};
/// let board = Board::square(3)?;
/// let regions = Regions::parse(&board, b"AAB\nABB\nCCB\n")?;
/// assert_eq!((regions.len(), regions.to_string()), (3, "one in each of 3 regions".into()));
/// assert_eq!(Regions::rows(&board)?.to_string(), "one in each row");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regions {
    board: Board,
    kind: Kind,
    /// The region of each square, in reading order.
    region: Arc<[u32]>,
    /// The names of the regions, in the order of their first squares.
    names: Arc<[String]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rows,
    Columns,
    Drawn,
}

impl Regions {
    /// Each row is a region.
    ///
    /// # Errors
    /// A board of more than [`MAX_MARKED_SQUARES`]; so do the others.
    pub fn rows(board: &Board) -> Result<Self, Error> {
        let names = (0..board.rows()).map(|row| format!("row {}", board.rows() - row)).collect();
        Self::new(board, Kind::Rows, names, |square| square.row)
    }

    /// Each column is a region.
    ///
    /// # Errors
    /// As [`rows`](Self::rows).
    pub fn columns(board: &Board) -> Result<Self, Error> {
        let name = |column| format!("column {}", Square::new(0, column).column_name());
        Self::new(board, Kind::Columns, (0..board.columns()).map(name).collect(), |square| square.column)
    }

    fn new(board: &Board, kind: Kind, names: Vec<String>, region: impl Fn(Square) -> u32) -> Result<Self, Error> {
        if board.square_count() > MAX_MARKED_SQUARES / 32 {
            let most = MAX_MARKED_SQUARES / 32;
            return Err(Error::limit(format!(
                "a board of {board:?} cannot have regions: they need at most {most} squares"
            )));
        }
        Ok(Self { board: board.clone(), kind, region: board.squares().map(region).collect(), names: names.into() })
    }

    /// Reads a drawing: a line a row, a letter or number a square, equal ones forming a region. Numbers of several digits
    /// need blanks between all squares; `%` starts a comment.
    ///
    /// # Errors
    /// A sign that is neither letter nor digit, or a drawing that is not of the board's size; the line is told.
    pub fn parse(board: &Board, bytes: &[u8]) -> Result<Self, Error> {
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).into_owned();
        let lines =
            text.lines().enumerate().map(|(at, line)| (at + 1, line.split('%').next().unwrap_or_default().trim()));
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
        if lines.len() as u64 != u64::from(board.rows()) {
            let (found, wanted) = (lines.len(), board.rows());
            return Err(Error::parse(format!("{found} rows of regions for the {wanted} rows of the {board:?} board")));
        }
        let (mut numbers, mut names, mut region) = (HashMap::new(), Vec::new(), Vec::new());
        for (number, line) in lines {
            for name in names_of(line, number, board)? {
                let fresh = names.len() as u32;
                region.push(*numbers.entry(name.clone()).or_insert(fresh));
                if region.last() == Some(&fresh) {
                    names.push(format!("region {name}"));
                }
            }
        }
        let columns = board.columns() as usize;
        Self::new(board, Kind::Drawn, names, |square| region[square.row as usize * columns + square.column as usize])
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none: the board has no squares.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The place of the region of a square, in the order of their first squares.
    ///
    /// # Panics
    /// If the square is off the board.
    pub fn region(&self, square: Square) -> usize {
        self.region[square.row as usize * self.board.columns() as usize + square.column as usize] as usize
    }

    /// The name of a region: `region B`, `row 8`, `column c`.
    pub fn name(&self, region: usize) -> &str {
        &self.names[region]
    }

    /// The board they divide.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The squares of each region, in reading order.
    pub(crate) fn squares(&self) -> Vec<Vec<Square>> {
        let mut squares = vec![Vec::new(); self.len()];
        for square in self.board.squares() {
            squares[self.region(square)].push(square);
        }
        squares
    }

    /// Whether each region has exactly one of these pieces.
    pub(crate) fn are_filled(&self, pieces: &[Placed]) -> bool {
        pieces.len() == self.len() && self.shared(pieces).is_none()
    }

    /// Two pieces in one region, if there are.
    pub(crate) fn shared(&self, pieces: &[Placed]) -> Option<(Square, Square)> {
        let mut seen: Vec<Option<Square>> = vec![None; self.len()];
        pieces.iter().find_map(|placed| {
            let before = seen[self.region(placed.square)].replace(placed.square);
            before.map(|before| (before, placed.square))
        })
    }

    /// What is wrong with a placement, in words, region by region: `region B: no piece`, `row 8: 2 pieces, Qa8 Qd8`.
    ///
    /// ```
    /// use bezzel::{Board, Piece, Placement, Regions};
    /// let board = Board::square(3)?;
    /// let placement = Placement::of_kind(&board, Piece::KNIGHT, board.parse_squares("a3 c3 a1")?)?;
    /// assert_eq!(Regions::rows(&board)?.faults(&placement), ["row 3: 2 pieces, Na3 Nc3", "row 2: no piece"]);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn faults(&self, placement: &Placement) -> Vec<String> {
        let mut standing: Vec<Vec<String>> = vec![Vec::new(); self.len()];
        for &placed in placement.pieces() {
            let name = format!("{}{}", placement.letter(placed), self.board.name(placed.square));
            standing[self.region(placed.square)].push(name);
        }
        let fault = |(name, pieces): (&String, Vec<String>)| match pieces.len() {
            0 => Some(format!("{name}: no piece")),
            1 => None,
            many => Some(format!("{name}: {many} pieces, {}", pieces.join(" "))),
        };
        self.names.iter().zip(standing).filter_map(fault).collect()
    }
}

/// The names of the regions of a row.
fn names_of(line: &str, number: usize, board: &Board) -> Result<Vec<String>, Error> {
    let spaced = line.contains([' ', '\t']);
    let names: Vec<String> = if spaced {
        line.split_whitespace().map(str::to_string).collect()
    } else {
        line.chars().map(String::from).collect()
    };
    if let Some(bad) = names.iter().find(|name| !is_name(name)) {
        return Err(Error::parse(format!(
            "line {number}: '{bad}' is no region: write a letter or a number for each square, equal ones for one region"
        )));
    }
    if names.len() != board.columns() as usize {
        let (found, wanted) = (names.len(), board.columns());
        return Err(Error::parse(format!(
            "line {number}: {found} squares for the {wanted} columns of the {board:?} board"
        )));
    }
    Ok(names)
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) => one.is_alphanumeric(),
        _ => text.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// `one in each row`, `one in each of 8 regions`.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Rows => f.write_str("one in each row"),
            Kind::Columns => f.write_str("one in each column"),
            Kind::Drawn => write!(f, "one in each of {} regions", self.len()),
        }
    }
}
