//! `completions` and `man`.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::builder::Resettable;
use clap_mangen::Man;

use crate::args::{Args, EXAMPLES};
use crate::failure::Failure;
use crate::output::Output;

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "bezzel", &mut script);
    print(&script)
}

/// Prints the manual page: the program, then every verb with its options.
pub fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    render_man(&mut page).map_err(|error| Failure::writing("standard output", &error))?;
    print(&page)
}

fn render_man(page: &mut Vec<u8>) -> io::Result<()> {
    // the examples are set as they are, which a page made from the arguments does not do
    let mut program = Args::command().after_help(Resettable::Reset);
    program.build();
    Man::new(program.clone()).render(page)?;
    for verb in program.get_subcommands().filter(|verb| verb.get_name() != "help") {
        writeln!(page, ".SH BEZZEL {}", verb.get_name().to_uppercase())?;
        let page_of_verb = Man::new(verb.clone());
        page_of_verb.render_synopsis_section(page)?;
        page_of_verb.render_description_section(page)?;
        page_of_verb.render_options_section(page)?;
    }
    writeln!(page, ".SH EXAMPLES AND WORDS\n.nf\n{EXAMPLES}\n.fi")
}

fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.write(|out| out.write_all(bytes))?;
    output.finish()
}
