//! The player: a search at a step, and the ways to other steps. It draws nothing.
//!
//! Memory stays bounded however long the search is. What is behind is not stored but made again, from the nearest of a few
//! copies of the paused search ([`Checkpoints`]).

use std::collections::VecDeque;

use bezzel::{Event, Observer, Square, Tally};

use super::checkpoints::Checkpoints;
use super::source::{Outcome, Source, Step};

/// Steps are made ahead by so many when the way is long.
const SLICE: u64 = 512;

/// What is to be seen at a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    /// The number of the step, 0 before the first.
    pub step: u64,
    /// What happened.
    pub last: Option<Step>,
    /// The pieces on the board, in the order in which they were placed.
    pub standing: Vec<Square>,
    /// What has happened so far.
    pub tally: Tally,
}

impl Scene {
    fn apply(&mut self, (depth, event): Step) {
        self.tally.see(depth, event);
        match event {
            Event::Place(square) => self.standing.push(square),
            Event::Remove(_) => drop(self.standing.pop()),
            Event::Try(_) | Event::Conflict { .. } | Event::Solution(_) => {}
        }
        self.step += 1;
        self.last = Some((depth, event));
    }

    /// Whether the pieces on the board were just found to be a solution.
    pub fn is_solution(&self) -> bool {
        matches!(self.last, Some((_, Event::Solution(_))))
    }
}

/// Where the player is going.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// This step, or the last if there are fewer.
    Step(u64),
    /// The next solution, or the end.
    Solution,
}

/// See the module's text.
pub struct Player {
    scene: Scene,
    source: Box<dyn Source>,
    /// Steps made but not shown yet.
    ahead: VecDeque<Step>,
    has_more: bool,
    checkpoints: Checkpoints<(Scene, Box<dyn Source>)>,
    target: Option<Target>,
}

impl Player {
    /// A player before the first step, which keeps at most so many copies of the search.
    pub fn new(source: Box<dyn Source>, most_copies: usize) -> Self {
        let checkpoints = Checkpoints::new(most_copies, (Scene::default(), source.copy()));
        Self { scene: Scene::default(), source, ahead: VecDeque::new(), has_more: true, checkpoints, target: None }
    }

    /// What is to be seen now.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether the last step has been shown.
    pub fn is_at_end(&self) -> bool {
        !self.has_more && self.ahead.is_empty()
    }

    /// What the search came to, when the last step has been shown.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_at_end().then(|| self.source.outcome())?
    }

    /// Where it is going, if it is not there yet.
    pub fn target(&self) -> Option<Target> {
        self.target
    }

    /// Sets out; [`advance`](Self::advance) goes the way.
    pub fn set_out(&mut self, target: Target) {
        if let Target::Step(step) = target {
            self.take_copy(step);
        }
        self.target = Some(target);
    }

    /// Stays where it is.
    pub fn stay(&mut self) {
        self.target = None;
    }

    /// Goes on towards the target for at most so many steps; whether it is there.
    pub fn advance(&mut self, most: u64) -> bool {
        for done in 0..most {
            let Some(target) = self.target.filter(|target| !self.is_there(*target)) else { break };
            let about = match target {
                Target::Step(step) => (step - self.scene.step).min(SLICE),
                // the next solution may be near: look ahead more the longer it takes
                Target::Solution => (done + 1).min(SLICE),
            };
            if !self.forward(about) || (target == Target::Solution && self.scene.is_solution()) {
                self.target = None;
            }
        }
        self.target = self.target.filter(|target| !self.is_there(*target));
        self.target.is_none()
    }

    fn is_there(&self, target: Target) -> bool {
        matches!(target, Target::Step(step) if self.scene.step >= step)
    }

    /// One step; whether there was one. More are made ahead, about so many in all.
    fn forward(&mut self, about: u64) -> bool {
        if self.ahead.is_empty() {
            self.keep_checkpoint();
            if self.has_more {
                self.has_more = self.source.more(about as usize, &mut self.ahead);
            }
        }
        let Some(step) = self.ahead.pop_front() else { return false };
        self.scene.apply(step);
        true
    }

    /// Keeps a copy of the search, if one is worth having here. Nothing is made ahead, so search and scene are at the same
    /// step.
    fn keep_checkpoint(&mut self) {
        if self.checkpoints.is_due(self.scene.step) {
            self.checkpoints.keep(self.scene.step, (self.scene.clone(), self.source.copy()));
        }
    }

    /// Goes to the last copy before a step, if the step lies behind or the copy is nearer to it than what is made already.
    fn take_copy(&mut self, step: u64) {
        let (at, (scene, source)) = self.checkpoints.before(step);
        if step < self.scene.step || at > self.scene.step + self.ahead.len() as u64 {
            self.scene.clone_from(scene);
            self.source = source.copy();
            self.ahead.clear();
            self.has_more = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use bezzel::{Goal, Question, Search};

    use super::*;

    const MOST_COPIES: usize = 64;

    fn search(n: u32, rung: &str) -> Box<dyn Source> {
        Box::new(Search::new(&Question::queens(n, Goal::Count).unwrap(), rung).unwrap())
    }

    fn player(n: u32) -> Player {
        Player::new(search(n, "arrays"), MOST_COPIES)
    }

    fn go(player: &mut Player, target: Target) {
        player.set_out(target);
        while !player.advance(1000) {}
    }

    /// What there is to see at every step of a search, from its first.
    fn scenes(n: u32, rung: &str) -> Vec<Scene> {
        let (mut steps, mut source) = (VecDeque::new(), search(n, rung));
        while source.more(1000, &mut steps) {}
        let mut scene = Scene::default();
        let mut scenes = vec![scene.clone()];
        for step in steps {
            scene.apply(step);
            scenes.push(scene.clone());
        }
        scenes
    }

    /// By any way, a step looks the same: single steps, jumps of all lengths, solutions, stops on the way, few copies.
    #[test]
    fn every_way_to_a_step_leads_to_the_same_scene() {
        for (n, rung) in [(7, "pairwise"), (5, "exhaustive"), (8, "bitmask"), (1, "arrays"), (0, "arrays")] {
            let scenes = scenes(n, rung);
            let last = scenes.len() as u64 - 1;
            let mut player = Player::new(search(n, rung), 4);
            let mut random = 12345u64;
            for _ in 0..3000 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (choice, number) = ((random >> 60) % 8, (random >> 33) % 100_000);
                let here = player.scene.step;
                match choice {
                    0 => go(&mut player, Target::Step(number % (last + 100))),
                    1..=3 => go(&mut player, Target::Step(here.saturating_sub(number % 4))),
                    4 | 5 => go(&mut player, Target::Step(here + number % 4)),
                    6 => go(&mut player, Target::Solution),
                    _ => {
                        player.set_out(Target::Step(number % (last + 100)));
                        player.advance(number % 700);
                        player.stay();
                    }
                }
                assert_eq!(player.scene(), &scenes[player.scene.step as usize], "{rung} {n}");
            }
        }
    }

    #[test]
    fn solutions_are_stopped_at_one_by_one() {
        let mut player = player(8);
        for number in 1..=92 {
            go(&mut player, Target::Solution);
            assert!(player.scene().is_solution() && player.outcome().is_none());
            assert_eq!((player.scene().tally.solutions, player.scene().standing.len()), (number, 8));
        }
        go(&mut player, Target::Solution);
        assert!(player.is_at_end() && player.scene().standing.is_empty());
        assert_eq!(player.outcome(), Some(Outcome { found: 92, most: 0 }));
        // 15720 squares tried, each a conflict or a piece; 2056 pieces taken back; 92 solutions
        assert_eq!(player.scene().step, 15_720 * 2 + 2056 + 92);
        go(&mut player, Target::Step(u64::MAX));
        assert!(player.is_at_end());
    }

    /// Far steps cost no memory, and 100,000 steps back are a moment.
    #[test]
    fn long_searches_keep_few_copies() {
        let mut player = player(12);
        go(&mut player, Target::Step(3_000_000));
        let here = player.scene().clone();
        for back in [1, 2, 1000, 100_000, 2_500_000] {
            go(&mut player, Target::Step(3_000_000 - back));
            assert_eq!(player.scene().step, 3_000_000 - back);
            go(&mut player, Target::Step(3_000_000));
            assert_eq!(player.scene(), &here);
            assert!(player.checkpoints.count() <= MOST_COPIES && player.ahead.len() < 2 * SLICE as usize);
        }
    }

    /// 100,000 steps back in small steps, each place the same as on the way there.
    #[test]
    fn many_steps_back_in_small_steps() {
        let mut player = player(9);
        let scenes = scenes(9, "arrays");
        go(&mut player, Target::Step(105_000));
        for step in (5000..105_000).rev().step_by(9) {
            go(&mut player, Target::Step(step));
            assert_eq!(player.scene(), &scenes[step as usize]);
        }
        assert!(player.checkpoints.count() <= MOST_COPIES);
    }
}
