//! What the terminal shows of a player: head, board, counters, profile, keys.

use bezzel::{Board, Cell, Event, Piece, Problem, Square};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::App;
use super::player::{Scene, Target};

/// Smaller terminals get a message.
const LEAST: (u16, u16) = (60, 16);

/// The columns that the counters take at least.
const PANEL: u16 = 36;

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

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, coloured: bool) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!(
            "bezzel watch needs a terminal of {} x {}; this one has {} x {}",
            LEAST.0, LEAST.1, area.width, area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let rows = [
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Length(1),
        Constraint::Min(8),
        Constraint::Length(1),
    ];
    let [head, idea, state, middle, foot] = Layout::vertical(rows).areas(area);
    frame.render_widget(Line::from(format!("{} by {}", app.question.problem(), app.name)).bold(), head);
    frame.render_widget(state_line(app), state);
    frame.render_widget(Paragraph::new(app.idea.as_str()).wrap(Wrap { trim: true }), idea);
    let view = View::new(app, middle, coloured);
    let [board, panel] = Layout::horizontal([Constraint::Length(view.width()), Constraint::Min(PANEL)]).areas(middle);
    frame.render_widget(Paragraph::new(view.lines()), board);
    panel_widgets(frame, app, panel);
    frame.render_widget(foot_line(app, view.cropped()), foot);
    if app.help {
        draw_help(frame, area);
    }
}

fn state_line(app: &App) -> Line<'static> {
    let state = if let Some(target) = app.player.target() {
        match target {
            Target::Step(step) if step < u64::MAX => format!("going to step {step}"),
            Target::Step(_) => "going to the end".to_string(),
            Target::Solution => "searching a solution".to_string(),
        }
    } else if app.playing {
        format!("playing, {} a second", app.speed())
    } else if app.player.is_at_end() {
        "at the end".into()
    } else {
        format!("paused, {} a second", app.speed())
    };
    Line::from(format!("step {}   {state}", app.player.scene().step))
}

fn foot_line(app: &App, cropped: Option<String>) -> Line<'static> {
    if let Some(entry) = &app.entry {
        return Line::from(format!("go to step: {entry}_   (Enter goes, Esc does not)"));
    }
    if app.player.target().is_some() {
        return Line::from("any key stops");
    }
    if !app.note.is_empty() {
        return Line::from(app.note.clone()).bold();
    }
    let keys = "space play  <- -> step  n solution  g step  m rung  [ ] size  ? keys  q end";
    Line::from(cropped.map_or_else(|| keys.to_string(), |text| format!("{text}   ? keys  q end")))
}

/// The part of the board that fits on the screen.
struct View<'a> {
    board: &'a Board,
    piece: &'a Piece,
    problem: &'a Problem,
    scene: &'a Scene,
    rows: std::ops::Range<u32>,
    columns: std::ops::Range<u32>,
    label: u16,
    coloured: bool,
}

impl<'a> View<'a> {
    fn new(app: &'a App, area: Rect, coloured: bool) -> Self {
        let (problem, scene) = (app.question.problem(), app.player.scene());
        let board = problem.board();
        let label = board.rows().to_string().len() as u16 + 1;
        let centre = focus(scene).unwrap_or(Square::new(0, 0));
        let rows = window(board.rows(), u32::from(area.height.saturating_sub(1)), centre.row);
        let room = area.width.saturating_sub(PANEL + label + 2) / 2;
        let columns = window(board.columns(), u32::from(room), centre.column);
        Self { board, piece: &problem.kinds()[0], problem, scene, rows, columns, label, coloured }
    }

    fn width(&self) -> u16 {
        self.label + 2 * self.columns.len() as u16 + 2
    }

    /// Which part is to be seen, if not all is.
    fn cropped(&self) -> Option<String> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let whole = self.rows.len() as u32 == rows && self.columns.len() as u32 == columns;
        let (first, last) = (rows - self.rows.start, rows - self.rows.end + 1);
        (!whole).then(|| {
            let [left, right] = [self.columns.start, self.columns.end.max(1) - 1].map(column_letters);
            format!("rows {last}-{first}, columns {left}-{right} of {rows} x {columns}")
        })
    }

    fn lines(&self) -> Vec<Line<'static>> {
        let label = usize::from(self.label) - 1;
        let mut lines: Vec<Line> = self
            .rows
            .clone()
            .map(|row| {
                let number = format!("{:>label$} ", self.board.rows() - row);
                let cells = self.columns.clone().flat_map(|column| {
                    let (symbol, style) = self.cell(Square::new(row, column));
                    [Span::styled(symbol.to_string(), style), Span::styled(" ", shade_of(style))]
                });
                std::iter::once(Span::from(number)).chain(cells).collect::<Line>()
            })
            .collect();
        let letters: String = self.columns.clone().flat_map(|column| [last_letter(column), ' ']).collect();
        lines.push(Line::from(format!("{:label$} {letters}", "")));
        lines
    }

    /// A square's sign, and its colours, where there are any.
    fn cell(&self, square: Square) -> (char, Style) {
        let letter = self.piece.letter();
        let (symbol, style) = match self.scene.last.map(|(_, event)| event) {
            Some(Event::Try(tried)) if tried == square => ('?', Style::new().white().on_blue()),
            Some(Event::Conflict { square: tried, .. }) if tried == square => ('!', Style::new().white().on_red()),
            Some(Event::Conflict { with, .. }) if with == square => (letter, Style::new().white().on_red().bold()),
            Some(Event::Place(placed)) if placed == square => (letter, Style::new().black().on_green().bold()),
            Some(Event::Remove(removed)) if removed == square => ('<', Style::new().black().on_yellow()),
            Some(Event::Solution(_)) if self.stands(square) => (letter, Style::new().black().on_green().bold()),
            _ if self.stands(square) => (letter, Style::new().bold()),
            _ => self.empty(square),
        };
        (symbol, if self.coloured { style } else { Style::new() })
    }

    fn empty(&self, square: Square) -> (char, Style) {
        match self.board.cell(square) {
            Cell::Wall => ('#', Style::new()),
            Cell::Hole => ('x', Style::new().dark_gray()),
            Cell::Free if self.is_attacked(square) => ('-', Style::new().gray().bg(Color::Indexed(238))),
            Cell::Free => ('.', Style::new()),
        }
    }

    fn pieces(&self) -> impl Iterator<Item = Square> + '_ {
        let fixed = self.problem.fixed().pieces().iter().map(|placed| placed.square);
        fixed.chain(self.scene.standing.iter().copied())
    }

    fn stands(&self, square: Square) -> bool {
        self.pieces().any(|piece| piece == square)
    }

    fn is_attacked(&self, square: Square) -> bool {
        self.pieces().any(|piece| self.piece.attacks(self.board, piece, square))
    }
}

/// The background alone.
fn shade_of(style: Style) -> Style {
    style.bg.map_or_else(Style::new, |colour| Style::new().bg(colour))
}

/// The square that matters now.
fn focus(scene: &Scene) -> Option<Square> {
    match scene.last?.1 {
        Event::Try(square) | Event::Conflict { square, .. } | Event::Place(square) | Event::Remove(square) => {
            Some(square)
        }
        Event::Solution(last) => last,
    }
}

/// So many of `count` places, around one of them.
fn window(count: u32, room: u32, around: u32) -> std::ops::Range<u32> {
    let room = room.min(count);
    let start = around.saturating_sub(room / 2).min(count - room);
    start..start + room
}

fn column_letters(column: u32) -> String {
    Square::new(0, column).name(1).trim_end_matches('1').to_string()
}

/// Where there is room for one letter: the last of `a`, ..., `z`, `aa`, `ab`, ...
fn last_letter(column: u32) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// Event, counters, pieces and profile.
fn panel_widgets(frame: &mut Frame, app: &App, area: Rect) {
    let scene = app.player.scene();
    let rows = app.question.problem().board().rows();
    let tally = &scene.tally;
    let pair = |one: &str, number: u64, other: &str, second: u64| {
        Line::from(format!("{one:<9} {number:>10}  {other} {second}"))
    };
    let top = vec![
        Line::from(event_text(scene, rows)).bold(),
        Line::default(),
        pair("tried", tally.tried, "placed    ", tally.placed),
        pair("conflicts", tally.conflicts, "backtracks", tally.removed),
        pair("solutions", tally.solutions, "depth     ", scene.standing.len() as u64),
        Line::default(),
    ];
    let standing: Vec<String> = scene.standing.iter().map(|square| square.name(rows)).collect();
    let stack = format!("pieces    {}", standing.join(" "));
    let stack_rows = (stack.len() as u16).div_ceil(area.width.max(1)).clamp(1, 3);
    let parts = [Constraint::Length(top.len() as u16), Constraint::Length(stack_rows + 1), Constraint::Min(0)];
    let [counters, pieces, profile] = Layout::vertical(parts).areas(area);
    frame.render_widget(Paragraph::new(top), counters);
    frame.render_widget(Paragraph::new(stack).wrap(Wrap { trim: true }), pieces);
    frame.render_widget(Paragraph::new(profile_lines(scene, profile)), profile);
}

fn event_text(scene: &Scene, rows: u32) -> String {
    let name = |square: Square| square.name(rows);
    match scene.last.map(|(_, event)| event) {
        None => "before the first step".into(),
        Some(Event::Try(square)) => format!("try {}", name(square)),
        Some(Event::Conflict { square, with }) => format!("conflict: {} and {}", name(square), name(with)),
        Some(Event::Place(square)) => format!("place {}", name(square)),
        Some(Event::Remove(square)) => format!("remove {}", name(square)),
        Some(Event::Solution(_)) => format!("solution {}", scene.tally.solutions),
    }
}

/// The partial placements by their number of pieces, as bars; those around the present depth, if there is not room for all.
fn profile_lines(scene: &Scene, area: Rect) -> Vec<Line<'static>> {
    let profile = &scene.tally.profile;
    let most = profile.iter().copied().max().unwrap_or(1).max(1);
    let room = u32::from(area.height.saturating_sub(1));
    let depths = window(profile.len() as u32, room, scene.standing.len() as u32);
    let width = most.to_string().len();
    let bar_room = f64::from(area.width.saturating_sub(width as u16 + 7));
    let bar = |count: u64| "=".repeat((count as f64 / most as f64 * bar_room).ceil() as usize);
    let heading = Line::from("pieces and partial placements");
    let lines = depths.map(|depth| {
        let count = profile[depth as usize];
        let mark = if depth as usize == scene.standing.len() { '>' } else { ' ' };
        Line::from(format!("{mark}{depth:>3} {count:>width$} {}", bar(count)))
    });
    std::iter::once(heading).chain(lines).collect()
}

fn draw_help(frame: &mut Frame, area: Rect) {
    let (width, height) = (58.min(area.width), (KEYS.len() as u16 + 2).min(area.height));
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    let lines: Vec<Line> = KEYS.iter().map(|(keys, text)| Line::from(format!(" {keys:<16} {text}"))).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys (any key goes back) ")), place);
}
