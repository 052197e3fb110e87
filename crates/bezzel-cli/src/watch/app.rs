//! What the keys do: the state of the player's screen.

use std::time::{Duration, Instant};

use bezzel::{Question, Search};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::player::{Player, Target};
use super::trace::{Replay, Trace};

/// Work between two looks at the keys, and the time that a picture stands.
const MOMENT: Duration = Duration::from_millis(30);

/// While nothing moves, signals are looked for so often.
const IDLE: Duration = Duration::from_millis(250);

/// Steps a second that the keys choose from.
const SPEEDS: [f64; 15] = [0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 500.0, 2e3, 1e4, 5e4, 2e5, 1e6];

/// The speed at first: two steps a second can be followed.
const FIRST_SPEED: f64 = 2.0;

/// The last size that the keys go to.
const MOST_ROWS: i64 = 99;

/// Copies of the search that are kept: fewer if they are large.
fn most_copies(question: &Question) -> usize {
    let squares = question.problem().board().square_count().max(1);
    ((1 << 22) / squares).clamp(8, 64) as usize
}

/// Makes the question again for another n; says why that cannot be.
pub type Resize = Box<dyn Fn(u32) -> Result<Question, String>>;

/// What is played.
pub enum Show {
    /// A search by one of the rungs.
    Search {
        /// The name of the rung.
        rung: &'static str,
        /// Makes the question for another n, where there is an n.
        resize: Resize,
    },
    /// A trace.
    Replay,
}

/// How the player ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// It was asked to.
    Quit,
    /// Ctrl-C.
    Interrupted,
}

/// The player, what is played, and what is asked of it.
pub struct App {
    /// What is searched for.
    pub question: Question,
    /// What is played: the question and the rung, or the trace.
    pub title: String,
    /// The idea of the rung.
    pub idea: String,
    /// The player.
    pub player: Player,
    /// Whether it plays.
    pub playing: bool,
    /// Whether the keys are shown.
    pub help: bool,
    /// The number of a step that is being typed.
    pub entry: Option<String>,
    /// Why the last key did nothing.
    pub note: String,
    show: Show,
    /// Steps a second.
    speed: f64,
    /// The part of a step that is due.
    due: f64,
}

impl App {
    /// A search, before its first step.
    pub fn search(question: Question, rung: &str, resize: Resize) -> Result<Self, bezzel::Error> {
        let search = Search::new(&question, rung)?;
        let (title, idea) = (title(&question, &search), search.idea().to_string());
        let show = Show::Search { rung: search.rung(), resize };
        let player = Player::new(Box::new(search), most_copies(&question));
        Ok(Self::new(question, title, idea, player, show))
    }

    /// A trace, before its first step.
    pub fn replay(question: Question, place: &str, trace: Trace) -> Self {
        let problem = question.problem();
        let title = format!("{} on {:?}, a replay", problem.kinds()[0].name(true), problem.board());
        let idea = format!("the {} steps in {place}", trace.len());
        let player = Player::new(Box::new(Replay::new(trace)), most_copies(&question));
        Self::new(question, title, idea, player, Show::Replay)
    }

    fn new(question: Question, title: String, idea: String, player: Player, show: Show) -> Self {
        let note = String::new();
        let (playing, help, entry) = (true, false, None);
        Self { question, title, idea, player, playing, help, entry, note, show, speed: FIRST_SPEED, due: 0.0 }
    }

    /// Steps a second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the speed by the seconds from step to step.
    pub fn set_delay(&mut self, seconds: f64) {
        self.speed = (1.0 / seconds).min(SPEEDS[SPEEDS.len() - 1]);
    }

    /// A key; whether it ends the player.
    pub fn key(&mut self, key: KeyEvent) -> Option<Leave> {
        self.note.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Leave::Interrupted);
        }
        if self.entry.is_some() {
            self.type_step(key.code);
            return None;
        }
        if self.help || self.player.target().is_some() {
            // any key closes the help, or stops a long way
            self.help = false;
            self.player.stay();
            return (key.code == KeyCode::Char('q')).then_some(Leave::Quit);
        }
        self.command(key.code)
    }

    fn command(&mut self, key: KeyCode) -> Option<Leave> {
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Some(Leave::Quit),
            KeyCode::Char(' ') => self.playing = !self.playing && !self.player.is_at_end(),
            KeyCode::Right | KeyCode::Char('.' | 'l') => self.step_to(self.player.scene().step + 1),
            KeyCode::Left | KeyCode::Char(',' | 'h') => self.step_to(self.player.scene().step.saturating_sub(1)),
            KeyCode::PageDown => self.step_to(self.player.scene().step + 1000),
            KeyCode::PageUp => self.step_to(self.player.scene().step.saturating_sub(1000)),
            KeyCode::Home => self.step_to(0),
            KeyCode::End => self.step_to(u64::MAX),
            KeyCode::Up | KeyCode::Char('+' | '=') => {
                self.change_speed(SPEEDS.iter().find(|speed| **speed > self.speed));
            }
            KeyCode::Down | KeyCode::Char('-') => {
                self.change_speed(SPEEDS.iter().rfind(|speed| **speed < self.speed));
            }
            KeyCode::Char('n') => self.go(Target::Solution),
            KeyCode::Char('g') => self.entry = Some(String::new()),
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('m') => self.change_rung(1),
            KeyCode::Char('M') => self.change_rung(-1),
            KeyCode::Char(']') => self.change_size(1),
            KeyCode::Char('[') => self.change_size(-1),
            _ => self.note = "? shows the keys".into(),
        }
        None
    }

    fn change_speed(&mut self, speed: Option<&f64>) {
        self.speed = speed.copied().unwrap_or(self.speed);
        self.due = 0.0;
    }

    fn step_to(&mut self, step: u64) {
        self.go(Target::Step(step));
    }

    fn go(&mut self, target: Target) {
        self.playing = false;
        self.player.set_out(target);
    }

    fn type_step(&mut self, key: KeyCode) {
        let Some(entry) = &mut self.entry else { return };
        match key {
            KeyCode::Char(digit) if digit.is_ascii_digit() && entry.len() < 18 => entry.push(digit),
            KeyCode::Backspace => drop(entry.pop()),
            KeyCode::Enter => {
                let step = entry.parse();
                self.entry = None;
                match step {
                    Ok(step) => self.step_to(step),
                    Err(_) => self.note = "no step: type its number".into(),
                }
            }
            KeyCode::Esc => self.entry = None,
            _ => {}
        }
    }

    fn change_rung(&mut self, by: isize) {
        let Show::Search { rung, .. } = &self.show else {
            self.note = "a trace has no other rungs".into();
            return;
        };
        let rungs = Search::rungs(&self.question);
        let here = rungs.iter().position(|name| name == rung).unwrap_or_default();
        let next = (here as isize + by).rem_euclid(rungs.len().max(1) as isize) as usize;
        self.restart(self.question.clone(), rungs.get(next).copied().unwrap_or(rung));
    }

    fn change_size(&mut self, by: i64) {
        let Show::Search { rung, resize } = &self.show else {
            self.note = "a trace has no other n".into();
            return;
        };
        let n = i64::from(self.question.problem().board().rows()) + by;
        if !(0..=MOST_ROWS).contains(&n) {
            self.note = format!("n goes from 0 to {MOST_ROWS} here; start with a larger board");
            return;
        }
        match resize(n as u32) {
            Ok(question) => self.restart(question, rung),
            Err(why) => self.note = why,
        }
    }

    /// Another search from its beginning, if there is one.
    fn restart(&mut self, question: Question, name: &str) {
        match Search::new(&question, name) {
            Ok(search) => {
                if let Show::Search { rung, .. } = &mut self.show {
                    *rung = search.rung();
                }
                (self.title, self.idea) = (title(&question, &search), search.idea().to_string());
                self.player = Player::new(Box::new(search), most_copies(&question));
                self.question = question;
                self.due = 0.0;
            }
            Err(error) => self.note = error.to_string(),
        }
    }

    /// Time has passed: steps that are due are played, and a long way is gone on, for a moment.
    pub fn tick(&mut self, seconds: f64) {
        if self.player.target().is_some() {
            self.advance_for_a_moment();
        } else if self.playing {
            // after a pause of the machine it does not rush
            self.due += seconds.min(0.5) * self.speed;
            let steps = self.due as u64;
            self.due -= steps as f64;
            if steps > 0 {
                self.player.set_out(Target::Step(self.player.scene().step + steps));
                self.advance_for_a_moment();
                // a machine that cannot keep up plays as fast as it can
                self.player.stay();
            }
            self.playing = !self.player.is_at_end();
        }
    }

    fn advance_for_a_moment(&mut self) {
        const STEPS_BETWEEN_LOOKS: u64 = 1000;
        let start = Instant::now();
        while !self.player.advance(STEPS_BETWEEN_LOOKS) && start.elapsed() < MOMENT {}
    }

    /// How long nothing will change without a key.
    pub fn patience(&self) -> Duration {
        if self.player.target().is_some() {
            // on a long way there is no time to lose
            Duration::ZERO
        } else if self.playing {
            let next = Duration::from_secs_f64((1.0 - self.due).max(0.0) / self.speed);
            next.clamp(MOMENT, IDLE)
        } else {
            IDLE
        }
    }

    /// Whether something will change without a key.
    pub fn is_moving(&self) -> bool {
        self.playing || self.player.target().is_some()
    }
}

fn title(question: &Question, search: &Search) -> String {
    format!("{} by {}", question.problem(), search.rung())
}

#[cfg(test)]
mod tests {
    use bezzel::Goal;

    use super::*;

    fn app(n: u32) -> App {
        let resize: Resize = Box::new(|n| Question::queens(n, Goal::Count).map_err(|error| error.to_string()));
        App::search(Question::queens(n, Goal::Count).unwrap(), "arrays", resize).unwrap()
    }

    fn press(app: &mut App, key: KeyCode) -> Option<Leave> {
        app.key(KeyEvent::new(key, KeyModifiers::NONE))
    }

    fn press_all(app: &mut App, keys: &str) {
        for key in keys.chars() {
            press(app, KeyCode::Char(key));
            app.tick(0.0);
        }
    }

    #[test]
    fn it_plays_at_its_speed() {
        let mut app = app(8);
        app.tick(0.4);
        assert_eq!(app.player.scene().step, 0);
        app.tick(0.1);
        assert_eq!(app.player.scene().step, 1);
        press_all(&mut app, "+++");
        // 20 a second
        app.tick(0.5);
        assert_eq!(app.player.scene().step, 11);
        app.set_delay(0.3);
        press_all(&mut app, "-");
        assert!((app.speed() - 2.0).abs() < 1e-9);
        press_all(&mut app, "-----");
        assert!((app.speed() - 0.2).abs() < 1e-9);
        press_all(&mut app, " ");
        app.tick(0.5);
        assert_eq!((app.player.scene().step, app.patience()), (11, IDLE));
        app.set_delay(0.0);
        app.set_delay(1e12);
        assert_eq!(app.patience(), IDLE);
    }

    #[test]
    fn steps_are_typed() {
        let mut app = app(8);
        press_all(&mut app, "g12x3");
        press(&mut app, KeyCode::Backspace);
        assert_eq!(app.entry.as_deref(), Some("12"));
        press(&mut app, KeyCode::Enter);
        app.tick(0.0);
        assert_eq!((app.player.scene().step, app.playing, &app.entry), (12, false, &None));
        press_all(&mut app, "g");
        press(&mut app, KeyCode::Enter);
        assert_eq!(app.note, "no step: type its number");
        press_all(&mut app, "g99");
        assert_eq!(press(&mut app, KeyCode::Esc), None);
        assert_eq!((app.player.scene().step, &app.entry), (12, &None));
        press_all(&mut app, ",,h");
        assert_eq!(app.player.scene().step, 9);
        press(&mut app, KeyCode::Home);
        assert_eq!(app.player.scene().step, 0);
    }

    #[test]
    fn rungs_and_sizes_are_changed() {
        let mut app = app(1);
        assert_eq!(app.title, "1 queen on 1x1 by arrays");
        press_all(&mut app, "m");
        assert_eq!(app.title, "1 queen on 1x1 by half");
        press_all(&mut app, "MMM]");
        assert_eq!(app.title, "2 queens on 2x2 by pairwise");
        press_all(&mut app, "[[");
        assert_eq!(app.title, "0 queens on 0x0 by pairwise");
        press_all(&mut app, "[");
        assert!(app.note.starts_with("n goes from 0 to 99"), "{}", app.note);
        for _ in 0..Search::rungs(&app.question).len() {
            press_all(&mut app, "m");
        }
        assert_eq!(app.title, "0 queens on 0x0 by pairwise");
    }

    #[test]
    fn a_long_way_is_stopped_by_any_key() {
        let mut app = app(20);
        press(&mut app, KeyCode::End);
        app.tick(0.0);
        assert_eq!((app.player.target(), app.patience()), (Some(Target::Step(u64::MAX)), Duration::ZERO));
        press_all(&mut app, "n");
        assert!(app.player.target().is_none() && !app.is_moving());
        assert_eq!(press(&mut app, KeyCode::Char('q')), Some(Leave::Quit));
        let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(app.key(stop), Some(Leave::Interrupted));
    }
}
