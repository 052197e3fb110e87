//! The ways a run ends other than with an answer, and their exit codes.

use std::io;

/// Why there is no answer, or that the answer is no.
#[derive(Debug)]
pub enum Failure {
    /// The answer is no; whatever is to be said has been said, or is this.
    No(Option<String>),
    /// The question is wrong.
    Question(String),
    /// The work was interrupted; what was reached.
    Interrupted(String),
    /// A result failed its own check.
    SelfCheck(String),
    /// Reading or writing failed.
    Io(String),
    /// Whoever read our output has gone: the end of a run, but not a fault.
    Closed,
}

impl Failure {
    /// The exit code: 1 no, 2 the question is wrong, 3 interrupted, 4 a failed self-check, 5 reading or writing failed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::No(_) => 1,
            Self::Question(_) => 2,
            Self::Interrupted(_) => 3,
            Self::SelfCheck(_) => 4,
            Self::Io(_) => 5,
        }
    }

    /// The one message, for standard error.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Closed | Self::No(None) => None,
            Self::No(Some(message)) => Some(message.clone()),
            Self::Interrupted(message) => Some(format!("interrupted: {message}")),
            Self::Question(message) | Self::SelfCheck(message) | Self::Io(message) => Some(format!("error: {message}")),
        }
    }

    /// The failure of writing to this place.
    pub fn writing(place: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::Closed;
        }
        Self::Io(format!("cannot write to {place}: {}", plain(error)))
    }

    /// The failure of reading from this place.
    pub fn reading(place: &str, error: &io::Error) -> Self {
        Self::Io(format!("cannot read {place}: {}", plain(error)))
    }
}

/// The system's words without its number: `No space left on device`.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
