//! Interruption: work that is asked to stop stops soon, says that it did, and never passes off a part as the whole.

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel::{Answer, Board, Goal, Monitor, Outcome, Piece, Plan, Problem, Quantity, Question, Report, Solver};
use common::{fitting_methods, problem, queens};

/// The methods that test full boards only: they find their first solution of 10 queens after minutes.
const TRY_EVERYTHING: [&str; 2] = ["naive", "exhaustive"];

/// How long work may go on after it was asked to stop, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn board(side: u32) -> Board {
    Board::square(side).unwrap()
}

/// Problems with more solutions than any method looks at in no time, or for which finding one takes long.
fn long_problems() -> Vec<Problem> {
    let army = "6K6Q6B6N".parse::<bezzel::Pieces>().unwrap().into_army(None, &board(12)).unwrap();
    vec![
        queens(22),
        problem(&Piece::QUEEN, Quantity::Any, &board(16)),
        problem(&Piece::KNIGHT, Quantity::Exactly(30), &board(10)),
        problem(&Piece::KING, Quantity::Any, &board(26)),
        problem(&Piece::KING, Quantity::Exactly(30), &board(30)),
        Problem::new(board(12), army).unwrap(),
    ]
}

/// Problems without a solution, hard to see for some methods and easy for others: one bishop and one knight too many.
fn hopeless_problems() -> Vec<Problem> {
    vec![
        problem(&Piece::BISHOP, Quantity::Exactly(23), &board(12)),
        problem(&Piece::KNIGHT, Quantity::Exactly(73), &board(12)),
    ]
}

fn goals(problem: &Problem) -> Vec<Question> {
    let goal = |goal| Question::new(problem.clone(), goal).unwrap();
    vec![
        goal(Goal::Count),
        goal(Goal::Count).fundamental().unwrap(),
        goal(Goal::List),
        goal(Goal::List).fundamental().unwrap(),
    ]
}

fn solve(question: &Question, method: &str, monitor: Monitor) -> Report {
    let start = Instant::now();
    let report = Solver::new().method(method).threads(2).monitor(Arc::new(monitor)).solve(question).unwrap();
    assert!(start.elapsed() < PATIENCE, "{question} by {method} took {:?}", start.elapsed());
    report
}

fn stopped() -> Monitor {
    let monitor = Monitor::new();
    monitor.stop();
    monitor
}

#[test]
fn a_stopped_monitor_interrupts_counts_and_lists() {
    for problem in long_problems() {
        for question in goals(&problem) {
            for method in fitting_methods(&question) {
                let report = solve(&question, method, stopped());
                assert!(!report.answer.is_complete(), "{question} by {method}: {:?}", report.answer);
            }
        }
    }
}

#[test]
fn a_deadline_interrupts_counts_and_lists() {
    for problem in long_problems() {
        for question in goals(&problem) {
            for method in fitting_methods(&question) {
                let report = solve(&question, method, Monitor::with_limit(Duration::from_millis(30)));
                assert!(!report.answer.is_complete(), "{question} by {method}: {:?}", report.answer);
            }
        }
    }
}

/// Boards so large that getting ready takes long are no exception: lines of 10^5 squares, 40000 squares.
#[test]
fn getting_ready_is_interrupted_too() {
    let kings = problem(&Piece::KING, Quantity::Exactly(20), &board(200));
    let line = problem(&Piece::QUEEN, Quantity::Exactly(1), &Board::new(1, 100_000).unwrap());
    let knights = problem(&Piece::KNIGHT, Quantity::Any, &board(30));
    let army =
        Problem::new(board(150), "5K5N".parse::<bezzel::Pieces>().unwrap().into_army(None, &board(150)).unwrap());
    let maximal = problem(&Piece::KING, Quantity::Exactly(1000), &board(100)).maximal().unwrap();
    for problem in [kings, line, knights, army.unwrap(), maximal] {
        let question = Question::new(problem, Goal::Count).unwrap();
        for method in fitting_methods(&question) {
            solve(&question, method, Monitor::with_limit(Duration::from_millis(100)));
        }
    }
}

/// Where there is no solution, the only complete answer is none.
#[test]
fn none_is_none() {
    for problem in hopeless_problems() {
        for question in goals(&problem) {
            for method in fitting_methods(&question) {
                for monitor in [stopped(), Monitor::with_limit(Duration::from_millis(30))] {
                    let answer = solve(&question, method, monitor).answer.into_value();
                    let none = [Answer::Count(0u32.into()), Answer::Classes(0u32.into(), vec![]), Answer::Listed(0)];
                    assert!(none.contains(&answer), "{question} by {method}: {answer:?}");
                }
            }
        }
    }
}

/// Small questions may be answered in spite of it all, but then the answer is right.
#[test]
fn a_complete_answer_is_right_even_under_a_stopped_monitor() {
    for n in 0..=8 {
        let question = Question::new(queens(n), Goal::Count).unwrap();
        let right = Solver::new().solve(&question).unwrap().answer.into_value();
        for method in fitting_methods(&question).into_iter().filter(|method| n <= 4 || !TRY_EVERYTHING.contains(method))
        {
            if let Outcome::Complete(answer) = solve(&question, method, stopped()).answer {
                assert_eq!(answer, right, "n = {n} by {method}");
            }
        }
    }
}

/// A solution that is found in time counts; none found in time is not "there is none".
#[test]
fn finding_interrupted_never_says_that_there_is_none() {
    for problem in long_problems() {
        for first in [true, false] {
            let question = Question::new(problem.clone(), Goal::Find { first }).unwrap();
            for method in fitting_methods(&question) {
                for monitor in [stopped(), Monitor::with_limit(Duration::from_millis(20))] {
                    let report = solve(&question, method, monitor);
                    let denied = report.answer == Outcome::Complete(Answer::Found(None));
                    assert!(!denied, "{question} by {method}");
                }
            }
        }
    }
}

/// An interrupted maximum gives true bounds; the kings of a 16 x 16 board are 64, the knights 128.
#[test]
fn maximising_interrupted_gives_bounds() {
    for (piece, most) in [(Piece::KING, 64), (Piece::KNIGHT, 128), (Piece::BISHOP, 30), (Piece::ROOK, 16)] {
        let question = Question::new(problem(&piece, Quantity::Most, &board(16)), Goal::Maximise).unwrap();
        for method in fitting_methods(&question) {
            for monitor in [stopped(), Monitor::with_limit(Duration::from_millis(30))] {
                let report = solve(&question, method, monitor);
                let Answer::Maximum(maximum) = report.answer.value() else { panic!("{question}: bounds") };
                assert!(maximum.lower() <= most && most <= maximum.upper, "{question} by {method}");
                assert!(maximum.solution.is_nonattacking());
                let exact = maximum.lower() == maximum.upper;
                assert!(exact || !report.answer.is_complete(), "{question} by {method}");
            }
        }
    }
}

/// Counting the largest placements is not over when only the maximum is known.
#[test]
fn counting_the_largest_is_interrupted_too() {
    let most = problem(&Piece::KING, Quantity::Most, &board(16));
    if Plan::new(&Question::new(most.clone(), Goal::Maximise).unwrap()).is_err() {
        return;
    }
    for question in goals(&most) {
        let start = Instant::now();
        let report = Solver::new().monitor(Arc::new(stopped())).solve(&question).unwrap();
        assert!(!report.answer.is_complete() && start.elapsed() < PATIENCE, "{question}: {:?}", report.answer);
    }
}

/// Stopped in the middle of a list: what was shown counts, and it is said that there may be more.
#[test]
fn a_list_stopped_from_within() {
    let question = Question::new(queens(12), Goal::List).unwrap();
    for method in fitting_methods(&question) {
        if TRY_EVERYTHING.contains(&method) {
            continue;
        }
        let monitor = Arc::new(Monitor::new());
        let mut seen = 0;
        let report = Solver::new().method(method).monitor(monitor.clone()).stream(&question, &mut |_| {
            seen += 1;
            if seen == 10 {
                monitor.stop();
            }
            ControlFlow::Continue(())
        });
        assert_eq!(report.unwrap().answer, Outcome::Interrupted(Answer::Listed(seen)), "{method}");
        assert!((10..14200).contains(&seen), "{method}: {seen}");
    }
}

/// A visitor that has seen enough ends the list.
#[test]
fn a_list_ends_when_its_visitor_has_seen_enough() {
    let question = Question::new(queens(10), Goal::List).unwrap();
    for method in fitting_methods(&question) {
        if TRY_EVERYTHING.contains(&method) {
            continue;
        }
        let mut seen = 0;
        let report = Solver::new().method(method).stream(&question, &mut |_| {
            seen += 1;
            if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((seen, report.unwrap().answer.value()), (7, &Answer::Listed(7)), "{method}");
    }
}
