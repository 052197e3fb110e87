//! Comparisons: a table, a JSON object, a picture of bars.

use std::io::{self, Write};
use std::time::Duration;

use bezzel::num_bigint::BigUint;
use bezzel::{Question, Row, Tally};
use serde_json::{Value, json};

use super::bars::Bar;

/// A question and how everybody answered it.
pub struct Comparison<'a> {
    question: &'a Question,
    rows: &'a [Row],
    /// What there is to say about an expected number.
    notes: Vec<String>,
}

impl<'a> Comparison<'a> {
    /// A comparison; `notes` on an expected number, if one was given.
    pub fn new(question: &'a Question, rows: &'a [Row], notes: Option<Vec<String>>) -> Self {
        Self { question, rows, notes: notes.unwrap_or_default() }
    }

    /// The answer that all give who give one.
    fn answer(&self) -> Option<&BigUint> {
        let first = self.rows.iter().find_map(|row| row.answer.as_ref())?;
        bezzel::disagreements(self.rows).is_empty().then_some(first)
    }

    /// How many times as fast as the first row, and whether an estimate is in it.
    fn speed_up(&self, row: &Row) -> Option<(f64, bool)> {
        let first = self.rows.first()?;
        let (whole, own) = (first.whole_time()?.as_secs_f64(), row.whole_time()?.as_secs_f64());
        (own > 0.0).then(|| (whole / own, first.is_stopped || row.is_stopped))
    }
}

/// The rows under a heading, numbers to the right; a stopped rung says for how long it ran and how long it would.
pub fn table(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    let mut lines = vec![["rung", "answer", "squares tried", "pieces placed", "time", "speed-up"].map(String::from)];
    lines.extend(comparison.rows.iter().map(|row| cells(comparison, row)));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    writeln!(out, "{}", comparison.question)?;
    writeln!(out)?;
    for line in &lines {
        let mut text = format!("{:<1$}", line[0], widths[0]);
        for (cell, width) in line.iter().zip(widths).skip(1) {
            let _ = std::fmt::Write::write_fmt(&mut text, format_args!("  {cell:>width$}"));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    if comparison.rows.iter().any(|row| row.is_stopped) {
        writeln!(out, "\n~ by estimate: stopped rungs did not see their whole search; steps are those until then")?;
    }
    if !comparison.notes.is_empty() {
        writeln!(out, "\n{}", comparison.notes.join("\n"))?;
    }
    Ok(())
}

fn cells(comparison: &Comparison, row: &Row) -> [String; 6] {
    let none = || "-".to_string();
    let steps = |number: fn(&Tally) -> u64| row.steps.as_ref().map_or_else(none, |steps| number(steps).to_string());
    let time = match (row.is_stopped, row.estimate) {
        (false, _) => time_text(row.elapsed),
        (true, None) => format!("over {}", time_text(row.elapsed)),
        (true, Some(whole)) => format!("~ {}", time_text(whole)),
    };
    let speed_up = comparison.speed_up(row).map_or_else(none, |(times, estimated)| {
        let sign = if estimated { "~ " } else { "" };
        format!("{sign}{}", times_text(times))
    });
    let answer = row.answer.as_ref().map_or_else(|| "stopped".to_string(), ToString::to_string);
    [row.contestant.name().to_string(), answer, steps(|steps| steps.tried), steps(|steps| steps.placed), time, speed_up]
}

fn times_text(times: f64) -> String {
    if times < 10.0 { format!("{times:.1}") } else { format!("{times:.0}") }
}

/// A time in the unit in which it is easiest to read, to two or three figures.
fn time_text(time: Duration) -> String {
    const YEAR: f64 = 365.25 * 86400.0;
    let seconds = time.as_secs_f64();
    let units =
        [(1e-6, "us"), (1e-3, "ms"), (1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days"), (YEAR, "years")];
    // two minutes are better read as 120 s, two hours as 120 min
    let bounds = [1e-3, 1.0, 120.0, 7200.0, 172_800.0, 2.0 * YEAR, f64::INFINITY];
    let (unit, name) =
        units.into_iter().zip(bounds).find(|(_, bound)| seconds < *bound).map_or((YEAR, "years"), |(unit, _)| unit);
    let value = seconds / unit;
    match value {
        100.0.. => format!("{value:.0} {name}"),
        10.0.. => format!("{value:.1} {name}"),
        _ => format!("{value:.2} {name}"),
    }
}

/// One object: `question`, `answer` (what all agree on, or null), `rows`, each with `rung`, `answer`, `tried`, `conflicts`,
/// `placed`, `backtracks`, `solutions`, `profile`, `seconds`, `stopped` and `estimate` (seconds of a stopped rung in all).
pub fn json(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    let rows: Vec<Value> = comparison.rows.iter().map(row_object).collect();
    let mut object = json!({
        "question": comparison.question.to_string(),
        "answer": comparison.answer().map(ToString::to_string),
        "rows": rows,
    });
    if !comparison.notes.is_empty() {
        object["expected"] = json!(comparison.notes);
    }
    writeln!(out, "{object}")
}

fn row_object(row: &Row) -> Value {
    let steps = |number: fn(&Tally) -> u64| row.steps.as_ref().map(number);
    json!({
        "rung": row.contestant.name(),
        "answer": row.answer.as_ref().map(ToString::to_string),
        "tried": steps(|steps| steps.tried),
        "conflicts": steps(|steps| steps.conflicts),
        "placed": steps(|steps| steps.placed),
        "backtracks": steps(|steps| steps.removed),
        "solutions": steps(|steps| steps.solutions),
        "profile": row.steps.as_ref().map(|steps| &steps.profile),
        "seconds": row.elapsed.as_secs_f64(),
        "stopped": row.is_stopped,
        "estimate": row.estimate.map(|whole| whole.as_secs_f64()),
    })
}

/// A bar a row, as long as the logarithm of its time; a stopped rung whose time is not known has the bar of the time it ran.
pub fn picture(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    let bar = |row: &Row| {
        let tried = row.steps.as_ref().map(|steps| format!("{} tried", steps.tried));
        let stopped = row.is_stopped.then(|| "stopped".to_string());
        Bar {
            label: row.contestant.name().to_string(),
            seconds: row.whole_time().unwrap_or(row.elapsed).as_secs_f64(),
            note: stopped.or(tried).unwrap_or_default(),
            stopped: row.is_stopped,
        }
    };
    let bars: Vec<Bar> = comparison.rows.iter().map(bar).collect();
    super::bars::bars(out, &comparison.question.to_string(), &bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_easy_to_read() {
        let texts = [0.000_001_5, 0.000_25, 0.5, 2.0, 90.0, 600.0, 36_000.0, 1e6, 1e9]
            .map(|seconds| time_text(Duration::from_secs_f64(seconds)));
        assert_eq!(
            texts,
            ["1.50 us", "250 us", "500 ms", "2.00 s", "90.0 s", "10.0 min", "10.0 h", "11.6 days", "31.7 years"]
        );
    }
}
