//! The program `bezzel`: arguments to a question, the question to a report, the report to text.
//!
//! It is a library so that the Python package has the same program, and shares what the faces have in common ([`faces`]).

/// Writes a line to standard error. Where that cannot be written to, nothing can be said, and nothing is lost either.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod args;
mod ask;
pub mod faces;
mod failure;
mod input;
mod judge;
mod output;
mod progress;
mod render;
mod signals;
mod trace_lines;
mod verb;
mod watch;

use std::ffi::OsString;

use clap::Parser;

use args::{Args, Verb};
use failure::Failure;

/// The whole program: what these arguments ask (the first is the program's name) is answered on standard output. Gives the exit code.
///
/// Wrong arguments, `--help` and `--version` end the process.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let args = Args::parse_from(args);
    signals::attend();
    let done = match args.verb {
        Verb::Count(args) => verb::count::run(&args),
        Verb::List(args) => verb::list::run(&args),
        Verb::Find(args) => verb::find::run(&args),
        Verb::Max(args) => verb::max::run(&args),
        Verb::Table(args) => verb::table::run(&args),
        Verb::Oeis(args) => verb::oeis::run(&args),
        Verb::Estimate(args) => verb::estimate::run(&args),
        Verb::Check(args) => verb::check::run(&args),
        Verb::Compare(args) => verb::compare::run(&args),
        Verb::Watch(args) => verb::watch::run(&args),
        Verb::Trace(args) => verb::trace::run(&args),
        Verb::Draw(args) => verb::draw::run(&args),
        Verb::Judge(args) => verb::judge::run(&args),
        Verb::Run { verb } => verb::run::run(&verb),
        Verb::Completions { shell } => verb::help::completions(shell),
        Verb::Man => verb::help::man(),
    };
    match done {
        Ok(()) => 0,
        Err(failure) => {
            if let Some(message) = failure.message() {
                say!("{message}");
            }
            failure.exit_code()
        }
    }
}

impl From<bezzel::Error> for Failure {
    fn from(error: bezzel::Error) -> Self {
        match error {
            bezzel::Error::SelfCheck(_) => Self::SelfCheck(error.to_string()),
            bezzel::Error::Io(message) => Self::Io(message),
            _ => Self::Question(error.to_string()),
        }
    }
}
