//! SVG pictures of boards and placements: vector, legible in grey, without fonts except for labels and letters.

use std::collections::BTreeSet;
use std::io::{self, Write};

use bezzel::{Cell, Placement, Square};

/// The side of a square, in the picture's units.
const SIDE: u32 = 45;

/// Room for the names of rows and columns.
const MARGIN: u32 = 26;

/// Larger boards have no labels: they would be too small to read.
const MAX_LABELLED_SIDE: u32 = 40;

const LIGHT: &str = "#f4f1ea";
const DARK: &str = "#cfc8b8";
const INK: &str = "#1f2933";

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

/// A picture of a board, its holes (crossed out) and walls (solid), and the pieces on it.
pub fn placement(out: &mut dyn Write, placement: &Placement) -> io::Result<()> {
    let board = placement.board();
    let labelled = board.rows().max(board.columns()) <= MAX_LABELLED_SIDE;
    let margin = if labelled { MARGIN } else { 2 };
    let (width, height) = (board.columns() * SIDE + 2 * margin, board.rows() * SIDE + 2 * margin);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
    )?;
    writeln!(out, "<title>{} pieces on a {board:?} board</title>", placement.pieces().len())?;
    writeln!(out, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
    shapes(out, placement)?;
    writeln!(out, r#"<g transform="translate({margin} {margin})">"#)?;
    squares(out, placement)?;
    for &placed in placement.pieces() {
        let Square { row, column } = placed.square;
        let letter = placement.letter(placed);
        writeln!(out, r##"<use href="#{letter}" x="{}" y="{}"/>"##, column * SIDE, row * SIDE)?;
    }
    if labelled {
        labels(out, placement)?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// The definitions of the pieces and marks that are used.
fn shapes(out: &mut dyn Write, placement: &Placement) -> io::Result<()> {
    let letters: BTreeSet<char> = placement.pieces().iter().map(|&placed| placement.letter(placed)).collect();
    let scale = f64::from(SIDE) / 100.0;
    writeln!(out, "<defs>")?;
    for letter in letters {
        match SHAPES.iter().find(|shape| shape.0 == letter) {
            Some((_, body, lines)) => writeln!(
                out,
                r#"<g id="{letter}"><g transform="scale({scale})"><path d="{body}" fill="{INK}" stroke="{LIGHT}" stroke-width="3" stroke-linejoin="round"/><path d="{lines}" fill="none" stroke="{LIGHT}" stroke-width="4" stroke-linecap="round"/></g></g>"#
            )?,
            None => writeln!(
                out,
                r#"<g id="{letter}"><g transform="scale({scale})"><circle cx="50" cy="50" r="36" fill="{INK}" stroke="{LIGHT}" stroke-width="3"/><text x="50" y="66" font-family="sans-serif" font-weight="bold" font-size="46" text-anchor="middle" fill="{LIGHT}">{letter}</text></g></g>"#
            )?,
        }
    }
    writeln!(out, "</defs>")
}

fn squares(out: &mut dyn Write, placement: &Placement) -> io::Result<()> {
    let board = placement.board();
    let (width, height) = (board.columns() * SIDE, board.rows() * SIDE);
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="{LIGHT}"/>"#)?;
    let mut paths = [String::new(), String::new(), String::new(), String::new()];
    for square in board.squares() {
        let (x, y) = (square.column * SIDE, square.row * SIDE);
        let whole = format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        match board.cell(square) {
            // the corner at the lower left is dark, as on a chess board
            Cell::Free if (board.rows() - square.row + square.column) % 2 == 1 => paths[0] += &whole,
            Cell::Free => {}
            Cell::Wall => paths[1] += &whole,
            Cell::Hole => {
                paths[2] += &whole;
                let (inset, cross) = (SIDE / 4, SIDE - SIDE / 4 * 2);
                let (left, top) = (x + inset, y + inset);
                // a pen's way: down to the right, up, down to the left
                let cross = format!("M{left} {top}l{cross} {cross}m0-{cross}l-{cross} {cross}");
                paths[3].push_str(&cross);
            }
        }
    }
    let [dark, walls, holes, crosses] = paths;
    for (path, style) in [
        (dark, format!(r#"fill="{DARK}""#)),
        (walls, format!(r#"fill="{INK}""#)),
        (holes, r##"fill="#ffffff""##.to_string()),
        (crosses, r##"fill="none" stroke="#8a8577" stroke-width="1.5""##.to_string()),
    ] {
        if !path.is_empty() {
            writeln!(out, r#"<path d="{path}" {style}/>"#)?;
        }
    }
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#)
}

/// Column letters below and row numbers at the left.
fn labels(out: &mut dyn Write, placement: &Placement) -> io::Result<()> {
    let board = placement.board();
    writeln!(out, r#"<g font-family="sans-serif" font-size="14" fill="{INK}" text-anchor="middle">"#)?;
    for column in 0..board.columns() {
        let name = Square::new(0, column).name(1);
        let letters = name.trim_end_matches('1');
        writeln!(out, r#"<text x="{}" y="{}">{letters}</text>"#, column * SIDE + SIDE / 2, board.rows() * SIDE + 18)?;
    }
    for row in 0..board.rows() {
        writeln!(out, r#"<text x="-13" y="{}">{}</text>"#, row * SIDE + SIDE / 2 + 5, board.rows() - row)?;
    }
    writeln!(out, "</g>")
}
