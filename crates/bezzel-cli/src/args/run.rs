//! The arguments of `run`.

use std::path::PathBuf;

use clap::{Args as ArgGroup, Subcommand};

use super::{BoardArgs, MeansArgs, NumberArgs, OutArgs, whole_number};

/// What is done with a long count.
#[derive(Debug, Subcommand)]
pub enum RunVerb {
    /// What a long count would take: units, time by a measured sample, memory
    Plan(RunPlanArgs),
    /// Begin a long count with a new ledger, and count until it is done or stopped
    Start(RunStartArgs),
    /// Go on with a long count; prints the total alone when it is complete
    Resume(RunResumeArgs),
    /// How far a long count has come; safe while another process counts
    Status(RunStatusArgs),
    /// Count a share of the missing units into a file of JSON lines, for run merge: for batch systems, without a coordinator
    ///
    /// The ledger is only read. A file that exists is gone on with, so a job that is started again loses nothing.
    Shard(RunShardArgs),
    /// Take over the results of shard files or of other ledgers of the same question; merging twice changes nothing
    Merge(RunMergeArgs),
    /// Count units again by plain backtracking and compare; test every row's checksum
    Audit(RunAuditArgs),
    /// All results as JSON lines, in the form that run merge reads
    Export(RunExportArgs),
}

/// `run plan`
#[derive(Debug, ArgGroup)]
pub struct RunPlanArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// Measure for about so many seconds
    #[arg(long, value_name = "S", default_value = "3", value_parser = super::seconds, allow_negative_numbers = true)]
    pub measure: f64,
    #[command(flatten)]
    pub means: MeansArgs,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `run start`
#[derive(Debug, ArgGroup)]
pub struct RunStartArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub number: NumberArgs,
    /// The new file that every finished unit is written down in
    #[arg(long, value_name = "FILE")]
    pub ledger: PathBuf,
    #[command(flatten)]
    pub means: MeansArgs,
}

/// `run resume`
#[derive(Debug, ArgGroup)]
pub struct RunResumeArgs {
    /// The ledger
    pub ledger: PathBuf,
    #[command(flatten)]
    pub means: MeansArgs,
}

/// `run status`
#[derive(Debug, ArgGroup)]
pub struct RunStatusArgs {
    /// The ledger
    pub ledger: PathBuf,
    #[command(flatten)]
    pub out: OutArgs,
}

/// `run shard`
#[derive(Debug, ArgGroup)]
pub struct RunShardArgs {
    /// The ledger
    pub ledger: PathBuf,
    /// Which shard, from 0
    #[arg(long, value_name = "I", value_parser = whole_number, allow_negative_numbers = true)]
    pub index: u64,
    /// Of how many
    #[arg(long, value_name = "N", value_parser = whole_number, allow_negative_numbers = true)]
    pub of: u64,
    /// The file of results
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub means: MeansArgs,
}

/// `run merge`
#[derive(Debug, ArgGroup)]
pub struct RunMergeArgs {
    /// The ledger that takes them over
    pub ledger: PathBuf,
    /// Shard files, or other ledgers
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// `run audit`
#[derive(Debug, ArgGroup)]
pub struct RunAuditArgs {
    /// The ledger
    pub ledger: PathBuf,
    /// The share of the finished units that is counted again, at least one: 1%, 0.5%, 100%
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = share, allow_negative_numbers = true)]
    pub sample: f64,
    /// Chooses the units: another seed, other units
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// Take wrong rows out of the ledger, so that run resume counts them again
    #[arg(long)]
    pub repair: bool,
    #[command(flatten)]
    pub means: MeansArgs,
}

/// `run export`
#[derive(Debug, ArgGroup)]
pub struct RunExportArgs {
    /// The ledger
    pub ledger: PathBuf,
    /// Write to this file, whole or not at all, instead of standard output (-)
    #[arg(short, long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A share in per cent.
fn share(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    match number {
        Some(share) if (0.0..=100.0).contains(&share) => Ok(share / 100.0),
        _ => Err("write a share from 0% to 100%, such as 1%".into()),
    }
}
