//! Squares and sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// One square of a board: a row counted from the top and a column counted from the left, both from 0.
///
/// People write squares as in chess, `c4`: the column as letters (`a`..`z`, then `aa`, `ab`, ...), the row counted from the
/// **bottom** of the board, from 1. So a name needs the number of rows; [`Square::name`] and [`Square::parse`] take it.
///
/// ```
/// use bezzel::Square;
/// let square = Square::new(0, 2);
/// assert_eq!(square.name(8), "c8");
/// assert_eq!(Square::parse("c8", 8).unwrap(), square);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub column: u32,
}

impl Square {
    /// The square in this row (0 at the top) and column (0 at the left).
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// The chess name on a board of `rows` rows, such as `c4`.
    ///
    /// # Panics
    /// If the row is not below `rows`.
    pub fn name(self, rows: u32) -> String {
        format!("{}{}", column_name(self.column), rows - self.row)
    }

    /// The letters of its column: `a`..`z`, then `aa`, `ab`, ...
    ///
    /// ```
    /// assert_eq!(bezzel::Square::new(0, 27).column_name(), "ab");
    /// ```
    pub fn column_name(self) -> String {
        column_name(self.column)
    }

    /// Reads a chess name such as `c4`, or `None` if it is no name or its row lies outside a board of `rows` rows.
    pub fn parse(text: &str, rows: u32) -> Option<Self> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = text.split_at(digits);
        if number.starts_with('0') || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank: u32 = number.parse().ok()?;
        let column = parse_column(letters)?;
        (rank <= rows).then(|| Self::new(rows - rank, column))
    }
}

/// `a`..`z`, `aa`, `ab`, ...: the letters of a column, as spreadsheets count them.
pub(crate) fn column_name(column: u32) -> String {
    let mut rest = u64::from(column) + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    letters.reverse();
    String::from_utf8(letters).expect("letters are ASCII")
}

fn parse_column(letters: &str) -> Option<u32> {
    if letters.is_empty() || letters.len() > 7 {
        return None;
    }
    let mut value = 0u64;
    for byte in letters.bytes() {
        if !byte.is_ascii_lowercase() {
            return None;
        }
        value = value * 26 + u64::from(byte - b'a') + 1;
    }
    u32::try_from(value - 1).ok()
}

/// A set of squares of a board of a given size, one bit a square in reading order.
///
/// Behaves as a set: `&`, `|`, `-` and `!` (the complement on the board), `contains`, `insert`, `remove`, `len`, `iter`.
/// Takes `rows * columns / 8` bytes.
///
/// ```
/// use bezzel::{Square, SquareSet};
/// let mut corner = SquareSet::new(3, 3);
/// corner.insert(Square::new(0, 0));
/// let others = !corner.clone();
/// assert_eq!((others.len(), (corner & others).is_empty()), (8, true));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SquareSet {
    rows: u32,
    columns: u32,
    words: Vec<u64>,
}

impl SquareSet {
    /// The empty set on a board of this size.
    ///
    /// # Panics
    /// If `rows * columns` bits do not fit in the address space.
    pub fn new(rows: u32, columns: u32) -> Self {
        let squares = usize::try_from(u64::from(rows) * u64::from(columns)).expect("a set fits in the address space");
        Self { rows, columns, words: vec![0; squares.div_ceil(64)] }
    }

    /// Every square of a board of this size.
    pub fn full(rows: u32, columns: u32) -> Self {
        !Self::new(rows, columns)
    }

    fn squares(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The place of a square in reading order.
    ///
    /// # Panics
    /// If the square is not on the board.
    fn index(&self, square: Square) -> usize {
        assert!(square.row < self.rows && square.column < self.columns, "square {square:?} is off the board");
        square.row as usize * self.columns as usize + square.column as usize
    }

    /// Whether the square is in the set.
    ///
    /// # Panics
    /// If it is off the board; so do [`insert`](Self::insert) and [`remove`](Self::remove).
    pub fn contains(&self, square: Square) -> bool {
        let index = self.index(square);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Adds a square; whether it was new.
    pub fn insert(&mut self, square: Square) -> bool {
        let index = self.index(square);
        let bit = 1 << (index % 64);
        let new = self.words[index / 64] & bit == 0;
        self.words[index / 64] |= bit;
        new
    }

    /// Takes a square out; whether it was there.
    pub fn remove(&mut self, square: Square) -> bool {
        let index = self.index(square);
        let bit = 1 << (index % 64);
        let there = self.words[index / 64] & bit != 0;
        self.words[index / 64] &= !bit;
        there
    }

    /// How many squares are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The squares in reading order: row by row from the top, left to right.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        let bits = self.words.iter().enumerate().flat_map(|(at, &word)| BitsOf(word).map(move |bit| at * 64 + bit));
        let columns = self.columns as usize;
        let (mut row, mut end) = (0, columns);
        // bits come in order, so the row is kept instead of divided for
        bits.map(move |index| {
            while index >= end {
                row += 1;
                end += columns;
            }
            Square::new(row, (index + columns - end) as u32)
        })
    }

    fn zip(mut self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        assert!(self.rows == other.rows && self.columns == other.columns, "sets of boards of different sizes");
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine = combine(*mine, *theirs);
        }
        self
    }
}

/// The positions of the set bits of a word, lowest first.
pub(crate) struct BitsOf(pub u64);

impl Iterator for BitsOf {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(&other, |a, b| a & b)
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(&other, |a, b| a | b)
    }
}

impl Sub for SquareSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(&other, |a, b| a & !b)
    }
}

impl Not for SquareSet {
    type Output = Self;
    fn not(mut self) -> Self {
        let squares = self.squares();
        for word in &mut self.words {
            *word = !*word;
        }
        if !squares.is_multiple_of(64) {
            *self.words.last_mut().expect("there is a word") &= (1 << (squares % 64)) - 1;
        }
        self
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|square| square.name(self.rows))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_names_run_past_z() {
        let names: Vec<String> = [0, 25, 26, 27, 51, 52, 701, 702].into_iter().map(column_name).collect();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn every_name_reads_back() {
        for column in (0..2000).chain([1 << 30, u32::MAX - 1]) {
            let square = Square::new(3, column);
            assert_eq!(Square::parse(&square.name(10), 10), Some(square));
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in ["", "a", "4", "a0", "a9", "A1", "a01", "a1b", "1a", "ä1", "a-1", "zzzzzzzz1", "a99999999999"] {
            assert_eq!(Square::parse(text, 8), None, "{text}");
        }
    }

    #[test]
    fn complement_stays_on_the_board() {
        for (rows, columns) in [(0, 0), (0, 5), (1, 1), (8, 8), (5, 13), (9, 15)] {
            let all = SquareSet::full(rows, columns);
            assert_eq!(all.len(), rows as usize * columns as usize);
            assert_eq!(all.iter().count(), all.len());
            assert!((!all).is_empty());
        }
    }
}
