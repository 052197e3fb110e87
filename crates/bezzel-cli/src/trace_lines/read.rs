//! Reading the lines of a trace, each of them checked.

use std::collections::HashSet;
use std::io::{self, BufRead, Read};

use bezzel::{Board, Event, Problem, Square};
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
pub fn read(mut text: impl BufRead, problem: &Problem) -> Result<Trace, Fault> {
    let board = problem.board();
    if board.square_count() >= Trace::MOST_SQUARES {
        return Err(Fault::Wrong(format!("traces are read on boards of less than {} squares", Trace::MOST_SQUARES)));
    }
    let trace = Trace::new(board.columns());
    // fixed pieces stand from the beginning, and are in the way
    let occupied = problem.fixed().pieces().iter().map(|fixed| fixed.square).collect();
    let mut reader = Reader { board, standing: Vec::new(), occupied, trace };
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

/// What a line says, as far as it says it.
#[derive(Debug, PartialEq, Eq)]
struct Fields<'a> {
    step: Option<u64>,
    event: Option<&'a str>,
    depth: Option<u64>,
    square: Option<&'a str>,
    with: Option<&'a str>,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value) -> Self {
        let [step, depth] = ["step", "depth"].map(|key| value[key].as_u64());
        let [event, square, with] = ["event", "square", "with"].map(|key| value[key].as_str());
        Self { step, event, depth, square, with }
    }

    /// Those of a line that is exactly as [`write`](super::write) writes it, which nearly all are: much faster than through
    /// a JSON value, and there may be millions.
    fn as_written(line: &'a [u8]) -> Option<Self> {
        let number = |text: &str| {
            let is_plain = text == "0" || !text.starts_with(['0', '+']);
            if is_plain { text.parse().ok() } else { None }
        };
        let text = std::str::from_utf8(line).ok()?.trim_ascii_end();
        let (step, rest) = text.strip_prefix(r#"{"step":"#)?.strip_suffix('}')?.split_once(r#","event":""#)?;
        let (event, rest) = rest.split_once(r#"","depth":"#)?;
        let (depth, squares) = rest.split_once(',').map_or((rest, None), |(depth, rest)| (depth, Some(rest)));
        let squares = match squares {
            Some(squares) => Some(squares.strip_prefix(r#""square":""#)?.strip_suffix('"')?),
            None => None,
        };
        let (square, with) = match squares.and_then(|squares| squares.split_once(r#"","with":""#)) {
            Some((square, with)) => (Some(square), Some(with)),
            None => (squares, None),
        };
        let is_plain = |text: &str| !text.contains(['"', '\\']);
        let strings = [Some(event), square, with];
        let fields = Self { step: Some(number(step)?), event: Some(event), depth: Some(number(depth)?), square, with };
        strings.into_iter().flatten().all(is_plain).then_some(fields)
    }
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
        if let Some(fields) = Fields::as_written(line) {
            return self.fields(&fields);
        }
        match serde_json::from_slice(line) {
            Ok(value @ Value::Object(_)) => self.fields(&Fields::of(&value)),
            _ => Err(format!("it is no JSON object; {SAMPLE}")),
        }
    }

    fn fields(&mut self, fields: &Fields) -> Result<(), String> {
        self.check_number(fields)?;
        let event = self.event(fields)?;
        let depth = fields.depth.ok_or("it has no \"depth\", a whole number from 0")?;
        self.follow(depth, event)
    }

    fn check_number(&self, fields: &Fields) -> Result<(), String> {
        let wanted = self.trace.len() as u64 + 1;
        let number = fields.step.ok_or("it has no \"step\", a whole number from 1")?;
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

    fn event(&self, fields: &Fields) -> Result<Event, String> {
        let square = || self.square(fields.square, "square");
        match fields.event {
            Some("try") => Ok(Event::Try(square()?)),
            Some("conflict") => Ok(Event::Conflict { square: square()?, with: self.square(fields.with, "with")? }),
            Some("place") => Ok(Event::Place(square()?)),
            Some("remove") => Ok(Event::Remove(square()?)),
            Some("solution") if fields.square.is_none() => Ok(Event::Solution(None)),
            Some("solution") => Ok(Event::Solution(Some(square()?))),
            _ => Err("its \"event\" is none of try, conflict, place, remove, solution".into()),
        }
    }

    fn square(&self, name: Option<&str>, key: &str) -> Result<Square, String> {
        let name = name.ok_or_else(|| format!("it has no \"{key}\", a square such as \"a8\""))?;
        let advice = "name the pieces and the board of which the trace is";
        self.board.parse_square(name).map_err(|error| format!("{error}; {advice}"))
    }

    /// Checks that the step can follow those before it, and adds it.
    fn follow(&mut self, depth: u64, event: Event) -> Result<(), String> {
        let name = |square: Square| self.board.name(square);
        let before = self.standing.len() as u64;
        match event {
            Event::Try(square) | Event::Place(square) if !self.board.is_free(square) => {
                return Err(format!("{} is no free square of this board", name(square)));
            }
            Event::Conflict { with, .. } if !self.occupied.contains(&with) => {
                return Err(format!("the conflict is with a piece on {}, where none stands", name(with)));
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
                let what = format!("the piece on {} is removed", name(square));
                return Err(format!("{what}, but it is not the one placed last: {}", self.last()));
            }
            Event::Solution(last) if self.standing.last() != last.as_ref() => {
                return Err(format!("the square of a solution is that of the piece placed last: {}", self.last()));
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

    /// The piece placed last, in words.
    fn last(&self) -> String {
        self.standing
            .last()
            .map_or_else(|| "none stands".into(), |&last| format!("that is on {}", self.board.name(last)))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use bezzel::{Army, Goal, Observer, Piece, Quantity, Question, Search};

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

    fn queens() -> Question {
        Question::queens(5, Goal::Count).unwrap()
    }

    fn trace(rung: &str) -> (String, Vec<Event>) {
        let mut writer = Writer::default();
        Search::new(&queens(), rung).unwrap().run(&mut writer);
        (String::from_utf8(writer.0).unwrap(), writer.1)
    }

    #[test]
    fn what_is_written_is_read() {
        let question = queens();
        for rung in Search::rungs(&question) {
            let (text, events) = trace(rung);
            let trace = read(text.as_bytes(), question.problem()).unwrap();
            assert_eq!((0..trace.len()).map(|index| trace.event(index)).collect::<Vec<_>>(), events, "{rung}");
            let blank_and_crlf = text.replace('\n', "\r\n\r\n");
            assert_eq!(read(blank_and_crlf.as_bytes(), question.problem()).unwrap(), trace);
        }
        assert_eq!(read(&b""[..], question.problem()).unwrap().len(), 0);
    }

    #[test]
    fn wrong_lines_are_told() {
        let good: Vec<String> = trace("pairwise").0.lines().take(6).map(String::from).collect();
        let question = queens();
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
            (4, r#"{"step":4,"event":"conflict","depth":1,"square":"a4","with":"b5"}"#, "line 4: the conflict is with"),
            (4, r#"{"step":4,"event":"solution","depth":1,"square":"a4"}"#, "line 4: the square of a solution is"),
            (4, r#"{"step":4,"event":"solution","depth":1}"#, "line 4: the square of a solution is that of the piece"),
        ] {
            let mut lines = good.clone();
            lines[line - 1] = text.to_string();
            let Err(Fault::Wrong(error)) = read(lines.join("\n").as_bytes(), question.problem()) else {
                panic!("{text} was read")
            };
            assert!(error.starts_with(says), "{error}");
        }
    }

    /// What is marked on the board counts.
    #[test]
    fn fixed_pieces_and_holes_are_known() {
        let board = Board::square(5).unwrap().with_holes([Square::new(0, 0)]).unwrap();
        let army = Army::new([(Piece::QUEEN, Quantity::Any)]).unwrap();
        let problem = Problem::new(board, army).unwrap();
        let problem = problem.with_fixed([(Piece::QUEEN, Square::new(0, 1))]).unwrap();
        for (line, says) in [
            (r#"{"step":1,"event":"try","depth":0,"square":"a5"}"#, "line 1: a5 is no free square"),
            (
                r#"{"step":1,"event":"place","depth":0,"square":"b5"}"#,
                "line 1: a piece is placed on b5, where one stands",
            ),
        ] {
            let Err(Fault::Wrong(error)) = read(line.as_bytes(), &problem) else { panic!("{line} was read") };
            assert!(error.starts_with(says), "{error}");
        }
        let with_a_fixed_one = r#"{"step":1,"event":"conflict","depth":0,"square":"b4","with":"b5"}"#;
        assert_eq!(read(with_a_fixed_one.as_bytes(), &problem).unwrap().len(), 1);
    }

    /// The fast way says what the slow one says, or nothing.
    #[test]
    fn lines_as_written_are_read_in_the_same_way() {
        let same = |line: &str| {
            let fast = Fields::as_written(line.as_bytes());
            let slow = serde_json::from_str::<Value>(line).ok();
            if let Some(fields) = &fast {
                assert_eq!(slow.as_ref().map(Fields::of).as_ref(), Some(fields), "{line}");
            }
            fast.is_some()
        };
        assert!(trace("exhaustive").0.lines().all(same));
        assert!(same(r#"{"step":1,"event":"solution","depth":0}"#));
        for line in [
            r#"{"step":+1,"event":"try","depth":0,"square":"a5"}"#,
            r#"{"step":01,"event":"try","depth":0,"square":"a5"}"#,
            r#"{"step":,"event":"try","depth":0,"square":"a5"}"#,
            r#"{"step":1,"event":"try","depth":0,"square":"a5","more":"x"}"#,
            r#"{"step":1,"event":"try","depth":0,"square":"\u0061"}"#,
            r#"{"step":1,"event":"try","depth":0,"square":"}"#,
            r#"{"step":1,"event":"try","depth":0,}"#,
            r#"{"step":1,"event":"try","depth":0,"square":"a5"}}"#,
            r#"{"step":1,"step":2,"event":"try","depth":0,"square":"a5"}"#,
        ] {
            assert!(!same(line), "{line}");
        }
    }
}
