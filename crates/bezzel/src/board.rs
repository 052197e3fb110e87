//! Boards: their size, their shape, their holes and walls.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::square::BitsOf;
use crate::{Error, Piece, Square, SquareSet};

/// The most rows, and the most columns, of any board.
pub const MAX_SIDE: u32 = 1 << 31;

/// The most squares of a board that has holes or walls: they are kept one bit a square, 256 MiB a set at this size.
pub const MAX_MARKED_SQUARES: u64 = 1 << 31;

/// The most squares of a board that wraps: its lines are kept square by square.
pub const MAX_WRAPPED_SQUARES: u64 = 1 << 22;

/// How the edges of a board are joined. [`Board::step`] is the one place where a move meets an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Topology {
    /// The ordinary board: a move over the edge is no move.
    #[default]
    Plane,
    /// Columns wrap: the last is beside the first. Rows do not.
    Cylinder,
    /// Rows and columns wrap.
    Torus,
}

/// What a square is, apart from the pieces on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Can hold a piece.
    Free,
    /// Cannot hold a piece; lines of attack pass over it.
    Hole,
    /// Cannot hold a piece; lines of attack stop at it.
    Wall,
}

/// A board of `rows x columns` squares, some of which may be holes or walls.
///
/// A hole cannot hold a piece but lets attacks pass; a wall cannot hold a piece and stops them. A board without holes and
/// walls takes no memory however large it is; cloning any board is cheap.
///
/// ```
/// use bezzel::{Board, Cell, Square};
/// let board = Board::new(3, 4)?.with_holes([Square::new(0, 1)])?.with_walls([Square::new(2, 3)])?;
/// assert_eq!(board.to_string(), ".x..\n....\n...#");
/// assert_eq!(board.cell(Square::new(0, 1)), Cell::Hole);
/// assert_eq!(board.free_count(), 10);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u32,
    columns: u32,
    topology: Topology,
    holes: Option<Arc<SquareSet>>,
    walls: Option<Arc<SquareSet>>,
}

impl Board {
    /// A board of free squares. Either side may be 0.
    ///
    /// # Errors
    /// A side above [`MAX_SIDE`].
    pub fn new(rows: u32, columns: u32) -> Result<Self, Error> {
        if rows.max(columns) > MAX_SIDE {
            return Err(Error::question(format!("a board of {rows}x{columns}: a side is at most {MAX_SIDE} (2^31)")));
        }
        Ok(Self { rows, columns, topology: Topology::Plane, holes: None, walls: None })
    }

    /// The square board of `n` rows and `n` columns.
    pub fn square(n: u32) -> Result<Self, Error> {
        Self::new(n, n)
    }

    /// The same board with these squares made holes.
    ///
    /// # Errors
    /// A square off the board or already a wall, or a board of more than [`MAX_MARKED_SQUARES`].
    pub fn with_holes(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.holes = self.marked(self.holes.clone(), self.walls.as_deref(), squares, "hole", "wall")?;
        Ok(self)
    }

    /// The same board with these squares made walls.
    ///
    /// # Errors
    /// A square off the board or already a hole, or a board of more than [`MAX_MARKED_SQUARES`].
    pub fn with_walls(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.walls = self.marked(self.walls.clone(), self.holes.as_deref(), squares, "wall", "hole")?;
        Ok(self)
    }

    /// The same board with its edges joined like this. A piece does not attack itself, even if it could move around the
    /// board to its own square.
    ///
    /// ```
    /// use bezzel::{Board, Piece, Square, Topology};
    /// let torus = Board::square(8)?.with_topology(Topology::Torus)?;
    /// assert!(Piece::KING.attacks(&torus, Square::new(0, 0), Square::new(7, 7)));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A board of more than [`MAX_WRAPPED_SQUARES`] that is to wrap.
    pub fn with_topology(mut self, topology: Topology) -> Result<Self, Error> {
        if topology != Topology::Plane && self.square_count() > MAX_WRAPPED_SQUARES {
            return Err(Error::limit(format!(
                "a board of {}x{} cannot be a cylinder or torus: the lines of such boards are kept square by square, for at most \
                 {MAX_WRAPPED_SQUARES} squares",
                self.rows, self.columns
            )));
        }
        self.topology = topology;
        Ok(self)
    }

    fn marked(
        &self,
        marks: Option<Arc<SquareSet>>,
        others: Option<&SquareSet>,
        squares: impl IntoIterator<Item = Square>,
        kind: &str,
        other_kind: &str,
    ) -> Result<Option<Arc<SquareSet>>, Error> {
        let mut squares = squares.into_iter().peekable();
        if squares.peek().is_none() {
            return Ok(marks);
        }
        if self.square_count() > MAX_MARKED_SQUARES {
            let message = format!(
                "a board of {self:?} cannot have a {kind}: holes and walls need at most {MAX_MARKED_SQUARES} squares"
            );
            return Err(Error::limit(message));
        }
        let mut marks = marks.map_or_else(|| SquareSet::new(self.rows, self.columns), Arc::unwrap_or_clone);
        for square in squares {
            self.require_on_board(square, kind)?;
            if others.is_some_and(|set| set.contains(square)) {
                return Err(Error::question(format!(
                    "{} is a {other_kind} already, so it cannot be a {kind}",
                    self.name(square)
                )));
            }
            marks.insert(square);
        }
        Ok(Some(Arc::new(marks)))
    }

    fn require_on_board(&self, square: Square, what: &str) -> Result<(), Error> {
        if self.contains(square) {
            return Ok(());
        }
        let Square { row, column } = square;
        Err(Error::question(format!("{what} at row {row}, column {column} (from 0) lies outside the {self:?} board")))
    }

    /// The board from its marks as they are, for readers that have collected them; empty sets are dropped.
    pub(crate) fn from_marks(rows: u32, columns: u32, holes: SquareSet, walls: SquareSet) -> Result<Self, Error> {
        let keep = |set: SquareSet| (!set.is_empty()).then(|| Arc::new(set));
        Ok(Self { holes: keep(holes), walls: keep(walls), ..Self::new(rows, columns)? })
    }

    /// The number of rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// How the edges are joined.
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// Whether some edges are joined.
    pub fn wraps(&self) -> bool {
        self.topology != Topology::Plane
    }

    /// The number of squares, holes and walls included.
    pub fn square_count(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// The number of squares that can hold a piece.
    pub fn free_count(&self) -> u64 {
        self.square_count() - self.hole_count() - self.wall_count()
    }

    /// The number of holes.
    pub fn hole_count(&self) -> u64 {
        self.holes.as_ref().map_or(0, |set| set.len() as u64)
    }

    /// The number of walls.
    pub fn wall_count(&self) -> u64 {
        self.walls.as_ref().map_or(0, |set| set.len() as u64)
    }

    /// Whether every square is free.
    pub fn is_bare(&self) -> bool {
        !self.has_holes() && !self.has_walls()
    }

    /// Whether some square is a hole.
    pub fn has_holes(&self) -> bool {
        self.holes.as_ref().is_some_and(|set| !set.is_empty())
    }

    /// Whether some square is a wall.
    pub fn has_walls(&self) -> bool {
        self.walls.as_ref().is_some_and(|set| !set.is_empty())
    }

    /// Whether a square lies on the board.
    pub const fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }

    /// What a square is.
    ///
    /// # Panics
    /// If it is off the board and the board has holes or walls.
    pub fn cell(&self, square: Square) -> Cell {
        let marked = |set: &Option<Arc<SquareSet>>| set.as_ref().is_some_and(|set| set.contains(square));
        if marked(&self.walls) {
            Cell::Wall
        } else if marked(&self.holes) {
            Cell::Hole
        } else {
            Cell::Free
        }
    }

    /// Whether a square can hold a piece.
    pub fn is_free(&self, square: Square) -> bool {
        self.cell(square) == Cell::Free
    }

    /// Whether a square is a wall.
    pub fn is_wall(&self, square: Square) -> bool {
        self.walls.as_ref().is_some_and(|set| set.contains(square))
    }

    /// The walls as a set.
    pub(crate) fn wall_squares(&self) -> SquareSet {
        self.walls.as_ref().map_or_else(|| SquareSet::new(self.rows, self.columns), |set| (**set).clone())
    }

    /// Every square in reading order: row by row from the top, left to right.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::new(row, column)))
    }

    /// The squares that can hold a piece, in reading order.
    pub fn free_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(|&square| self.is_free(square))
    }

    /// The square that a step of `(rows, columns)` from here leads to, or `None` where it leaves the board.
    ///
    /// ```
    /// use bezzel::{Board, Square};
    /// let board = Board::square(8)?;
    /// assert_eq!(board.step(Square::new(0, 1), (2, -1)), Some(Square::new(2, 0)));
    /// assert_eq!(board.step(Square::new(0, 1), (-1, 0)), None);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn step(&self, from: Square, (rows, columns): (i64, i64)) -> Option<Square> {
        let mut row = i64::from(from.row) + rows;
        let mut column = i64::from(from.column) + columns;
        if self.topology != Topology::Plane {
            column = column.rem_euclid(i64::from(self.columns));
        }
        if self.topology == Topology::Torus {
            row = row.rem_euclid(i64::from(self.rows));
        }
        let square = Square::new(u32::try_from(row).ok()?, u32::try_from(column).ok()?);
        self.contains(square).then_some(square)
    }

    /// The chess name of a square of this board, such as `c4`.
    ///
    /// # Panics
    /// If it is off the board.
    pub fn name(&self, square: Square) -> String {
        square.name(self.rows)
    }

    /// Reads a square: a chess name such as `c4`, or `(row,column)` from 0 at the top left.
    ///
    /// # Errors
    /// What is no square, or lies off the board.
    ///
    /// ```
    /// # use bezzel::{Board, Square};
    /// let board = Board::square(8)?;
    /// assert_eq!(board.parse_square("b4")?, board.parse_square("(4,1)")?);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn parse_square(&self, text: &str) -> Result<Square, Error> {
        let parsed = match text.strip_prefix('(') {
            Some(_) => parse_pair(text).map(|(row, column)| Square::new(row, column)),
            None => Square::parse(text, self.rows),
        };
        if let Some(square) = parsed.filter(|&square| self.contains(square)) {
            return Ok(square);
        }
        let shape = parsed.is_some() || Square::parse(text, u32::MAX).is_some();
        let why = if shape { "lies outside" } else { "is no square of" };
        let advice = if self.square_count() == 0 {
            "which has no squares".to_string()
        } else {
            let last = Square::new(0, self.columns - 1);
            format!(
                "whose squares run from a1 (bottom left) to {} (top right), or (0,0) from the top left",
                self.name(last)
            )
        };
        Err(Error::parse(format!("square '{text}' {why} the {self:?} board, {advice}")))
    }

    /// Reads squares separated by commas or spaces, such as `b4,d5` or `(4,1) (3,3)`.
    ///
    /// # Errors
    /// As [`parse_square`](Self::parse_square), and a square that is named twice.
    pub fn parse_squares(&self, text: &str) -> Result<Vec<Square>, Error> {
        let squares = split_squares(text).map(|item| self.parse_square(item)).collect::<Result<Vec<_>, Error>>()?;
        self.refuse_twice(squares.clone(), text)?;
        Ok(squares)
    }
}

impl Board {
    /// Reads pieces on squares separated by commas or blanks: `b4,d5` where there is one kind, else each with the letter of
    /// its kind: `Qb4,Kd5`.
    ///
    /// # Errors
    /// As [`parse_square`](Self::parse_square), a letter that belongs to none of the kinds, or none where there are several.
    ///
    /// ```
    /// use bezzel::{Board, Piece, Square};
    /// let board = Board::square(8)?;
    /// let pieces = board.parse_pieces("Qb4,Kd8", &[Piece::KING, Piece::QUEEN])?;
    /// assert_eq!(pieces, [(Piece::QUEEN, Square::new(4, 1)), (Piece::KING, Square::new(0, 3))]);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn parse_pieces(&self, text: &str, kinds: &[Piece]) -> Result<Vec<(Piece, Square)>, Error> {
        let parse = |item: &str| {
            let (piece, square) = match item.chars().next().filter(char::is_ascii_uppercase) {
                Some(letter) => (kinds.iter().find(|kind| kind.letter() == letter), &item[1..]),
                None => (kinds.first().filter(|_| kinds.len() == 1), item),
            };
            let piece = piece.ok_or_else(|| {
                let letters: Vec<String> = kinds.iter().map(|kind| format!("{} ({kind})", kind.letter())).collect();
                let lettered = item.starts_with(|c: char| c.is_ascii_uppercase());
                let fault =
                    if lettered { "names no piece of the army" } else { "does not say which piece stands there" };
                Error::parse(format!("'{item}' {fault}: begin with one of {}", letters.join(", ")))
            })?;
            Ok((piece.clone(), self.parse_square(square)?))
        };
        let pieces = split_squares(text).map(parse).collect::<Result<Vec<_>, Error>>()?;
        self.refuse_twice(pieces.iter().map(|(_, square)| *square).collect(), text)?;
        Ok(pieces)
    }

    fn refuse_twice(&self, mut squares: Vec<Square>, text: &str) -> Result<(), Error> {
        squares.sort_unstable();
        match squares.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => Err(Error::parse(format!("square {} is named twice in '{text}'", self.name(twice[0])))),
            None => Ok(()),
        }
    }
}

/// `(4,1)` as a pair of numbers.
pub(crate) fn parse_pair(text: &str) -> Option<(u32, u32)> {
    let (a, b) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten();
    Some((number(a.trim())?, number(b.trim())?))
}

/// Splits at commas and blanks that are not inside parentheses.
fn split_squares(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0 && (c == ',' || c.is_whitespace())
    })
    .filter(|item| !item.is_empty())
}

/// The size and shape, `8x10` or `8x10 torus`, for messages.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        match self.topology {
            Topology::Plane => Ok(()),
            Topology::Cylinder => f.write_str(" cylinder"),
            Topology::Torus => f.write_str(" torus"),
        }
    }
}

/// The board file: a line a row, `.` free, `x` hole, `#` wall.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("\n")?;
            }
            for column in 0..self.columns {
                f.write_str(self.cell(Square::new(row, column)).symbol())?;
            }
        }
        Ok(())
    }
}

impl Cell {
    /// The square's letter in a board file.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Free => ".",
            Self::Hole => "x",
            Self::Wall => "#",
        }
    }
}

/// A size: `8` (8 x 8) or `8x10` (8 rows, 10 columns).
///
/// ```
/// let board: bezzel::Board = "8x10".parse()?;
/// assert_eq!((board.rows(), board.columns()), (8, 10));
/// # Ok::<(), bezzel::Error>(())
/// ```
impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (rows, columns) = text.split_once(['x', 'X']).unwrap_or((text, text));
        Self::new(parse_side(rows, text)?, parse_side(columns, text)?)
    }
}

fn parse_side(digits: &str, text: &str) -> Result<u32, Error> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("'{text}' is no board size: write 8 for 8 x 8, or 8x10 for 8 rows and 10 columns");
        return Err(Error::parse(message));
    }
    match digits.parse() {
        Ok(side) if side <= MAX_SIDE => Ok(side),
        _ => Err(Error::parse(format!("board size '{text}' is too large: a side is at most {MAX_SIDE} (2^31)"))),
    }
}

impl SquareSet {
    /// The squares of a board that can hold a piece.
    pub fn of_free(board: &Board) -> Self {
        let mut free = Self::full(board.rows, board.columns);
        for set in [&board.holes, &board.walls].into_iter().flatten() {
            free = free - (**set).clone();
        }
        free
    }
}

/// The columns of a row mask, from the left.
pub(crate) fn mask_columns(mask: u64) -> impl Iterator<Item = u32> {
    BitsOf(mask).map(|bit| bit as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read() {
        for (text, rows, columns) in
            [("8", 8, 8), ("0", 0, 0), ("3x5", 3, 5), ("0x7", 0, 7), ("2147483648", MAX_SIDE, MAX_SIDE)]
        {
            let board: Board = text.parse().unwrap();
            assert_eq!((board.rows(), board.columns()), (rows, columns), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "-1", "abc", "1e3", "8x", "x8", "8x8x8", "+5", " 8", "1000000000000", "2147483649", "8.0", "८"]
        {
            assert!(matches!(text.parse::<Board>(), Err(Error::Parse(_))), "{text}");
        }
    }

    #[test]
    fn a_large_bare_board_costs_nothing() {
        let board = Board::square(MAX_SIDE).unwrap();
        assert_eq!(board.free_count(), 1 << 62);
        assert!(board.with_holes([Square::new(0, 0)]).is_err());
    }

    #[test]
    fn a_square_is_a_hole_or_a_wall_and_never_both() {
        let here = Square::new(1, 1);
        assert!(Board::square(3).unwrap().with_holes([here]).unwrap().with_walls([here]).is_err());
        assert!(Board::square(3).unwrap().with_walls([here]).unwrap().with_holes([here]).is_err());
    }

    #[test]
    fn squares_read_in_both_ways() {
        let board = Board::new(4, 5).unwrap();
        let read = board.parse_squares("a1, (0,4) b3").unwrap();
        assert_eq!(read, [Square::new(3, 0), Square::new(0, 4), Square::new(1, 1)]);
        for text in ["a5", "f1", "(4,0)", "(0,5)", "(1,1", "q", "a1,a1", "a1,(3,0)", "(1;2)", "((1,2))"] {
            assert!(board.parse_squares(text).is_err(), "{text}");
        }
    }
}
