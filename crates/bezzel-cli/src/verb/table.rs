//! `table`: how many placements there are of each number of pieces.

use bezzel::{Answer, Goal, Outcome};

use crate::args::{Format, NumberArgs, TableArgs};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Prints a line a number of pieces.
pub fn run(args: &TableArgs) -> Result<(), Failure> {
    render::allow(&args.out, "table", &[Format::Text, Format::Csv, Format::Json])?;
    let any = NumberArgs { number: Some("any".to_string()), maximal: args.maximal };
    let question = input::question(&args.board, Some(&any), Goal::Table)?;
    let asker = Asker::new(&args.work)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let report = asker.ask(&question)?;
    let Answer::Table(numbers) = report.answer.value() else {
        return Err(Failure::SelfCheck(format!("{question} was not answered with a table")));
    };
    if let Outcome::Interrupted(_) = report.answer {
        let some: bezzel::num_bigint::BigUint = numbers.iter().sum();
        return Err(Failure::Interrupted(format!("at least {some} in all; {question}")));
    }
    output.write(|out| match args.out.format {
        Format::Json => render::json::report(out, &report),
        Format::Csv => {
            writeln!(out, "pieces,count")?;
            render::text::table(out, numbers, ',')
        }
        _ => render::text::answer(out, &report),
    })?;
    output.finish()
}
