//! Reading the lines of a trace, each of them checked.

use std::collections::HashSet;
use std::io::{self, BufRead, Read};

use bezzel::{Board, Event, Square};
use serde_json::Value;

use crate::watch::trace::Trace;

/// A longer trace is not read; so many steps take 400 MB.
const MOST_STEPS: usize = 50_000_000;

/// No line of a trace is longer.
const LONGEST_LINE: u64 = 1000;

/// What a line looks like, for those who wrote another.
const SAMPLE: &str = r#"a line looks like {"step":1,"event":"try","depth":0,"square":"a8"}"#;

/// Why a trace could not be read.
#[derive(Debug)]
pub enum Fault {
    /// Reading failed.
    Io(io::Error),
    /// What is written there is no trace of a search on this board: where and why.
    Wrong(String),
}

/// Reads a whole trace, from its first step.
///
/// # Errors
/// The first line that is wrong: its number, what is wrong, and what to do.
pub fn read(mut text: impl BufRead, board: &Board) -> Result<Trace, Fault> {
    if board.square_count() >= Trace::MOST_SQUARES {
        return Err(Fault::Wrong(format!("traces are read on boards of less than {} squares", Trace::MOST_SQUARES)));
    }
    let trace = Trace::new(board.columns());
    let mut reader = Reader { board, standing: Vec::new(), occupied: HashSet::new(), trace };
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        (&mut text).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(Fault::Io)?;
        if line.is_empty() {
            break;
        }
        reader.line(&line).map_err(|why| Fault::Wrong(format!("line {number}: {why}")))?;
    }
    Ok(reader.trace)
}

/// What has been read, and the pieces that stand after it.
struct Reader<'a> {
    board: &'a Board,
    standing: Vec<Square>,
    occupied: HashSet<Square>,
    trace: Trace,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8]) -> Result<(), String> {
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            return Err(format!("it is longer than {LONGEST_LINE} bytes; {SAMPLE}"));
        }
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let Ok(value @ Value::Object(_)) = serde_json::from_slice(line) else {
            return Err(format!("it is no JSON object; {SAMPLE}"));
        };
        self.check_number(&value)?;
        let event = self.event(&value)?;
        let depth = value["depth"].as_u64().ok_or("it has no \"depth\", a whole number from 0")?;
        self.follow(depth, event)
    }

    fn check_number(&self, value: &Value) -> Result<(), String> {
        let wanted = self.trace.len() as u64 + 1;
        let number = value["step"].as_u64().ok_or("it has no \"step\", a whole number from 1")?;
        if number != wanted && wanted == 1 {
            let advice = "the pieces placed before are not known; make the trace without --from";
            return Err(format!("the trace starts at step {number}: {advice}"));
        }
        if number != wanted {
            return Err(format!("step {number} where step {wanted} should be; give the lines as trace writes them"));
        }
        if self.trace.len() == MOST_STEPS {
            return Err(format!("more than {MOST_STEPS} steps; make the trace with --limit {MOST_STEPS}"));
        }
        Ok(())
    }

    fn event(&self, value: &Value) -> Result<Event, String> {
        let square = || self.square(value, "square");
        match value["event"].as_str() {
            Some("try") => Ok(Event::Try(square()?)),
            Some("conflict") => Ok(Event::Conflict { square: square()?, with: self.square(value, "with")? }),
            Some("place") => Ok(Event::Place(square()?)),
            Some("remove") => Ok(Event::Remove(square()?)),
            Some("solution") if value.get("square").is_none() => Ok(Event::Solution(None)),
            Some("solution") => Ok(Event::Solution(Some(square()?))),
            _ => Err("its \"event\" is none of try, conflict, place, remove, solution".into()),
        }
    }

    fn square(&self, value: &Value, key: &str) -> Result<Square, String> {
        let name = value[key].as_str().ok_or_else(|| format!("it has no \"{key}\", a square such as \"a8\""))?;
        let advice = "name the pieces and the board of which the trace is";
        self.board.parse_square(name).map_err(|error| format!("{error}; {advice}"))
    }

    /// Checks that the step can follow those before it, and adds it.
    fn follow(&mut self, depth: u64, event: Event) -> Result<(), String> {
        let name = |square: Square| self.board.name(square);
        let before = self.standing.len() as u64;
        match event {
            Event::Place(square) if !self.board.is_free(square) => {
                return Err(format!("a piece is placed on {}, which is no free square of this board", name(square)));
            }
            Event::Place(square) if self.occupied.contains(&square) => {
                return Err(format!("a piece is placed on {}, where one stands", name(square)));
            }
            Event::Place(square) => {
                self.standing.push(square);
                self.occupied.insert(square);
            }
            Event::Remove(square) if self.standing.last() == Some(&square) => {
                self.standing.pop();
                self.occupied.remove(&square);
            }
            Event::Remove(square) => {
                let last = self.standing.last();
                let last = last.map_or_else(|| "none stands".into(), |&last| format!("that is on {}", name(last)));
                let what = format!("the piece on {} is removed", name(square));
                return Err(format!("{what}, but it is not the one placed last: {last}"));
            }
            Event::Try(_) | Event::Conflict { .. } | Event::Solution(_) => {}
        }
        let wanted = before.min(self.standing.len() as u64);
        if depth != wanted {
            return Err(format!("its depth is {depth}, but it should be {wanted}, the number of pieces that stand"));
        }
        self.trace.push(event);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use bezzel::{Goal, Observer, Question, Search};

    use super::super::write;
    use super::*;

    #[derive(Default)]
    struct Writer(Vec<u8>, Vec<Event>);

    impl Observer for Writer {
        fn see(&mut self, depth: usize, event: Event) {
            self.1.push(event);
            write(&mut self.0, self.1.len() as u64, depth, event, &|square| square.name(5)).unwrap();
        }

        fn rest(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    fn trace() -> (String, Vec<Event>) {
        let mut writer = Writer::default();
        Search::new(&Question::queens(5, Goal::Count).unwrap(), "pairwise").unwrap().run(&mut writer);
        (String::from_utf8(writer.0).unwrap(), writer.1)
    }

    #[test]
    fn what_is_written_is_read() {
        let (text, events) = trace();
        let board = Board::square(5).unwrap();
        let trace = read(text.as_bytes(), &board).unwrap();
        assert_eq!((0..trace.len()).map(|index| trace.event(index)).collect::<Vec<_>>(), events);
        assert_eq!(read(&b""[..], &board).unwrap().len(), 0);
        let blank_and_crlf = text.replace('\n', "\r\n\r\n");
        assert_eq!(read(blank_and_crlf.as_bytes(), &board).unwrap(), trace);
    }

    #[test]
    fn wrong_lines_are_told() {
        let good: Vec<String> = trace().0.lines().take(6).map(String::from).collect();
        let board = Board::square(5).unwrap();
        let long = "x".repeat(5000);
        for (line, text, says) in [
            (2, "x", "line 2: it is no JSON object; a line looks like {\"step\":1"),
            (2, "[2]", "line 2: it is no JSON object"),
            (2, long.as_str(), "line 2: it is longer than 1000 bytes"),
            (2, r#"{"event":"try","depth":0,"square":"a5"}"#, "line 2: it has no \"step\""),
            (2, r#"{"step":2,"event":"put","depth":0,"square":"a5"}"#, "line 2: its \"event\" is none of"),
            (2, r#"{"step":2,"event":"place","depth":0,"square":"f5"}"#, "line 2: "),
            (2, r#"{"step":2,"event":"place","depth":0}"#, "line 2: it has no \"square\""),
            (2, r#"{"step":2,"event":"place","square":"a5"}"#, "line 2: it has no \"depth\""),
            (2, r#"{"step":3,"event":"place","depth":0,"square":"a5"}"#, "line 2: step 3 where step 2 should be"),
            (2, r#"{"step":2,"event":"remove","depth":0,"square":"a5"}"#, "line 2: the piece on a5 is removed"),
            (2, r#"{"step":2,"event":"place","depth":1,"square":"a5"}"#, "line 2: its depth is 1, but it should be 0"),
            (4, r#"{"step":4,"event":"place","depth":1,"square":"a5"}"#, "line 4: a piece is placed on a5, where one"),
            (1, r#"{"step":7,"event":"try","depth":0,"square":"a5"}"#, "line 1: the trace starts at step 7"),
            (4, r#"{"step":4,"event":"conflict","depth":1,"square":"a4"}"#, "line 4: it has no \"with\""),
        ] {
            let mut lines = good.clone();
            lines[line - 1] = text.to_string();
            let Err(Fault::Wrong(error)) = read(lines.join("\n").as_bytes(), &board) else { panic!("{text} was read") };
            assert!(error.starts_with(says), "{error}");
        }
    }
}
