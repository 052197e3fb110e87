//! SVG pictures: vector, made for print. They are drawn to be read at a width of 8 cm, in grey, and by the colour-blind:
//! what a colour says, a shape, a dash or a number says too.

pub mod attacks;
pub mod board;
pub mod heat;
pub mod pieces;
pub mod sheet;
pub mod tree;

use std::io::{self, Write};

/// Light squares, and what is drawn on dark things.
pub const LIGHT: &str = "#f4f1ea";

/// Dark squares.
pub const DARK: &str = "#cfc8b8";

/// Lines, pieces and letters.
pub const INK: &str = "#1f2933";

/// What is less important than ink.
pub const FAINT: &str = "#8a8577";

/// What must catch the eye; about as dark as ink in grey.
pub const ALARM: &str = "#b3261e";

/// The share of a picture's width that letters of 6 points have when the picture is 8 cm wide.
const SMALLEST_TYPE: f64 = 6.0 / (8.0 / 2.54 * 72.0);

/// The width of a letter or digit, in parts of the size of type: an average of a wide typeface.
const LETTER_WIDTH: f64 = 0.62;

/// The same for running text, of which spaces are a part.
const RUNNING_WIDTH: f64 = 0.57;

/// The smallest size of type for a picture of this width.
pub fn type_size(width: u32) -> u32 {
    (f64::from(width) * SMALLEST_TYPE).ceil() as u32
}

/// About how wide a text is in type of this size.
pub fn text_width(text: &str, size: u32) -> u32 {
    (text.chars().count() as f64 * LETTER_WIDTH * f64::from(size)).ceil() as u32
}

/// A picture's size and what it shows, in words.
pub struct Picture<'a> {
    pub width: u32,
    pub height: u32,
    /// In a few words.
    pub title: &'a str,
    /// In a sentence, for those who cannot see it; may be empty.
    pub description: &'a str,
}

impl Picture<'_> {
    /// Writes the whole picture; `draw` writes what is on the white paper.
    pub fn write(&self, out: &mut dyn Write, draw: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let Self { width, height, .. } = self;
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        )?;
        writeln!(out, "<title>{}</title>", escaped(self.title))?;
        if !self.description.is_empty() {
            writeln!(out, "<desc>{}</desc>", escaped(self.description))?;
        }
        writeln!(out, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        draw(out)?;
        writeln!(out, "</svg>")
    }
}

/// A text as XML writes it; control characters, which XML does not have, as spaces.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A text in lines that fit this width, broken at spaces.
pub fn wrapped(text: &str, size: u32, width: u32) -> Vec<String> {
    let letters = (f64::from(width) / (RUNNING_WIDTH * f64::from(size))) as usize;
    let mut lines = Vec::<String>::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Lines of text from this height down.
pub fn lines(out: &mut dyn Write, lines: &[String], size: u32, x: u32, top: u32) -> io::Result<()> {
    writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" fill="{INK}">"#)?;
    for (line, y) in lines.iter().zip((top + size..).step_by(line_height(size) as usize)) {
        writeln!(out, r#"<text x="{x}" y="{y}">{}</text>"#, escaped(line))?;
    }
    writeln!(out, "</g>")
}

/// From one line to the next.
pub fn line_height(size: u32) -> u32 {
    size + size / 3
}

/// A measure with at most two digits after the point.
pub fn measure(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_wrapped() {
        assert_eq!(escaped("a<b & \"c\">\u{7}"), "a&lt;b &amp; &quot;c&quot;&gt; ");
        assert_eq!(wrapped("one two three", 10, 50), ["one two", "three"]);
        assert_eq!(wrapped("", 10, 60), Vec::<String>::new());
        assert_eq!(wrapped("muchtoolong a", 10, 20), ["muchtoolong", "a"]);
    }

    #[test]
    fn type_of_the_smallest_size_has_six_points_at_8_cm() {
        for width in [100, 412, 800, 5000] {
            let points = f64::from(type_size(width)) / f64::from(width) * 8.0 / 2.54 * 72.0;
            assert!(points >= 6.0, "{points}");
        }
        assert_eq!([measure(1.0), measure(0.456), measure(10.5), measure(20.0)], ["1", "0.46", "10.5", "20"]);
    }
}
