//! The player on a pseudo-terminal: what it shows, what its keys do, and that it gives the terminal back.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long something may take to be seen, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program on a terminal of its own.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn nonzero(number: u16) -> NonZero<u16> {
    number.try_into().unwrap()
}

impl Terminal {
    fn start(columns: u16, rows: u16, args: &[&str], colours: bool) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_bezzel"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        if !colours {
            command.env("NO_COLOR", "1");
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(nonzero(rows), nonzero(columns), 0)));
        let (mut reader, parser) = (pair.master.try_clone_reader().unwrap(), screen.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 {
                    break;
                }
                parser.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self { master: pair.master, child, keys, screen }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if is_so(&text) {
                return text;
            }
            assert!(start.elapsed() < PATIENCE, "{what} was not seen on\n{text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits for the end: the exit code.
    fn end(&mut self) -> u32 {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.child.kill().unwrap();
        panic!("it did not end; the screen was\n{}", self.text());
    }

    fn is_given_back(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        !parser.screen().alternate_screen() && !parser.screen().hide_cursor()
    }
}

/// A space wherever there are some.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Plays, pauses, steps back, jumps, asks for help, quits.
fn play(columns: u16, rows: u16) {
    let mut terminal = Terminal::start(columns, rows, &["watch", "queens", "6", "--method", "pairwise"], true);
    terminal.wait_for("6 queens on 6x6 by pairwise");
    terminal.wait("a step played by itself", |text| text.contains("playing") && !text.contains("step 0 "));
    terminal.press(" ");
    terminal.wait_for("paused");
    terminal.press("g12\r");
    terminal.wait("the board at step 12", |text| {
        let text = squeezed(text);
        text.contains("step 12 ") && text.contains("6 Q - - - - -") && text.contains("tried 6 placed 2")
    });
    terminal.press("\x1b[C");
    terminal.wait("step 13", |text| text.contains("step 13 ") && text.contains("try c4"));
    for step in [12, 11, 10, 9] {
        terminal.press("\x1b[D");
        terminal.wait_for(&format!("step {step} "));
    }
    terminal.press("\x1b[D");
    terminal.wait("two queens at step 8", |text| {
        let text = squeezed(text);
        text.contains("step 8 ") && text.contains("place c5") && text.contains("pieces a6 c5")
    });
    terminal.press("n");
    // A140450 and the queens put down: 171 squares tried and 31 pieces placed up to the first solution of n = 6
    terminal.wait("the first solution and its counters", |text| {
        let text = squeezed(text);
        let counters = text.contains("tried 171 placed 31") && text.contains("backtracks 25");
        counters && text.contains("solution 1") && text.contains("6 - Q - - - -") && text.contains("1 - - - - Q -")
    });
    terminal.press("?");
    terminal.wait_for("the next solution");
    terminal.press("?");
    terminal.wait("help closed", |text| !text.contains("the next solution"));
    terminal.press("]");
    terminal.wait_for("7 queens on 7x7 by pairwise");
    terminal.press("m");
    terminal.wait_for("7 queens on 7x7 by lists");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.wait("the terminal given back", |_| terminal.is_given_back());
}

#[test]
fn played_at_80_by_24() {
    play(80, 24);
}

#[test]
fn played_at_120_by_40() {
    play(120, 40);
}

/// 100,000 steps back.
#[test]
fn far_steps_are_come_back_from() {
    let mut terminal = Terminal::start(80, 24, &["watch", "queens", "10"], true);
    terminal.wait_for("10 queens on 10x10 by arrays");
    terminal.press(" g150000\r");
    let far = terminal.wait("step 150000 reached", |text| text.contains("step 150000 ") && text.contains("paused"));
    terminal.press("g50000\r");
    terminal.wait("step 50000 reached", |text| text.contains("step 50000 ") && text.contains("paused"));
    terminal.press("g150000\r");
    let again = terminal.wait("step 150000 again", |text| text.contains("step 150000 ") && text.contains("paused"));
    assert_eq!(squeezed(&again), squeezed(&far));
    terminal.press("\x1b");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn it_follows_the_size_of_the_terminal() {
    let mut terminal = Terminal::start(80, 24, &["watch", "queens", "8"], true);
    terminal.wait_for("8 queens on 8x8");
    terminal.press(" ");
    terminal.wait_for("paused");
    let resize = |columns, rows| {
        terminal.screen.lock().unwrap().screen_mut().set_size(nonzero(rows), nonzero(columns));
        terminal.master.resize(size(columns, rows)).unwrap();
    };
    resize(40, 10);
    terminal.wait("the size that is needed", |text| squeezed(text).contains("needs a terminal of 60 x 16"));
    resize(100, 30);
    terminal.wait_for("8 queens on 8x8");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

/// Without colours the signs alone tell the squares apart.
#[test]
fn colours_can_be_done_without() {
    for colours in [true, false] {
        let mut terminal = Terminal::start(80, 24, &["watch", "queens", "5"], colours);
        terminal.wait_for("5 queens on 5x5");
        terminal.press(" g3\r");
        terminal.wait_for("try a4");
        let shaded = {
            let parser = terminal.screen.lock().unwrap();
            let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
            cells
                .filter(|&(row, column)| {
                    let cell = parser.screen().cell(row, column);
                    cell.is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
                })
                .count()
        };
        // a piece and 12 attacked squares, one of them tried, each of 6 x 3
        assert_eq!(shaded, if colours { 13 * 18 } else { 0 });
        terminal.press(".");
        let text = terminal.wait_for("conflict: a4 and a5");
        assert!(squeezed(&text).contains("5 Q! - - - -") && squeezed(&text).contains("4 ! - . . ."), "{text}");
        terminal.press("q");
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let mut terminal = Terminal::start(80, 24, &["watch", "queens", "8"], true);
    terminal.wait_for("8 queens on 8x8");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 3);
    terminal.wait_for("interrupted: at step");
    terminal.wait("the terminal given back", |_| terminal.is_given_back());
}

#[cfg(unix)]
#[test]
fn a_signal_gives_the_terminal_back() {
    let mut terminal = Terminal::start(80, 24, &["watch", "queens", "8"], true);
    terminal.wait_for("8 queens on 8x8");
    let process = terminal.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    assert_eq!(terminal.end(), 3);
    terminal.wait("the terminal given back", |_| terminal.is_given_back());
}

/// When the terminal goes away the player does too.
#[test]
fn a_lost_terminal_ends_it() {
    let pair = native_pty_system().openpty(size(80, 24)).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_bezzel"));
    command.args(["watch", "queens", "8"]);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    // what it draws first; nobody holds the terminal after that
    let mut reader = pair.master.try_clone_reader().unwrap();
    assert!(reader.read(&mut [0; 256]).unwrap() > 0);
    drop((reader, pair.master));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it goes on without a terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A trace is played like the search it is of.
#[test]
fn a_trace_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let path = file.to_str().unwrap();
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(["trace", "queens", "6", "--first", "-o", path])
        .status()
        .unwrap();
    assert!(made.success());
    let mut terminal = Terminal::start(80, 24, &["watch", "queens", "6", "--replay", path], true);
    terminal.wait_for("replay");
    terminal.press("n");
    terminal.wait_for("solution 1");
    terminal.press("\x1b[D");
    terminal.wait_for("place e1");
    terminal.press("m");
    terminal.wait_for("a trace has no other rungs");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}
