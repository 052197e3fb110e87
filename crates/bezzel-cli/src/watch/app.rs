//! What the keys do: the state of the player's screen.

use bezzel::{Question, Search};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::player::{Player, Target};
use super::source::{Replay, Step};

/// Steps a second.
const SPEEDS: [u32; 12] = [1, 2, 5, 10, 20, 50, 100, 500, 2000, 10_000, 100_000, 1_000_000];

/// The speed at first: two steps a second can be followed.
const FIRST_SPEED: usize = 1;

/// Makes the question again for another n; says why that cannot be.
pub type Resize = Box<dyn Fn(u32) -> Result<Question, String>>;

/// What is played.
pub enum Show {
    /// A search by one of the rungs.
    Search {
        /// The rungs that answer the question.
        rungs: Vec<&'static str>,
        /// The place of the one that is watched.
        rung: usize,
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
    /// The name of the rung, or of the trace.
    pub name: String,
    /// Its idea.
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
    speed: usize,
    /// The part of a step that is due.
    due: f64,
}

impl App {
    /// A search, before its first step.
    pub fn search(question: Question, rung: &str, resize: Resize) -> Result<Self, bezzel::Error> {
        let search = Search::new(&question, rung)?;
        let rungs = Search::rungs(&question);
        let rung = rungs.iter().position(|name| *name == rung).unwrap_or_default();
        let (name, idea) = (search.rung().to_string(), search.idea().to_string());
        let player = Player::new(Box::new(search));
        Ok(Self::new(question, name, idea, player, Show::Search { rungs, rung, resize }))
    }

    /// A trace, before its first step.
    pub fn replay(question: Question, place: &str, steps: Vec<Step>) -> Self {
        let idea = format!("the {} steps of {place}", steps.len());
        Self::new(question, "replay".into(), idea, Player::new(Box::new(Replay::new(steps))), Show::Replay)
    }

    fn new(question: Question, name: String, idea: String, player: Player, show: Show) -> Self {
        let note = String::new();
        let (playing, help, entry) = (true, false, None);
        Self { question, name, idea, player, playing, help, entry, note, show, speed: FIRST_SPEED, due: 0.0 }
    }

    /// Steps a second.
    pub fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Sets the speed that is nearest to so many steps a second.
    pub fn set_speed(&mut self, steps: f64) {
        let distance = |index: &usize| (f64::from(SPEEDS[*index]).ln() - steps.ln()).abs();
        let nearest = (0..SPEEDS.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)));
        self.speed = nearest.unwrap_or(FIRST_SPEED);
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
            KeyCode::Up | KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Down | KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
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
        let Show::Search { rungs, rung, .. } = &mut self.show else {
            self.note = "a trace has no other rungs".into();
            return;
        };
        *rung = (*rung as isize + by).rem_euclid(rungs.len() as isize) as usize;
        let name = rungs[*rung];
        self.restart(self.question.clone(), name);
    }

    fn change_size(&mut self, by: i64) {
        let Show::Search { rungs, rung, resize } = &self.show else {
            self.note = "a trace has no other n".into();
            return;
        };
        let n = (i64::from(self.question.problem().board().rows()) + by).clamp(0, 99) as u32;
        let name = rungs[*rung];
        match resize(n) {
            Ok(question) => self.restart(question, name),
            Err(why) => self.note = why,
        }
    }

    /// Another search from its beginning, if there is one.
    fn restart(&mut self, question: Question, rung: &str) {
        match Search::new(&question, rung) {
            Ok(search) => {
                (self.name, self.idea) = (search.rung().to_string(), search.idea().to_string());
                self.player = Player::new(Box::new(search));
                self.question = question;
            }
            Err(error) => self.note = error.to_string(),
        }
    }

    /// Time has passed: steps that are due are played, and a long way is gone on, for a moment.
    pub fn tick(&mut self, seconds: f64) {
        const MOMENT: u64 = 200_000;
        if self.player.target().is_some() {
            self.player.advance(MOMENT);
        } else if self.playing {
            // after a pause of the machine it does not rush
            self.due = (self.due + seconds.min(0.5) * f64::from(self.speed())).min(MOMENT as f64);
            let steps = self.due as u64;
            self.due -= steps as f64;
            if steps > 0 {
                self.player.set_out(Target::Step(self.player.scene().step + steps));
                self.player.advance(steps);
                self.player.stay();
            }
            self.playing = !self.player.is_at_end();
        }
    }

    /// Whether something will change without a key.
    pub fn is_moving(&self) -> bool {
        self.playing || self.player.target().is_some()
    }
}
