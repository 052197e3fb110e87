//! `watch`: the search, step by step.

use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bezzel::{Goal, Monitor, Question};

use crate::args::{BoardArgs, NumberArgs, WatchArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::trace_lines::Fault;
use crate::watch::app::{App, Resize};
use crate::watch::{plain, terminal};
use crate::{input, signals, trace_lines};

/// Plays on a terminal, prints lines elsewhere.
pub fn run(args: &WatchArgs) -> Result<(), Failure> {
    let mut app = match &args.replay {
        Some(file) => replay(args, file)?,
        None => search(args)?,
    };
    if let Some(delay) = args.delay {
        app.set_delay(delay);
    }
    let plainly = args.plain || !stdout().is_terminal() || !stdin().is_terminal();
    if !plainly {
        if args.limit.is_some() {
            return Err(Failure::Question("--limit goes with plain lines: add --plain".into()));
        }
        return terminal::play(&mut app);
    }
    let rows = app.question.problem().board().rows();
    let monitor = Arc::new(Monitor::new());
    let mut output = Output::open(None)?;
    signals::stop_work(&monitor);
    let delay = Duration::from_secs_f64(args.delay.unwrap_or(0.0));
    let done = plain::play(&mut app.player, rows, args.limit.unwrap_or(u64::MAX), delay, &mut output, &monitor);
    signals::work_is_done();
    match done {
        // what was printed stays
        Err(Failure::Interrupted(why)) => output.finish().and(Err(Failure::Interrupted(why))),
        other => other.and_then(|()| output.finish()),
    }
}

fn search(args: &WatchArgs) -> Result<App, Failure> {
    let question = input::search_question(&args.search.board, &args.search.number)?;
    let name = input::rung(args.search.method.as_deref(), &question)?.to_string();
    Ok(App::search(question, &name, resize(args))?)
}

/// The same question for another n, where BOARD is a number and nothing is marked on it.
fn resize(args: &WatchArgs) -> Resize {
    let (board, number) = (args.search.board.clone(), args.search.number.number.clone());
    let maximal = args.search.number.maximal;
    Box::new(move |n| {
        let is_marked = board.fixed.is_some() || board.holes.is_some() || board.walls.is_some();
        if is_marked || !board.board.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("n can be changed on bare square boards only".into());
        }
        let resized = BoardArgs { board: n.to_string(), ..board.clone() };
        input::search_question(&resized, &NumberArgs { number: number.clone(), maximal })
            .map_err(|failure| failure.message().unwrap_or_default())
    })
}

fn replay(args: &WatchArgs, file: &Path) -> Result<App, Failure> {
    let wrong = |why: &str| Err(Failure::Question(why.to_string()));
    if args.search.method.is_some() || args.search.number.number.is_some() {
        return wrong("--replay goes without --method and --pieces: the trace has its own");
    }
    if file == Path::new("-") && stdin().is_terminal() {
        return wrong(
            "--replay - reads a trace from standard input, which is the terminal: name a file, or pipe a trace",
        );
    }
    if file == Path::new("-") && args.search.board.board == "-" {
        return wrong("BOARD and the trace cannot both come from standard input: name a file for one of them");
    }
    let question: Question = input::question(&args.search.board, None, Goal::Maximise).or_else(|_| {
        input::question(&args.search.board, Some(&NumberArgs { number: None, maximal: false }), Goal::Count)
    })?;
    if question.problem().kinds().len() != 1 {
        return wrong("a trace is of one kind of piece: name it, for example queens");
    }
    let (place, text) = input::lines(file)?;
    match trace_lines::read(text, question.problem()) {
        Ok(trace) => Ok(App::replay(question, &place, trace)),
        Err(Fault::Io(error)) => Err(Failure::reading(&place, &error)),
        Err(Fault::Wrong(why)) => Err(Failure::Question(format!("{place}: {why}"))),
    }
}
