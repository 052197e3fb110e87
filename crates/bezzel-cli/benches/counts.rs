//! How long counts of all sorts of pieces take: whole processes on one thread (`--threads` says otherwise), every answer checked.
//!
//! `cargo bench -p bezzel-cli --bench counts` prints the table; `-- kings` takes the commands with this word only.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use clap::Parser;

/// A command and the last line of its answer.
const QUESTIONS: [(&str, &str); 12] = [
    // an independent program
    ("count 2K2Q2B1N 7", "3063828"),
    // OEIS A063443(13)
    ("count kings 12 --pieces any", "69645620389200894313"),
    // its own, the sum of its own table: no source has it
    ("count kings 16 --pieces any", "44222017282082621251230960522832336"),
    // its own, on one thread and on two: no source has it
    ("count kings 24 --pieces any", "34249181078331384968700380345306575903108280266841066358396857518201026192547"),
    // OEIS A141243(11)
    ("count knights 11 --pieces any", "96325314726538906164"),
    // OEIS A348129, row 10
    ("table queens 10", "10 724"),
    // OEIS A000170(12)
    ("table queens 12", "12 14200"),
    // the same recursion over sets of columns, written with NumPy, modulo 2^64
    ("count rooks benches/boards/holes24.txt --pieces any", "44648230208360209699368"),
    // 2^100 placements of 198 bishops
    ("table bishops 100", "198 1267650600228229401496703205376"),
    // OEIS A051223(14)
    ("count amazons 14 --pieces 14", "5180"),
    // OEIS A007705(6)
    ("count queens 13 --torus", "4524"),
    // OEIS A146303(10)
    ("count queens 10 --maximal", "376692"),
];

#[derive(Parser)]
struct Arguments {
    /// Only commands with this word
    word: Option<String>,
    /// The threads of the program
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// Runs of each, of which the median counts
    #[arg(long, default_value_t = 3)]
    repeats: usize,
    /// What cargo adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    println!("| command | seconds |\n|---|---|");
    let asked = |command: &str| arguments.word.as_ref().is_none_or(|word| command.contains(word.as_str()));
    for (command, answer) in QUESTIONS.into_iter().filter(|(command, _)| asked(command)) {
        match median(command, answer, &arguments) {
            Ok(seconds) => println!("| `bezzel {command}` | {seconds:.3} |"),
            Err(message) => {
                eprintln!("{message}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn median(command: &str, answer: &str, arguments: &Arguments) -> Result<f64, String> {
    let mut seconds = Vec::new();
    for _ in 0..arguments.repeats.max(1) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_bezzel"));
        program.args(command.split(' ')).args(["--threads", &arguments.threads.to_string()]).stdin(Stdio::null());
        program.current_dir(env!("CARGO_MANIFEST_DIR"));
        let start = Instant::now();
        let output = program.output().map_err(|error| format!("{command}: {error}"))?;
        seconds.push(start.elapsed().as_secs_f64());
        let text = String::from_utf8_lossy(&output.stdout);
        if text.lines().last() != Some(answer) {
            return Err(format!("{command}: {text}, not {answer}; {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    seconds.sort_by(f64::total_cmp);
    Ok(seconds[seconds.len() / 2])
}
