//! The ladder: every rung finds what the definition finds, and counts its steps as they are defined.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bezzel::{
    Answer, Board, Ended, Event, Goal, Observer, Piece, Problem, Quantity, Question, Search, Solver, Square, Tally,
};
use common::random::{any_plane_board, cases};
use common::{definition, problem, queens};
use proptest::prelude::*;

/// The rungs that test each square as they try it, and whether they also try squares that are attacked.
const SQUARE_BY_SQUARE: [&str; 4] = ["mark", "pairwise", "lists", "arrays"];

/// The lines of a table, without comments and heading, as fields.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/ladder/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| line.split(',').map(String::from).collect()).collect()
}

fn search(problem: &Problem, goal: Goal, rung: &str) -> Search {
    Search::new(&Question::new(problem.clone(), goal).unwrap(), rung).unwrap()
}

fn tally(problem: &Problem, goal: Goal, rung: &str) -> (Tally, u64) {
    let (mut search, mut tally) = (search(problem, goal, rung), Tally::new());
    assert_eq!(search.run(&mut tally), Ended::Done);
    (tally, search.found())
}

/// Pauses at the first solution.
#[derive(Default)]
struct First {
    tally: Tally,
}

impl Observer for First {
    fn see(&mut self, depth: usize, event: Event) {
        self.tally.see(depth, event);
    }

    fn rest(&mut self) -> ControlFlow<()> {
        if self.tally.solutions > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Keeps every step.
#[derive(Debug, Default, PartialEq)]
struct Steps(Vec<(usize, Event)>);

impl Observer for Steps {
    fn see(&mut self, depth: usize, event: Event) {
        self.0.push((depth, event));
    }
}

/// Keeps every step, and pauses at each chance.
#[derive(Default)]
struct Halting(Steps);

impl Observer for Halting {
    fn see(&mut self, depth: usize, event: Event) {
        self.0.see(depth, event);
    }

    fn rest(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// A319284 and A319283: the tree of the n queens search, whatever the conflict test.
#[test]
fn profiles_are_those_of_the_tree() {
    for row in table("profiles.csv") {
        let n: u32 = row[0].parse().unwrap();
        let mut profile: Vec<u64> = row[2].split(' ').map(|one| one.parse().unwrap()).collect();
        while profile.last() == Some(&0) {
            profile.pop();
        }
        for rung in SQUARE_BY_SQUARE.into_iter().chain(["bitmask"]) {
            let (tally, found) = tally(&queens(n), Goal::Count, rung);
            assert_eq!(tally.profile, profile, "n = {n} by {rung}");
            assert_eq!(tally.nodes(), row[1].parse::<u64>().unwrap());
            assert_eq!((tally.placed, tally.removed), (tally.nodes() - 1, tally.nodes() - 1));
            assert_eq!(tally.solutions, found);
        }
    }
}

/// Every node above the last row has n squares tried below it; those in conflict are not placed.
#[test]
fn squares_tried_are_n_for_every_node() {
    for n in 1..=9 {
        let inner = |tally: &Tally| tally.profile.iter().take(n as usize).sum::<u64>();
        for rung in SQUARE_BY_SQUARE {
            let (tally, _) = tally(&queens(n), Goal::Count, rung);
            assert_eq!(tally.tried, u64::from(n) * inner(&tally), "n = {n} by {rung}");
            assert_eq!(tally.tried, tally.conflicts + tally.placed, "n = {n} by {rung}");
        }
        let (masks, _) = tally(&queens(n), Goal::Count, "bitmask");
        assert_eq!((masks.tried, masks.conflicts), (masks.placed, 0), "only free squares are tried");
    }
}

/// A140450, and the queens put down: 876 squares and 113 queens for n = 8, all but 8 of them taken back.
#[test]
fn steps_up_to_the_first_solution() {
    for row in table("first.csv") {
        let n: u32 = row[0].parse().unwrap();
        let rungs = if n <= 11 { &SQUARE_BY_SQUARE[..] } else { &["arrays"] };
        for rung in rungs {
            let mut first = First::default();
            search(&queens(n), Goal::Find { first: true }, rung).run(&mut first);
            let Tally { tried, placed, removed, solutions, .. } = first.tally;
            assert_eq!(tried.to_string(), row[1], "n = {n} by {rung}");
            assert!(row[2] == "-" || placed.to_string() == row[2], "n = {n} by {rung}: {placed} put down");
            assert_eq!(placed - removed, solutions * u64::from(n));
        }
    }
}

/// All n^n boards: n + n^2 + ... + n^n queens, and every full board that is not a solution is refused.
#[test]
fn exhaustive_tries_everything() {
    for n in 0..=6u32 {
        let (tally, found) = tally(&queens(n), Goal::Count, "exhaustive");
        let power = |k: u32| u64::from(n).pow(k);
        assert_eq!(tally.tried, (1..=n).map(power).sum::<u64>(), "n = {n}");
        assert_eq!(tally.placed, tally.tried);
        assert_eq!(tally.conflicts + tally.solutions, if n == 0 { 1 } else { power(n) });
        assert_eq!(found, tally.solutions);
    }
}

/// Half the tree, and the middle column apart.
#[test]
fn half_meets_half_of_the_solutions() {
    for n in 1..=10u32 {
        let (half, found) = tally(&queens(n), Goal::Count, "half");
        let (whole, all) = tally(&queens(n), Goal::Count, "arrays");
        assert_eq!(found, all, "n = {n}");
        let middle_solutions = if n % 2 == 1 {
            let fixed = queens(n).with_fixed_squares([Square::new(0, n / 2)]).unwrap();
            let report = Solver::new().solve(&Question::new(fixed, Goal::Count).unwrap()).unwrap();
            let Answer::Count(count) = report.answer.into_value() else { panic!("a count") };
            u64::try_from(count).unwrap()
        } else {
            0
        };
        assert_eq!(2 * half.solutions - middle_solutions, all, "n = {n}");
        assert_eq!(half.profile[1], u64::from(n.div_ceil(2)));
        assert!(half.tried <= whole.tried);
    }
}

/// The bishops' rungs, and how much less each of them tries.
#[test]
fn bishops_by_every_rung() {
    let problem = problem(&Piece::BISHOP, Quantity::Most, &Board::square(6).unwrap());
    let tried = ["diagonals", "bound", "colours"].map(|rung| {
        let mut search = search(&problem, Goal::Maximise, rung);
        let mut tally = Tally::new();
        search.run(&mut tally);
        assert_eq!(search.best().len(), 10, "{rung}");
        tally.tried
    });
    assert!(tried[0] > tried[1] && tried[1] > tried[2], "{tried:?}");
}

/// A search goes on where it paused, and a copy of it goes the same way.
#[test]
fn a_paused_search_goes_on() {
    let bishops = problem(&Piece::BISHOP, Quantity::Most, &Board::square(4).unwrap());
    let questions = [(queens(5), Goal::Count), (bishops, Goal::Maximise)];
    for (problem, goal) in &questions {
        for rung in Search::rungs(&Question::new(problem.clone(), *goal).unwrap()) {
            let mut whole = Steps::default();
            search(problem, *goal, rung).run(&mut whole);
            let (mut halting, mut piecewise) = (Halting::default(), search(problem, *goal, rung));
            let mut copies = Vec::new();
            while piecewise.run(&mut halting) == Ended::Paused {
                copies.push((halting.0.0.len(), piecewise.clone()));
            }
            assert_eq!(halting.0, whole, "{rung}");
            assert!(copies.len() > 20);
            for (seen, mut copy) in copies {
                let mut rest = Steps::default();
                copy.run(&mut rest);
                assert_eq!(rest.0, whole.0[seen..], "{rung} from step {seen}");
            }
        }
    }
}

/// Steps make sense: pieces stand where they were placed, are taken off in turn, and conflicts name a piece that stands.
#[test]
fn steps_tell_a_story() {
    let bishops = problem(&Piece::BISHOP, Quantity::Any, &Board::square(4).unwrap());
    for problem in [queens(5), bishops] {
        for rung in Search::rungs(&Question::new(problem.clone(), Goal::Count).unwrap()) {
            let mut steps = Steps::default();
            search(&problem, Goal::Count, rung).run(&mut steps);
            let (mut standing, mut tried, mut solutions) = (Vec::new(), None, BTreeSet::new());
            for (depth, event) in steps.0 {
                assert_eq!(depth, standing.len() - usize::from(matches!(event, Event::Remove(_))), "{rung}: {event:?}");
                match event {
                    Event::Try(square) => tried = Some(square),
                    Event::Conflict { square, with } => {
                        assert!(tried == Some(square) || standing.last() == Some(&square) || rung == "exhaustive");
                        assert!(standing.contains(&with) && with != square);
                        assert!(problem.kinds()[0].attacks(problem.board(), square, with), "{rung}");
                    }
                    Event::Place(square) => {
                        assert_eq!(tried, Some(square));
                        standing.push(square);
                    }
                    Event::Remove(square) => assert_eq!(standing.pop(), Some(square)),
                    Event::Solution(last) => {
                        assert_eq!(last, standing.last().copied());
                        assert!(solutions.insert(standing.clone()), "{rung}: a solution is met once");
                    }
                }
            }
            assert!(standing.is_empty());
            assert!(!solutions.is_empty());
        }
    }
}

/// How much is done grows to the whole.
#[test]
fn the_share_done_grows() {
    let mut search = search(&queens(6), Goal::Count, "pairwise");
    let mut shares = vec![search.share_done()];
    while search.run(&mut Halting::default()) == Ended::Paused {
        shares.push(search.share_done());
    }
    let falls = shares.windows(2).find(|pair| pair[1] < pair[0] - 1e-9);
    assert_eq!(falls, None);
    assert!(shares[0] == 0.0 && shares.iter().any(|share| (0.4..0.6).contains(share)));
    assert!((search.share_done() - 1.0).abs() < 1e-9);
}

#[test]
fn wrong_rungs_are_told_with_the_right_ones() {
    let ask = |problem: Problem, goal, rung: &str| {
        Search::new(&Question::new(problem, goal).unwrap(), rung).unwrap_err().to_string()
    };
    let text = ask(queens(6), Goal::Count, "lookup");
    assert_eq!(
        text,
        "there is no rung 'lookup'; rungs that answer this: exhaustive, mark, pairwise, lists, arrays, half, bitmask"
    );
    let text = ask(queens(6), Goal::List, "half");
    assert!(text.starts_with("the rung half counts, and sees only half"), "{text}");
    let walled = Board::square(5).unwrap().with_walls([Square::new(1, 1)]).unwrap();
    let text = ask(problem(&Piece::QUEEN, Quantity::Any, &walled), Goal::Count, "arrays");
    assert!(text.contains("without walls") && text.ends_with("none does"), "{text}");
    let text = ask(problem(&Piece::QUEEN, Quantity::Most, &walled), Goal::Count, "arrays");
    assert!(text.starts_with("say how many pieces"), "{text}");
}

proptest! {
    #![proptest_config(cases(300))]

    /// Every rung, the observable bit masks included, finds as many as the definition.
    #[test]
    fn rungs_agree_with_the_definition(
        board in any_plane_board(4),
        count in prop_oneof![Just(None), (0u64..5).prop_map(Some)],
        bishops in any::<bool>(),
    ) {
        let board = Board::new(board.rows(), board.columns()).unwrap()
            .with_holes(board.squares().filter(|&square| !board.is_free(square))).unwrap();
        let piece = if bishops { Piece::BISHOP } else { Piece::QUEEN };
        let problem = problem(&piece, count.map_or(Quantity::Any, Quantity::Exactly), &board);
        let right = definition::solutions(&problem).len() as u64;
        let most = common::problem(&piece, Quantity::Most, &board);
        let largest = definition::solutions(&common::problem(&piece, Quantity::Any, &board)).iter().map(Vec::len).max();
        for rung in Search::rungs(&Question::new(problem.clone(), Goal::Count).unwrap()) {
            prop_assert_eq!(tally(&problem, Goal::Count, rung).1, right, "{}", rung);
        }
        for rung in Search::rungs(&Question::new(most.clone(), Goal::Maximise).unwrap()) {
            let mut search = search(&most, Goal::Maximise, rung);
            search.run(&mut Tally::new());
            prop_assert_eq!(Some(search.best().len()), largest, "{}", rung);
        }
    }
}
