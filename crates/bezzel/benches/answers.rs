//! How long answers take. Every benchmark compares its answer with the known one each time it runs: a wrong answer ends it.
//!
//! The known values are those of `tests/oracle/`; those of the generated boards were proved by a cover when this was written,
//! and are proved again in each run.

use std::hint::black_box;

use bezzel::{
    Answer, Board, Goal, Monitor, Pieces, Placement, Problem, Quantity, Question, Search, Solver, Square, Tally,
};
use criterion::{Criterion, criterion_group, criterion_main};

fn question(pieces: &str, quantity: Option<Quantity>, board: &Board, goal: Goal) -> Question {
    let army = pieces.parse::<Pieces>().and_then(|pieces| pieces.into_army(quantity, board)).expect("an army");
    Question::new(Problem::new(board.clone(), army).expect("a problem"), goal).expect("a question")
}

/// The number that a question comes to: a count, or the size of a maximum.
fn number(solver: &Solver, question: &Question) -> u64 {
    match solver.solve(question).expect("an answer").answer.into_value() {
        Answer::Count(count) | Answer::Classes(count, _) => count.try_into().expect("a small count"),
        Answer::Maximum(maximum) => maximum.lower(),
        Answer::Listed(count) => count,
        Answer::Table(numbers) => numbers.len() as u64,
        Answer::Found(solution) => solution.map_or(0, |solution| solution.pieces().len() as u64),
    }
}

/// A square board on which about so many squares in a hundred are marked, the same ones each time.
fn scattered(side: u32, percent: u64) -> Vec<Square> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let squares = (0..side).flat_map(|row| (0..side).map(move |column| Square::new(row, column)));
    let mut roll = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 100
    };
    squares.filter(|_| roll() < percent).collect()
}

fn bench(criterion: &mut Criterion, name: &str, solver: &Solver, question: &Question, answer: u64) {
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(number(solver, black_box(question)), answer, "{name}"));
    });
}

fn counts(criterion: &mut Criterion) {
    let (eight, twelve) = (Board::square(8).expect("a board"), Board::square(12).expect("a board"));
    let one = Solver::new().threads(1);
    let queens = question("queens", None, &twelve, Goal::Count);
    bench(criterion, "count 12 queens, bitmask, one thread", &one, &queens, 14200);
    bench(criterion, "count 12 queens, bitmask, all cores", &Solver::new(), &queens, 14200);
    bench(criterion, "count 12 queens, backtrack, one thread", &one.clone().method("backtrack"), &queens, 14200);
    let classes = queens.clone().fundamental().expect("a count");
    bench(criterion, "count 12 queens up to symmetry", &one, &classes, 1787);
    let bishops = question("bishops", Some(Quantity::Exactly(6)), &eight, Goal::Count);
    bench(criterion, "count 6 bishops on 8x8, backtrack, one thread", &one, &bishops, 5_599_888);
    let list = question("queens", None, &Board::square(11).expect("a board"), Goal::List);
    bench(criterion, "list 11 queens", &one, &list, 2680);
}

fn maxima(criterion: &mut Criterion) {
    let solver = Solver::new();
    let holes = |side, percent| {
        Board::square(side).and_then(|board| board.with_holes(scattered(side, percent))).expect("a board")
    };
    let walls = |side, percent| {
        Board::square(side).and_then(|board| board.with_walls(scattered(side, percent))).expect("a board")
    };
    for (name, pieces, board, answer) in [
        ("most bishops, 300x300, 30 % holes", "bishops", holes(300, 30), 594),
        ("most rooks, 300x300, 10 % walls", "rooks", walls(300, 10), 7992),
        ("most knights, 300x300, 30 % holes", "knights", holes(300, 30), 31616),
        ("most queens, 16x16, 30 % holes", "queens", holes(16, 30), 16),
        ("most kings, 16x16, 30 % holes", "kings", holes(16, 30), 59),
    ] {
        let question = question(pieces, Some(Quantity::Most), &board, Goal::Maximise);
        bench(criterion, name, &solver, &question, answer);
    }
}

/// The textbook bit masks: three words, the lowest free bit, and nothing to be watched.
fn plain_recursion(all: u64, columns: u64, left: u64, right: u64) -> u64 {
    if columns == all {
        return 1;
    }
    let (mut free, mut total) = (all & !(columns | left | right), 0);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        total += plain_recursion(all, columns | queen, (left | queen) >> 1, (right | queen) << 1);
    }
    total
}

/// A search that nobody watches costs what it costs anyway: the bit mask rung beside a recursion that cannot be watched, and
/// with its steps counted, and with every step handed to somebody.
fn observers(criterion: &mut Criterion) {
    let question = Question::queens(12, Goal::Count).expect("a question");
    let search = || Search::new(&question, "bitmask").expect("a rung");
    criterion.bench_function("bitmask rung, n = 12: a plain recursion", |bencher| {
        bencher.iter(|| assert_eq!(plain_recursion(black_box(0xfff), 0, 0, 0), 14200));
    });
    criterion.bench_function("bitmask rung, n = 12: unwatched", |bencher| {
        bencher.iter(|| {
            let mut search = search();
            search.run_unwatched(&Monitor::new());
            assert_eq!(search.found(), 14200);
        });
    });
    criterion.bench_function("bitmask rung, n = 12: steps counted", |bencher| {
        bencher.iter(|| {
            let mut tally = Tally::new();
            search().run_tallied(&mut tally, &Monitor::new());
            assert_eq!((tally.solutions, tally.placed), (14200, 856_188));
        });
    });
    criterion.bench_function("bitmask rung, n = 12: watched step by step", |bencher| {
        bencher.iter(|| {
            let mut tally = Tally::new();
            search().run(&mut tally);
            assert_eq!((tally.solutions, tally.placed), (14200, 856_188));
        });
    });
}

fn large_placements(criterion: &mut Criterion) {
    let board = Board::square(1_000_000).expect("a board");
    let find = question("queens", None, &board, Goal::Find { first: false });
    bench(criterion, "construct and check 10^6 queens", &Solver::new(), &find, 1_000_000);
    let diagonal = Placement::of_kind(
        &Board::square(5000).expect("a board"),
        bezzel::Piece::QUEEN,
        (0..5000).map(|at| Square::new(at, at)),
    )
    .expect("a placement");
    criterion.bench_function("all conflicts of 5000 queens on a line", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&diagonal).conflicts(false).len(), 4999));
    });
}

criterion_group! {
    name = answers;
    config = Criterion::default().sample_size(10);
    targets = counts, observers, maxima, large_placements
}
criterion_main!(answers);
