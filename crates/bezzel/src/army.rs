//! Armies: which pieces, and how many of each.

use std::fmt;
use std::str::FromStr;

use crate::piece::unknown_piece;
use crate::{Board, Error, Piece};

/// How many pieces of a kind a placement has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Exactly so many, fixed pieces included.
    Exactly(u64),
    /// Any number, none included.
    Any,
    /// As many as fit. Only an army of one kind can say so.
    Most,
    /// As few as can be, of one kind: makes sense of maximal placements only.
    Least,
}

/// `8`, `any`, `max` or `min`.
impl FromStr for Quantity {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "any" => Ok(Self::Any),
            "max" => Ok(Self::Most),
            "min" => Ok(Self::Least),
            _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => match text.parse() {
                Ok(number) => Ok(Self::Exactly(number)),
                Err(_) => Err(Error::parse(format!("{text} pieces are more than any board holds"))),
            },
            _ => Err(Error::parse(format!(
                "'{text}' is no number of pieces: write a number such as 8, any, max, or (with --maximal) min"
            ))),
        }
    }
}

/// Pieces as people write them: one kind (`queens`, `Q`, `queen+(1,2)`), or numbers of several (`2K2Q2B1N`).
///
/// ```
/// use bezzel::{Army, Board, Pieces, Quantity};
/// let board = Board::new(3, 5)?;
/// let army = "queens".parse::<Pieces>()?.into_army(None, &board)?;
/// assert_eq!(army.to_string(), "3 queens");
/// let army = "2K1Q".parse::<Pieces>()?.into_army(None, &board)?;
/// assert_eq!(army.to_string(), "2 kings and 1 queen");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// One kind; how many is still open.
    Kind(Piece),
    /// So many of each kind.
    Counted(Vec<(Piece, u64)>),
}

impl Pieces {
    /// The army these pieces make with so many of them. Without a quantity, queens mean one a row (or a column, where there
    /// are fewer of these), and counted pieces mean what they say.
    ///
    /// # Errors
    /// A kind other than queens without a quantity, or counted pieces with one: the message says what each choice means.
    pub fn into_army(self, quantity: Option<Quantity>, board: &Board) -> Result<Army, Error> {
        match (self, quantity) {
            (Self::Kind(piece), Some(quantity)) => Army::new([(piece, quantity)]),
            (Self::Kind(piece), None) if piece == Piece::QUEEN => {
                let side = u64::from(board.rows().min(board.columns()));
                Army::new([(piece, Quantity::Exactly(side))])
            }
            (Self::Kind(piece), None) => Err(how_many(&piece, board)),
            (Self::Counted(counts), None) => {
                Army::new(counts.into_iter().map(|(piece, count)| (piece, Quantity::Exactly(count))))
            }
            (Self::Counted(_), Some(_)) => Err(Error::question(
                "an army such as 2K2Q2B1N says how many of each itself: leave --pieces out, or name one kind, such as queens",
            )),
        }
    }

    /// The one kind, if it is one.
    pub fn kind(&self) -> Option<&Piece> {
        match self {
            Self::Kind(piece) => Some(piece),
            Self::Counted(_) => None,
        }
    }

    /// The kinds, in the order written.
    pub fn kinds(&self) -> Vec<Piece> {
        match self {
            Self::Kind(piece) => vec![piece.clone()],
            Self::Counted(counts) => counts.iter().map(|(piece, _)| piece.clone()).collect(),
        }
    }
}

fn how_many(piece: &Piece, board: &Board) -> Error {
    let (names, side) = (piece.name(true), board.rows().min(board.columns()));
    Error::question(format!(
        "how many {names} on the {board:?} board? Say --pieces {side} for placements of exactly {side} (or any other number), \
         --pieces any for placements of any number, the empty one included, or --pieces max for placements of as many as fit"
    ))
}

impl FromStr for Pieces {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if let Ok(piece) = text.parse::<Piece>() {
            return Ok(Self::Kind(piece));
        }
        let army_like =
            text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if army_like { parse_counts(text).map(Self::Counted) } else { Err(explain(text)) }
    }
}

/// The right advice for a text that is neither a piece nor looks like an army.
fn explain(text: &str) -> Error {
    let letters = text.len() > 1 && text.chars().all(|letter| Piece::from_letter(letter).is_some());
    if letters {
        let counted = text.chars().map(|letter| format!("1{letter}")).collect::<Vec<_>>().concat();
        return Error::parse(format!("'{text}' does not say how many of each: write for example {counted}"));
    }
    text.parse::<Piece>().expect_err("tried before")
}

fn parse_counts(text: &str) -> Result<Vec<(Piece, u64)>, Error> {
    let mut counts: Vec<(Piece, u64)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let Some(letter) = after.chars().next() else {
            return Err(Error::parse(format!(
                "'{text}' ends with the number {number}: a piece letter must follow, as in 2K2Q"
            )));
        };
        let piece = Piece::from_letter(letter).ok_or_else(|| unknown_piece(&letter.to_string(), text))?;
        if number.is_empty() {
            return Err(Error::parse(format!("'{text}' does not say how many {}: write 1{letter}", piece.name(true))));
        }
        let count = parse_count(number, letter, text)?;
        if counts.iter().any(|(known, _)| *known == piece) {
            return Err(Error::parse(format!(
                "'{text}' names {letter} twice: write it once, with the sum of its numbers"
            )));
        }
        counts.push((piece, count));
        rest = &after[letter.len_utf8()..];
    }
    Ok(counts)
}

fn parse_count(number: &str, letter: char, text: &str) -> Result<u64, Error> {
    match number.parse() {
        Ok(0) => Err(Error::parse(format!("'{text}' has 0 of the piece {letter}: leave it out, or write 1{letter}"))),
        Ok(count) => Ok(count),
        Err(_) => {
            Err(Error::parse(format!("'{text}' asks for {number} of the piece {letter}, more than any board holds")))
        }
    }
}

/// One kind of an army and how many of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// The kind.
    pub piece: Piece,
    /// How many of it.
    pub quantity: Quantity,
}

/// Which pieces a placement is made of, and how many of each. Its kinds are in the order of their letters, which is also
/// the order in which two kinds on one square compare.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Army {
    members: Vec<Member>,
}

/// The most kinds of pieces in an army.
pub const MAX_KINDS: usize = 32;

impl Army {
    /// An army of these kinds.
    ///
    /// # Errors
    /// No kind, more than [`MAX_KINDS`], a kind named twice, two unnamed kinds (they would share the letter `U`), or
    /// [`Quantity::Most`] or [`Quantity::Least`] beside another kind.
    pub fn new(members: impl IntoIterator<Item = (Piece, Quantity)>) -> Result<Self, Error> {
        let mut members: Vec<Member> =
            members.into_iter().map(|(piece, quantity)| Member { piece, quantity }).collect();
        members.sort_by_key(|member| member.piece.letter());
        if members.is_empty() || members.len() > MAX_KINDS {
            return Err(Error::question(format!(
                "an army has 1 to {MAX_KINDS} kinds of pieces, not {}",
                members.len()
            )));
        }
        if let Some(pair) = members.windows(2).find(|pair| pair[0].piece.letter() == pair[1].piece.letter()) {
            return Err(Error::question(format!(
                "an army cannot have {} and {} as two kinds",
                pair[0].piece, pair[1].piece
            )));
        }
        if members.len() > 1 && members.iter().any(|member| member.quantity == Quantity::Most) {
            return Err(Error::question("as many as fit can be asked of one kind of piece only: say how many of each"));
        }
        if members.len() > 1 && members.iter().any(|member| member.quantity == Quantity::Least) {
            return Err(Error::question(
                "as few as can be can be asked of one kind of piece only: say how many of each",
            ));
        }
        Ok(Self { members })
    }

    /// Its kinds and how many of each, in the order of their letters.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The one kind and its quantity, if there is only one.
    pub fn single(&self) -> Option<(&Piece, Quantity)> {
        match &self.members[..] {
            [member] => Some((&member.piece, member.quantity)),
            _ => None,
        }
    }

    /// Its kinds, in the order of their letters.
    pub fn kinds(&self) -> Vec<Piece> {
        self.members.iter().map(|member| member.piece.clone()).collect()
    }

    /// How many pieces there are in all, if that is fixed.
    pub fn size(&self) -> Option<u64> {
        self.members.iter().try_fold(0u64, |sum, member| match member.quantity {
            Quantity::Exactly(count) => sum.checked_add(count),
            Quantity::Any | Quantity::Most | Quantity::Least => None,
        })
    }
}

/// `exactly`, in words: `2 kings and 1 queen`, `any number of kings`, `as many bishops as fit`.
impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Member { piece, quantity }) in self.members.iter().enumerate() {
            let joint = if index == 0 {
                ""
            } else if index + 1 == self.members.len() {
                " and "
            } else {
                ", "
            };
            f.write_str(joint)?;
            match quantity {
                Quantity::Exactly(count) => write!(f, "{count} {}", piece.name(*count != 1))?,
                Quantity::Any => write!(f, "any number of {}", piece.name(true))?,
                Quantity::Most => write!(f, "as many {} as fit", piece.name(true))?,
                Quantity::Least => write!(f, "as few {} as can be", piece.name(true))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armies_read() {
        let army = "2K2Q12B1N".parse::<Pieces>().unwrap().into_army(None, &Board::square(7).unwrap()).unwrap();
        assert_eq!(army.to_string(), "12 bishops, 2 kings, 1 knight and 2 queens");
        assert_eq!(army.size(), Some(17));
    }

    #[test]
    fn what_is_no_army_is_refused() {
        for text in
            ["0K", "2K2", "2K2K", "2K2Q2", "KQ", "2KQ", "2P", "2k", "99999999999999999999K", "", "2", "2K-1Q", "2Kä"]
        {
            assert!(text.parse::<Pieces>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_message_for_letters_without_numbers_says_what_to_write() {
        assert!("KQ".parse::<Pieces>().unwrap_err().to_string().contains("1K1Q"));
        assert!("2KQ".parse::<Pieces>().unwrap_err().to_string().contains("1Q"));
    }

    #[test]
    fn only_queens_may_leave_the_number_out() {
        let board = Board::square(8).unwrap();
        let army = |text: &str| text.parse::<Pieces>().unwrap().into_army(None, &board);
        assert_eq!(army("queens").unwrap().size(), Some(8));
        let message = army("bishops").unwrap_err().to_string();
        assert!(message.contains("--pieces 8") && message.contains("any") && message.contains("max"));
    }
}
