//! The textbook ladder: one observable search with exchangeable conflict tests, from trying everything to bit masks. Each rung
//! can be asked as a method, watched step by step, and compared with the others.
//!
//! Idea: queens go row by row, bishops anti-diagonal by anti-diagonal; each such line holds one piece at most. On a line its
//! squares are tried in turn, then, if the number of pieces allows, the line stays empty. Rungs differ in how they know that a
//! square is attacked ([`rules`]) and in what they leave out.
//! Source: the classic exercises (`boj-9663`, `leetcode-51` and `boj-1799`), and Wirth's program of 1971, of
//! which `pairwise` counts the steps: 876 squares tried and 113 queens put down up to the first solution of n = 8.
//! Cost: about n squares tried for each partial placement, each for O(n^2) (`mark`, on placing), O(n) (`pairwise`, `lists`) or
//! O(1). One thread, as in the books.
//! Limits: queens or bishops, no walls, at most [`MAX_SIDE`] rows and columns.

mod careless;
mod line;
mod rules;
mod search;
mod walk;

pub(crate) use careless::{without_empty_diagonals, without_rules};
pub use search::Search;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use self::rules::{Arrays, Diagonals, Exhaustive, Lists, Mark, Masks, Pairwise};
use self::search::Steps;
use self::walk::{Target, Walk};
use super::{Method, Misfit, require_plane, with_fixed};
use crate::placement::Sink;
use crate::work::Work;
use crate::{
    Ended, Error, Event, Goal, Maximum, Observer, Outcome, Piece, Placed, Problem, Question, Solution, Square, Tally,
};

const MAX_SIDE: u32 = 1000;

/// A rung of the ladder.
pub(crate) struct Rung {
    name: &'static str,
    idea: &'static str,
    piece: Piece,
    /// Whether it answers this goal; if not, why.
    goal: fn(Goal) -> Result<(), &'static str>,
    /// What else it needs.
    needs: fn(&Problem) -> Result<(), Misfit>,
    /// The searches that make it up, one after another.
    make: fn(&Problem) -> Vec<Box<dyn Steps>>,
}

type Fits = Result<(), &'static str>;

const ANY_GOAL: fn(Goal) -> Fits = |_| Ok(());
const COUNT: fn(Goal) -> Fits = |goal| match goal {
    Goal::Count => Ok(()),
    _ => Err("counts, and sees only half of the solutions"),
};
const UNORDERED: fn(Goal) -> Fits = |goal| match goal {
    Goal::List | Goal::Find { first: true } => Err("goes diagonal by diagonal, not in the order of a list"),
    _ => Ok(()),
};
const MAXIMISE: fn(Goal) -> Fits = |goal| match goal {
    Goal::Maximise => Ok(()),
    _ => Err("only maximises"),
};
const NOTHING: fn(&Problem) -> Result<(), Misfit> = |_| Ok(());

/// Every rung, those for queens from slow to fast, then those for bishops.
static RUNGS: [Rung; 10] = [
    Rung {
        name: "exhaustive",
        idea: "a queen on every square of every row in turn; only full boards are tested, pair by pair",
        piece: Piece::QUEEN,
        goal: ANY_GOAL,
        needs: NOTHING,
        make: |problem| rows(problem, Exhaustive),
    },
    Rung {
        name: "mark",
        idea: "a board of marks: placing a queen marks every square she attacks, taking her off takes the marks back",
        piece: Piece::QUEEN,
        goal: ANY_GOAL,
        needs: NOTHING,
        make: |problem| rows(problem, Mark::new(problem.board())),
    },
    Rung {
        name: "pairwise",
        idea: "every earlier queen is tested: same row, same column, or as many rows away as columns",
        piece: Piece::QUEEN,
        goal: ANY_GOAL,
        needs: NOTHING,
        make: |problem| rows(problem, Pairwise),
    },
    Rung {
        name: "lists",
        idea: "the used columns, row - column and row + column stand in three lists, and are looked for there",
        piece: Piece::QUEEN,
        goal: ANY_GOAL,
        needs: NOTHING,
        make: |problem| rows(problem, Lists::default()),
    },
    Rung {
        name: "arrays",
        idea: "a flag for every column, every row + column and every row - column: three looks a square",
        piece: Piece::QUEEN,
        goal: ANY_GOAL,
        needs: NOTHING,
        make: |problem| rows(problem, Arrays::new(problem.board())),
    },
    Rung {
        name: "half",
        idea: "arrays, but only the left half of the first row, counted twice; the middle column, if there is one, once",
        piece: Piece::QUEEN,
        goal: COUNT,
        needs: |problem| {
            let mirrored = line::are_mirror_images(&line::rows(problem), problem.board().columns());
            let why = "needs a board that is its own mirror image, left to right";
            if mirrored { Ok(()) } else { Err(Misfit::other(why)) }
        },
        make: |problem| {
            let walk = Walk::new(problem, line::rows(problem), Arrays::new(problem.board()), Target::of(problem));
            vec![Box::new(walk.halved())]
        },
    },
    Rung {
        name: "bitmask",
        idea: "the flags as bits of three words: one step gives all free squares of a row, and only those are tried",
        piece: Piece::QUEEN,
        goal: ANY_GOAL,
        needs: |problem| {
            let board = problem.board();
            let fits = board.rows() + board.columns() <= Masks::MAX_SIDES;
            let why = || Misfit::size(format!("takes at most {} rows and columns together", Masks::MAX_SIDES));
            if fits { Ok(()) } else { Err(why()) }
        },
        make: |problem| rows(problem, Masks::new(problem.board())),
    },
    Rung {
        name: "diagonals",
        idea: "a bishop on each square of an anti-diagonal in turn, then none; a flag for every row - column",
        piece: Piece::BISHOP,
        goal: UNORDERED,
        needs: NOTHING,
        make: |problem| {
            let lines = line::anti_diagonals(problem);
            vec![Box::new(Walk::new(problem, lines, Diagonals::new(problem.board()), Target::of(problem)))]
        },
    },
    Rung {
        name: "bound",
        idea: "diagonals, but a placement is left when it and one bishop on each anti-diagonal that still takes one are no more \
               than there were before",
        piece: Piece::BISHOP,
        goal: MAXIMISE,
        needs: NOTHING,
        make: |problem| vec![bounded(problem, line::anti_diagonals(problem))],
    },
    Rung {
        name: "colours",
        idea: "bishops on squares of different colours never meet: bound, for the two colours apart",
        piece: Piece::BISHOP,
        goal: MAXIMISE,
        needs: NOTHING,
        make: |problem| {
            let lines = line::anti_diagonals(problem);
            [0, 1].map(|colour| bounded(problem, lines.iter().skip(colour).step_by(2).cloned().collect())).into()
        },
    },
];

fn rows<R: rules::Rule + 'static>(problem: &Problem, rule: R) -> Vec<Box<dyn Steps>> {
    vec![Box::new(Walk::new(problem, line::rows(problem), rule, Target::of(problem)))]
}

fn bounded(problem: &Problem, lines: Vec<line::Line>) -> Box<dyn Steps> {
    Box::new(Walk::new(problem, lines, Diagonals::new(problem.board()), Target::Most { bounded: true }))
}

/// Every rung.
pub(crate) fn rungs() -> impl Iterator<Item = &'static Rung> {
    RUNGS.iter()
}

/// The rung of this name, if it answers this question.
///
/// # Errors
/// A name that is no rung, and a rung that does not apply: the message names those that do.
pub(crate) fn fitting_rung(question: &Question, name: &str) -> Result<&'static Rung, Error> {
    // to look for those that do takes time: only for the message
    let wrong = |what: String| {
        let fitting = Search::rungs(question);
        let choices = if fitting.is_empty() { "none does".to_string() } else { fitting.join(", ") };
        Error::question(format!("{what}; rungs that answer this: {choices}"))
    };
    let Some(rung) = rungs().find(|rung| rung.name == name) else {
        return Err(wrong(format!("there is no rung '{name}'")));
    };
    rung.fits(question).map_err(|why| wrong(format!("the rung {name} {why}")))?;
    Ok(rung)
}

/// Every rung as a method. The product's own bit masks go by that name, so the rung is only there to be watched.
pub(crate) fn methods() -> impl Iterator<Item = &'static dyn Method> {
    RUNGS.iter().filter(|rung| rung.name != "bitmask").map(|rung| rung as &dyn Method)
}

impl Method for Rung {
    fn name(&self) -> &'static str {
        self.name
    }

    fn idea(&self) -> &'static str {
        self.idea
    }

    fn proof(&self) -> &'static str {
        "exhaustive search"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let (problem, board) = (question.problem(), question.problem().board());
        if problem.army().single().is_none_or(|(piece, _)| *piece != self.piece) {
            return Err(Misfit::other(format!("places {} only", self.piece.name(true))));
        }
        (self.goal)(question.goal()).map_err(Misfit::other)?;
        require_plane(board)?;
        if board.has_walls() {
            return Err(Misfit::other("needs a board without walls, where a line holds at most one piece"));
        }
        if board.rows().max(board.columns()) > MAX_SIDE {
            return Err(Misfit::size(format!("takes at most {MAX_SIDE} rows and columns")));
        }
        (self.needs)(problem)
    }

    fn is_worth(&self, _question: &Question) -> bool {
        // a rung is for learning, not an answer to give without being asked
        false
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let mut search = Search::of(self, problem);
        let ended = run_through(&mut search, work);
        Ok(Outcome::new(search.found().into(), ended == Ended::Done))
    }

    fn list(&self, problem: &Problem, work: &Work, sink: &mut Sink) -> Result<Outcome<()>, Error> {
        let mut search = Search::of(self, problem);
        let mut watcher = Watcher::default();
        let outcome = loop {
            let ended = search.run_under(work.monitor, &mut watcher);
            let met = std::mem::take(&mut watcher.met);
            if met && sink.offer(with_fixed(problem, &placed(search.pieces()))).is_break() {
                break Outcome::Complete(());
            }
            if ended == Ended::Done || !met {
                search.told(ended, work.monitor);
                break Outcome::new((), ended == Ended::Done);
            }
        };
        work.add_tally(&watcher.tally);
        Ok(outcome)
    }

    fn find(&self, problem: &Problem, _first: bool, work: &Work) -> Result<Outcome<Option<Solution>>, Error> {
        let mut search = Search::of(self, problem);
        let mut watcher = Watcher::default();
        let ended = search.run_under(work.monitor, &mut watcher);
        work.add_tally(&watcher.tally);
        let found = watcher.met.then(|| problem.complete(placed(search.pieces()))).transpose()?;
        let complete = ended == Ended::Done || found.is_some();
        Ok(Outcome::new(found, complete))
    }

    fn maximise(&self, problem: &Problem, work: &Work) -> Result<Outcome<Maximum>, Error> {
        let mut search = Search::of(self, problem);
        let ended = run_through(&mut search, work);
        let solution = problem.complete(placed(&search.best()))?;
        let complete = ended == Ended::Done;
        let lines = u64::from(problem.board().rows()) + u64::from(problem.board().columns());
        let upper = if complete { solution.pieces().len() as u64 } else { lines.min(problem.board().free_count()) };
        Ok(Outcome::new(Maximum { solution, upper, proof: self.proof().to_string() }, complete))
    }
}

/// Runs a search to its end, counting its steps if they are to be counted.
fn run_through(search: &mut Search, work: &Work) -> Ended {
    let mut tally = Tally::new();
    let ended = match work.tally {
        Some(_) => search.run_tallied(&mut tally, work.monitor),
        None => search.run_unwatched(work.monitor),
    };
    work.add_tally(&tally);
    search.told(ended, work.monitor)
}

fn placed(squares: &[Square]) -> Vec<Placed> {
    squares.iter().map(|&square| Placed { square, kind: 0 }).collect()
}

/// Lets a search pause at each solution, and counts its steps.
#[derive(Default)]
struct Watcher {
    met: bool,
    tally: Tally,
}

impl Observer for Watcher {
    fn see(&mut self, depth: usize, event: Event) {
        self.met |= matches!(event, Event::Solution(_));
        self.tally.see(depth, event);
    }

    fn rest(&mut self) -> ControlFlow<()> {
        if self.met { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_attackers(&self) -> bool {
        false
    }
}
