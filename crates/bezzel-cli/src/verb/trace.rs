//! `trace`: the steps of a search as JSON lines.

use std::ops::ControlFlow;

use bezzel::{Ended, Event, Observer, Search, Square};

use crate::args::TraceArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{ask, input, signals, trace_lines};

/// Streams the steps from `--from` on, up to `--limit` of them.
pub fn run(args: &TraceArgs) -> Result<(), Failure> {
    let question = input::search_question(&args.search.board, &args.search.number)?;
    let mut search = Search::new(&question, input::rung(args.search.method.as_deref(), &question)?)?;
    let from = args.from.unwrap_or(1);
    if from == 0 {
        return Err(Failure::Question("steps count from 1: write --from 1 or more".into()));
    }
    let monitor = ask::monitor(args.limit_time);
    let mut output = Output::open(args.output.as_deref())?;
    let rows = question.problem().board().rows();
    let mut tracer = Tracer {
        output: &mut output,
        rows,
        step: 0,
        from,
        left: args.limit.unwrap_or(u64::MAX),
        first: args.first,
        ended: args.limit == Some(0),
        failure: None,
    };
    signals::stop_work(&monitor);
    let ended = if tracer.ended { Ended::Done } else { search.run_under(&monitor, &mut tracer) };
    signals::work_is_done();
    let (failure, stopped, steps) = (tracer.failure.take(), ended == Ended::Paused && !tracer.ended, tracer.step);
    if let Some(failure) = failure {
        return Err(failure);
    }
    if stopped && output.is_pending() {
        return Err(Failure::Interrupted(format!("nothing was written, {steps} steps had been made; {question}")));
    }
    output.finish()?;
    if stopped {
        return Err(Failure::Interrupted(format!("{steps} steps so far; {question}")));
    }
    if from > steps && args.limit != Some(0) {
        say!("the search has {steps} steps; --from {from} is behind its end");
    }
    Ok(())
}

/// Writes steps as they come.
struct Tracer<'a> {
    output: &'a mut Output,
    rows: u32,
    step: u64,
    from: u64,
    left: u64,
    first: bool,
    ended: bool,
    failure: Option<Failure>,
}

impl Observer for Tracer<'_> {
    fn see(&mut self, depth: usize, event: Event) {
        if self.ended {
            return;
        }
        self.step += 1;
        if self.step >= self.from {
            let rows = self.rows;
            let name = |square: Square| square.name(rows);
            let written = self.output.write(|out| trace_lines::write(out, self.step, depth, event, &name));
            self.left -= 1;
            self.failure = written.err();
        }
        let found = self.first && matches!(event, Event::Solution(_));
        self.ended = self.left == 0 || found || self.failure.is_some();
    }

    fn rest(&mut self) -> ControlFlow<()> {
        if self.ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
