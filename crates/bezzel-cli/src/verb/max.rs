//! `max`: the most pieces that fit.

use bezzel::{Answer, Goal, Outcome};

use crate::args::{Format, MaxArgs};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Prints the number, or the bounds if interrupted; with `--show` a placement under it.
pub fn run(args: &MaxArgs) -> Result<(), Failure> {
    render::allow(&args.out, "max", &[Format::Text, Format::Json, Format::Svg])?;
    let question = input::question(&args.board, None, Goal::Maximise)?;
    if args.show {
        render::require_printable(question.problem().board(), args.out.format)?;
    }
    let asker = Asker::new(&args.work)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let report = asker.ask(&question)?;
    let Answer::Maximum(maximum) = report.answer.value() else {
        return Err(Failure::SelfCheck(format!("{question} was not answered with a maximum")));
    };
    output.write(|out| match args.out.format {
        Format::Json => render::json::report(out, &report),
        Format::Svg => render::svg::board::placement(out, &maximum.solution),
        _ => {
            render::text::answer(out, &report)?;
            if args.show { render::text::board(out, &maximum.solution) } else { Ok(()) }
        }
    })?;
    output.finish()?;
    match report.answer {
        Outcome::Complete(_) => Ok(()),
        Outcome::Interrupted(_) => {
            Err(Failure::Interrupted(format!("at least {} and at most {}; {question}", maximum.lower(), maximum.upper)))
        }
    }
}
