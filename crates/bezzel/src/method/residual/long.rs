//! The parts of a count as units of a long one, and the count of a part with nothing remembered and nothing summed up.

use num_bigint::BigUint;

use super::super::backtrack::bits::{Bits, LongBits};
use super::super::backtrack::graph::{Graph, open_squares};
use super::super::number::{Number, Wide};
use super::lines::{self, Lines, Wanted};
use super::pieces::{self, Pieces, Tally};
use super::{Residual, Way, bits, quantities};
use crate::method::{Counted, Counter, Units};
use crate::monitor::Pulse;
use crate::{Error, Monitor, Problem};

/// A long count is split into at least so many units, if it has so many parts.
const UNITS: usize = 4096;

impl Residual {
    /// The units of a long count: those of [`UNITS`] parts, as they come line by line or piece by piece.
    pub fn units(problem: &Problem) -> Result<Box<dyn Units>, Error> {
        match open_squares(problem).len() {
            0..=64 => ResidualUnits::<[u64; 1]>::boxed(problem),
            65..=128 => ResidualUnits::<[u64; 2]>::boxed(problem),
            129..=192 => ResidualUnits::<[u64; 3]>::boxed(problem),
            193..=256 => ResidualUnits::<[u64; 4]>::boxed(problem),
            _ => ResidualUnits::<LongBits>::boxed(problem),
        }
    }
}

struct ResidualUnits<B> {
    graph: Graph<B>,
    quantities: Vec<Option<u64>>,
    parts: Parts<B>,
}

enum Parts<B> {
    Lines(Wanted, Vec<lines::Part<B>>),
    /// The parts, and what was found on the way to them, which belongs to the first unit.
    Pieces(Vec<pieces::Part<B>>, u64),
}

impl<B: Bits + 'static> ResidualUnits<B> {
    fn boxed(problem: &Problem) -> Result<Box<dyn Units>, Error> {
        let monitor = Monitor::new();
        let Some(graph) = Graph::<B>::new(problem, open_squares(problem), &monitor) else {
            return Err(Error::limit("the work was stopped while it was made ready"));
        };
        let quantities = quantities(problem);
        let parts = match Way::of(&graph, &quantities, Wanted::Sum) {
            Way::Lines(wanted) => Parts::Lines(wanted, Lines::new(&graph, wanted).parts(UNITS)),
            Way::None => Parts::Lines(Wanted::Sum, Vec::new()),
            Way::Pieces => {
                let mut above = Tally::new(&monitor);
                let parts = Pieces::new(&graph, &quantities).parts(UNITS, &mut above);
                Parts::Pieces(parts, above.found)
            }
        };
        Ok(Box::new(Self { graph, quantities, parts }))
    }

    fn by_lines<'a, N: Number + 'a>(&'a self, wanted: Wanted, parts: &'a [lines::Part<B>]) -> Counter<'a> {
        let lines = Lines::new(&self.graph, wanted);
        let mut memory = lines.memory::<N>();
        Box::new(move |unit, monitor| {
            memory.pulse = Pulse::default();
            let Some(part) = parts.get(unit as usize) else { return Some(counted(BigUint::ZERO)) };
            let numbers = lines.count(part, &mut memory, monitor);
            (!memory.pulse.has_stopped()).then(|| counted(numbers.into_iter().map(Number::into_big).sum()))
        })
    }

    fn by_pieces<'a>(&'a self, parts: &'a [pieces::Part<B>], above: u64) -> Counter<'a> {
        let search = Pieces::new(&self.graph, &self.quantities);
        Box::new(move |unit, monitor| {
            let mut tally = Tally::new(monitor);
            tally.found = if unit == 0 { above } else { 0 };
            if let Some(part) = parts.get(unit as usize) {
                search.count(part, &mut tally);
            }
            (!tally.has_stopped()).then(|| counted(tally.found.into()))
        })
    }
}

fn counted(count: BigUint) -> Counted {
    Counted { count, checks: String::new() }
}

impl<B: Bits + 'static> Units for ResidualUnits<B> {
    /// One at least, which has what was found on the way.
    fn len(&self) -> u64 {
        let parts = match &self.parts {
            Parts::Lines(_, parts) => parts.len(),
            Parts::Pieces(parts, _) => parts.len(),
        };
        parts.max(1) as u64
    }

    fn method(&self) -> &'static str {
        "residual"
    }

    fn partition(&self) -> String {
        let way = if matches!(self.parts, Parts::Lines(..)) { "lines" } else { "pieces" };
        format!("{} parts by {way}", self.len())
    }

    fn counter(&self) -> Counter<'_> {
        match &self.parts {
            Parts::Lines(wanted, parts) => match bits(&self.graph) {
                few if few < 63.0 => self.by_lines::<u64>(*wanted, parts),
                more if more < 127.0 => self.by_lines::<u128>(*wanted, parts),
                more if more < 255.0 => self.by_lines::<Wide<4>>(*wanted, parts),
                _ => self.by_lines::<BigUint>(*wanted, parts),
            },
            Parts::Pieces(parts, above) => self.by_pieces(parts, *above),
        }
    }

    fn recount(&self, unit: u64, monitor: &Monitor) -> Option<BigUint> {
        let mut tally = Tally::new(monitor);
        match &self.parts {
            Parts::Lines(wanted, parts) => {
                if let Some(part) = parts.get(unit as usize) {
                    Lines::new(&self.graph, *wanted).recount(part, &mut tally);
                }
            }
            Parts::Pieces(parts, above) => {
                tally.found = if unit == 0 { *above } else { 0 };
                if let Some(part) = parts.get(unit as usize) {
                    Pieces::new(&self.graph, &self.quantities).recount(part, &mut tally);
                }
            }
        }
        (!tally.has_stopped()).then(|| tally.found.into())
    }
}
