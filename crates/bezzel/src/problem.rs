//! Problems: a board, an army, and the pieces that are fixed.

use std::fmt;
use std::sync::Arc;

use crate::army::Member;
use crate::{Army, Board, Error, Piece, Placed, Placement, Quantity, Regions, Solution, Square, SquareSet};

/// What is to be placed where: a board, an army and fixed pieces. Valid by construction: the fixed pieces stand on free
/// squares, are of the army, are not more than it has, and do not attack each other.
///
/// ```
/// use bezzel::{Army, Board, Piece, Problem, Quantity};
/// let board = Board::square(8)?;
/// let army = Army::new([(Piece::QUEEN, Quantity::Exactly(8))])?;
/// let problem = Problem::new(board.clone(), army)?.with_fixed_squares(board.parse_squares("b4,d5")?)?;
/// assert_eq!(problem.to_string(), "8 queens on 8x8 with Qd5, Qb4 fixed");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    board: Board,
    army: Army,
    kinds: Arc<[Piece]>,
    fixed: Solution,
    regions: Vec<Regions>,
    maximal: bool,
}

impl Problem {
    /// The problem of placing this army on this board, with nothing fixed.
    ///
    /// # Errors
    /// None today.
    pub fn new(board: Board, army: Army) -> Result<Self, Error> {
        let kinds: Arc<[Piece]> = army.kinds().into();
        let empty = Placement::new(&board, kinds.clone(), Vec::new())?;
        let fixed = empty.into_solution().map_err(|conflict| Error::self_check(conflict.to_string()))?;
        Ok(Self { board, army, kinds, fixed, regions: Vec::new(), maximal: false })
    }

    /// The same problem with these pieces fixed; only solutions that contain them all count.
    ///
    /// # Errors
    /// A piece that is not of the army or is more than it has, a square off the board, a hole, a wall or taken twice, and
    /// fixed pieces that attack each other.
    pub fn with_fixed(mut self, pieces: impl IntoIterator<Item = (Piece, Square)>) -> Result<Self, Error> {
        let mut placed = self.fixed.pieces().to_vec();
        for (piece, square) in pieces {
            let Some(kind) = self.kinds.iter().position(|kind| *kind == piece) else {
                let message =
                    format!("the fixed {piece} on {} is not of the army: {}", self.board.name(square), self.army);
                return Err(Error::question(message));
            };
            placed.push(Placed { square, kind: kind as u8 });
        }
        for (kind, Member { piece, quantity }) in self.army.members().iter().enumerate() {
            let fixed = placed.iter().filter(|one| usize::from(one.kind) == kind).count() as u64;
            if matches!(*quantity, Quantity::Exactly(count) if fixed > count) {
                let message =
                    format!("{fixed} fixed {} are more than the army has: {}", piece.name(fixed != 1), self.army);
                return Err(Error::question(message));
            }
        }
        let placement = Placement::new(&self.board, self.kinds.clone(), placed)?;
        self.fixed = placement.into_solution().map_err(|conflict| {
            Error::question(format!(
                "two fixed pieces attack each other: {conflict}; fixed pieces must be nonattacking"
            ))
        })?;
        self.check_regions()?;
        Ok(self)
    }

    /// The same problem, with exactly one piece in each of these regions, besides those that it has already. So there are as
    /// many pieces as regions; an army of any number of one kind is made exactly so many.
    ///
    /// ```
    /// use bezzel::{Army, Board, Piece, Problem, Quantity, Regions};
    /// // Hertzsprung's problem: one king in each row and column
    /// let board = Board::square(5)?;
    /// let army = Army::new([(Piece::KING, Quantity::Any)])?;
    /// let (rows, columns) = (Regions::rows(&board)?, Regions::columns(&board)?);
    /// let problem = Problem::new(board, army)?.with_regions(rows)?.with_regions(columns)?;
    /// assert_eq!(problem.to_string(), "5 kings on 5x5, one in each row, one in each column");
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Regions of another board, a number of pieces that is not that of the regions, or two fixed pieces in one region.
    pub fn with_regions(mut self, regions: Regions) -> Result<Self, Error> {
        if (regions.board().rows(), regions.board().columns()) != (self.board.rows(), self.board.columns()) {
            let (theirs, mine) = (regions.board(), &self.board);
            return Err(Error::question(format!("regions of a {theirs:?} board do not divide the {mine:?} board")));
        }
        let count = regions.len() as u64;
        if matches!(self.army.single(), Some((_, Quantity::Any))) {
            self = self.with_exactly(count)?;
        }
        let most = matches!(self.army.single(), Some((_, Quantity::Most | Quantity::Least)));
        if most || self.army.size().is_some_and(|size| size != count) {
            return Err(Error::question(format!(
                "{regions} means exactly {count} piece{}, not {}: leave the number out, or say {count}",
                if count == 1 { "" } else { "s" },
                self.army
            )));
        }
        self.regions.push(regions);
        self.check_regions()?;
        Ok(self)
    }

    fn check_regions(&self) -> Result<(), Error> {
        for regions in &self.regions {
            if let Some((one, other)) = regions.shared(self.fixed.pieces()) {
                let (one, other) = (self.board.name(one), self.board.name(other));
                let region = regions.name(regions.region(self.board.parse_square(&one)?));
                return Err(Error::question(format!(
                    "two fixed pieces are in {region}: on {one} and {other}; each region holds exactly one"
                )));
            }
        }
        Ok(())
    }

    /// The divisions of the board of which each region holds exactly one piece.
    pub fn regions(&self) -> &[Regions] {
        &self.regions
    }

    /// The same problem, of maximal placements only: those to which no piece can be added.
    ///
    /// ```
    /// use bezzel::{Answer, Army, Board, Goal, Piece, Problem, Quantity, Question, Solver};
    /// let army = Army::new([(Piece::QUEEN, Quantity::Least)])?;
    /// let problem = Problem::new(Board::square(8)?, army)?.maximal()?;
    /// let report = Solver::new().solve(&Question::new(problem, Goal::Find { first: false })?)?;
    /// let Answer::Found(Some(solution)) = report.answer.value() else { unreachable!() };
    /// assert_eq!(solution.pieces().len(), 5);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    ///
    /// # Errors
    /// An army of several kinds, and regions.
    pub fn maximal(mut self) -> Result<Self, Error> {
        if self.army.single().is_none() || !self.regions.is_empty() {
            let message = format!(
                "maximal placements are of one kind of piece, without regions, such as any number of queens, not {self}"
            );
            return Err(Error::question(message));
        }
        self.maximal = true;
        Ok(self)
    }

    /// Whether only maximal placements count.
    pub fn is_maximal(&self) -> bool {
        self.maximal
    }

    /// The same problem, of placements that need not be maximal.
    pub(crate) fn with_more_allowed(&self) -> Self {
        Self { maximal: false, ..self.clone() }
    }

    /// Whether a piece can be added to a solution.
    pub(crate) fn admits_more(&self, placement: &Placement) -> bool {
        placement.room_for(&self.kinds[0]).next().is_some()
    }

    /// The same problem with pieces of its only kind fixed on these squares.
    ///
    /// # Errors
    /// As [`with_fixed`](Self::with_fixed), and an army of several kinds.
    pub fn with_fixed_squares(self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        let Some((piece, _)) = self.army.single() else {
            return Err(Error::question(format!("say which piece is fixed where: the army is {}", self.army)));
        };
        let piece = piece.clone();
        self.with_fixed(squares.into_iter().map(|square| (piece.clone(), square)))
    }

    /// The same problem with exactly so many pieces of its only kind.
    pub(crate) fn with_exactly(&self, count: u64) -> Result<Self, Error> {
        let (piece, _) = self.army.single().expect("only an army of one kind can ask for as many as fit");
        let army = Army::new([(piece.clone(), Quantity::Exactly(count))])?;
        Ok(Self { army, ..self.clone() })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The army.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// The fixed pieces.
    pub fn fixed(&self) -> &Solution {
        &self.fixed
    }

    /// The kinds of the army, in the order of their letters; a [`Placed::kind`] is a place in it.
    pub fn kinds(&self) -> &Arc<[Piece]> {
        &self.kinds
    }

    /// For each kind, how many are to be placed besides the fixed ones.
    pub(crate) fn open_quantities(&self) -> Vec<Quantity> {
        let open = |(kind, member): (usize, &Member)| match member.quantity {
            Quantity::Exactly(count) => {
                let fixed = self.fixed.pieces().iter().filter(|placed| usize::from(placed.kind) == kind).count();
                Quantity::Exactly(count - fixed as u64)
            }
            other => other,
        };
        self.army.members().iter().enumerate().map(open).collect()
    }

    /// The squares where a piece of this kind can still be placed: free, and in no conflict or region with a fixed piece. Takes
    /// memory for one bit a square.
    pub(crate) fn open_squares(&self, kind: usize) -> SquareSet {
        let mut open = SquareSet::of_free(&self.board);
        for division in self.regions.iter().filter(|_| !self.fixed.pieces().is_empty()) {
            let taken: Vec<usize> = self.fixed.pieces().iter().map(|placed| division.region(placed.square)).collect();
            for square in self.board.squares().filter(|&square| taken.contains(&division.region(square))) {
                open.remove(square);
            }
        }
        for placed in self.fixed.pieces() {
            open.remove(placed.square);
            // attacks are mutual square by square, so the squares from which a kind attacks are those it attacks
            for piece in [&self.kinds[usize::from(placed.kind)], &self.kinds[kind]] {
                piece.for_each_attacked(&self.board, placed.square, |square| {
                    open.remove(square);
                });
            }
        }
        open
    }

    /// A placement of the fixed pieces and these, checked.
    pub(crate) fn complete(&self, pieces: impl IntoIterator<Item = Placed>) -> Result<Solution, Error> {
        let all = self.fixed.pieces().iter().copied().chain(pieces).collect();
        let placement = Placement::new(&self.board, self.kinds.clone(), all)?;
        if !self.regions.iter().all(|division| division.are_filled(placement.pieces())) {
            return Err(Error::self_check("a placement found has not one piece in each region"));
        }
        if self.maximal && self.admits_more(&placement) {
            return Err(Error::self_check("to a placement found a piece can be added"));
        }
        placement
            .into_solution()
            .map_err(|conflict| Error::self_check(format!("a placement found has the conflict {conflict}")))
    }
}

/// `8 queens on 8x8 (3 holes) with Qd5, Qb4 fixed`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, army, fixed, .. } = self;
        write!(f, "{army} on {board:?}")?;
        let mut marks = Vec::new();
        for (count, name) in [(board.hole_count(), "hole"), (board.wall_count(), "wall")] {
            if count > 0 {
                marks.push(format!("{count} {name}{}", if count == 1 { "" } else { "s" }));
            }
        }
        if !marks.is_empty() {
            write!(f, " ({})", marks.join(", "))?;
        }
        for regions in &self.regions {
            write!(f, ", {regions}")?;
        }
        if self.maximal {
            f.write_str(", to which none can be added")?;
        }
        match fixed.pieces() {
            [] => Ok(()),
            pieces if pieces.len() > 8 => write!(f, " with {} pieces fixed", pieces.len()),
            pieces => {
                let name = |&placed: &Placed| format!("{}{}", fixed.letter(placed), board.name(placed.square));
                write!(f, " with {} fixed", pieces.iter().map(name).collect::<Vec<_>>().join(", "))
            }
        }
    }
}
