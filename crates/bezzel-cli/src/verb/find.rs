//! `find`: one placement.

use bezzel::{Answer, Goal, Outcome};

use crate::args::{FindArgs, Format};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Prints one board, or says that there is none.
pub fn run(args: &FindArgs) -> Result<(), Failure> {
    let question = input::question(&args.board, Some(&args.number), Goal::Find { first: args.first })?;
    render::allow_solutions(&args.out, "find", question.problem(), &[Format::Svg])?;
    let asker = Asker::new(&args.work)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let report = asker.ask(&question)?;
    match &report.answer {
        Outcome::Complete(Answer::Found(Some(solution))) => {
            output.write(|out| match args.out.format {
                Format::Json => render::json::report(out, &report),
                Format::Svg => render::svg::board::placement(out, solution),
                format => {
                    let mut listing = render::listing(format, args.out.base.unwrap_or(0), false);
                    listing.begin(out, &question)?;
                    listing.solution(out, 1, solution)?;
                    listing.end(out, &report)
                }
            })?;
            output.finish()
        }
        Outcome::Complete(_) => {
            if args.out.format == Format::Json {
                output.write(|out| render::json::report(out, &report))?;
                output.finish()?;
            }
            Err(Failure::No(Some(format!("there is no solution: no nonattacking placement of {}", question.problem()))))
        }
        Outcome::Interrupted(_) => {
            Err(Failure::Interrupted(format!("no solution found so far, and none excluded; {question}")))
        }
    }
}
