//! The program `bezzel`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(bezzel_cli::run(std::env::args_os()))
}
