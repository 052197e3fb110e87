//! What stands beside the board: what just happened, the counters, the pieces placed, the profile of the tree.

use bezzel::{Event, Goal, Square};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::app::App;
use super::board::window;
use super::player::Scene;

/// The columns that it takes at least.
pub const LEAST_WIDTH: u16 = 41;

/// Longer bars tell no more.
const LONGEST_BAR: usize = 50;

/// The most lines of placed pieces.
const MOST_STACK: u16 = 6;

/// Draws it.
pub fn draw(frame: &mut Frame, app: &App, area: Rect, coloured: bool) {
    let scene = app.player.scene();
    let rows = app.question.problem().board().rows();
    let event = Span::styled(event_text(app), if coloured { event_style(scene) } else { Style::new() }.bold());
    let mut top = vec![Line::from(event), Line::default()];
    top.extend(counters(scene));
    top.push(Line::default());
    let names: Vec<String> = scene.standing.iter().map(|square| square.name(rows)).collect();
    // the profile keeps half of the rest
    let most = area.height.saturating_sub(top.len() as u16 + 1) / 2;
    let stack = stack_lines(&names, usize::from(area.width), usize::from(most.clamp(1, MOST_STACK)));
    let parts = [Constraint::Length(top.len() as u16), Constraint::Length(stack.len() as u16 + 1), Constraint::Min(0)];
    let [counters, pieces, profile] = Layout::vertical(parts).areas(area);
    frame.render_widget(Paragraph::new(top), counters);
    frame.render_widget(Paragraph::new(stack), pieces);
    frame.render_widget(Paragraph::new(profile_lines(scene, profile, coloured)), profile);
}

/// What just happened.
fn event_text(app: &App) -> String {
    let scene = app.player.scene();
    let name = |square: Square| app.question.problem().board().name(square);
    match scene.last.map(|(_, event)| event) {
        None => "before the first step".into(),
        Some(Event::Try(square)) => format!("try {}", name(square)),
        Some(Event::Conflict { square, with }) => format!("conflict: {} and {}", name(square), name(with)),
        Some(Event::Place(square)) => format!("place {}", name(square)),
        Some(Event::Remove(square)) => format!("remove {}", name(square)),
        Some(Event::Solution(_)) if app.question.goal() == Goal::Maximise => {
            format!("solution {}: {} pieces, the most so far", scene.tally.solutions, scene.standing.len())
        }
        Some(Event::Solution(_)) => format!("solution {}", scene.tally.solutions),
    }
}

fn event_style(scene: &Scene) -> Style {
    match scene.last.map(|(_, event)| event) {
        None => Style::new(),
        Some(Event::Try(_)) => Style::new().light_blue(),
        Some(Event::Conflict { .. }) => Style::new().light_red(),
        Some(Event::Place(_) | Event::Solution(_)) => Style::new().light_green(),
        Some(Event::Remove(_)) => Style::new().light_yellow(),
    }
}

fn counters(scene: &Scene) -> [Line<'static>; 3] {
    let tally = &scene.tally;
    let depth = scene.standing.len() as u64;
    [
        ("tried", tally.tried, "placed", tally.placed),
        ("conflicts", tally.conflicts, "backtracks", tally.removed),
        ("solutions", tally.solutions, "depth", depth),
    ]
    .map(|(one, number, other, second)| Line::from(format!("{one:<9} {number:>9}  {other:<10} {second:>9}")))
}

/// The pieces in the order in which they were placed; of too many, the last.
fn stack_lines(names: &[String], width: usize, most: usize) -> Vec<Line<'static>> {
    const INDENT: usize = 10;
    let each = names.iter().map(|name| name.len() + 1).max().unwrap_or(1);
    let in_line = (width.saturating_sub(INDENT) / each).max(1);
    let left_out = names.len().div_ceil(in_line).saturating_sub(most) * in_line;
    let first = if left_out > 0 { format!("({left_out} more)") } else { String::new() };
    let mut lines: Vec<Line> = names[left_out..]
        .chunks(in_line)
        .enumerate()
        .map(|(index, chunk)| {
            let head = match index {
                0 => "pieces",
                1 => first.as_str(),
                _ => "",
            };
            Line::from(format!("{head:<INDENT$}{}", chunk.join(" ")))
        })
        .collect();
    if lines.is_empty() {
        lines.push(Line::from("pieces"));
    }
    lines
}

/// The partial placements by depth, as bars; those around the present depth, if there is not room for all.
fn profile_lines(scene: &Scene, area: Rect, coloured: bool) -> Vec<Line<'static>> {
    let profile = &scene.tally.profile;
    let most = profile.iter().copied().max().unwrap_or(1).max(1);
    let room = u32::from(area.height.saturating_sub(1));
    let depth = scene.standing.len();
    let width = most.to_string().len();
    let longest = usize::from(area.width).saturating_sub(width + 7).min(LONGEST_BAR);
    let lines = window(profile.len() as u32, room, depth as u32).map(|index| {
        let count = profile[index as usize];
        let is_here = index as usize == depth;
        let text = format!("{}{index:>3} {count:>width$} ", if is_here { '>' } else { ' ' });
        let bar = "=".repeat((count as f64 / most as f64 * longest as f64).ceil() as usize);
        let style = match (coloured, is_here) {
            (false, _) => Style::new(),
            (true, true) => Style::new().light_green(),
            (true, false) => Style::new().cyan(),
        };
        Line::from(vec![Span::from(text), Span::styled(bar, style)])
    });
    std::iter::once(Line::from("partial placements by depth")).chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(count: u32, width: usize, most: usize) -> Vec<String> {
        let names: Vec<String> = (0..count).map(|row| Square::new(row, row).name(30)).collect();
        stack_lines(&names, width, most).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_last_pieces_are_seen() {
        assert_eq!(stack(0, 38, 3), ["pieces"]);
        assert_eq!(stack(3, 38, 3), ["pieces    a30 b29 c28"]);
        let lines = stack(30, 38, 3);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[1].starts_with("(14 more)") && lines[2].ends_with("ad1"), "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= 38), "{lines:?}");
    }
}
