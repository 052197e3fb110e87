//! `draw`: a picture of a board and its pieces.

use crate::args::DrawArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{input, render};

/// Writes an SVG of the board, its holes and walls, and the pieces of the file and of `--fixed`, attacking or not.
pub fn run(args: &DrawArgs) -> Result<(), Failure> {
    let picture = args
        .output
        .as_ref()
        .and_then(|path| path.extension())
        .is_some_and(|ending| !ending.eq_ignore_ascii_case("svg"));
    if picture {
        return Err(Failure::Question("draw writes SVG: name the file with the ending .svg".into()));
    }
    let placement = input::placement(&args.board)?;
    render::require_drawable(placement.board())?;
    let mut output = Output::open(args.output.as_deref())?;
    output.write(|out| render::svg::placement(out, &placement))?;
    output.finish()
}
