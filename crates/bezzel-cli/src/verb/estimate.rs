//! `estimate`: about how many placements there are.

use std::io::{self, Write};

use bezzel::{Estimate, Goal, Outcome, Question};
use serde_json::json;

use crate::args::{EstimateArgs, Format};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Prints the estimate and the two ends of its interval.
pub fn run(args: &EstimateArgs) -> Result<(), Failure> {
    render::allow(&args.out, "estimate", &[Format::Text, Format::Json])?;
    let question = input::question(&args.board, Some(&args.number), Goal::Count)?;
    let asker = Asker::with_means(&args.means)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    match asker.work(|solver| solver.estimate(question.problem(), args.samples, args.seed))? {
        Outcome::Complete(estimate) => {
            output.write(|out| match args.out.format {
                Format::Json => write_json(out, &question, &estimate),
                _ => writeln!(out, "{}", text(&estimate)),
            })?;
            output.finish()
        }
        Outcome::Interrupted(estimate) if estimate.samples == 0 => {
            Err(Failure::Interrupted(format!("before the first sample; {question}")))
        }
        Outcome::Interrupted(estimate) => {
            let reached = format!("{} by {} of {} samples", text(&estimate), estimate.samples, args.samples);
            Err(Failure::Interrupted(format!("{reached}; {question}")))
        }
    }
}

fn text(estimate: &Estimate) -> String {
    let Estimate { value, low, high, log10, .. } = *estimate;
    let [value, low, high] = [(value, log10[0]), (low, log10[1]), (high, log10[2])].map(number);
    format!("{value} {low} {high}")
}

/// Whole where that makes sense, with six digits where it is large, by its logarithm where no float holds it.
fn number((value, log10): (f64, f64)) -> String {
    if value.is_infinite() && log10.is_finite() {
        let exponent = log10.floor();
        return format!("{:.6}e{exponent}", 10f64.powf(log10 - exponent));
    }
    if value.abs() < 1e15 || value.is_infinite() { format!("{value:.0}") } else { format!("{value:.6e}") }
}

/// Numbers that no float holds are null, but their logarithms are there.
fn write_json(out: &mut dyn Write, question: &Question, estimate: &Estimate) -> io::Result<()> {
    let Estimate { value, low, high, log10, samples, seed } = *estimate;
    let report = json!({
        "question": question.to_string(),
        "estimate": value,
        "low": low,
        "high": high,
        "log10": log10,
        "confidence": 0.95,
        "samples": samples,
        "seed": seed,
        "method": "knuth",
        "proof": "none: an estimate from random walks",
    });
    writeln!(out, "{report}")
}
