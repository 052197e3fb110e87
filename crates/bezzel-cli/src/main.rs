//! The program `bezzel`: arguments to a question, the question to a report, the report to text.

mod args;
mod ask;
mod failure;
mod input;
mod judge;
mod output;
mod progress;
mod render;
mod verb;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Verb};
use failure::Failure;

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.verb {
        Verb::Count(args) => verb::count::run(&args),
        Verb::List(args) => verb::list::run(&args),
        Verb::Find(args) => verb::find::run(&args),
        Verb::Max(args) => verb::max::run(&args),
        Verb::Check(args) => verb::check::run(&args),
        Verb::Draw(args) => verb::draw::run(&args),
        Verb::Judge(args) => verb::judge::run(&args),
        Verb::Completions { shell } => verb::help::completions(shell),
        Verb::Man => verb::help::man(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                eprintln!("{message}");
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

impl From<bezzel::Error> for Failure {
    fn from(error: bezzel::Error) -> Self {
        match error {
            bezzel::Error::SelfCheck(_) => Self::SelfCheck(error.to_string()),
            _ => Self::Question(error.to_string()),
        }
    }
}
