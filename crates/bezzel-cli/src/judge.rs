//! Online judges: a judge's exact input read, its exact output written.
//!
//! A judge is a line of [`JUDGES`] and a function that reads its input ([`input`]), asks the library ([`ask`]) and writes
//! the answer ([`queens`], [`most`]). Every input is read whole before the first answer is written, so a fault in it gives
//! a message and no output.

mod ask;
mod input;
mod most;
mod queens;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{self, BufWriter, Write};

use bezzel::{Error, Solver};
use input::Input;

/// A problem of an online judge.
pub struct Judge {
    /// The judge and its number or name for the problem, such as `boj-9663`.
    pub name: &'static str,
    /// What it asks, in a line.
    pub about: &'static str,
    /// What its input looks like, as the end of a sentence that starts with the judge reading it.
    pub reads: &'static str,
    run: Run,
}

type Run = fn(&mut Input, &Solver, &mut dyn Write) -> Result<(), JudgeError>;

const N_ALONE: &str = "n alone";
const EVERY_N: &str = "a line with each n, and a line with 0 at the end";
const X_BOARDS: &str = "for each board a line with n and n rows of . (free) and X (wall), and a line with 0 at the end";

/// Every judge, by name.
static JUDGES: [Judge; 21] = [
    Judge {
        name: "algospot-bishops",
        about: "the most bishops on boards with walls",
        reads: "the number of boards, then for each board a line with n and n rows of . (free) and * (wall)",
        run: most::algospot_bishops,
    },
    Judge {
        name: "boj-1574",
        about: "the most rooks on a board with holes",
        reads: "a line with the numbers of rows, columns and holes, then a line with row and column (from 1) for each hole",
        run: most::boj_1574,
    },
    Judge {
        name: "boj-1799",
        about: "the most bishops on a board with holes",
        reads: "a line with n, then n rows of n numbers, 1 for a free square and 0 for a hole",
        run: most::boj_1799,
    },
    Judge {
        name: "boj-2570",
        about: "the most bishops on a board with walls",
        reads: "a line with n and the number of walls, then a line with row and column (from 1) for each wall",
        run: most::boj_2570,
    },
    Judge {
        name: "boj-3344",
        about: "one way to place n queens, the column of each row on a line of its own",
        reads: N_ALONE,
        run: queens::boj_3344,
    },
    Judge {
        name: "boj-9175",
        about: "one way to place n queens for each of several n",
        reads: "how many n there are, then a line with each n",
        run: queens::boj_9175,
    },
    Judge {
        name: "boj-9525",
        about: "the most rooks on a board with pawns, which are walls",
        reads: "a line with n, then n rows of . (free) and X (pawn)",
        run: most::boj_9525,
    },
    Judge {
        name: "boj-9663",
        about: "in how many ways n queens can be placed",
        reads: N_ALONE,
        run: queens::count_one,
    },
    Judge { name: "hdu-1045", about: "the most rooks on boards with walls", reads: X_BOARDS, run: most::hdu_1045 },
    Judge {
        name: "hdu-2553",
        about: "in how many ways n queens can be placed, for each of several n",
        reads: EVERY_N,
        run: queens::hdu_2553,
    },
    Judge {
        name: "kattis-holeynqueensbatman",
        about: "in how many ways n queens can be placed on boards with holes",
        reads: "for each board a line with n and the number of holes and a line with row and column (from 0) for each hole, \
                and a line with 0 0 at the end",
        run: queens::kattis_holey,
    },
    Judge {
        name: "kattis-queens",
        about: "whether a placement of n queens is right",
        reads: "a line with n, then n lines with x and y of a queen (from 0 at the bottom left)",
        run: queens::kattis_queens,
    },
    Judge {
        name: "leetcode-51",
        about: "the ways to place n queens, as a JSON list of boards",
        reads: N_ALONE,
        run: queens::leetcode_51,
    },
    Judge {
        name: "leetcode-52",
        about: "in how many ways n queens can be placed",
        reads: N_ALONE,
        run: queens::count_one,
    },
    Judge {
        name: "luogu-p1219",
        about: "the first three ways to place n queens, and how many there are",
        reads: N_ALONE,
        run: queens::luogu_p1219,
    },
    Judge {
        name: "poj-3239",
        about: "one way to place n queens on a line, for each of several n",
        reads: EVERY_N,
        run: queens::poj_3239,
    },
    Judge { name: "uva-639", about: "the most rooks on boards with walls", reads: X_BOARDS, run: most::hdu_1045 },
    Judge {
        name: "uva-696",
        about: "the most knights on boards, in a sentence for each",
        reads: "a line with the numbers of rows and columns of each board, and a line with 0 0 at the end",
        run: most::uva_696,
    },
    Judge {
        name: "uva-750",
        about: "the ways to place 8 queens with one of them given",
        reads: "how many queens are given, then a line with row and column (1 to 8, from the top left) of each",
        run: queens::uva_750,
    },
    Judge {
        name: "uva-11195",
        about: "in how many ways n queens can be placed on boards with holes",
        reads: "for each board a line with n and n rows of . (free) and * (hole), and a line with 0 at the end",
        run: queens::uva_11195,
    },
    Judge { name: "zoj-1002", about: "the most rooks on boards with walls", reads: X_BOARDS, run: most::hdu_1045 },
];

/// Every judge, by name.
pub fn all() -> &'static [Judge] {
    &JUDGES
}

/// The judge of this name.
pub fn find(name: &str) -> Option<&'static Judge> {
    JUDGES.iter().find(|judge| judge.name == name)
}

impl Judge {
    /// Reads the judge's whole input, as it came from a file or a pipe, and writes the answer.
    ///
    /// Answers are written as they are found, through a buffer of its own. An interrupted answer is never written as if it
    /// were one; of several, those before it are.
    pub fn answer(&self, input: &[u8], solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let text = input::decode(input).map_err(|error| self.explain(error))?;
        let result = (self.run)(&mut Input::new(text), solver, &mut out);
        out.flush()?;
        result.map_err(|error| self.explain(error))
    }

    /// Adds what the judge reads to a fault in the input.
    fn explain(&self, error: JudgeError) -> JudgeError {
        match error {
            JudgeError::Input(fault) => JudgeError::Input(format!("{fault}; {} reads {}", self.name, self.reads)),
            other => other,
        }
    }
}

/// Why a judge's input was not answered.
#[derive(Debug)]
pub enum JudgeError {
    /// The input is not of the judge's form.
    Input(String),
    /// The judge wants a solution and there is none.
    NoSolution(String),
    /// The solver's monitor was stopped before the answer was known.
    Interrupted,
    /// The library cannot answer.
    Library(Error),
    /// The answer could not be written.
    Write(io::Error),
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::NoSolution(message) => f.write_str(message),
            Self::Interrupted => f.write_str("interrupted before the answer was known"),
            Self::Library(error) => error.fmt(f),
            Self::Write(error) => write!(f, "the answer could not be written: {error}"),
        }
    }
}

impl std::error::Error for JudgeError {}

impl From<Error> for JudgeError {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

impl From<io::Error> for JudgeError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}
