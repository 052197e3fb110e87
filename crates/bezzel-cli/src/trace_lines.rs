//! The lines of a trace: a JSON object a step.
//!
//! ```text
//! {"step":1,"event":"try","depth":0,"square":"a8"}
//! {"step":2,"event":"place","depth":0,"square":"a8"}
//! {"step":3,"event":"try","depth":1,"square":"a7"}
//! {"step":4,"event":"conflict","depth":1,"square":"a7","with":"a8"}
//! ```
//!
//! Steps count from 1. `depth` is the number of pieces the search had placed before the event; after it, for a solution, whose
//! `square` is that of the piece placed last (there is none on an empty board). `with` is the square of the piece that is
//! attacked.

use std::io::{self, Write};

use bezzel::{Board, Event, Square};
use serde_json::Value;

/// Writes one line; `name` gives a square's name.
pub fn write(
    out: &mut dyn Write,
    step: u64,
    depth: usize,
    event: Event,
    name: &dyn Fn(Square) -> String,
) -> io::Result<()> {
    let (word, square, with) = match event {
        Event::Try(square) => ("try", Some(square), None),
        Event::Conflict { square, with } => ("conflict", Some(square), Some(with)),
        Event::Place(square) => ("place", Some(square), None),
        Event::Remove(square) => ("remove", Some(square), None),
        Event::Solution(last) => ("solution", last, None),
    };
    write!(out, r#"{{"step":{step},"event":"{word}","depth":{depth}"#)?;
    for (key, square) in [("square", square), ("with", with)] {
        if let Some(square) = square {
            write!(out, r#","{key}":"{}""#, name(square))?;
        }
    }
    writeln!(out, "}}")
}

/// A trace longer than this is not read: it would take more than a gigabyte.
const MOST_STEPS: usize = 20_000_000;

/// Reads a whole trace, from its first step.
///
/// # Errors
/// The first line that is wrong: its number, what is wrong, and what to do.
pub fn read(text: &str, board: &Board) -> Result<Vec<(usize, Event)>, String> {
    let mut reader = Reader { board, standing: Vec::new(), steps: Vec::new() };
    for (line, number) in text.lines().zip(1..) {
        if !line.trim().is_empty() {
            reader.line(line).map_err(|why| format!("line {number}: {why}"))?;
        }
    }
    Ok(reader.steps)
}

/// What has been read, and the pieces that stand after it.
struct Reader<'a> {
    board: &'a Board,
    standing: Vec<Square>,
    steps: Vec<(usize, Event)>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(line).map_err(|error| format!("it is no JSON object: {error}"))?;
        let wanted = self.steps.len() as u64 + 1;
        let number = value["step"].as_u64().ok_or("it has no \"step\", a whole number from 1")?;
        if number != wanted && wanted == 1 {
            let advice = "the pieces placed before are not known; make the trace without --from";
            return Err(format!("the trace starts at step {number}: {advice}"));
        }
        if number != wanted {
            return Err(format!("step {number} where step {wanted} should be"));
        }
        if self.steps.len() == MOST_STEPS {
            return Err(format!("more than {MOST_STEPS} steps: make the trace with --limit"));
        }
        let event = self.event(&value)?;
        let depth = value["depth"].as_u64().ok_or("it has no \"depth\", a whole number from 0")? as usize;
        self.follow(depth, event)
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
        self.board.parse_square(name).map_err(|error| error.to_string())
    }

    /// Checks that the step can follow those before it.
    fn follow(&mut self, depth: usize, event: Event) -> Result<(), String> {
        let name = |square: Square| self.board.name(square);
        match event {
            Event::Place(square) if self.standing.contains(&square) => {
                return Err(format!("a piece is placed on {}, where one stands", name(square)));
            }
            Event::Place(square) => self.standing.push(square),
            Event::Remove(square) if self.standing.last() == Some(&square) => drop(self.standing.pop()),
            Event::Remove(square) => {
                let last = self
                    .standing
                    .last()
                    .map_or_else(|| "none stands".into(), |&last| format!("that is on {}", name(last)));
                return Err(format!(
                    "the piece on {} is removed, but it is not the one placed last: {last}",
                    name(square)
                ));
            }
            Event::Try(_) | Event::Conflict { .. } | Event::Solution(_) => {}
        }
        let standing = self.standing.len() - usize::from(matches!(event, Event::Place(_)));
        if depth != standing {
            return Err(format!("its depth is {depth}, but {standing} pieces stand"));
        }
        self.steps.push((depth, event));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use bezzel::{Goal, Observer, Question, Search};

    use super::*;

    #[derive(Default)]
    struct Writer(Vec<u8>, Vec<(usize, Event)>);

    impl Observer for Writer {
        fn see(&mut self, depth: usize, event: Event) {
            self.1.push((depth, event));
            write(&mut self.0, self.1.len() as u64, depth, event, &|square| square.name(5)).unwrap();
        }

        fn rest(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    fn trace() -> (String, Vec<(usize, Event)>) {
        let mut writer = Writer::default();
        Search::new(&Question::queens(5, Goal::Count).unwrap(), "pairwise").unwrap().run(&mut writer);
        (String::from_utf8(writer.0).unwrap(), writer.1)
    }

    #[test]
    fn what_is_written_is_read() {
        let (text, steps) = trace();
        assert_eq!(read(&text, &Board::square(5).unwrap()).unwrap(), steps);
        assert_eq!(read("", &Board::square(5).unwrap()).unwrap(), []);
    }

    #[test]
    fn wrong_lines_are_told() {
        let good: Vec<String> = trace().0.lines().take(6).map(String::from).collect();
        let board = Board::square(5).unwrap();
        for (line, text, says) in [
            (2, "x", "line 2: it is no JSON object"),
            (2, r#"{"step":2,"event":"put","depth":0,"square":"a5"}"#, "line 2: its \"event\" is none of"),
            (2, r#"{"step":2,"event":"place","depth":0,"square":"f5"}"#, "line 2: "),
            (2, r#"{"step":2,"event":"place","depth":0}"#, "line 2: it has no \"square\""),
            (2, r#"{"step":3,"event":"place","depth":0,"square":"a5"}"#, "line 2: step 3 where step 2 should be"),
            (2, r#"{"step":2,"event":"remove","depth":0,"square":"a5"}"#, "line 2: the piece on a5 is removed"),
            (2, r#"{"step":2,"event":"place","depth":1,"square":"a5"}"#, "line 2: its depth is 1, but 0 pieces stand"),
            (1, r#"{"step":7,"event":"try","depth":0,"square":"a5"}"#, "line 1: the trace starts at step 7"),
            (4, r#"{"step":4,"event":"conflict","depth":1,"square":"a4"}"#, "line 4: it has no \"with\""),
        ] {
            let mut lines = good.clone();
            lines[line - 1] = text.to_string();
            let error = read(&lines.join("\n"), &board).unwrap_err();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
