//! What the terminal shows of a player: title, idea, state, board, panel, keys.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::App;
use super::board::View;
use super::panel;
use super::player::Target;

/// Smaller terminals get a message.
const LEAST: (u16, u16) = (60, 16);

/// From this height on there is room for an empty line above the board.
const ROOMY: u16 = 24;

/// Between board and panel.
const GAP: u16 = 2;

/// The keys, and what they do.
const KEYS: [(&str, &str); 12] = [
    ("space", "play, pause"),
    ("right . l", "one step on"),
    ("left , h", "one step back"),
    ("PageDown PageUp", "1000 steps on, back"),
    ("up +, down -", "faster, slower"),
    ("n", "the next solution"),
    ("g", "to a step: type its number, then Enter"),
    ("Home, End", "to the beginning, to the end"),
    ("m, M", "the next rung, the one before"),
    ("], [", "a larger board, a smaller one"),
    ("?", "these keys"),
    ("q Esc Ctrl-C", "end"),
];

/// The signs on the board, under the keys.
const SIGNS: [&str; 2] = ["? tried   ! conflict   < taken off   - attacked", ". free    x hole       # wall"];

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, coloured: bool) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let (least, now) = (format!("{} x {}", LEAST.0, LEAST.1), format!("{} x {}", area.width, area.height));
        let text =
            format!("bezzel watch needs a terminal of {least}; this one has {now}. Make it larger, or q to quit.");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let rows = [1, 2, 1, u16::from(area.height >= ROOMY)].map(Constraint::Length);
    let [head, idea, state, _] = Layout::vertical(rows).areas(area);
    let top = if area.height >= ROOMY { 5 } else { 4 };
    let middle = Rect { y: area.y + top, height: area.height - top - 1, ..area };
    let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
    frame.render_widget(
        Line::from(app.title.clone()).style(Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)),
        head,
    );
    frame.render_widget(Paragraph::new(app.idea.as_str()).wrap(Wrap { trim: true }), idea);
    frame.render_widget(Line::from(state_text(app)).bold(), state);
    let room = Rect { width: middle.width - panel::LEAST_WIDTH - GAP, ..middle };
    let view = View::new(app, room, coloured);
    let widths = [Constraint::Length(view.width()), Constraint::Length(GAP), Constraint::Min(panel::LEAST_WIDTH)];
    let [board, _, panel] = Layout::horizontal(widths).areas(middle);
    frame.render_widget(Paragraph::new(view.lines()), board);
    panel::draw(frame, app, panel, coloured);
    frame.render_widget(foot_line(app, view.cropped()), foot);
    if app.help {
        draw_help(frame, area);
    }
}

fn state_text(app: &App) -> String {
    let speed = || speed_text(app.speed());
    let state = if let Some(target) = app.player.target() {
        match target {
            Target::Step(step) if step < u64::MAX => format!("searching for step {step} ..., any key stops"),
            Target::Step(_) => "searching to the end ..., any key stops".to_string(),
            Target::Solution => "searching for a solution ..., any key stops".to_string(),
        }
    } else if app.playing {
        format!("playing, {}", speed())
    } else if app.player.is_at_end() {
        format!("at the end{}", result_text(app))
    } else {
        format!("paused, {}", speed())
    };
    format!("step {}   {state}", app.player.scene().step)
}

fn speed_text(speed: f64) -> String {
    match speed {
        speed if speed < 1.0 => format!("a step in {} seconds", rounded(1.0 / speed)),
        1.0 => "a step a second".into(),
        speed => format!("{} steps a second", rounded(speed)),
    }
}

/// A few digits are enough.
fn rounded(number: f64) -> String {
    if number < 100.0 { ((number * 10.0).round() / 10.0).to_string() } else { format!("{number:.0}") }
}

/// What the search came to.
fn result_text(app: &App) -> String {
    match app.player.outcome() {
        Some(outcome) if app.question.goal() == bezzel::Goal::Maximise => format!(": at most {} pieces", outcome.most),
        Some(outcome) if outcome.found == 1 => ": 1 solution".into(),
        Some(outcome) => format!(": {} solutions", outcome.found),
        None => String::new(),
    }
}

fn foot_line(app: &App, cropped: Option<String>) -> Line<'static> {
    if let Some(entry) = &app.entry {
        return Line::from(format!("go to step: {entry}_   (Enter goes, Esc does not)")).bold();
    }
    if !app.note.is_empty() {
        return Line::from(app.note.clone()).bold();
    }
    let keys = "space play  <- -> step  n solution  g step  m rung  [ ] size  ? keys  q end";
    Line::from(cropped.map_or_else(|| keys.to_string(), |text| format!("{text}   ? keys  q end")))
}

fn draw_help(frame: &mut Frame, area: Rect) {
    let mut lines: Vec<Line> = KEYS.iter().map(|(keys, text)| Line::from(format!(" {keys:<16} {text}"))).collect();
    if area.height >= ROOMY {
        lines.push(Line::default());
        lines.extend(SIGNS.map(|text| Line::from(format!(" {text}"))));
    }
    let (width, height) = (58.min(area.width), (lines.len() as u16 + 2).min(area.height));
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys (any key goes back) ")), place);
}
