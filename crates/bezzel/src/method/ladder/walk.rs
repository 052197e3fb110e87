//! The one search of the ladder: line by line, a piece on each square of a line in turn, then, where that is allowed, the line
//! left empty. The conflict test is exchangeable, and every step can be watched.
//!
//! It keeps its own stack, so that it can pause at any square, be copied there, and go on.

use std::sync::Arc;

use super::line::Line;
use super::rules::Rule;
use crate::{Board, Ended, Event, Monitor, Observer, Piece, Problem, Quantity, Square};

/// The monitor is asked whether to stop after so many squares tried.
const TRIES_BETWEEN_CHECKS: u64 = 4096;

/// It is told how far the search is after so many checks.
const CHECKS_BETWEEN_SHARES: u64 = 256;

/// What a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// So many pieces.
    Exactly(usize),
    /// Any number of them.
    Any,
    /// More than in all solutions before; with `bounded`, partial placements that cannot come to that are left at once.
    Most { bounded: bool },
}

impl Target {
    /// The target of a problem whose open quantity is this.
    pub fn of(problem: &Problem) -> Self {
        match problem.open_quantities()[0] {
            Quantity::Exactly(count) => Self::Exactly(usize::try_from(count).unwrap_or(usize::MAX)),
            Quantity::Any | Quantity::Least => Self::Any,
            Quantity::Most => Self::Most { bounded: false },
        }
    }
}

/// A line the search is on.
#[derive(Debug, Clone)]
struct Frame {
    line: usize,
    cursor: u64,
    /// A piece was placed to come here (if not, a line was left empty, or this is the first).
    by_piece: bool,
    /// The line may still be left empty.
    may_skip: bool,
    /// Nothing is to be tried here: a solution, or a node that is not worth going on from.
    is_leaf: bool,
}

/// See the module's text.
#[derive(Clone)]
pub(super) struct Walk<R> {
    board: Board,
    piece: Piece,
    /// Shared by all copies: on a large board they are most of a search.
    lines: Arc<[Line]>,
    rule: R,
    target: Target,
    /// Only the left half of the first line is searched, for its mirror image too.
    halved: bool,
    frames: Vec<Frame>,
    pieces: Vec<Square>,
    is_started: bool,
    /// Squares tried so far, over all runs: searches that pause often are stopped all the same.
    tries: u64,
    found: u64,
    best: Vec<Square>,
}

impl<R: Rule> Walk<R> {
    pub fn new(problem: &Problem, lines: Vec<Line>, rule: R, target: Target) -> Self {
        Self {
            board: problem.board().clone(),
            piece: problem.kinds()[0].clone(),
            lines: lines.into(),
            rule,
            target,
            halved: false,
            frames: Vec::new(),
            pieces: Vec::new(),
            is_started: false,
            tries: 0,
            found: 0,
            best: Vec::new(),
        }
    }

    /// The same search of the left half of the first line and its middle square; the lines must be rows and mirror images of
    /// themselves.
    pub fn halved(mut self) -> Self {
        self.halved = true;
        let columns = self.board.columns();
        let mut lines = self.lines.to_vec();
        if let Some(first) = lines.first_mut() {
            first.squares.retain(|square| 2 * square.column < columns);
        }
        self.lines = lines.into();
        self
    }

    /// Runs until everything is seen or somebody asks for a pause.
    pub fn run(&mut self, observer: &mut impl Observer, monitor: &Monitor) -> Ended {
        if !self.is_started {
            self.is_started = true;
            self.enter(0, false, observer);
        }
        while let Some(frame) = self.frames.last_mut() {
            let line = frame.line;
            if frame.is_leaf {
                self.leave(observer);
                continue;
            }
            let next = self.rule.next(&self.lines[line], &mut frame.cursor);
            if let Some(square) = next {
                self.try_square(line, square, observer);
                self.tries += 1;
                if self.tries.is_multiple_of(TRIES_BETWEEN_CHECKS) && self.is_stopped(monitor) {
                    return Ended::Paused;
                }
            } else if frame.may_skip {
                frame.may_skip = false;
                self.enter(line + 1, false, observer);
            } else {
                self.leave(observer);
                continue;
            }
            if observer.rest().is_break() {
                return Ended::Paused;
            }
        }
        Ended::Done
    }

    #[inline]
    fn try_square(&mut self, line: usize, square: Square, observer: &mut impl Observer) {
        let depth = self.pieces.len();
        observer.see(depth, Event::Try(square));
        if self.rule.refuses(&self.pieces, square) {
            if observer.wants_attackers() {
                let with = self.attacker(&self.pieces, square).unwrap_or(square);
                observer.see(depth, Event::Conflict { square, with });
            } else {
                observer.see(depth, Event::Conflict { square, with: square });
            }
            return;
        }
        observer.see(depth, Event::Place(square));
        self.rule.place(square);
        self.pieces.push(square);
        self.enter(line + 1, true, observer);
    }

    /// Goes on to a line, or, if the pieces are complete or hopeless, no further.
    #[inline]
    fn enter(&mut self, line: usize, by_piece: bool, observer: &mut impl Observer) {
        let lines_left = self.lines.len() - line;
        let standing = self.pieces.len();
        let (is_hopeless, is_full, may_skip) = match self.target {
            Target::Exactly(count) => {
                let wanted = count - standing;
                (lines_left < wanted, wanted == 0, lines_left > wanted)
            }
            Target::Any => (false, lines_left == 0, true),
            Target::Most { bounded } => (bounded && self.is_hopeless(line), lines_left == 0, true),
        };
        let is_leaf = is_hopeless || is_full;
        let cursor = if is_leaf { 0 } else { self.rule.start(&self.lines[line]) };
        self.frames.push(Frame { line, cursor, by_piece, may_skip, is_leaf });
        if is_full && !is_hopeless {
            self.arrive(observer);
        }
    }

    /// The pieces are as many as they should be.
    fn arrive(&mut self, observer: &mut impl Observer) {
        let depth = self.pieces.len();
        if matches!(self.target, Target::Most { .. }) && depth <= self.best.len() {
            return;
        }
        if !R::TESTS_AT_ONCE
            && let Some((square, with)) = self.rule.flaw(&self.pieces)
        {
            observer.see(depth, Event::Conflict { square, with });
            return;
        }
        self.found += self.weight();
        if let Target::Most { .. } = self.target {
            self.best.clone_from(&self.pieces);
        }
        observer.see(depth, Event::Solution(self.pieces.last().copied()));
    }

    fn leave(&mut self, observer: &mut impl Observer) {
        let by_piece = self.frames.pop().is_some_and(|frame| frame.by_piece);
        if by_piece && let Some(square) = self.pieces.pop() {
            self.rule.remove(square);
            observer.see(self.pieces.len(), Event::Remove(square));
        }
    }

    /// How many solutions the one on the board stands for.
    fn weight(&self) -> u64 {
        let left_half =
            |square: &Square| square.row == self.lines[0].row && 2 * square.column + 1 < self.board.columns();
        if self.halved && self.pieces.first().is_some_and(left_half) { 2 } else { 1 }
    }

    /// Whether the pieces and one on each line that still takes one are no more than there were before.
    fn is_hopeless(&self, line: usize) -> bool {
        let free = |square: &Square| !self.rule.refuses(&self.pieces, *square);
        let takes_one = |line: &&Line| line.squares.iter().any(free);
        let wanted = (self.best.len() + 1).saturating_sub(self.pieces.len());
        wanted > 0 && self.lines[line..].iter().filter(takes_one).take(wanted).count() < wanted
    }

    /// The first of these pieces that a piece on this square would attack.
    fn attacker(&self, pieces: &[Square], square: Square) -> Option<Square> {
        pieces.iter().copied().find(|&piece| self.piece.attacks(&self.board, piece, square))
    }

    fn is_stopped(&self, monitor: &Monitor) -> bool {
        if self.tries.is_multiple_of(TRIES_BETWEEN_CHECKS * CHECKS_BETWEEN_SHARES) {
            monitor.set_share(self.share_done());
        }
        monitor.is_stopped()
    }

    /// The share of the search that is done, if all squares that a line leaves free have as much below them.
    pub fn share_done(&self) -> f64 {
        if !self.is_started {
            return 0.0;
        }
        let (mut share, mut width, mut standing) = (0.0, 1.0, 0);
        for (index, frame) in self.frames.iter().enumerate().take_while(|(_, frame)| !frame.is_leaf) {
            standing += usize::from(frame.by_piece);
            let child = self.frames.get(index + 1);
            let pieces = &self.pieces[..standing];
            let is_live = |square: &Square| !R::TESTS_AT_ONCE || self.attacker(pieces, *square).is_none();
            let live = self.lines[frame.line].squares.iter().enumerate().filter(|(_, square)| is_live(square));
            let (ahead, behind): (Vec<_>, Vec<_>) =
                live.partition(|(place, square)| self.rule.is_ahead(frame.cursor, *place, **square));
            let skips = usize::from(frame.may_skip || child.is_some_and(|child| !child.by_piece));
            width /= (ahead.len() + behind.len() + skips).max(1) as f64;
            // a careless rule may have placed a piece where none should stand
            let below = usize::from(child.is_some_and(|child| child.by_piece));
            share += behind.len().saturating_sub(below) as f64 * width;
        }
        if self.frames.is_empty() { 1.0 } else { share }
    }

    /// The pieces on the board, in the order in which they were placed.
    pub fn pieces(&self) -> &[Square] {
        &self.pieces
    }

    /// The number of solutions found so far; a solution that stands for its mirror image counts twice.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The most pieces so far.
    pub fn best(&self) -> &[Square] {
        &self.best
    }
}
