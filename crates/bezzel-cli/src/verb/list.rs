//! `list`: which placements there are.

use std::ops::ControlFlow;

use bezzel::{Goal, Outcome, Question, Report, Solution};

use crate::args::{Format, ListArgs};
use crate::ask::{Asker, quick_count};
use crate::failure::Failure;
use crate::output::Output;
use crate::render::Listing;
use crate::{input, render};

/// Prints every solution as it is found.
pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let mut question = input::question(&args.board, Some(&args.number), Goal::List)?;
    if args.fundamental {
        question = question.fundamental()?;
    }
    render::allow_solutions(&args.out, "list", question.problem(), &[])?;
    if args.numbered && args.out.format != Format::Text {
        return Err(Failure::Question("--numbered goes with --format text".into()));
    }
    let asker = Asker::new(&args.work)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let mut listing = render::listing(args.out.format, args.out.base.unwrap_or(0), args.numbered);
    output.write(|out| listing.begin(out, &question))?;
    let (mut report, printed, more) = stream(args, &question, &asker, &mut output, listing.as_mut())?;
    let interrupted = !more && !report.answer.is_complete();
    if interrupted && output.is_pending() {
        return Err(Failure::Interrupted(format!("nothing was written, {printed} had been found; {question}")));
    }
    if more {
        report.answer = Outcome::Interrupted(report.answer.into_value());
    }
    output.write(|out| listing.end(out, &report))?;
    output.finish()?;
    if more {
        tell_total(&question, printed)?;
    }
    if interrupted {
        return Err(Failure::Interrupted(format!("{printed} printed so far, there may be more; {question}")));
    }
    Ok(())
}

/// Prints up to the limit; how many were printed, and whether there are more.
fn stream(
    args: &ListArgs,
    question: &Question,
    asker: &Asker,
    output: &mut Output,
    listing: &mut dyn Listing,
) -> Result<(Report, u64, bool), Failure> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let (mut printed, mut more, mut failed) = (0, false, None);
    let mut print = |solution: &Solution| {
        if printed == limit {
            more = true;
            return ControlFlow::Break(());
        }
        printed += 1;
        match output.write(|out| listing.solution(out, printed, solution)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    };
    let report = asker.stream(question, &mut print)?;
    match failed {
        Some(failure) => Err(failure),
        None => Ok((report, printed, more)),
    }
}

/// Says how many there are in all, if that is known without waiting.
fn tell_total(question: &Question, printed: u64) -> Result<(), Failure> {
    let mut count = Question::new(question.problem().clone(), Goal::Count)?;
    if question.is_fundamental() {
        count = count.fundamental()?;
    }
    let rest =
        quick_count(&count).map_or_else(|| "; there are more".to_string(), |total| format!(" of {total} solutions"));
    say!("printed {printed}{rest}");
    Ok(())
}
