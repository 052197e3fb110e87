//! The one error of the library.

use std::fmt;

/// Why a question was not answered. Interruption is not an error: see [`Outcome`](crate::Outcome).
///
/// The message says what was wrong, where, and what to write instead; it is meant to be shown as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A text (board, pieces, square, placement) that cannot be read.
    Parse(String),
    /// A question that contradicts itself or leaves something open.
    Question(String),
    /// A question that no method here can answer within its limits of size, time or memory.
    Limit(String),
    /// A result that failed its own check: a fault of the program, reported instead of a wrong answer.
    SelfCheck(String),
    /// Reading or writing failed: a file that is not there, a full disk, a damaged ledger.
    Io(String),
}

impl Error {
    pub(crate) fn parse(message: impl Into<String>) -> Self {
        Self::Parse(message.into())
    }

    pub(crate) fn question(message: impl Into<String>) -> Self {
        Self::Question(message.into())
    }

    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::Limit(message.into())
    }

    pub(crate) fn self_check(message: impl Into<String>) -> Self {
        Self::SelfCheck(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(message) | Self::Question(message) | Self::Limit(message) | Self::Io(message) => {
                f.write_str(message)
            }
            Self::SelfCheck(message) => {
                write!(f, "a result failed its own check, so it is withheld: {message}; please report this")
            }
        }
    }
}

impl std::error::Error for Error {}
