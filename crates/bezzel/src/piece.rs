//! Pieces: what moves they are made of, their names, and which squares they attack.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::board::{MAX_SIDE, parse_pair};
use crate::{Board, Error, Square};

/// A pair of distances `(a, b)` with `a <= b`, standing for all its mirror images `(+-a, +-b)` and `(+-b, +-a)`.
pub type Move = (u32, u32);

/// A piece: a union of leapers and riders.
///
/// A leaper `(a, b)` moves once by `(a, b)` or a mirror image of it, over whatever is between; a rider repeats such a step
/// any number of times and is stopped by a wall or another piece on the way (holes do not stop it).
///
/// ```
/// use bezzel::Piece;
/// let amazon: Piece = "queen+(1,2)".parse()?;
/// assert_eq!(amazon, Piece::AMAZON);
/// assert_eq!("(1,2)*".parse::<Piece>()?, Piece::NIGHTRIDER);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    leaps: Cow<'static, [Move]>,
    rides: Cow<'static, [Move]>,
}

/// A piece that has a name: the constant, its letter, its name and the plural.
struct Named {
    piece: Piece,
    letter: char,
    name: &'static str,
    plural: &'static str,
}

const fn named(piece: Piece, letter: char, name: &'static str, plural: &'static str) -> Named {
    Named { piece, letter, name, plural }
}

static NAMED: [Named; 13] = [
    named(Piece::QUEEN, 'Q', "queen", "queens"),
    named(Piece::BISHOP, 'B', "bishop", "bishops"),
    named(Piece::ROOK, 'R', "rook", "rooks"),
    named(Piece::KNIGHT, 'N', "knight", "knights"),
    named(Piece::KING, 'K', "king", "kings"),
    named(Piece::AMAZON, 'A', "amazon", "amazons"),
    named(Piece::EMPRESS, 'E', "empress", "empresses"),
    named(Piece::PRINCESS, 'S', "princess", "princesses"),
    named(Piece::NIGHTRIDER, 'H', "nightrider", "nightriders"),
    named(Piece::WAZIR, 'W', "wazir", "wazirs"),
    named(Piece::FERS, 'F', "fers", "ferses"),
    named(Piece::CAMEL, 'C', "camel", "camels"),
    named(Piece::ZEBRA, 'Z', "zebra", "zebras"),
];

/// The letter of a piece that has none of its own.
const UNNAMED_LETTER: char = 'U';

impl Piece {
    /// Rides along rows, columns and diagonals.
    pub const QUEEN: Self = Self::known(&[], &[(0, 1), (1, 1)]);
    /// Rides along diagonals.
    pub const BISHOP: Self = Self::known(&[], &[(1, 1)]);
    /// Rides along rows and columns.
    pub const ROOK: Self = Self::known(&[], &[(0, 1)]);
    /// Leaps (1,2).
    pub const KNIGHT: Self = Self::known(&[(1, 2)], &[]);
    /// Leaps (0,1) and (1,1): the neighbouring squares.
    pub const KING: Self = Self::known(&[(0, 1), (1, 1)], &[]);
    /// Queen and knight, also called superqueen.
    pub const AMAZON: Self = Self::known(&[(1, 2)], &[(0, 1), (1, 1)]);
    /// Rook and knight, also called chancellor or marshal.
    pub const EMPRESS: Self = Self::known(&[(1, 2)], &[(0, 1)]);
    /// Bishop and knight, also called archbishop or cardinal.
    pub const PRINCESS: Self = Self::known(&[(1, 2)], &[(1, 1)]);
    /// Rides (1,2).
    pub const NIGHTRIDER: Self = Self::known(&[], &[(1, 2)]);
    /// Leaps (0,1).
    pub const WAZIR: Self = Self::known(&[(0, 1)], &[]);
    /// Leaps (1,1).
    pub const FERS: Self = Self::known(&[(1, 1)], &[]);
    /// Leaps (1,3).
    pub const CAMEL: Self = Self::known(&[(1, 3)], &[]);
    /// Leaps (2,3).
    pub const ZEBRA: Self = Self::known(&[(2, 3)], &[]);

    const fn known(leaps: &'static [Move], rides: &'static [Move]) -> Self {
        Self { leaps: Cow::Borrowed(leaps), rides: Cow::Borrowed(rides) }
    }

    /// The piece with these leaps and rides, each given in either order of its two distances. Repetitions, and leaps that
    /// are the first step of a ride, are dropped, so equal pieces compare equal.
    ///
    /// # Errors
    /// No move at all, the move (0,0), or a distance above [`MAX_SIDE`].
    pub fn new(leaps: impl IntoIterator<Item = Move>, rides: impl IntoIterator<Item = Move>) -> Result<Self, Error> {
        let rides = canonical(rides)?;
        let mut leaps = canonical(leaps)?;
        leaps.retain(|leap| !rides.contains(leap));
        if leaps.is_empty() && rides.is_empty() {
            return Err(Error::question("a piece needs at least one move, such as (1,2) or (0,1)*"));
        }
        Ok(Self { leaps: Cow::Owned(leaps), rides: Cow::Owned(rides) })
    }

    /// Its leaps, ascending.
    pub fn leaps(&self) -> &[Move] {
        &self.leaps
    }

    /// Its rides, ascending.
    pub fn rides(&self) -> &[Move] {
        &self.rides
    }

    /// The piece that has the moves of both.
    ///
    /// # Panics
    /// Never: moves that are valid apart are valid together.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let join = |mine: &[Move], theirs: &[Move]| [mine, theirs].concat();
        Self::new(join(&self.leaps, &other.leaps), join(&self.rides, &other.rides)).expect("both have valid moves")
    }

    fn named(&self) -> Option<&'static Named> {
        NAMED.iter().find(|named| named.piece == *self)
    }

    /// Its letter on a board: `Q` for a queen; `U` for a piece that has no name.
    pub fn letter(&self) -> char {
        self.named().map_or(UNNAMED_LETTER, |named| named.letter)
    }

    /// The named piece with this (capital) letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        NAMED.iter().find(|named| named.letter == letter).map(|named| named.piece.clone())
    }

    /// Its name for so many of it: `queen`, `queens`, or its moves, `(1,4)+(2,3)*`.
    pub fn name(&self, plural: bool) -> String {
        match self.named() {
            Some(named) => if plural { named.plural } else { named.name }.to_string(),
            None => self.moves_text(),
        }
    }

    fn moves_text(&self) -> String {
        let leaps = self.leaps.iter().map(|(a, b)| format!("({a},{b})"));
        let rides = self.rides.iter().map(|(a, b)| format!("({a},{b})*"));
        leaps.chain(rides).collect::<Vec<_>>().join("+")
    }

    /// Whether this piece on `from` attacks the square `to`, other pieces apart: by a leap, or by a ride with no wall on the
    /// way. A piece does not attack its own square. This walks the moves one by one: the definition that faster tests are
    /// held against.
    ///
    /// ```
    /// use bezzel::{Board, Piece, Square};
    /// let board = Board::square(8)?;
    /// let attacks = |a: &str, b: &str| Piece::QUEEN.attacks(&board, board.parse_square(a).unwrap(), board.parse_square(b).unwrap());
    /// assert!(attacks("a1", "h8") && attacks("d1", "d5") && !attacks("a1", "b3"));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn attacks(&self, board: &Board, from: Square, to: Square) -> bool {
        let leaps = self.leaps.iter().flat_map(|&leap| mirror_images(leap));
        let rides = self.rides.iter().flat_map(|&ride| mirror_images(ride));
        from != to && leaps.into_iter().any(|step| board.step(from, step) == Some(to))
            || rides.into_iter().any(|step| ride(board, from, step).any(|square| square == to))
    }

    /// The squares this piece attacks from `from`, other pieces apart, each once and in no order; holes and walls are not
    /// left out, but a ride ends before a wall. Where the board wraps, a square that is reached on several ways is visited
    /// several times.
    ///
    /// ```
    /// use bezzel::{Board, Piece, Square};
    /// let mut count = 0;
    /// Piece::QUEEN.for_each_attacked(&Board::square(8)?, Square::new(0, 0), |_| count += 1);
    /// assert_eq!(count, 21);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn for_each_attacked(&self, board: &Board, from: Square, mut visit: impl FnMut(Square)) {
        for step in self.leaps.iter().flat_map(|&leap| mirror_images(leap)) {
            if let Some(square) = board.step(from, step).filter(|&to| to != from) {
                visit(square);
            }
        }
        for step in self.rides.iter().flat_map(|&ride| mirror_images(ride)) {
            ride(board, from, step).for_each(&mut visit);
        }
    }
}

/// The squares of a ride from a square (left out), up to the edge or before a wall, or once around a board that wraps.
fn ride(board: &Board, from: Square, step: (i64, i64)) -> impl Iterator<Item = Square> + '_ {
    let next = move |&square: &Square| board.step(square, step).filter(|&to| to != from && !board.is_wall(to));
    std::iter::successors(next(&from), next)
}

/// The 4 or 8 different steps that a move stands for.
pub(crate) fn mirror_images((a, b): Move) -> Vec<(i64, i64)> {
    let (a, b) = (i64::from(a), i64::from(b));
    let mut steps = vec![(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
    steps.sort_unstable();
    steps.dedup();
    steps
}

fn canonical(moves: impl IntoIterator<Item = Move>) -> Result<Vec<Move>, Error> {
    let mut moves: Vec<Move> = moves.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    if moves.contains(&(0, 0)) {
        return Err(Error::question("the move (0,0) goes nowhere: write a move such as (1,2)"));
    }
    if let Some((a, b)) = moves.iter().find(|(_, b)| *b > MAX_SIDE) {
        return Err(Error::question(format!(
            "the move ({a},{b}) is longer than any board: distances are at most {MAX_SIDE}"
        )));
    }
    moves.sort_unstable();
    moves.dedup();
    Ok(moves)
}

/// The singular name, or the moves: `queen`, `(1,4)+(2,3)*`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name(false))
    }
}

/// A name (`queen`, `queens`), a letter (`Q`), a leaper `(1,3)`, a rider `(1,2)*`, or several joined with `+`.
impl FromStr for Piece {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parts = text.split('+').map(|part| parse_part(part.trim(), text));
        let first = parts.next().expect("split gives at least one part")?;
        parts.try_fold(first, |piece, part| Ok(piece.union(&part?)))
    }
}

fn parse_part(part: &str, text: &str) -> Result<Piece, Error> {
    let lower = part.to_lowercase();
    let same = |named: &&Named| named.name == lower || named.plural == lower || part.chars().eq([named.letter]);
    if let Some(named) = NAMED.iter().find(same) {
        return Ok(named.piece.clone());
    }
    let (pair, rides) = part.strip_suffix('*').map_or((part, false), |pair| (pair, true));
    match parse_pair(pair) {
        Some(step) if rides => Piece::new([], [step]),
        Some(step) => Piece::new([step], []),
        None => Err(unknown_piece(part, text)),
    }
}

pub(crate) fn unknown_piece(part: &str, text: &str) -> Error {
    let whole = if part == text { String::new() } else { format!(" in '{text}'") };
    let names: Vec<String> = NAMED.iter().map(|named| format!("{} ({})", named.plural, named.letter)).collect();
    Error::parse(format!(
        "'{part}'{whole} is no piece: write one of {}; a leaper \"(1,3)\"; a rider \"(1,2)*\"; moves joined with +; or an army \
         such as 2K2Q2B1N",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_letters_and_moves_read_back() {
        for named in &NAMED {
            for text in [named.name, named.plural, &named.letter.to_string(), &named.piece.moves_text()] {
                assert_eq!(text.parse::<Piece>().unwrap(), named.piece, "{text}");
            }
            assert_eq!(Piece::from_letter(named.letter), Some(named.piece.clone()));
            assert_eq!(Piece::new(named.piece.leaps.to_vec(), named.piece.rides.to_vec()).unwrap(), named.piece);
        }
    }

    #[test]
    fn joined_moves_are_a_union() {
        assert_eq!("rook+bishop".parse::<Piece>().unwrap(), Piece::QUEEN);
        assert_eq!("R + (1,1)*".parse::<Piece>().unwrap(), Piece::QUEEN);
        assert_eq!("queen+king".parse::<Piece>().unwrap(), Piece::QUEEN);
        assert_eq!("(3,1)".parse::<Piece>().unwrap(), Piece::CAMEL);
        assert_eq!("(2,2)*+(1,4)".parse::<Piece>().unwrap().to_string(), "(1,4)+(2,2)*");
    }

    #[test]
    fn what_is_no_piece_is_refused() {
        for text in
            ["", "+", "queen+", "pawn", "(1)", "(0,0)", "(1,2)**", "(1,-2)", "(1,9999999999)", "Qq", "(1,2", "*"]
        {
            assert!(text.parse::<Piece>().is_err(), "{text}");
        }
    }

    #[test]
    fn walls_stop_rides_and_holes_do_not() {
        let at = |column| Square::new(0, column);
        let hole = Board::new(1, 3).unwrap().with_holes([at(1)]).unwrap();
        let wall = Board::new(1, 3).unwrap().with_walls([at(1)]).unwrap();
        assert!(Piece::ROOK.attacks(&hole, at(0), at(2)));
        assert!(!Piece::ROOK.attacks(&wall, at(0), at(2)));
        assert!("(0,2)".parse::<Piece>().unwrap().attacks(&wall, at(0), at(2)));
    }
}
