//! `oeis`: the terms of a sequence, one by one, or the sequences that are known.

use std::time::{Duration, Instant};

use bezzel::oeis;
use serde_json::{Value, json};

use crate::args::{Format, OeisArgs};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::render;

/// How long terms are added where nobody says how far.
const MOMENT: Duration = Duration::from_secs(10);
/// How far terms go where nobody says how far, however easy they are.
const FAR: u64 = 40;

/// Prints `n a(n)`, a line a term; without a number a line a sequence.
pub fn run(args: &OeisArgs) -> Result<(), Failure> {
    render::allow(&args.out, "oeis", &[Format::Text, Format::Csv, Format::Json])?;
    match &args.number {
        Some(number) => terms(args, number),
        None => list(args),
    }
}

fn list(args: &OeisArgs) -> Result<(), Failure> {
    let mut output = Output::open(args.out.output.as_deref())?;
    output.write(|out| match args.out.format {
        Format::Json => {
            let all: Vec<Value> = oeis::sequences()
                .map(|sequence| json!({"number": sequence.number, "offset": sequence.offset, "name": sequence.name}))
                .collect();
            writeln!(out, "{}", Value::from(all))
        }
        Format::Csv => {
            writeln!(out, "number,offset,name")?;
            oeis::sequences().try_for_each(|s| writeln!(out, "{},{},\"{}\"", s.number, s.offset, s.name))
        }
        _ => oeis::sequences().try_for_each(|s| writeln!(out, "{} from {}: {}", s.number, s.offset, s.name)),
    })?;
    output.finish()
}

fn terms(args: &OeisArgs, number: &str) -> Result<(), Failure> {
    let Some(sequence) = oeis::sequence(number) else {
        return Err(Failure::Question(format!(
            "the sequence '{number}' is not known here; bezzel oeis lists those that are, such as A000170"
        )));
    };
    let from = args.from.unwrap_or(sequence.offset);
    if from < sequence.offset {
        return Err(Failure::Question(format!(
            "{} begins with n = {}: --from {from} is before that",
            sequence.number, sequence.offset
        )));
    }
    if let Some(to) = args.to.filter(|&to| to < from) {
        return Err(Failure::Question(format!("--to {to} is before n = {from}, where the terms begin")));
    }
    if from > sequence.offset && sequence.is_triangle() {
        return Err(Failure::Question(format!(
            "{} is read by rows: leave --from out, and let --to say the last row",
            sequence.number
        )));
    }
    let mut asker = Asker::new(&args.work)?;
    if args.to.is_none() && args.work.means.limit_time.is_none() {
        asker.limit(MOMENT);
    }
    let mut output = Output::open(args.out.output.as_deref())?;
    let start = Instant::now();
    let (mut index, mut found) = (from, Vec::new());
    for n in from..=args.to.unwrap_or(FAR.max(from)) {
        if args.work.explain {
            say!("n = {n}: {}", sequence.question(n, 1)?);
        }
        let outcome = asker.work(|solver| sequence.row(n, solver))?;
        let complete = outcome.is_complete();
        for term in outcome.into_value() {
            match args.out.format {
                Format::Json => found.push((index, term.to_string())),
                Format::Csv => output.write(|out| writeln!(out, "{index},{term}").and_then(|()| out.flush()))?,
                _ => output.write(|out| writeln!(out, "{index} {term}").and_then(|()| out.flush()))?,
            }
            index += 1;
        }
        if !complete {
            let reached = format!("{} before n = {n}", sequence.number);
            if args.to.is_some() || args.work.means.limit_time.is_some() || start.elapsed() < MOMENT {
                return Err(Failure::Interrupted(reached));
            }
            say!("{reached}: {} s are over; --to asks for more", MOMENT.as_secs());
            break;
        }
    }
    if args.out.format == Format::Json {
        let terms: Vec<Value> = found.into_iter().map(|(n, term)| json!([n, term])).collect();
        output.write(|out| {
            writeln!(out, "{}", json!({"sequence": sequence.number, "name": sequence.name, "terms": terms}))
        })?;
    }
    output.finish()
}
