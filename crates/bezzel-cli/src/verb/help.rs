//! `completions` and `man`.

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::Failure;
use crate::output::Output;

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "bezzel", &mut script);
    print(&script)
}

/// Prints the manual page.
pub fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut output = Output::open(None)?;
    output.write(|_| clap_mangen::Man::new(Args::command()).render(&mut page))?;
    output.write(|out| out.write_all(&page))?;
    output.finish()
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.write(|out| out.write_all(bytes))?;
    output.finish()
}
