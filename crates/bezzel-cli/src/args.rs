//! The arguments as typed.

pub mod run;

use std::path::PathBuf;

use bezzel::Topology;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgGroup as ArgSet, Args as ArgGroup, Parser, Subcommand, ValueEnum};

use crate::judge;

const ABOUT: &str =
    "Placements of nonattacking chess pieces: how many, which ones, one of them, how many at most, is this right?";

/// What help says at its end.
pub const EXAMPLES: &str = "\
Examples:
  bezzel count queens 8                       92 ways to place 8 queens
  bezzel count queens 8 --fundamental         12 of them up to symmetry
  bezzel count bishops 8 --pieces 8           22522960
  bezzel count 2K2Q2B1N 7                     an army: 2 kings, 2 queens, 2 bishops, 1 knight
  bezzel list queens 6 --format perm --base 1 every solution, a line each
  bezzel find queens 1000000 --format perm    one solution, at once
  bezzel max bishops board.txt --show         the most bishops on a board with holes
  bezzel check queens board.txt               ok, or every attacking pair
  bezzel compare queens 8                     the ladder: squares tried, pieces placed, time of every rung
  bezzel watch queens 8                       the search, step by step
  bezzel trace queens 6 --limit 20            the first steps of a search, as JSON lines
  bezzel draw queens 8 --fixed a4,b2 -o x.svg a picture
  bezzel draw queens 8 --heat -o x.png        how often each square is used
  bezzel run start queens 20 --ledger q20.db  a long count that can be stopped and gone on with

PIECES  queens bishops rooks knights kings amazons empresses princesses nightriders wazirs ferses camels zebras,
        singular or by letter (Q B R N K A E S H W F C Z); an army such as 2K2Q2B1N; a leaper \"(1,3)\"; a rider \"(1,2)*\";
        moves joined with +, such as \"queen+(1,2)\"
BOARD   8 for 8 x 8; 8x10 for 8 rows and 10 columns; a board file, or - for standard input: a row a line,
        . or 1 free, 0 or x a hole (holds no piece, attacks pass), # a wall (holds no piece, stops attacks),
        a capital letter a fixed piece, % a comment

BEZZEL_ISA (portable, avx2, avx512, neon) forces an instruction set; NO_COLOR is honoured.

Exit codes: 0 an answer; 1 the answer is no; 2 the question is wrong; 3 interrupted; 4 a result failed its own check;
5 reading or writing failed.";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "bezzel", version, about = ABOUT, after_help = EXAMPLES, max_term_width = 120)]
pub struct Args {
    /// What is asked.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What is asked.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// How many placements there are
    Count(CountArgs),
    /// Which placements there are, in order
    List(ListArgs),
    /// One placement
    Find(FindArgs),
    /// The most pieces that fit
    Max(MaxArgs),
    /// How many placements there are of each number of pieces, from 0 to the most that fit: a line each
    Table(TableArgs),
    /// About how many placements there are, with a 95 % confidence interval: value, low, high
    ///
    /// From random walks down the search tree, each weighed by how unlikely it was (Knuth 1975). The same seed gives the same
    /// numbers on any machine and any number of threads; four times the samples halve the interval.
    Estimate(EstimateArgs),
    /// The terms of a sequence of the OEIS, a line each: n a(n); without a number, the sequences that are known
    ///
    /// Each is a question with a number n, answered anew; triangles are read by rows. Without --to, terms up to n = 40 or for 10
    /// seconds.
    Oeis(OeisArgs),
    /// Whether a placement is nonattacking; if not, every attacking pair
    ///
    /// The placement is that of a board file (or of each board in it) and --fixed. With --format perm or grid01, BOARD holds a
    /// placement a line instead; if it is a size, the lines come from standard input. --format text and json say how to
    /// write the answer.
    Check(CheckArgs),
    /// The ladder: the same question by every rung and method, with squares tried, pieces placed, and time
    ///
    /// Queens are counted; other pieces without a number are asked for the most that fit. Each rung runs on one thread and is
    /// stopped after --limit-time seconds (default 10), with an estimate of its whole time.
    Compare(CompareArgs),
    /// The search, step by step, on a terminal; elsewhere a line a step
    ///
    /// Keys: space play or pause, right and left one step, up and down the speed, n the next solution, g a step, m the rung,
    /// [ and ] the size, ? all keys, q the end.
    Watch(WatchArgs),
    /// The steps of a search, as JSON lines: try, conflict, place, remove, solution
    ///
    /// {"step":1,"event":"try","depth":0,"square":"a8"}: steps count from 1; depth is the number of pieces placed before the
    /// event (after it, for a solution); a conflict also names the square of the piece that is attacked, "with"; the square of
    /// a solution is that of the piece placed last.
    Trace(TraceArgs),
    /// A picture: a board with its pieces, or solutions, or how often squares are used, or a search (SVG, PNG)
    ///
    /// Without --solutions, --heat and --tree, the board and the pieces of its file and of --fixed; those that attack each
    /// other are ringed and joined by a dashed line.
    Draw(DrawArgs),
    /// A judge's exact input on standard input, its exact output on standard output
    Judge(JudgeArgs),
    /// Long counts with a ledger: stopped and gone on with at any time, on any number of machines
    ///
    /// A long count is cut into units that depend on the question alone; each is written down in a ledger, one SQLite file, when it is
    /// done. Keep the ledger on a local disk. Ctrl-C, SIGTERM and --limit-time end in good order within a second; kill -9 loses
    /// the units in work.
    #[command(arg_required_else_help = true, subcommand_value_name = "WHAT")]
    Run {
        /// What is done
        #[command(subcommand)]
        verb: run::RunVerb,
    },
    /// Shell completions, on standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual page, on standard output
    Man,
}

/// Pieces and board.
#[derive(Debug, Clone, ArgGroup)]
pub struct BoardArgs {
    /// Which pieces: queens, Q, 2K2Q2B1N, "(1,3)", "(1,2)*", "queen+(1,2)", ...
    #[arg(value_name = "PIECES", allow_negative_numbers = true)]
    pub pieces: String,
    /// The board: 8, 8x10, a board file, or - for standard input
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    pub board: String,
    /// Pieces that stand fixed: b4,d5 or (4,1),(3,3); of an army with their letters: Qb4,Kd5
    #[arg(long, value_name = "SQUARES")]
    pub fixed: Option<String>,
    /// Squares that hold no piece but let attacks pass
    #[arg(long, value_name = "SQUARES")]
    pub holes: Option<String>,
    /// Squares that hold no piece and stop attacks
    #[arg(long, value_name = "SQUARES")]
    pub walls: Option<String>,
    /// The left and the right edge are joined: columns wrap, rows do not
    #[arg(long, conflicts_with = "torus")]
    pub cylinder: bool,
    /// Opposite edges are joined: rows and columns wrap
    #[arg(long)]
    pub torus: bool,
    /// Exactly one piece in each region: rows, columns, or a file with a letter or number for each square; may be repeated
    #[arg(long, value_name = "FILE|rows|columns")]
    pub regions: Vec<String>,
}

impl BoardArgs {
    /// How the edges are joined.
    pub fn topology(&self) -> Topology {
        match (self.cylinder, self.torus) {
            (true, _) => Topology::Cylinder,
            (_, true) => Topology::Torus,
            _ => Topology::Plane,
        }
    }
}

/// How many pieces.
#[derive(Debug, ArgGroup)]
pub struct NumberArgs {
    /// How many pieces, fixed ones included: a number, any, max (as many as fit), or min (with --maximal, as few as can be)
    #[arg(long = "pieces", value_name = "K|any|max|min", allow_negative_numbers = true)]
    pub number: Option<String>,
    /// Only placements to which no piece can be added; of any number, if --pieces does not say how many
    #[arg(long)]
    pub maximal: bool,
}

/// How the work is done.
#[derive(Debug, ArgGroup)]
pub struct WorkArgs {
    /// Answer by this method, if it applies
    #[arg(long, value_name = "NAME")]
    pub method: Option<String>,
    /// Say on standard error which question is answered, by which method and why
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub means: MeansArgs,
}

/// What the work may take, and what it shows.
#[derive(Debug, ArgGroup)]
pub struct MeansArgs {
    /// Use so many threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024), allow_negative_numbers = true)]
    pub threads: Option<u16>,
    /// Stop after so many seconds (exit 3)
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub limit_time: Option<f64>,
    /// Show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
}

/// When to show progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, after a second
    Auto,
    /// Always, elsewhere as plain lines
    Always,
    /// Never
    Never,
}

/// Where the answer goes and how it is written.
#[derive(Debug, ArgGroup)]
pub struct OutArgs {
    /// How to write the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Number of the first column in --format perm
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u32).range(0..=1), allow_negative_numbers = true)]
    pub base: Option<u32>,
    /// Write to this file, whole or not at all, instead of standard output (-)
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A way to write answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Numbers and boards of . and letters
    Text,
    /// One report object
    Json,
    /// A solution a line, each a list of pieces and squares
    Jsonl,
    /// A piece a line: solution,piece,row,column,square
    Csv,
    /// A solution a line: the column of each row's piece, from --base
    Perm,
    /// A JSON list of solutions, each a list of rows
    Leetcode,
    /// A solution a line: 1 for a piece, 0 for none, row by row
    Grid01,
    /// A solution a line: rows as in FEN, with / between
    Fen,
    /// A picture of one placement
    Svg,
}

/// `count`
#[derive(Debug, ArgGroup)]
pub struct CountArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// Count up to the symmetries of the problem
    #[arg(long)]
    pub fundamental: bool,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `list`
#[derive(Debug, ArgGroup)]
pub struct ListArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// List of each class of symmetric solutions only the first
    #[arg(long)]
    pub fundamental: bool,
    /// Print at most so many
    #[arg(long, value_name = "K", value_parser = whole_number, allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// Head each board with its number, as a comment (--format text)
    #[arg(long)]
    pub numbered: bool,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `find`
#[derive(Debug, ArgGroup)]
pub struct FindArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// The first in the order of list
    #[arg(long)]
    pub first: bool,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `max`
#[derive(Debug, ArgGroup)]
pub struct MaxArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Print such a placement under the number
    #[arg(long)]
    pub show: bool,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `table`
#[derive(Debug, ArgGroup)]
pub struct TableArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Only placements to which no piece can be added
    #[arg(long)]
    pub maximal: bool,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `oeis`
#[derive(Debug, ArgGroup)]
pub struct OeisArgs {
    /// The sequence, such as A000170
    #[arg(value_name = "NUMBER")]
    pub number: Option<String>,
    /// Begin with this n
    #[arg(long, value_name = "N", value_parser = whole_number, requires = "number", allow_negative_numbers = true)]
    pub from: Option<u64>,
    /// End with this n, or row
    #[arg(long, value_name = "N", value_parser = whole_number, requires = "number", allow_negative_numbers = true)]
    pub to: Option<u64>,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `estimate`
#[derive(Debug, ArgGroup)]
pub struct EstimateArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// Random walks
    #[arg(long, value_name = "K", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000_000), allow_negative_numbers = true)]
    pub samples: u64,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub means: MeansArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `check`
#[derive(Debug, ArgGroup)]
pub struct CheckArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Also say where a piece could be added
    #[arg(long)]
    pub maximal: bool,
    /// List pairs that attack each other through other pieces too
    #[arg(long)]
    pub through: bool,
    /// Print at most so many pairs
    #[arg(long, value_name = "K", value_parser = whole_number, allow_negative_numbers = true)]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `compare`
#[derive(Debug, ArgGroup)]
pub struct CompareArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// Count up to the symmetries of the problem
    #[arg(long)]
    pub fundamental: bool,
    /// A number you got or expected: if it is a known slip, say which
    #[arg(long, value_name = "X")]
    pub expected: Option<String>,
    #[command(flatten)]
    pub means: MeansArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// A search of the ladder.
#[derive(Debug, ArgGroup)]
pub struct SearchArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// The rung of the ladder (default: arrays for queens, diagonals for bishops)
    #[arg(long, value_name = "RUNG")]
    pub method: Option<String>,
}

/// `trace`
#[derive(Debug, ArgGroup)]
pub struct TraceArgs {
    #[command(flatten)]
    pub search: SearchArgs,
    /// End at the first solution
    #[arg(long)]
    pub first: bool,
    /// Begin with this step (default 1)
    #[arg(long, value_name = "STEP", value_parser = whole_number, allow_negative_numbers = true)]
    pub from: Option<u64>,
    /// Write at most so many steps
    #[arg(long, value_name = "K", value_parser = whole_number, allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// Stop after so many seconds (exit 3)
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub limit_time: Option<f64>,
    /// Write to this file, whole or not at all, instead of standard output (-)
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `watch`
#[derive(Debug, ArgGroup)]
pub struct WatchArgs {
    #[command(flatten)]
    pub search: SearchArgs,
    /// Seconds from step to step
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub delay: Option<f64>,
    /// Play this trace (-: standard input) instead of a search
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Print a line a step, on a terminal too
    #[arg(long)]
    pub plain: bool,
    /// Print at most so many steps (plain lines)
    #[arg(long, value_name = "K", value_parser = whole_number, allow_negative_numbers = true)]
    pub limit: Option<u64>,
}

/// `draw`
#[derive(Debug, ArgGroup)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option as typed")]
#[command(group = ArgSet::new("search").args(["solutions", "heat", "tree"]))]
pub struct DrawArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Draw the solutions on one sheet, numbered
    #[arg(long)]
    pub solutions: bool,
    /// Of each class of symmetric solutions only the first, with the size of its class in brackets
    #[arg(long, requires = "solutions", conflicts_with_all = ["heat", "tree"])]
    pub fundamental: bool,
    /// Draw at most so many solutions (default: 100)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(0..=10_000), requires = "solutions", conflicts_with_all = ["heat", "tree"], allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// Draw how often each square is used by all solutions
    #[arg(long)]
    pub heat: bool,
    /// Draw the search tree, each partial placement by its fate
    #[arg(long)]
    pub tree: bool,
    /// The rung of the ladder whose tree is drawn (default: arrays for queens, diagonals for bishops)
    #[arg(long, value_name = "RUNG", requires = "tree", conflicts_with_all = ["solutions", "heat"])]
    pub method: Option<String>,
    /// How many pieces, fixed ones included: a number, any, or max (with --solutions, --heat, --tree)
    #[arg(long = "pieces", value_name = "K|any|max", requires = "search", allow_negative_numbers = true)]
    pub number: Option<String>,
    #[command(flatten)]
    pub means: MeansArgs,
    /// SVG or PNG (default: as the file ends, else svg)
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
    /// Width of a PNG (default: 1200)
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384), allow_negative_numbers = true)]
    pub width: Option<u32>,
    /// Write to this file, whole or not at all, instead of standard output (-)
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A way to write pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Vector
    Svg,
    /// Pixels
    Png,
}

/// `judge`
#[derive(Debug, ArgGroup)]
pub struct JudgeArgs {
    /// The judge and its problem
    #[arg(value_name = "NAME", value_parser = judge_names())]
    pub name: String,
    #[command(flatten)]
    pub means: MeansArgs,
}

fn judge_names() -> PossibleValuesParser {
    let value = |judge: &judge::Judge| PossibleValue::new(judge.name).help(judge.about);
    judge::all().iter().map(value).collect::<Vec<_>>().into()
}

/// A whole number, not negative.
fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number from 0, such as 10".to_string())
}

/// A number of seconds, not negative.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e12).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds from 0, such as 10 or 0.5".to_string()),
    }
}
