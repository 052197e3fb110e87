//! The pieces: a shape for those that chess players know, a letter for the others; simple marks where squares are small.

use std::collections::BTreeSet;
use std::io::{self, Write};

use bezzel::Placement;

use super::{INK, LIGHT};

/// The shapes of the pieces that have one, on a square of 100 x 100: the body, and lines in the colour of paper on it.
const SHAPES: [(char, &str, &str); 5] = [
    (
        'Q',
        "M24 84H76L78 76 71 69 84 33 66 54 62 25 50 52 38 25 34 54 16 33 29 69 22 76Z\
         M16 32m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M38 22m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0\
         M62 22m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M84 32m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0",
        "M31 69H69M26 76H74",
    ),
    ('R', "M22 84H78V74L69 68 67 44 75 37V18H63V26H56V18H44V26H37V18H25V37L33 44 31 68 22 74Z", "M33 44H67M31 68H69"),
    (
        'B',
        "M50 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M50 20C31 33 27 50 36 60L33 70H67L64 60C73 50 69 33 50 20Z\
         M22 85C22 74 40 78 50 73 60 78 78 74 78 85Z",
        "M50 34V52M42 42H58M36 60H64",
    ),
    (
        'N',
        "M30 85H77C80 55 74 30 52 21L49 11 40 21C31 29 22 46 18 57 17 63 23 68 28 65L31 61 34 64C38 57 46 56 53 49 54 62 31 64 30 85Z",
        "M37 35L42 33M60 30C68 42 70 58 70 76",
    ),
    (
        'K',
        "M46 8H54V15H61V23H54V31H46V23H39V15H46ZM50 42C44 31 20 31 17 48 16 58 26 65 29 72H71C74 65 84 58 83 48 80 31 56 31 50 42Z\
         M27 75H73L76 86H24Z",
        "M50 42V70M29 72H71",
    ),
];

/// The letters of the pieces that stand in these placements.
pub fn letters<'a>(placements: impl IntoIterator<Item = &'a Placement>) -> BTreeSet<char> {
    let of = |placement: &'a Placement| placement.pieces().iter().map(|&placed| placement.letter(placed));
    placements.into_iter().flat_map(of).collect()
}

/// The definitions of these pieces, for squares of this side; each is used by its letter.
pub fn define(out: &mut dyn Write, letters: &BTreeSet<char>, side: u32) -> io::Result<()> {
    let scale = f64::from(side) / 100.0;
    writeln!(out, "<defs>")?;
    for &letter in letters {
        match SHAPES.iter().find(|shape| shape.0 == letter) {
            Some((_, body, lines)) => writeln!(
                out,
                r#"<g id="{letter}"><g transform="scale({scale})"><path d="{body}" fill="{INK}" stroke="{LIGHT}" stroke-width="3" stroke-linejoin="round"/><path d="{lines}" fill="none" stroke="{LIGHT}" stroke-width="4" stroke-linecap="round"/></g></g>"#
            )?,
            None => writeln!(
                out,
                r#"<g id="{letter}"><g transform="scale({scale})"><circle cx="50" cy="50" r="36" fill="{INK}" stroke="{LIGHT}" stroke-width="3"/><text x="50" y="67" font-family="sans-serif" font-weight="bold" font-size="48" text-anchor="middle" fill="{LIGHT}">{letter}</text></g></g>"#
            )?,
        }
    }
    writeln!(out, "</defs>")
}

/// The most kinds of pieces that have marks of their own.
pub const MAX_MARKS: usize = 8;

/// Marks that stay apart when they are as small as a letter, on a square of 100 x 100.
const MARKS: [&str; MAX_MARKS] = [
    "M50 14a36 36 0 1 0 0 72a36 36 0 1 0 0-72z",
    "M20 20H80V80H20z",
    "M50 12L90 84H10z",
    "M38 8H62V38H92V62H62V92H38V62H8V38H38z",
    "M50 6L94 50 50 94 6 50z",
    "M50 88L90 16H10z",
    "M10 8L50 40 90 8V34L66 50 90 66V92L50 60 10 92V66L34 50 10 34z",
    "M8 36H92V64H8z",
];

/// The definitions of a mark for each of these letters, of which there are at most [`MAX_MARKS`].
pub fn define_marks(out: &mut dyn Write, letters: &BTreeSet<char>, side: u32) -> io::Result<()> {
    let scale = f64::from(side) / 100.0;
    writeln!(out, "<defs>")?;
    for (letter, mark) in letters.iter().zip(MARKS) {
        writeln!(out, r#"<path id="{letter}" d="{mark}" transform="scale({scale})" fill="{INK}"/>"#)?;
    }
    writeln!(out, "</defs>")
}

/// Each piece of a placement, from its definition.
pub fn draw(out: &mut dyn Write, placement: &Placement, side: u32) -> io::Result<()> {
    for &placed in placement.pieces() {
        let (x, y) = (placed.square.column * side, placed.square.row * side);
        writeln!(out, r##"<use class="piece" href="#{}" x="{x}" y="{y}"/>"##, placement.letter(placed))?;
    }
    Ok(())
}
