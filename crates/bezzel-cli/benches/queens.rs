//! How fast n queens are counted: whole processes on one thread, in units of a plain recursion in C at n = 15.
//!
//! `cargo bench -p bezzel-cli --bench queens` prints the table; `-- 16 17 18` takes these sizes only, `--isa avx2` forces an
//! instruction set, `--threads 2` takes two threads, `--repeats 5` the median of five runs. The unit is timed before every run of
//! the program, so that both meet the same machine, and every answer is checked. Needs gcc.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;

const PLAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/plain.c");
const UNIT: (u32, u64) = (15, 2_279_184);
/// OEIS A000170 from n = 12 on.
const QUEENS: [u64; 11] = [
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
];

#[derive(Parser)]
struct Arguments {
    /// The sizes, 12 to 22
    #[arg(default_values_t = [16, 17, 18, 19, 20], value_parser = clap::value_parser!(u32).range(12..=22))]
    sizes: Vec<u32>,
    /// The instruction set to force
    #[arg(long)]
    isa: Option<String>,
    /// The threads of the program
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// Runs of each size, of which the median counts
    #[arg(long, default_value_t = 3)]
    repeats: u32,
    /// The method
    #[arg(long, default_value = "join")]
    method: String,
    /// What cargo adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let plain = std::env::temp_dir().join(format!("bezzel-plain-{}", std::process::id()));
    let compiled = Command::new("gcc").args(["-O3", "-march=native", "-o"]).arg(&plain).arg(PLAIN).status();
    if !compiled.as_ref().is_ok_and(std::process::ExitStatus::success) {
        return Err(format!("the unit could not be compiled: {compiled:?}; install gcc"));
    }
    println!("| n | seconds | unit, seconds | units |\n|---|---|---|---|");
    let result = arguments.sizes.iter().try_for_each(|&n| row(arguments, n, &plain));
    std::fs::remove_file(&plain).map_err(|error| error.to_string())?;
    result
}

fn row(arguments: &Arguments, n: u32, plain: &std::path::Path) -> Result<(), String> {
    let (mut seconds, mut units, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..arguments.repeats.max(1) {
        let unit = time(Command::new(plain).arg(UNIT.0.to_string()), UNIT.1)?.as_secs_f64();
        let mut program = Command::new(env!("CARGO_BIN_EXE_bezzel"));
        program.args(["count", "queens", &n.to_string(), "--method", &arguments.method]);
        program.args(["--threads", &arguments.threads.to_string()]);
        if let Some(isa) = &arguments.isa {
            program.env("BEZZEL_ISA", isa);
        }
        let run = time(&mut program, QUEENS[n as usize - 12])?.as_secs_f64();
        seconds.push(run);
        units.push(unit);
        ratios.push(run / unit);
    }
    println!("| {n} | {:.3} | {:.3} | {:.3} |", median(seconds), median(units), median(ratios));
    Ok(())
}

/// How long a command takes that must print this number.
fn time(command: &mut Command, answer: u64) -> Result<Duration, String> {
    let start = Instant::now();
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let elapsed = start.elapsed();
    let printed = String::from_utf8_lossy(&output.stdout);
    if printed.trim() == answer.to_string() {
        Ok(elapsed)
    } else {
        Err(format!("{command:?} printed '{}', not {answer}", printed.trim()))
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
