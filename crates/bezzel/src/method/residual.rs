//! Counting without looking at every placement: boards that are left alike are counted once, and last pieces are not placed.
//!
//! Idea: what is left of the board decides how many ways there are to go on, whatever led there. One kind of piece goes line by
//! line (see [`lines`]), and boards with few lines left are remembered. Armies, and few pieces of a kind, go piece by piece, the strongest
//! kind first (see [`pieces`]).
//! Source: memoised counting of independent sets; for queens the frontier of rows is that of I. Rivin and R. Zabih, Inform. Process. Lett. 41 (1992).
//! Cost: a fraction of the placements: on a line by line count the last two lines cost nothing, and remembered boards what is below them.
//! Limits: memory as for `backtrack`, and 10 to 100 MB a thread for what is remembered.

mod lines;
mod long;
mod pieces;

use num_bigint::BigUint;

use super::backtrack::bits::{Bits, LongBits};
use super::backtrack::graph::{Graph, open_squares};
use super::backtrack::{is_bare_queens, refuse_memory};
use super::number::{Number, Wide};
use super::{Method, Misfit};
use crate::work::Work;
use crate::{Error, Goal, Outcome, Problem, Quantity, Question};
use lines::{Lines, Wanted};
use pieces::{Pieces, Tally};

/// A count is split into at least so many parts, if it has so many.
const PARTS: usize = 256;

/// See the module's text.
pub(crate) struct Residual;

impl Method for Residual {
    fn name(&self) -> &'static str {
        "residual"
    }

    fn idea(&self) -> &'static str {
        "line by line or strongest pieces first, boards that are left alike counted once, last pieces not placed"
    }

    fn proof(&self) -> &'static str {
        "every placement was counted, together with those that go on in the same way"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        if !matches!(question.goal(), Goal::Count | Goal::Table) {
            return Err(Misfit::other("only counts"));
        }
        if !question.problem().regions().is_empty() && question.problem().army().size().is_none() {
            return Err(Misfit::other("fills regions with an exact number of pieces of each kind only"));
        }
        if question.goal() == Goal::Count && is_bare_queens(question.problem()) {
            return Err(Misfit::other("would not end within any lifetime on n queens above n = 31"));
        }
        // of two methods with the same limits one names them
        refuse_memory(question.problem()).map_err(|why| Misfit::other(why.to_string()))
    }

    /// No region has two pieces, and there are as many as regions, so each has one.
    fn knows_regions(&self) -> bool {
        true
    }

    fn makes_tables(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        Ok(Self::numbers(problem, Wanted::Sum, work)?.map(|numbers| numbers.into_iter().sum()))
    }

    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        let fixed = problem.fixed().pieces().len();
        let numbers = Self::numbers(problem, Wanted::Each, work)?;
        Ok(numbers.map(|numbers| std::iter::repeat_n(BigUint::ZERO, fixed).chain(numbers).collect()))
    }
}

impl Residual {
    fn numbers(problem: &Problem, wanted: Wanted, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        match open_squares(problem).len() {
            0..=64 => on::<[u64; 1]>(problem, wanted, work),
            65..=128 => on::<[u64; 2]>(problem, wanted, work),
            129..=192 => on::<[u64; 3]>(problem, wanted, work),
            193..=256 => on::<[u64; 4]>(problem, wanted, work),
            _ => on::<LongBits>(problem, wanted, work),
        }
    }
}

fn on<B: Bits>(problem: &Problem, wanted: Wanted, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
    let Some(graph) = Graph::<B>::new(problem, open_squares(problem), work.monitor) else {
        return Ok(Outcome::Interrupted(Vec::new()));
    };
    let quantities = quantities(problem);
    match Way::of(&graph, &quantities, wanted) {
        Way::Lines(wanted) => by_lines(&graph, wanted, work),
        Way::None => Ok(Outcome::Complete(vec![BigUint::ZERO])),
        Way::Pieces => by_pieces(&graph, &quantities, work),
    }
}

/// How many pieces of each kind are still to come; `None` for any number.
fn quantities(problem: &Problem) -> Vec<Option<u64>> {
    let number = |quantity| match quantity {
        Quantity::Exactly(number) => Some(number),
        Quantity::Any | Quantity::Most | Quantity::Least => None,
    };
    problem.open_quantities().into_iter().map(number).collect()
}

/// How the count goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Lines(Wanted),
    Pieces,
    /// More pieces than lines: there is no placement.
    None,
}

impl Way {
    fn of<B: Bits>(graph: &Graph<B>, quantities: &[Option<u64>], wanted: Wanted) -> Self {
        let lines = graph.cliques.len() as u64;
        match *quantities {
            [None] => Self::Lines(wanted),
            [Some(number)] if number > lines => Self::None,
            [Some(number)] if 2 * number >= lines && number > 3 => Self::Lines(Wanted::Exactly(number as usize)),
            _ => Self::Pieces,
        }
    }
}

/// The numbers that a count comes to are at most 2 to the power of this.
fn bits<B: Bits>(graph: &Graph<B>) -> f64 {
    graph.cliques.iter().map(|clique| f64::from(clique.len() + 1).log2()).sum()
}

fn by_lines<B: Bits>(graph: &Graph<B>, wanted: Wanted, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
    match bits(graph) {
        few if few < 63.0 => by_lines_with::<B, u64>(graph, wanted, work),
        more if more < 127.0 => by_lines_with::<B, u128>(graph, wanted, work),
        more if more < 255.0 => by_lines_with::<B, Wide<4>>(graph, wanted, work),
        _ => by_lines_with::<B, BigUint>(graph, wanted, work),
    }
}

fn by_lines_with<B: Bits, N: Number>(
    graph: &Graph<B>,
    wanted: Wanted,
    work: &Work,
) -> Result<Outcome<Vec<BigUint>>, Error> {
    let lines = Lines::new(graph, wanted);
    let parts = lines.parts(PARTS);
    work.tabulate(
        &parts,
        || lines.memory::<N>(),
        |memory, part| {
            let numbers = lines.count(part, memory, work.monitor);
            Outcome::new(numbers.into_iter().map(Number::into_big).collect(), !memory.pulse.has_stopped())
        },
    )
}

fn by_pieces<B: Bits>(
    graph: &Graph<B>,
    quantities: &[Option<u64>],
    work: &Work,
) -> Result<Outcome<Vec<BigUint>>, Error> {
    let search = Pieces::new(graph, quantities);
    let mut above = Tally::new(work.monitor);
    let parts = search.parts(PARTS, &mut above);
    let below = work.tabulate(
        &parts,
        || Tally::new(work.monitor),
        |tally, part| {
            tally.found = 0;
            search.count(part, tally);
            Outcome::new(vec![BigUint::from(tally.found)], !tally.has_stopped())
        },
    )?;
    Ok(below.map(|mut numbers| {
        numbers.push(above.found.into());
        numbers
    }))
}
