//! The player: a search at a step, and the ways to other steps. It draws nothing.
//!
//! Memory stays bounded however long the search is. What is behind is not stored but made again: from the nearest of a few
//! dozen copies of the paused search, which thin out as the search grows longer.

use std::collections::VecDeque;

use bezzel::{Event, Observer, Square, Tally};

use super::source::{Source, Step};

/// The most copies that are kept.
const MOST_CHECKPOINTS: usize = 64;

/// The first copies are so many steps apart; the distance doubles whenever they get too many.
const FIRST_SPACING: u64 = 1024;

/// Steps are made ahead by so many when the way is long.
const SLICE: u64 = 2048;

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
    checkpoints: Vec<(Scene, Box<dyn Source>)>,
    spacing: u64,
    target: Option<Target>,
}

impl Player {
    /// A player before the first step.
    pub fn new(source: Box<dyn Source>) -> Self {
        let checkpoints = vec![(Scene::default(), source.copy())];
        let (ahead, has_more) = (VecDeque::new(), true);
        Self { scene: Scene::default(), source, ahead, has_more, checkpoints, spacing: FIRST_SPACING, target: None }
    }

    /// What is to be seen now.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether the last step has been shown.
    pub fn is_at_end(&self) -> bool {
        !self.has_more && self.ahead.is_empty()
    }

    /// Where it is going, if it is not there yet.
    pub fn target(&self) -> Option<Target> {
        self.target
    }

    /// Sets out; [`advance`](Self::advance) goes the way.
    pub fn set_out(&mut self, target: Target) {
        if let Target::Step(step) = target {
            self.return_before(step);
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
            match self.target {
                None => return true,
                Some(Target::Step(step)) if self.scene.step >= step => self.target = None,
                Some(target) => {
                    let about = match target {
                        Target::Step(step) => (step - self.scene.step).min(SLICE),
                        // the next solution may be near: look ahead more the longer it takes
                        Target::Solution => (done + 1).min(SLICE),
                    };
                    let there = !self.forward(about) || (target == Target::Solution && self.scene.is_solution());
                    if there {
                        self.target = None;
                    }
                }
            }
        }
        self.target.is_none()
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

    /// Keeps a copy of the search here, if the last one is far enough behind. Nothing is made ahead, so search and scene are
    /// at the same step.
    fn keep_checkpoint(&mut self) {
        let last = self.checkpoints.last().map_or(0, |(scene, _)| scene.step);
        if self.scene.step < last + self.spacing {
            return;
        }
        self.checkpoints.push((self.scene.clone(), self.source.copy()));
        if self.checkpoints.len() > MOST_CHECKPOINTS {
            let mut index = 0;
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// Goes back to the last copy at or before a step that lies behind.
    fn return_before(&mut self, step: u64) {
        if step >= self.scene.step {
            return;
        }
        let Some((scene, source)) = self.checkpoints.iter().rev().find(|(scene, _)| scene.step <= step) else { return };
        self.scene.clone_from(scene);
        self.source = source.copy();
        self.ahead.clear();
        self.has_more = true;
    }
}

#[cfg(test)]
mod tests {
    use bezzel::{Goal, Question, Search};

    use super::*;

    fn search(n: u32) -> Box<dyn Source> {
        Box::new(Search::new(&Question::queens(n, Goal::Count).unwrap(), "arrays").unwrap())
    }

    fn at(n: u32, step: u64) -> Scene {
        let mut player = Player::new(search(n));
        go(&mut player, Target::Step(step));
        player.scene
    }

    fn go(player: &mut Player, target: Target) {
        player.set_out(target);
        while !player.advance(1000) {}
    }

    /// By any way, a step looks the same: jumps of all lengths, forwards and backwards.
    #[test]
    fn every_way_to_a_step_leads_to_the_same_scene() {
        let mut player = Player::new(search(8));
        let mut random = 12345u64;
        for _ in 0..60 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let step = (random >> 33) % 33_000;
            go(&mut player, Target::Step(step));
            assert_eq!(player.scene(), &at(8, step), "step {step}");
            for back in 1..4 {
                go(&mut player, Target::Step(step.saturating_sub(back)));
                assert_eq!(player.scene(), &at(8, step.saturating_sub(back)), "{back} before step {step}");
            }
        }
    }

    #[test]
    fn solutions_are_stopped_at_one_by_one() {
        let mut player = Player::new(search(8));
        for number in 1..=92 {
            go(&mut player, Target::Solution);
            assert!(player.scene().is_solution());
            assert_eq!((player.scene().tally.solutions, player.scene().standing.len()), (number, 8));
        }
        go(&mut player, Target::Solution);
        assert!(player.is_at_end() && player.scene().standing.is_empty());
        // 15720 squares tried, each a conflict or a piece; 2056 pieces taken back; 92 solutions
        assert_eq!(player.scene().step, 15_720 * 2 + 2056 + 92);
        go(&mut player, Target::Step(u64::MAX));
        assert!(player.is_at_end());
    }

    /// Far steps cost no memory, and 100,000 steps back are a moment.
    #[test]
    fn long_searches_keep_few_copies() {
        let mut player = Player::new(search(12));
        go(&mut player, Target::Step(3_000_000));
        assert!(player.checkpoints.len() <= MOST_CHECKPOINTS && player.ahead.len() < 2 * SLICE as usize);
        let here = player.scene().clone();
        for back in [1, 2, 1000, 100_000, 2_500_000] {
            go(&mut player, Target::Step(3_000_000 - back));
            assert_eq!(player.scene().step, 3_000_000 - back);
            go(&mut player, Target::Step(3_000_000));
            assert_eq!(player.scene(), &here);
            assert!(player.checkpoints.len() <= MOST_CHECKPOINTS);
        }
    }
}
