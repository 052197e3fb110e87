//! Horizontal bars on a logarithmic axis of time: methods compared.

use std::io::{self, Write};

use super::svg::{self, FAINT, INK, Picture, escaped, measure};

/// One method's time.
#[derive(Debug, Clone)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// How long it took, or is thought to take.
    pub seconds: f64,
    /// What else is to be said, after the time; may be empty.
    pub note: String,
    /// Whether it was stopped, so that the time is an estimate. Such a bar is open and hatched.
    pub stopped: bool,
}

const WIDTH: u32 = 800;
const ROW: u32 = 36;
const THICK: u32 = 20;
const EDGE: u32 = 8;

/// Times outside these are drawn at the end of the axis.
const SHORTEST: f64 = 1e-9;
const LONGEST: f64 = 1e30;

/// A picture of bars under each other, in the order given.
pub fn bars(out: &mut dyn Write, title: &str, bars: &[Bar]) -> io::Result<()> {
    let size = svg::type_size(WIDTH);
    let heading = svg::wrapped(title, size + 2, WIDTH - 2 * EDGE);
    let top = EDGE + heading.len() as u32 * svg::line_height(size + 2) + EDGE;
    let axis = Axis::of(bars, size);
    let bottom = top + bars.len() as u32 * ROW;
    let legend = bars.iter().any(|bar| bar.stopped);
    let height = bottom + svg::line_height(size) * if legend { 3 } else { 2 };
    let description = "The times of several methods as bars on a logarithmic axis.";
    Picture { width: WIDTH, height, title, description }.write(out, |out| {
        svg::lines(out, &heading, size + 2, EDGE, EDGE)?;
        hatching(out)?;
        axis.draw(out, top, bottom, size)?;
        for (bar, y) in bars.iter().zip((top..).step_by(ROW as usize)) {
            draw_bar(out, &axis, bar, y, size)?;
        }
        if legend {
            let (y, x) = (bottom + 2 * svg::line_height(size), axis.left);
            writeln!(out, r#"<rect x="{x}" y="{}" width="34" height="{THICK}" {}/>"#, y - 2, style(true))?;
            svg::lines(out, &["stopped: estimated".to_string()], size, x + 44, y - THICK / 4)?;
        }
        Ok(())
    })
}

fn hatching(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        r##"<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="#ffffff"/><path d="M0 0V7" stroke="{INK}" stroke-width="2.4"/></pattern></defs>"##
    )
}

fn style(stopped: bool) -> String {
    if stopped {
        format!(r#"fill="url(#hatch)" stroke="{INK}" stroke-width="1.5" stroke-dasharray="6 3""#)
    } else {
        format!(r#"fill="{INK}""#)
    }
}

fn draw_bar(out: &mut dyn Write, axis: &Axis, bar: &Bar, top: u32, size: u32) -> io::Result<()> {
    let y = top + (ROW - THICK) / 2;
    let width = (axis.at(bar.seconds) - f64::from(axis.left)).max(2.0);
    let class = if bar.stopped { "bar stopped" } else { "bar" };
    writeln!(
        out,
        r#"<rect class="{class}" x="{}" y="{y}" width="{}" height="{THICK}" {}/>"#,
        axis.left,
        measure(width),
        style(bar.stopped)
    )?;
    let base = y + THICK / 2 + size * 2 / 5;
    let right = axis.right + EDGE;
    writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" fill="{INK}">"#)?;
    let label = escaped(&cut(&bar.label, LABEL_LETTERS));
    writeln!(out, r#"<text x="{}" y="{base}" text-anchor="end">{label}</text>"#, axis.left - EDGE)?;
    writeln!(out, r#"<text x="{right}" y="{base}">{}</text>"#, escaped(&cut(&words(bar), NOTE_LETTERS)))?;
    writeln!(out, "</g>")
}

const LABEL_LETTERS: usize = 14;
const NOTE_LETTERS: usize = 22;

/// What stands after a bar.
fn words(bar: &Bar) -> String {
    let about = if bar.stopped { "≈ " } else { "" };
    let space = if bar.note.is_empty() { "" } else { ", " };
    format!("{about}{}{space}{}", duration(bar.seconds), bar.note)
}

/// At most so many letters of a text.
fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_string();
    }
    text.chars().take(letters - 1).chain(['…']).collect()
}

/// The units of time, largest first.
const UNITS: [(f64, &str); 8] = [
    (31_557_600.0, "y"),
    (86_400.0, "d"),
    (3600.0, "h"),
    (60.0, "min"),
    (1.0, "s"),
    (1e-3, "ms"),
    (1e-6, "µs"),
    (1e-9, "ns"),
];

/// A time in the unit that suits it, with two or three digits: `3.4 ms`.
fn duration(seconds: f64) -> String {
    let seconds = clamped(seconds);
    // 59.96 s would be printed as 60.0 s
    let unit = UNITS.iter().find(|unit| seconds * 1.0005 >= unit.0).unwrap_or(&UNITS[UNITS.len() - 1]);
    let value = seconds / unit.0;
    match value {
        100_000.0.. => {
            let power = value.log10().floor();
            format!("{:.0}·10^{power} {}", value / 10f64.powf(power), unit.1)
        }
        99.95.. => format!("{value:.0} {}", unit.1),
        9.995.. => format!("{value:.1} {}", unit.1),
        _ => format!("{value:.2} {}", unit.1),
    }
}

fn clamped(seconds: f64) -> f64 {
    if seconds.is_nan() { LONGEST } else { seconds.clamp(SHORTEST, LONGEST) }
}

/// The axis: from where to where in the picture, and which times.
struct Axis {
    left: u32,
    right: u32,
    from: f64,
    to: f64,
}

impl Axis {
    /// From a power of ten below the shortest time to the longest.
    fn of(bars: &[Bar], size: u32) -> Self {
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| svg::text_width(&text, size)).max().unwrap_or_default()
        };
        let labels = widest(&mut bars.iter().map(|bar| cut(&bar.label, LABEL_LETTERS)));
        let notes = widest(&mut bars.iter().map(|bar| cut(&words(bar), NOTE_LETTERS)));
        let times = || bars.iter().map(|bar| clamped(bar.seconds).log10());
        let to = times().fold(-9.0, f64::max);
        let from = times().fold(to, f64::min);
        Self { left: labels + 2 * EDGE, right: WIDTH - notes - 2 * EDGE, from: (from - 0.3).floor(), to: to + 0.05 }
    }

    /// Where a time lies.
    fn at(&self, seconds: f64) -> f64 {
        let share = (clamped(seconds).log10() - self.from) / (self.to - self.from);
        f64::from(self.left) + share * f64::from(self.right - self.left)
    }

    /// Round times on the axis with their names: all, or only the units, or of those as many as have room.
    fn ticks(&self, size: u32) -> Vec<(f64, String)> {
        let inside = |seconds: f64| (self.from - 1e-9..=self.to).contains(&seconds.log10());
        let all: Vec<(f64, String)> = round_times().filter(|&(seconds, _)| inside(seconds)).collect();
        let units = || all.iter().filter(|(_, name)| name.starts_with("1 ") || name.contains('^')).cloned().collect();
        for some in [all.clone(), units()] {
            let fitting = self.with_room(&some, size);
            if fitting.len() == some.len() && fitting.len() > 1 {
                return fitting;
            }
        }
        let units: Vec<_> = units();
        self.with_room(if units.is_empty() { &all } else { &units }, size)
    }

    /// The times, of these, whose names do not run into each other, and where they lie.
    fn with_room(&self, times: &[(f64, String)], size: u32) -> Vec<(f64, String)> {
        let mut free_from = 0.0;
        let mut ticks = Vec::new();
        for (seconds, name) in times {
            let (at, half) = (self.at(*seconds), f64::from(svg::text_width(name, size)) / 2.0);
            if at - half >= free_from {
                free_from = at + half + f64::from(size) / 2.0;
                ticks.push((at, name.clone()));
            }
        }
        ticks
    }

    fn draw(&self, out: &mut dyn Write, top: u32, bottom: u32, size: u32) -> io::Result<()> {
        writeln!(out, r#"<g stroke="{FAINT}" stroke-width="1" stroke-dasharray="2 3">"#)?;
        for (at, _) in self.ticks(size) {
            writeln!(out, r#"<path class="tick" d="M{} {top}V{bottom}"/>"#, measure(at))?;
        }
        writeln!(out, "</g>")?;
        writeln!(
            out,
            r#"<path d="M{} {top}V{bottom}H{}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#,
            self.left, self.right
        )?;
        writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" fill="{INK}" text-anchor="middle">"#)?;
        for (at, name) in self.ticks(size) {
            writeln!(out, r#"<text x="{}" y="{}">{name}</text>"#, measure(at), bottom + svg::line_height(size))?;
        }
        writeln!(out, "</g>")
    }
}

/// Times that a reader of an axis expects, shortest first.
fn round_times() -> impl Iterator<Item = (f64, String)> {
    let of = |(unit, name): (f64, &'static str), most: f64| {
        [1.0, 10.0, 100.0, 1000.0]
            .into_iter()
            .filter(move |&times| times < most)
            .map(move |times| (unit * times, format!("{times} {name}")))
    };
    let most = |name: &str| match name {
        "s" | "min" => 11.0,
        "h" => 2.0,
        _ => 101.0,
    };
    let years = (3..=22).step_by(3).map(|power| (UNITS[0].0 * 10f64.powi(power), format!("10^{power} y")));
    UNITS.into_iter().rev().flat_map(move |unit| of(unit, most(unit.1))).chain(years)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(label: &str, seconds: f64, stopped: bool) -> Bar {
        Bar { label: label.into(), seconds, note: "876 tried".into(), stopped }
    }

    fn picture(title: &str, list: &[Bar]) -> String {
        let mut picture = Vec::new();
        bars(&mut picture, title, list).expect("memory can be written to");
        crate::render::png::from_svg(&picture, 300).expect("it can be drawn");
        String::from_utf8(picture).expect("text")
    }

    /// The widths of the bars.
    fn widths(picture: &str) -> Vec<f64> {
        let bars = picture.lines().filter(|line| line.contains(r#"class="bar"#));
        bars.map(|bar| {
            bar.split("width=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok()).expect("a width")
        })
        .collect()
    }

    #[test]
    fn equal_ratios_of_times_are_equal_lengths() {
        let picture =
            picture("a <b> & c", &[bar("one", 1e-3, false), bar("two", 1e-1, false), bar("three", 10.0, true)]);
        let [one, two, three] = widths(&picture)[..] else { panic!("three bars") };
        assert!(one > 10.0 && (two - one - (three - two)).abs() < 0.1, "{one} {two} {three}");
        assert_eq!(picture.matches("bar stopped").count(), 1);
        assert!(picture.contains("a &lt;b&gt; &amp; c") && picture.contains("≈ 10.0 s, 876 tried"), "{picture}");
        assert!(picture.contains(">1 ms<") && picture.contains(">1 s<"), "the axis has names");
    }

    #[test]
    fn nothing_is_too_much_for_a_picture() {
        for times in [&[][..], &[0.0], &[f64::NAN, f64::INFINITY, -1.0], &[1e300, 1e-300], &[1.0, 1.0]] {
            let list: Vec<Bar> = times.iter().map(|&seconds| bar("a label of many letters", seconds, true)).collect();
            assert_eq!(widths(&picture("", &list)).len(), times.len());
        }
    }

    #[test]
    fn times_have_units() {
        let words = [0.0, 3.4e-6, 0.0123, 0.9999, 59.99, 61.0, 5400.0, 200_000.0, 1e9, 3e20].map(duration);
        let wanted = [
            "1.00 ns",
            "3.40 µs",
            "12.3 ms",
            "1.00 s",
            "1.00 min",
            "1.02 min",
            "1.50 h",
            "2.31 d",
            "31.7 y",
            "10·10^12 y",
        ];
        assert_eq!(words, wanted);
    }
}
