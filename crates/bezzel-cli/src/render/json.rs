//! JSON: one report object, or a solution a line.

use std::io::{self, Write};
use std::time::Duration;

use bezzel::{Answer, Placement, Question, Report};
use serde_json::{Map, Value, json};

use super::Listing;

/// A report as one object: `question`, `answer` (numbers as decimal strings, a table as a list of them), `method`, `proof`, `seconds`, `complete`.
pub fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let mut object = Map::new();
    object.insert("question".into(), report.question.to_string().into());
    match report.answer.value() {
        Answer::Count(number) => drop(object.insert("answer".into(), number.to_string().into())),
        Answer::Listed(number) => drop(object.insert("answer".into(), number.to_string().into())),
        Answer::Table(numbers) => {
            let numbers: Vec<Value> = numbers.iter().map(|number| number.to_string().into()).collect();
            object.insert("answer".into(), numbers.into());
        }
        Answer::Classes(number, sizes) => {
            let sizes: Map<String, Value> =
                sizes.iter().map(|(size, count)| (size.to_string(), count.to_string().into())).collect();
            object.insert("answer".into(), number.to_string().into());
            object.insert("classes".into(), sizes.into());
        }
        Answer::Found(solution) => {
            object.insert("answer".into(), solution.as_ref().map_or(Value::Null, |solution| pieces(solution)));
        }
        Answer::Maximum(maximum) => {
            let (lower, upper) = (maximum.lower(), maximum.upper);
            let text = if lower == upper { lower.to_string() } else { format!("{lower}..{upper}") };
            object.insert("answer".into(), text.into());
            object.insert("placement".into(), pieces(&maximum.solution));
        }
    }
    object.extend(how(report));
    writeln!(out, "{}", Value::from(object))
}

/// How the answer was come by.
fn how(report: &Report) -> Map<String, Value> {
    let members = json!({
        "method": report.method,
        "proof": if report.answer.is_complete() { report.proof.as_str() } else { "none: the work was not finished" },
        "seconds": report.elapsed.as_secs_f64(),
        "complete": report.answer.is_complete(),
    });
    members.as_object().cloned().unwrap_or_default()
}

/// The pieces of a placement, each as its letter and square: `["Qb4", "Qd3"]`.
fn pieces(placement: &Placement) -> Value {
    let name = |&placed: &bezzel::Placed| {
        Value::from(format!("{}{}", placement.letter(placed), placement.board().name(placed.square)))
    };
    placement.pieces().iter().map(name).collect::<Vec<_>>().into()
}

/// The report object of a list, its answer an array of solutions written as they come.
pub struct Document;

impl Listing for Document {
    fn begin(&mut self, out: &mut dyn Write, question: &Question) -> io::Result<()> {
        write!(out, "{{\"question\":{},\"answer\":[", Value::from(question.to_string()))
    }

    fn solution(&mut self, out: &mut dyn Write, number: u64, solution: &Placement) -> io::Result<()> {
        let comma = if number > 1 { "," } else { "" };
        write!(out, "{comma}\n{}", pieces(solution))
    }

    fn end(&mut self, out: &mut dyn Write, report: &Report) -> io::Result<()> {
        let rest = Value::from(how(report)).to_string();
        writeln!(out, "],{}", &rest[1..])
    }
}

/// A solution a line.
pub struct Lines;

impl Listing for Lines {
    fn solution(&mut self, out: &mut dyn Write, _number: u64, solution: &Placement) -> io::Result<()> {
        writeln!(out, "{}", pieces(solution))
    }
}

/// What is wrong with a placement besides attacks, in words.
pub struct Faults {
    /// Regions that have not exactly one piece.
    pub regions: Vec<String>,
    /// Where a piece could be added.
    pub room: Vec<String>,
}

impl Faults {
    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty() && self.room.is_empty()
    }
}

/// The report on a check: `answer` is `ok`, `attacks`, `regions` or `room`, `pairs` the attacking pairs; if regions have not exactly
/// one piece, `regions` says which; if a piece could be added where that was asked, `room` says where.
pub fn check(
    out: &mut dyn Write,
    placement: &Placement,
    pairs: &[String],
    faults: &Faults,
    good: bool,
    elapsed: Duration,
) -> io::Result<()> {
    let count = placement.pieces().len();
    let question = format!("are these {count} pieces on {:?} nonattacking?", placement.board());
    let pairs: Vec<Value> = pairs.iter().map(|pair| pair.split(' ').collect::<Vec<_>>().into()).collect();
    let answer = match (good, pairs.is_empty(), faults.regions.is_empty()) {
        (true, ..) => "ok",
        (_, true, false) => "regions",
        (_, true, true) => "room",
        _ => "attacks",
    };
    let mut object = json!({
        "question": question,
        "answer": answer,
        "pairs": pairs,
        "method": "check",
        "proof": "every line and every leap was looked at",
        "seconds": elapsed.as_secs_f64(),
        "complete": true,
    });
    for (name, list) in [("regions", &faults.regions), ("room", &faults.room)] {
        if !list.is_empty() {
            object[name] = list.as_slice().into();
        }
    }
    writeln!(out, "{object}")
}
