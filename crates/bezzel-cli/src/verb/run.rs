//! `run`: long counts with a ledger.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use bezzel::{Goal, Outcome, Prognosis, Run, Status};
use serde_json::json;

use crate::args::Format;
use crate::args::MeansArgs;
use crate::args::run::{
    RunAuditArgs, RunExportArgs, RunMergeArgs, RunPlanArgs, RunResumeArgs, RunShardArgs, RunStartArgs, RunStatusArgs,
    RunVerb,
};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Does what is asked.
pub fn run(verb: &RunVerb) -> Result<(), Failure> {
    match verb {
        RunVerb::Plan(args) => plan(args),
        RunVerb::Start(args) => start(args),
        RunVerb::Resume(args) => resume(args),
        RunVerb::Status(args) => status(args),
        RunVerb::Shard(args) => shard(args),
        RunVerb::Merge(args) => merge(args),
        RunVerb::Audit(args) => audit(args),
        RunVerb::Export(args) => export(args),
    }
}

fn plan(args: &RunPlanArgs) -> Result<(), Failure> {
    render::allow(&args.out, "run plan", &[Format::Text, Format::Json])?;
    let question = input::question(&args.board, Some(&args.number), Goal::Count)?;
    let asker = Asker::with_means(&args.means)?;
    let budget = Duration::from_secs_f64(args.measure.min(1e6));
    let Some(plan) = asker.work(|_| Run::plan(&question, budget, asker.monitor()))? else {
        return Err(Failure::Interrupted(format!("before the sample was measured; {question}")));
    };
    let mut output = Output::open(args.out.output.as_deref())?;
    let threads = threads(&args.means);
    output.write(|out| match args.out.format {
        Format::Json => {
            let Prognosis { units, plan, seconds, interval, bytes, .. } = &plan;
            let report = json!({
                "question": question.to_string(), "plan": plan, "units": units, "seconds": seconds,
                "interval": interval, "confidence": 0.95, "bytes": bytes,
            });
            writeln!(out, "{report}")
        }
        _ => write_plan(out, &question.to_string(), &plan, threads),
    })?;
    output.finish()
}

fn write_plan(out: &mut dyn Write, question: &str, plan: &Prognosis, threads: usize) -> std::io::Result<()> {
    let [low, high] = plan.interval.map(time);
    writeln!(out, "question: {question}")?;
    writeln!(out, "plan: {}", plan.plan)?;
    writeln!(
        out,
        "time: about {} on one thread ({low} to {high} with 95 %), by a sample on this machine",
        time(plan.seconds)
    )?;
    if threads > 1 {
        writeln!(out, "      about {} on {threads} threads", time(plan.seconds / threads as f64))?;
    }
    writeln!(out, "a unit: about {}", time(plan.seconds / plan.units as f64))?;
    match plan.bytes {
        Some(bytes) => writeln!(out, "memory: about {} MB", bytes.div_ceil(1_000_000)),
        None => Ok(()),
    }
}

fn start(args: &RunStartArgs) -> Result<(), Failure> {
    let question = input::question(&args.board, Some(&args.number), Goal::Count)?;
    let asker = Asker::with_means(&args.means)?;
    let run = Run::start(&question, &args.ledger)?;
    compute(&run, &args.ledger, &args.means, &asker)
}

fn resume(args: &RunResumeArgs) -> Result<(), Failure> {
    let asker = Asker::with_means(&args.means)?;
    compute(&Run::open(&args.ledger)?, &args.ledger, &args.means, &asker)
}

fn compute(run: &Run, ledger: &Path, means: &MeansArgs, asker: &Asker) -> Result<(), Failure> {
    match asker.work(|_| run.compute(threads(means), asker.monitor()))? {
        Outcome::Complete(total) => print(&total.to_string()),
        Outcome::Interrupted(_) => {
            let Status { done, units, .. } = run.status()?;
            Err(Failure::Interrupted(format!(
                "{done} of {units} units are done; bezzel run resume {} goes on",
                ledger.display()
            )))
        }
    }
}

fn status(args: &RunStatusArgs) -> Result<(), Failure> {
    render::allow(&args.out, "run status", &[Format::Text, Format::Json])?;
    let status = Run::open(&args.ledger)?.status()?;
    let mut output = Output::open(args.out.output.as_deref())?;
    output.write(|out| match args.out.format {
        Format::Json => writeln!(out, "{}", status_json(&status)),
        _ => write_status(out, &status),
    })?;
    output.finish()
}

fn status_json(status: &Status) -> serde_json::Value {
    let theory: Vec<_> = status.theory.iter().map(|(what, holds)| json!({"what": what, "holds": holds})).collect();
    json!({
        "question": status.question, "plan": status.plan, "units": status.units, "done": status.done,
        "seconds": status.seconds, "seconds_left": status.seconds_left,
        "total": status.total.as_ref().map(ToString::to_string), "theory": theory,
        "alarms": status.alarms, "last_error": status.last_error,
    })
}

fn write_status(out: &mut dyn Write, status: &Status) -> std::io::Result<()> {
    let Status { done, units, seconds, .. } = status;
    writeln!(out, "question: {}", status.question)?;
    writeln!(out, "plan: {}", status.plan)?;
    let share = *done as f64 / *units as f64 * 100.0;
    writeln!(out, "done: {done} of {units} units ({share:.1} %), in {} of one thread's time", time(*seconds))?;
    if let Some(left) = status.seconds_left.filter(|_| done < units) {
        let rate = *done as f64 / seconds.max(1e-9);
        writeln!(out, "left: about {} of one thread's time, at {rate:.3} units a second", time(left))?;
    }
    if let Some(total) = &status.total {
        writeln!(out, "total: {total}")?;
    }
    for (what, holds) in &status.theory {
        writeln!(out, "theory: {}: {what}", if *holds { "holds" } else { "FAILS" })?;
    }
    status.alarms.iter().try_for_each(|alarm| writeln!(out, "alarm: {alarm}"))?;
    status.last_error.iter().try_for_each(|error| writeln!(out, "last error: {error}"))
}

fn shard(args: &RunShardArgs) -> Result<(), Failure> {
    let asker = Asker::with_means(&args.means)?;
    let run = Run::open(&args.ledger)?;
    let count = |_: &bezzel::Solver| run.shard(args.index, args.of, &args.out, threads(&args.means), asker.monitor());
    let place = args.out.display();
    match asker.work(count)? {
        Outcome::Complete(done) => print(&format!("{place}: {done} units")),
        Outcome::Interrupted(done) => {
            Err(Failure::Interrupted(format!("{place} has {done} units; the same command goes on")))
        }
    }
}

fn merge(args: &RunMergeArgs) -> Result<(), Failure> {
    let run = Run::open(&args.ledger)?;
    for file in &args.files {
        let merged = run.merge(file)?;
        print(&format!("{}: {} new, {} known", file.display(), merged.new, merged.known))?;
    }
    Ok(())
}

fn audit(args: &RunAuditArgs) -> Result<(), Failure> {
    let asker = Asker::with_means(&args.means)?;
    let run = Run::open(&args.ledger)?;
    let work =
        |_: &bezzel::Solver| run.audit(args.sample, args.seed, args.repair, threads(&args.means), asker.monitor());
    let outcome = asker.work(work)?;
    let complete = outcome.is_complete();
    let audit = outcome.into_value();
    let did = format!("{} rows tested, {} units counted again", audit.rows, audit.recounted);
    for fault in &audit.faults {
        print(&format!("unit {}: {}", fault.unit, fault.what))?;
    }
    if !audit.faults.is_empty() {
        let then = if args.repair && complete {
            "they are taken out: run resume counts them again"
        } else {
            "--repair takes them out"
        };
        return Err(Failure::SelfCheck(format!("{} of the units are wrong ({did}); {then}", audit.faults.len())));
    }
    if !complete {
        return Err(Failure::Interrupted(format!("{did}, all right so far")));
    }
    print(&format!("ok: {did}"))
}

fn export(args: &RunExportArgs) -> Result<(), Failure> {
    let run = Run::open(&args.ledger)?;
    let mut output = Output::open(args.output.as_deref())?;
    let mut text = Vec::new();
    run.export(&mut text)?;
    output.write(|out| out.write_all(&text))?;
    output.finish()
}

fn print(line: &str) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.write(|out| writeln!(out, "{line}"))?;
    output.finish()
}

fn threads(means: &MeansArgs) -> usize {
    means.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// `12 ms`, `1.5 s`, `20 min`, `7.5 h`, `12 days`.
fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.1 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 120.0 => format!("{seconds:.1} s"),
        _ if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        _ if seconds < 172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
