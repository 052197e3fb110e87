//! `judge`: a judge's exact input read, its exact output written.

use std::io;

use crate::args::JudgeArgs;
use crate::ask::Asker;
use crate::failure::Failure;
use crate::input::read_stdin;
use crate::judge::{self, JudgeError};

/// Answers what stands on standard input.
pub fn run(args: &JudgeArgs) -> Result<(), Failure> {
    let asker = Asker::with_means(&args.means)?;
    let judge =
        judge::find(&args.name).ok_or_else(|| Failure::Question(format!("there is no judge '{}'", args.name)))?;
    let bytes = read_stdin()?;
    asker.work(|solver| judge.answer(&bytes, solver, &mut io::stdout().lock())).map_err(Failure::from)
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Input(message) => Self::Question(message),
            JudgeError::NoSolution(message) => Self::No(Some(message)),
            JudgeError::Interrupted => Self::Interrupted("no answer yet".into()),
            JudgeError::Library(error) => error.into(),
            JudgeError::Write(error) => Self::writing("standard output", &error),
        }
    }
}
