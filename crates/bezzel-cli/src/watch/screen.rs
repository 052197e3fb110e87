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
    frame.render_widget(foot_line(app, view.cropped(), foot.width), foot);
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

fn foot_line(app: &App, cropped: Option<String>, width: u16) -> Line<'static> {
    if let Some(entry) = &app.entry {
        return Line::from(format!("go to step: {entry}_   (Enter goes, Esc does not)")).bold();
    }
    if !app.note.is_empty() {
        return Line::from(app.note.clone()).bold();
    }
    let first = cropped.map_or_else(|| "space play  <- -> step  n solution".to_string(), |text| format!("{text} "));
    let (more, last) = ("  g step  m rung  [ ] size", "  ? keys  q end");
    // help is the last to be left out
    let fits = first.len() + more.len() + last.len() <= usize::from(width);
    Line::from(if fits { format!("{first}{more}{last}") } else { format!("{first}{last}") })
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

#[cfg(test)]
mod tests {
    use bezzel::{Army, Board, Event, Piece, Problem, Quantity, Question};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;

    fn app(piece: &Piece, rows: u32, columns: u32, goal: bezzel::Goal, rung: &str) -> App {
        let board = Board::new(rows, columns).unwrap();
        let number = if goal == bezzel::Goal::Count { Quantity::Any } else { Quantity::Most };
        let army = Army::new([(piece.clone(), number)]).unwrap();
        let question = Question::new(Problem::new(board, army).unwrap(), goal).unwrap();
        App::search(question, rung, Box::new(|_| Err("no".into()))).unwrap()
    }

    fn queens(n: u32) -> App {
        app(&Piece::QUEEN, n, n, bezzel::Goal::Count, "arrays")
    }

    fn press(app: &mut App, keys: &str) {
        for key in keys.chars() {
            let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
            app.key(KeyEvent::new(code, KeyModifiers::NONE));
            while app.player.target().is_some() {
                app.tick(0.0);
            }
        }
    }

    fn drawn(app: &App, width: u16, height: u16, coloured: bool) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, app, coloured)).unwrap();
        terminal.backend().to_string().lines().map(|line| line.trim_matches('"').to_owned() + "\n").collect()
    }

    #[test]
    fn every_size_can_be_drawn() {
        let boards = [0, 1, 2, 4, 8, 12, 20, 30, 200].map(queens);
        let flat = app(&Piece::BISHOP, 3, 9, bezzel::Goal::Maximise, "diagonals");
        let high = app(&Piece::BISHOP, 90, 2, bezzel::Goal::Count, "diagonals");
        for mut app in boards.into_iter().chain([flat, high]) {
            press(&mut app, "g1001\n");
            for (width, height) in [(1, 1), (59, 16), (60, 16), (61, 17), (80, 24), (80, 25), (120, 40), (300, 90)] {
                for coloured in [false, true] {
                    let text = drawn(&app, width, height, coloured);
                    assert_eq!(text.contains("step 1") || text.contains("at the end"), width >= 60, "{text}");
                    app.help = true;
                    let text = drawn(&app, width, height, coloured);
                    assert_eq!(text.contains("any key goes back"), width >= 60, "{text}");
                    app.help = false;
                }
            }
        }
    }

    #[test]
    fn the_keys_fit() {
        for (n, width) in [(8, 60), (8, 80), (99, 60), (99, 80), (99, 120)] {
            let mut app = queens(n);
            press(&mut app, "g1\n");
            let text = drawn(&app, width, 24, false);
            assert!(text.contains("? keys  q end"), "{text}");
        }
    }

    /// The tried square is on the screen, however large the board is.
    #[test]
    fn the_tried_square_is_seen() {
        for n in [8, 20, 30, 99] {
            let mut app = queens(n);
            for step in [100, 555, 1234, 2000, 4321] {
                press(&mut app, &format!("g{step}\n"));
                while !matches!(app.player.scene().last, Some((_, Event::Try(_)))) {
                    press(&mut app, ".");
                }
                for (width, height) in [(60, 16), (80, 24), (120, 40)] {
                    let text = drawn(&app, width, height, false);
                    let board: String = text.lines().skip(3).take(usize::from(height) - 4).collect();
                    assert!(board.contains('?'), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_small_board_is_large() {
        let mut app = queens(4);
        app.playing = false;
        press(&mut app, "g6\n");
        let text = drawn(&app, 80, 24, false);
        let wanted = [
            "4   Q!    -     -     -",
            "3   -     !     .     .     solutions         0",
            "conflict: b3 and a4",
            "tried             3  placed             1",
            "pieces    a4",
            "    a     b     c     d  ",
        ];
        assert!(wanted.iter().all(|part| text.contains(part)), "{text}");
    }

    #[test]
    fn the_answer_is_told_at_the_end() {
        for (mut app, wanted) in [
            (queens(3), "at the end: 18 solutions"),
            (app(&Piece::BISHOP, 3, 3, bezzel::Goal::Maximise, "colours"), "at the end: at most 4 pieces"),
        ] {
            app.playing = false;
            app.player.set_out(Target::Step(u64::MAX));
            assert!(drawn(&app, 80, 24, true).contains("searching to the end ..., any key stops"));
            app.tick(0.0);
            let text = drawn(&app, 80, 24, true);
            assert!(text.contains(wanted), "{text}");
        }
    }

    #[test]
    fn speeds_are_told_in_words() {
        let told = [0.2, 0.5, 1.0, 2.0, 10.0 / 3.0, 1e6].map(speed_text);
        let words = ["a step in 5 seconds", "a step in 2 seconds", "a step a second", "2 steps a second"];
        assert_eq!(told[..4], words);
        assert_eq!(told[4..], ["3.3 steps a second", "1000000 steps a second"]);
    }
}
