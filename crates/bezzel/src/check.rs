//! The check: whether a placement is nonattacking, and every attacking pair if not.
//!
//! Idea: in reading order, two pieces attack along a ride only if they are on one line of it, and the nearest piece before
//! on that line tells all: a table from line to last piece seen finds it in one step. Leaps are looked up square by square.
//! Cost: time proportional to pieces x moves (plus the pairs, when pairs are listed); with walls, plus the squares between
//! neighbours on a line. Memory: a few words a piece and a line. On boards that wrap, lines are rings or arcs between walls, and
//! neighbours on them are found by sorting the pieces of each.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::line::{LineFamily, WrappedLines};
use crate::piece::mirror_images;
use crate::{Board, Piece, Placed, Square};

const NONE: u32 = u32::MAX;

/// A test of placements of given kinds on a given board, to be used many times.
#[derive(Debug)]
pub(crate) struct Checker {
    board: Board,
    rides: Vec<Ride>,
    leaps: Vec<Leap>,
}

/// The lines of one step, and which kinds ride along them.
#[derive(Debug)]
struct Ride {
    lines: LineFamily,
    riders: Vec<bool>,
    last: Table,
}

/// The forward steps of one leap, and which kinds make it.
#[derive(Debug)]
struct Leap {
    steps: Vec<(i64, i64)>,
    leapers: Vec<bool>,
}

impl Checker {
    pub fn new(board: &Board, kinds: &[Piece]) -> Self {
        let movers = |has: &dyn Fn(&Piece) -> bool| kinds.iter().map(has).collect::<Vec<bool>>();
        let mut rides: Vec<_> = kinds.iter().flat_map(|piece| piece.rides().iter().copied()).collect();
        rides.sort_unstable();
        rides.dedup();
        let mut leaps: Vec<_> = kinds.iter().flat_map(|piece| piece.leaps().iter().copied()).collect();
        leaps.sort_unstable();
        leaps.dedup();
        let ride_lines = rides.iter().flat_map(|&ride| {
            let riders = movers(&|piece| piece.rides().contains(&ride));
            LineFamily::of_ride(ride, board).into_iter().map(move |lines| {
                let last = Table::default();
                Ride { lines, riders: riders.clone(), last }
            })
        });
        // where the board wraps, a step down may lead to an earlier square
        let forward = |&(dr, dc): &(i64, i64)| board.wraps() || dr > 0 || (dr == 0 && dc > 0);
        let leap_steps = leaps.iter().map(|&leap| Leap {
            steps: mirror_images(leap).into_iter().filter(forward).collect(),
            leapers: movers(&|piece| piece.leaps().contains(&leap)),
        });
        Self { board: board.clone(), rides: ride_lines.collect(), leaps: leap_steps.collect() }
    }

    /// Whether no piece attacks another. Pieces are in reading order.
    pub fn is_nonattacking(&mut self, pieces: &[Placed]) -> bool {
        let Self { board, rides, .. } = self;
        rides.iter_mut().all(|ride| ride.is_nonattacking(board, pieces))
            && (self.leaps.is_empty() || self.visit_leap_pairs(pieces))
    }

    /// Whether there is no pair a leap apart.
    fn visit_leap_pairs(&self, pieces: &[Placed]) -> bool {
        let occupied = Occupied::new(&self.board, pieces);
        (0..pieces.len()).all(|index| {
            let mut free = true;
            self.for_each_leap(pieces, &occupied, index, |_| free = false);
            free
        })
    }

    /// The pieces after this one in reading order that it attacks, or is attacked by, with a leap.
    fn for_each_leap(&self, pieces: &[Placed], occupied: &Occupied, index: usize, mut visit: impl FnMut(usize)) {
        let placed = pieces[index];
        for leap in &self.leaps {
            for &step in &leap.steps {
                let leaps = |at: usize| leap.leapers[usize::from(pieces[at].kind)];
                let other = self.board.step(placed.square, step).and_then(|square| occupied.get(square));
                if let Some(other) = other.filter(|&other| other > index && (leaps(index) || leaps(other))) {
                    visit(other);
                }
            }
        }
    }

    /// Hands over every attacking pair (places in `pieces`, first before second) in reading order until `visit` breaks.
    /// Pieces block lines unless `through`.
    pub fn visit_conflicts(
        &mut self,
        pieces: &[Placed],
        through: bool,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) {
        let Self { board, rides, .. } = self;
        let chains: Vec<(Vec<bool>, Chains)> =
            rides.iter_mut().map(|ride| (ride.riders.clone(), ride.chains(board, pieces))).collect();
        let occupied = Occupied::new(&self.board, pieces);
        let mut partners = Vec::new();
        for index in 0..pieces.len() {
            partners.clear();
            for (riders, chains) in &chains {
                let rides = |at: usize| riders[usize::from(pieces[at].kind)];
                chains.for_each_after(index, through, |other| {
                    if rides(index) || rides(other) {
                        partners.push(other);
                    }
                });
            }
            self.for_each_leap(pieces, &occupied, index, |other| partners.push(other));
            partners.sort_unstable();
            partners.dedup();
            for &other in &partners {
                if visit(index, other).is_break() {
                    return;
                }
            }
        }
    }
}

fn follow(next: &[u32], at: usize) -> Option<usize> {
    (next[at] != NONE).then(|| next[at] as usize)
}

/// The pieces in the order of their lines.
enum Chains {
    /// For each piece the next one on its line, with no wall between; `NONE` if there is none.
    Next(Vec<u32>),
    Rings(Rings),
}

impl Chains {
    /// The pieces after this one in reading order that it sees; those behind others too if `through`.
    fn for_each_after(&self, index: usize, through: bool, visit: impl FnMut(usize)) {
        match self {
            Self::Next(next) => {
                let reach = if through { usize::MAX } else { 1 };
                std::iter::successors(follow(next, index), |&at| follow(next, at)).take(reach).for_each(visit);
            }
            Self::Rings(rings) => rings.seen_from(index, through).filter(|&other| other > index).for_each(visit),
        }
    }
}

/// The pieces sorted by their lines and places on them, where lines may close to rings.
struct Rings {
    order: Vec<u32>,
    /// For each piece its place in the order.
    places: Vec<u32>,
    /// For each place, where its line starts and ends in the order, and whether it is closed.
    spans: Vec<(u32, u32, bool)>,
}

impl Rings {
    fn new(lines: &WrappedLines, pieces: &[Placed]) -> Self {
        let key = |&at: &u32| {
            let square = pieces[at as usize].square;
            (lines.line(square), lines.place(square))
        };
        let mut order: Vec<u32> = (0..pieces.len() as u32).collect();
        order.sort_unstable_by_key(key);
        let mut places = vec![0; pieces.len()];
        let mut spans = Vec::with_capacity(pieces.len());
        for line in order.chunk_by(|one, other| key(one).0 == key(other).0) {
            let start = spans.len() as u32;
            let span = (start, start + line.len() as u32, lines.is_closed(key(&line[0]).0));
            for (place, &at) in (start..).zip(line) {
                places[at as usize] = place;
                spans.push(span);
            }
        }
        Self { order, places, spans }
    }

    /// The pieces that this one sees, perhaps itself and some twice.
    fn seen_from(&self, index: usize, through: bool) -> impl Iterator<Item = usize> + '_ {
        let place = self.places[index];
        let (start, end, closed) = self.spans[place as usize];
        let after = if place + 1 < end { Some(place + 1) } else { closed.then_some(start) };
        let before = if place > start { Some(place - 1) } else { closed.then_some(end - 1) };
        let all = if through { start..end } else { 0..0 };
        all.chain(after).chain(before).map(|place| self.order[place as usize] as usize)
    }
}

impl Ride {
    fn chains(&mut self, board: &Board, pieces: &[Placed]) -> Chains {
        match self.lines.wrapped() {
            Some(lines) => Chains::Rings(Rings::new(lines, pieces)),
            None => Chains::Next(self.next_on_line(board, pieces)),
        }
    }

    fn is_nonattacking(&mut self, board: &Board, pieces: &[Placed]) -> bool {
        self.last.reserve(self.lines.line_count(), pieces.len());
        let mut good = true;
        let mut seen = 0;
        for (index, placed) in pieces.iter().enumerate() {
            let before = self.last.replace(self.lines.line(placed.square), index as u32);
            seen += 1;
            if before != NONE {
                let before = pieces[before as usize];
                let rides = self.riders[usize::from(placed.kind)] || self.riders[usize::from(before.kind)];
                good = !rides || (board.has_walls() && self.lines.wall_between(board, before.square, placed.square));
                if !good {
                    break;
                }
            }
        }
        self.forget(&pieces[..seen]);
        good
    }

    /// For each piece the next one on its line, with no wall between; `NONE` if there is none.
    fn next_on_line(&mut self, board: &Board, pieces: &[Placed]) -> Vec<u32> {
        self.last.reserve(self.lines.line_count(), pieces.len());
        let mut next = vec![NONE; pieces.len()];
        for (index, placed) in pieces.iter().enumerate().rev() {
            let after = self.last.replace(self.lines.line(placed.square), index as u32);
            let seen = after != NONE
                && !(board.has_walls() && self.lines.wall_between(board, placed.square, pieces[after as usize].square));
            if seen {
                next[index] = after;
            }
        }
        self.forget(pieces);
        next
    }

    fn forget(&mut self, pieces: &[Placed]) {
        for placed in pieces {
            self.last.clear(self.lines.line(placed.square));
        }
    }
}

/// From line numbers to the place of a piece: an array where the lines are few, else a hash map.
#[derive(Debug, Default)]
struct Table {
    dense: Vec<u32>,
    sparse: HashMap<u64, u32>,
}

impl Table {
    fn reserve(&mut self, keys: u64, entries: usize) {
        let worth = keys <= 16 * entries as u64 + 4096;
        if worth && self.dense.len() < keys as usize {
            self.dense = vec![NONE; keys as usize];
        }
    }

    /// Stores an entry and returns the one before, or `NONE`.
    fn replace(&mut self, key: u64, entry: u32) -> u32 {
        if self.is_dense(key) {
            std::mem::replace(&mut self.dense[key as usize], entry)
        } else {
            self.sparse.insert(key, entry).unwrap_or(NONE)
        }
    }

    fn clear(&mut self, key: u64) {
        if self.is_dense(key) {
            self.dense[key as usize] = NONE;
        } else {
            self.sparse.remove(&key);
        }
    }

    fn is_dense(&self, key: u64) -> bool {
        key < self.dense.len() as u64
    }
}

/// Which piece stands on a square.
enum Occupied<'a> {
    Dense { places: Vec<u32>, columns: usize },
    Sparse { pieces: &'a [Placed] },
}

impl<'a> Occupied<'a> {
    fn new(board: &Board, pieces: &'a [Placed]) -> Self {
        if board.square_count() > 64 * pieces.len() as u64 + 4096 {
            return Self::Sparse { pieces };
        }
        let columns = board.columns() as usize;
        let mut places = vec![NONE; board.square_count() as usize];
        for (index, placed) in pieces.iter().enumerate() {
            places[placed.square.row as usize * columns + placed.square.column as usize] = index as u32;
        }
        Self::Dense { places, columns }
    }

    fn get(&self, square: Square) -> Option<usize> {
        match self {
            Self::Dense { places, columns } => follow(places, square.row as usize * columns + square.column as usize),
            Self::Sparse { pieces } => pieces.binary_search_by_key(&square, |placed| placed.square).ok(),
        }
    }
}
