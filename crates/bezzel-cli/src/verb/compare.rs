//! `compare`: the ladder, every rung's answer, steps and time.

use std::time::Duration;

use bezzel::num_bigint::BigUint;
use bezzel::{Contestant, Isa, Question, Row, contestants, disagreements, explain_slip};

use crate::args::{CompareArgs, Format};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::render::comparison::{self, Comparison};
use crate::{input, render, signals};

/// A rung is let run for so many seconds, if nothing else is said.
const USUAL_LIMIT: f64 = 10.0;

/// Prints a row a rung; an answer that differs from the others ends it with a failed check.
pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    render::allow(&args.out, "compare", &[Format::Text, Format::Json, Format::Svg])?;
    Isa::detect()?;
    let mut question = input::search_question(&args.board, &args.number)?;
    if args.fundamental {
        question = question.fundamental()?;
    }
    let expected = args.expected.as_deref().map(expected_number).transpose()?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let rows = contestants(&question)?
        .into_iter()
        .map(|contestant| row(args, &question, contestant))
        .collect::<Result<Vec<Row>, Failure>>()?;
    let comparison = Comparison::new(&question, &rows, expected.map(|number| explained(&question, &rows, &number)));
    output.write(|out| match args.out.format {
        Format::Json => comparison::json(out, &comparison),
        Format::Svg => comparison::picture(out, &comparison),
        _ => comparison::table(out, &comparison),
    })?;
    output.finish()?;
    let wrong: Vec<String> =
        disagreements(&rows).iter().map(|(name, answer)| format!("{name} says {answer}")).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failure::SelfCheck(format!("the answers do not agree: {}, unlike the others", wrong.join(", "))))
}

/// Lets one contestant run, watched.
fn row(args: &CompareArgs, question: &Question, contestant: Contestant) -> Result<Row, Failure> {
    let limit = Duration::from_secs_f64(args.means.limit_time.unwrap_or(USUAL_LIMIT));
    let threads = args.means.threads.map_or(1, usize::from);
    let mut progress = None;
    let row = contestant.run(question, limit, threads, &mut |monitor| {
        signals::stop_work(monitor);
        // an answer that is only timed again has been shown already
        progress.get_or_insert_with(|| Progress::start(monitor, args.means.progress));
    });
    drop(progress);
    signals::work_is_done();
    let row = row?;
    if row.is_stopped && row.elapsed < limit {
        return Err(Failure::Interrupted(format!("{} was not done; {question}", contestant.name())));
    }
    Ok(row)
}

fn expected_number(text: &str) -> Result<BigUint, Failure> {
    text.parse().map_err(|_| Failure::Question(format!("--expected takes a whole number, such as 92, not '{text}'")))
}

/// What there is to say about the number somebody expected.
fn explained(question: &Question, rows: &[Row], number: &BigUint) -> Vec<String> {
    let answers: Vec<&BigUint> = rows.iter().filter_map(|row| row.answer.as_ref()).collect();
    if answers.contains(&number) {
        return vec![format!("{number} is right")];
    }
    let slips = explain_slip(question, number);
    if !slips.is_empty() {
        return slips;
    }
    let wrong = if answers.is_empty() { "may be right or wrong: no rung was done" } else { "is wrong" };
    vec![format!("{number} {wrong}, and no slip that is known here gives it")]
}
