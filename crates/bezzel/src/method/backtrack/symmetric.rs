//! The solutions that a symmetry leaves as they are.
//!
//! Idea: such a solution is made of whole orbits: sets of squares that the symmetry moves around among themselves. So the
//! search places orbits instead of squares. An orbit can be used if its pieces do not attack each other; two orbits are in
//! conflict if any of their squares are; each counts for as many pieces as it has squares. The clique bound holds as it is:
//! a clique of squares has at most one piece, whatever orbits meet it.
//! Cost: about the square root of the search for all solutions, for symmetries that move squares in pairs.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;

use super::bits::{Bits, LongBits};
use super::graph::{Graph, Places, open_squares};
use super::search::{Flow, Search, Visitor};
use super::split::split;
use super::tables::Tables;
use super::{MAX_BYTES, memory};
use crate::method::bytes_text;
use crate::work::Work;
use crate::{Board, Error, Outcome, Placed, Problem, Square, Symmetry, SymmetryGroup};

/// Solutions by the number of symmetries that leave them as they are.
pub(crate) type Tally = BTreeMap<usize, u64>;

/// For each of some symmetries of a problem, the solutions that it leaves as they are, by the number of symmetries of the
/// whole group that do so.
///
/// # Errors
/// A problem whose tables would take more memory than methods may have.
pub(crate) fn stabilisers(
    problem: &Problem,
    group: &SymmetryGroup,
    symmetries: &[Symmetry],
    work: &Work,
) -> Result<Outcome<Vec<Tally>>, Error> {
    let needs = memory(problem) * 3 / 2;
    if needs > MAX_BYTES {
        let (needs, has) = (bytes_text(needs), bytes_text(MAX_BYTES));
        let message = format!(
            "out of reach here: {problem} up to symmetry: the search for symmetric solutions would need {needs} of memory for its \
             tables, and takes at most {has}"
        );
        return Err(Error::limit(message));
    }
    let mut tallies = Vec::new();
    let Some(graph) = Graph::new(problem, open_squares(problem), work.monitor) else {
        return Ok(Outcome::Interrupted(tallies));
    };
    for &symmetry in symmetries {
        let fixed = Fixed { problem, group, graph: &graph, work };
        match fixed.by(symmetry)? {
            Outcome::Complete(tally) => tallies.push(tally),
            Outcome::Interrupted(_) => return Ok(Outcome::Interrupted(tallies)),
        }
    }
    Ok(Outcome::Complete(tallies))
}

struct Fixed<'a> {
    problem: &'a Problem,
    group: &'a SymmetryGroup,
    graph: &'a Graph<LongBits>,
    work: &'a Work<'a>,
}

impl Fixed<'_> {
    /// The solutions that this symmetry leaves as they are, with bit sets of the best size for its orbits.
    fn by(&self, symmetry: Symmetry) -> Result<Outcome<Tally>, Error> {
        match self.graph.usable(self.orbits(symmetry)) {
            orbits if orbits.len() <= 64 => self.search::<[u64; 1]>(symmetry, &orbits),
            orbits if orbits.len() <= 128 => self.search::<[u64; 2]>(symmetry, &orbits),
            orbits if orbits.len() <= 256 => self.search::<[u64; 4]>(symmetry, &orbits),
            orbits => self.search::<LongBits>(symmetry, &orbits),
        }
    }

    fn orbits(&self, symmetry: Symmetry) -> Vec<Vec<usize>> {
        let (board, squares) = (self.problem.board(), &self.graph.squares);
        let places = Places::new(board, squares);
        let mut seen = vec![false; squares.len()];
        let mut orbits = Vec::new();
        for start in 0..squares.len() {
            let mut orbit = Vec::new();
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                orbit.push(at);
                at = places.get(symmetry.image(squares[at], board)).expect("open squares go to open squares");
            }
            orbits.push(orbit);
        }
        orbits.retain(|orbit| !orbit.is_empty());
        orbits
    }

    fn search<B: Bits>(&self, symmetry: Symmetry, orbits: &[Vec<usize>]) -> Result<Outcome<Tally>, Error> {
        let Some(graph) = self.graph.of_groups::<B>(orbits, self.work.monitor) else {
            return Ok(Outcome::Interrupted(Tally::new()));
        };
        let tables = Tables::new(self.problem, graph);
        let teller = || Teller {
            work: self.work,
            problem: self.problem,
            board: self.problem.board(),
            group: self.group,
            symmetry,
            letters: vec![0; self.problem.board().square_count() as usize],
            pieces: Vec::new(),
            tally: Tally::new(),
        };
        let (above, parts) = split(&tables, teller);
        let all = Mutex::new(above.tally);
        let outcome = self.work.sum(&parts, |path| {
            let mut teller = teller();
            let flow = Search::new(&tables, path).run(&mut teller);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            teller.tally.into_iter().for_each(|(size, count)| *all.entry(size).or_default() += count);
            Outcome::new(BigUint::ZERO, flow == Flow::Done)
        })?;
        Ok(outcome.map(|_| all.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Tells of every solution how many symmetries leave it as it is.
struct Teller<'a> {
    work: &'a Work<'a>,
    problem: &'a Problem,
    board: &'a Board,
    group: &'a SymmetryGroup,
    symmetry: Symmetry,
    /// The kind of the piece on every square, from 1; 0 for none.
    letters: Vec<u8>,
    pieces: Vec<Placed>,
    tally: Tally,
}

impl Teller<'_> {
    fn letter(&mut self, square: Square) -> &mut u8 {
        &mut self.letters[square.row as usize * self.board.columns() as usize + square.column as usize]
    }

    /// Makes pieces of orbits.
    fn fill(&mut self, path: &[Placed]) {
        self.pieces.clear();
        for placed in path {
            let mut square = placed.square;
            loop {
                self.pieces.push(Placed { square, kind: placed.kind });
                *self.letter(square) = placed.kind + 1;
                square = self.symmetry.image(square, self.board);
                if square == placed.square {
                    break;
                }
            }
        }
    }

    /// No region has two pieces, so there are as many as regions if each has one.
    fn fills_regions(&self) -> bool {
        let all = self.pieces.len() + self.problem.fixed().pieces().len();
        self.problem.regions().iter().all(|division| division.len() == all)
    }

    /// Fixed pieces need not be looked at: every symmetry of the problem keeps them.
    fn is_kept_by(&mut self, symmetry: Symmetry) -> bool {
        (0..self.pieces.len()).all(|at| {
            let Placed { square, kind } = self.pieces[at];
            *self.letter(symmetry.image(square, self.board)) == kind + 1
        })
    }
}

impl Visitor for Teller<'_> {
    const COUNTS: bool = false;

    fn solution(&mut self, path: &[Placed]) -> Flow {
        self.fill(path);
        let group = self.group;
        if self.fills_regions() {
            let keepers = group.symmetries().iter().filter(|&&symmetry| self.is_kept_by(symmetry)).count();
            *self.tally.entry(keepers).or_default() += 1;
        }
        for at in 0..self.pieces.len() {
            *self.letter(self.pieces[at].square) = 0;
        }
        Flow::Done
    }

    fn stopped(&self) -> bool {
        self.work.monitor.is_stopped()
    }
}
