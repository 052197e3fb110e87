//! The most riders along two families of lines, and the most leapers that change the colour of their square, by maximum
//! matching in a bipartite graph.
//!
//! Idea: rooks are a matching of rows with columns, and a maximum matching is as large as a smallest cover of the squares by
//! rows and columns; so are bishops of diagonals, and both of parts of lines where walls cut them. Knights leap from white to
//! black, so the squares they attack from each other form a bipartite graph too, and the most of them are all squares less a
//! maximum matching. Either way the answer is a placement and a cover of the same size, and both are checked.
//! Source: J. E. Hopcroft and R. M. Karp, SIAM Journal on Computing 2 (1973); D. König, Matematikai és Fizikai Lapok 38 (1931).
//! Cost: O(E sqrt V) time for E open squares and V lines, or for E conflicts of V open squares; in practice a few times E.
//! Memory: 8 bytes an edge and some 60 a vertex. Limits: [`MAX_BYTES`], which is reckoned before it is taken.

mod cover;
mod graph;
mod hopcroft_karp;
mod karp_sipser;
mod leaps;
mod lines;

use self::cover::Group;
use self::leaps::Colouring;
use super::{Method, Misfit, bytes_text, require_plane};
use crate::piece::{Move, mirror_images};
use crate::work::Work;
use crate::{Board, Error, Goal, Maximum, Outcome, Piece, Placed, Problem, Question, Square, SquareSet};

const MAX_BYTES: u128 = 4_000_000_000;

/// See the module's text.
pub(crate) struct Matching;

impl Method for Matching {
    fn name(&self) -> &'static str {
        "matching"
    }

    fn idea(&self) -> &'static str {
        "a maximum matching of lines with lines, or of squares with squares (Hopcroft and Karp 1973)"
    }

    fn proof(&self) -> &'static str {
        "a checked placement, and a checked cover of the open squares by as many groups that hold at most one piece each"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        if question.goal() != Goal::Maximise {
            return Err(Misfit::other("maximises only"));
        }
        let (problem, board) = (question.problem(), question.problem().board());
        let shape = Shape::of(&problem.kinds()[0]).map_err(Misfit::other)?;
        require_plane(board)?;
        let bytes = shape.bytes(board);
        if bytes > MAX_BYTES {
            let (needs, has) = (bytes_text(bytes), bytes_text(MAX_BYTES));
            return Err(Misfit::size(format!("would need {needs} of memory, and takes at most {has}")));
        }
        Ok(())
    }

    fn maximise(&self, problem: &Problem, work: &Work) -> Result<Outcome<Maximum>, Error> {
        let shape = Shape::of(&problem.kinds()[0]).map_err(|_| self.wrong_goal("maximise", problem))?;
        let open = problem.open_squares(0);
        let found = match &shape {
            Shape::Lines(ride) => lines::maximise(problem, *ride, &open, work),
            Shape::Leaps(leaps, colouring) => leaps::maximise(problem, leaps, *colouring, &open, work),
        };
        found.conclude(problem, open, work)
    }
}

/// The pieces the method serves.
#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// One ride along two families of lines.
    Lines(Move),
    /// Leaps that change the colour.
    Leaps(Vec<Move>, Colouring),
}

impl Shape {
    /// The shape of a piece; if it has none of these, why.
    fn of(piece: &Piece) -> Result<Self, String> {
        match (piece.rides(), piece.leaps()) {
            (&[(a, b)], []) if a == 0 || a == b => Ok(Self::Lines((a, b))),
            ([], leaps) => match Colouring::of_leaps(leaps) {
                Some(colouring) => Ok(Self::Leaps(leaps.to_vec(), colouring)),
                None => Err("needs leaps that all change the colour of the square, in a colouring with two".into()),
            },
            _ => {
                Err("needs pieces that only leap, or that ride along two families of lines, as rooks and bishops do"
                    .into())
            }
        }
    }

    /// An upper bound on the memory used, the answer included.
    fn bytes(&self, board: &Board) -> u128 {
        let (squares, free) = (u128::from(board.square_count()), u128::from(board.free_count()));
        // a set of squares takes a bit a square; at most four are in use at a time
        let sets = squares / 2;
        match self {
            Self::Lines(ride) => {
                let walls = u128::from(board.wall_count());
                let lines = lines::line_counts(*ride, board).map(u128::from);
                let segments = lines.map(|lines| free.min(lines + walls));
                let pieces = segments[0].min(segments[1]);
                sets + 8 * free + 4 * (lines[0] + lines[1]) + 60 * (segments[0] + segments[1]) + 80 * pieces
            }
            Self::Leaps(leaps, _) => {
                let degree: usize = leaps.iter().map(|&leap| mirror_images(leap).len() / 2).sum();
                sets + 8 * squares + (8 * degree as u128 + 120) * free
            }
        }
    }
}

/// What was found: a placement besides the fixed pieces, and a cover of the open squares.
struct Found {
    squares: Vec<Square>,
    /// `None` for every square by itself.
    cover: Option<Vec<Group>>,
    /// Whether the two are of the same size.
    complete: bool,
    /// What the cover consists of.
    words: &'static str,
}

impl Found {
    /// What is known before any work: every square may hold a piece.
    fn nothing() -> Self {
        Self { squares: Vec::new(), cover: None, complete: false, words: "squares" }
    }

    /// Checks both halves.
    fn conclude(self, problem: &Problem, open: SquareSet, work: &Work) -> Result<Outcome<Maximum>, Error> {
        let groups = match self.cover {
            Some(cover) => cover::check(problem, open, cover)?,
            None => open.len() as u64,
        };
        if self.complete && groups != self.squares.len() as u64 {
            let message = format!("{} pieces and {groups} groups of squares do not match", self.squares.len());
            return Err(Error::self_check(message));
        }
        let solution = problem.complete(self.squares.into_iter().map(|square| Placed { square, kind: 0 }))?;
        let upper = groups + problem.fixed().pieces().len() as u64;
        work.monitor.set_bounds(solution.pieces().len() as u64, upper);
        let proof = format!("a checked placement, and {groups} {} that together cover every open square", self.words);
        Ok(Outcome::new(Maximum { solution, upper, proof }, self.complete))
    }
}
