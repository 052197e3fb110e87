//! `count`: how many placements there are.

use bezzel::{Answer, Goal, Outcome};

use crate::args::{CountArgs, Format};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Prints the number alone.
pub fn run(args: &CountArgs) -> Result<(), Failure> {
    render::allow(&args.out, "count", &[Format::Text, Format::Json])?;
    let mut question = input::question(&args.board, Some(&args.number), Goal::Count)?;
    if args.fundamental {
        question = question.fundamental()?;
    }
    let asker = Asker::new(&args.work)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let report = asker.ask(&question)?;
    if let Outcome::Interrupted(Answer::Count(reached) | Answer::Classes(reached, _)) = &report.answer {
        return Err(Failure::Interrupted(format!("at least {reached}; {question}")));
    }
    if let (Answer::Classes(_, sizes), true) = (report.answer.value(), args.work.explain) {
        let sizes: Vec<String> = sizes.iter().map(|(size, count)| format!("{count} of {size}")).collect();
        say!("class sizes: {}", sizes.join(", "));
    }
    output.write(|out| match args.out.format {
        Format::Json => render::json::report(out, &report),
        _ => render::text::answer(out, &report),
    })?;
    output.finish()
}
