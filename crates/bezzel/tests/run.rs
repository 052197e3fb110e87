//! Long counts: units against whole counts, ledgers that are merged, damaged, contradicted and shared.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bezzel::num_bigint::BigUint;
use bezzel::{
    Answer, Board, Error, Goal, Monitor, Outcome, Partition, Piece, Pieces, Problem, Quantity, Question, Run, Solver,
};
use bezzel::{Square, Topology, UnitResult};
use common::{problem, queens};
use tempfile::TempDir;

fn count_of(problem: Problem) -> Question {
    Question::new(problem, Goal::Count).unwrap()
}

fn answer(question: &Question) -> BigUint {
    match Solver::new().solve(question).unwrap().answer {
        Outcome::Complete(Answer::Count(count)) => count,
        other => panic!("{question}: {other:?}"),
    }
}

fn ledger(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn started(question: &Question, path: &Path) -> Run {
    Run::start(question, path).unwrap()
}

fn compute(run: &Run) -> Result<Outcome<BigUint>, Error> {
    run.compute(2, &Monitor::new())
}

/// Questions that are cut in every way: by the join, line by line, piece by piece; words of 1, 2 and 4.
fn questions() -> Vec<Question> {
    let board = |side| Board::square(side).unwrap();
    let army = |text: &str, side| {
        let army = text.parse::<Pieces>().unwrap().into_army(None, &board(side)).unwrap();
        Problem::new(board(side), army).unwrap()
    };
    let torus = board(6).with_topology(Topology::Torus).unwrap();
    let holes = board(7).with_holes([Square::new(0, 0), Square::new(3, 4)]).unwrap();
    let mut all: Vec<Question> = (0..=12).map(|n| count_of(queens(n))).collect();
    all.extend(
        [
            problem(&Piece::KING, Quantity::Any, &board(6)),
            problem(&Piece::KING, Quantity::Exactly(5), &board(6)),
            problem(&Piece::QUEEN, Quantity::Exactly(5), &torus),
            problem(&Piece::QUEEN, Quantity::Exactly(7), &holes),
            problem(&Piece::ROOK, Quantity::Exactly(2), &board(5)),
            problem(&Piece::ROOK, Quantity::Exactly(6), &board(5)),
            problem(&Piece::QUEEN, Quantity::Exactly(4), &board(9)).with_fixed_squares([Square::new(2, 2)]).unwrap(),
            army("2K1Q1N", 5),
            army("3B2N", 5),
        ]
        .map(count_of),
    );
    all
}

#[test]
fn units_add_up_and_backtracking_agrees_with_each() {
    for question in questions() {
        let partition = Partition::of(&question).unwrap();
        let again = Partition::from_header(&partition.header()).unwrap();
        assert_eq!(again.header(), partition.header());
        let mut counter = again.counter();
        let mut sum = BigUint::ZERO;
        for unit in 0..partition.len() {
            let result = counter(unit, &Monitor::new()).unwrap();
            assert_eq!(partition.recount(unit, &Monitor::new()), Some(result.count.clone()), "{question}, unit {unit}");
            assert_eq!(partition.parse_line(&partition.line(&result)).unwrap(), result);
            sum += result.count;
        }
        assert_eq!(&sum % partition.divisor(), BigUint::ZERO, "{question}");
        assert_eq!(sum / partition.divisor(), answer(&question), "{question}");
    }
}

#[test]
fn a_run_is_stopped_and_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder, "kings.db");
    let question = count_of(problem(&Piece::KING, Quantity::Any, &Board::square(8).unwrap()));
    let run = started(&question, &path);
    assert!(!run.compute(1, &Monitor::with_limit(Duration::ZERO)).unwrap().is_complete());
    let units = run.partition().len();
    assert!(units > 100, "{units}");
    let few: Vec<UnitResult> = (0..50).map(|unit| run.partition().counter()(unit, &Monitor::new()).unwrap()).collect();
    assert_eq!(run.record(&few).unwrap(), 50);
    drop(run);
    let run = Run::open(&path).unwrap();
    assert_eq!(run.status().unwrap().done, 50);
    assert_eq!(run.missing().unwrap(), (50..units).collect::<Vec<_>>());
    assert_eq!(compute(&run).unwrap(), Outcome::Complete(answer(&question)));
    assert_eq!(run.status().unwrap().total, Some(answer(&question)));
    assert_eq!(run.record(&few).unwrap(), 0);
}

#[test]
fn a_ledger_is_not_started_twice_nor_shared() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder, "q8.db");
    let run = started(&count_of(queens(8)), &path);
    let again = Run::start(&count_of(queens(8)), &path).err().unwrap();
    assert!(matches!(&again, Error::Question(text) if text.contains("exists already")), "{again}");
    let guard = run.take().unwrap();
    let other = Run::open(&path).unwrap();
    let refused = compute(&other).unwrap_err();
    assert!(refused.to_string().contains("another process"), "{refused}");
    assert_eq!(other.status().unwrap().done, 0);
    drop(guard);
    assert!(compute(&other).unwrap().is_complete());
}

/// A ledger from the future, as after a clock that was set back: dates are for people, and nothing depends on them.
#[test]
fn a_clock_that_goes_backwards_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder, "kings.db");
    let question = count_of(problem(&Piece::KING, Quantity::Any, &Board::square(7).unwrap()));
    let run = started(&question, &path);
    let units = run.partition().len();
    assert_eq!(run.record(&[run.partition().counter()(0, &Monitor::new()).unwrap()]).unwrap(), 1);
    drop(run);
    let future =
        "UPDATE run SET started = '9999-12-31 23:59:59'; INSERT INTO note VALUES ('9999-12-31 23:59:59', 'an error')";
    rusqlite::Connection::open(&path).unwrap().execute_batch(future).unwrap();
    let year_9999 = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(253_000_000_000);
    fs::File::options().write(true).open(&path).unwrap().set_modified(year_9999).unwrap();
    let run = Run::open(&path).unwrap();
    let before = run.status().unwrap();
    assert_eq!((before.done, run.missing().unwrap().len() as u64), (1, units - 1));
    assert!(before.seconds_left.is_some_and(|left| left.is_finite() && left >= 0.0), "{before:?}");
    assert_eq!(compute(&run).unwrap(), Outcome::Complete(answer(&question)));
}

/// A bit of a stored count is flipped in the file: no total is given, and the audit finds the unit and mends it.
#[test]
fn a_flipped_bit_is_found() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder, "q14.db");
    let question = count_of(queens(14));
    let run = started(&question, &path);
    let total = compute(&run).unwrap();
    let mut counter = run.partition().counter();
    let count = counter(0, &Monitor::new()).unwrap().count.to_string();
    drop(counter);
    drop(run);
    let mut bytes = fs::read(&path).unwrap();
    let at =
        bytes.windows(count.len()).position(|window| window == count.as_bytes()).expect("the count is in the file");
    bytes[at + count.len() - 1] ^= 1;
    fs::write(&path, bytes).unwrap();

    let run = Run::open(&path).unwrap();
    assert!(matches!(compute(&run).unwrap_err(), Error::SelfCheck(text) if text.contains("unit 0")));
    assert!(run.status().is_err());
    let audit = run.audit(0.0, 1, false, 1, &Monitor::new()).unwrap().into_value();
    assert_eq!(audit.faults.iter().map(|fault| fault.unit).collect::<Vec<_>>(), [0]);
    run.audit(0.0, 1, true, 1, &Monitor::new()).unwrap();
    assert_eq!(run.missing().unwrap(), [0]);
    assert_eq!(compute(&run).unwrap(), total);
}

/// A wrong result whose checksum is right, as a wrong program would write it: only counting it again finds it.
#[test]
fn a_wrong_result_is_found_by_counting_again() {
    let folder = TempDir::new().unwrap();
    let question = count_of(queens(12));
    let run = started(&question, &ledger(&folder, "q12.db"));
    let mut results: Vec<UnitResult> = {
        let mut counter = run.partition().counter();
        (0..run.partition().len()).map(|unit| counter(unit, &Monitor::new()).unwrap()).collect()
    };
    results[0].count += 24u32;
    run.record(&results).unwrap();
    // theory: one placement of a class of eight too many
    let audit = run.audit(1.0, 1, true, 2, &Monitor::new()).unwrap().into_value();
    assert_eq!(audit.faults.len(), 1);
    assert_eq!((audit.faults[0].unit, audit.recounted), (0, run.partition().len()));
    assert_eq!(compute(&run).unwrap(), Outcome::Complete(14_200u32.into()));
}

#[test]
fn contradicting_results_raise_an_alarm() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder, "q13.db");
    let run = started(&count_of(queens(13)), &path);
    let right = run.partition().counter()(1, &Monitor::new()).unwrap();
    let wrong = UnitResult { count: &right.count + 1u32, who: "elsewhere".into(), ..right.clone() };
    assert_eq!(run.record(std::slice::from_ref(&right)).unwrap(), 1);
    let alarm = run.record(std::slice::from_ref(&wrong)).unwrap_err();
    assert!(
        matches!(&alarm, Error::SelfCheck(text) if text.contains("unit 1") && text.contains("elsewhere")),
        "{alarm}"
    );
    assert!(compute(&run).is_err(), "a run with an alarm stands still");
    assert_eq!(run.status().unwrap().alarms.len(), 1);
    // what stands is right: the alarm is settled
    assert_eq!(run.audit(0.0, 1, true, 1, &Monitor::new()).unwrap().into_value().faults, []);
    assert_eq!(run.status().unwrap().alarms.len(), 0);
    assert_eq!(compute(&run).unwrap(), Outcome::Complete(73_712u32.into()));

    // the other way round, what stands is wrong
    let run = started(&count_of(queens(13)), &ledger(&folder, "other.db"));
    run.record(&[wrong]).unwrap();
    assert!(run.record(&[right]).is_err());
    assert_eq!(run.audit(0.0, 1, true, 1, &Monitor::new()).unwrap().into_value().faults.len(), 1);
    assert_eq!(compute(&run).unwrap(), Outcome::Complete(73_712u32.into()));
}

#[test]
fn shards_and_ledgers_are_merged() {
    let folder = TempDir::new().unwrap();
    let question = count_of(problem(&Piece::KNIGHT, Quantity::Exactly(6), &Board::square(6).unwrap()));
    let run = started(&question, &ledger(&folder, "all.db"));
    let files: Vec<PathBuf> = (0..3).map(|index| ledger(&folder, &format!("part{index}.jsonl"))).collect();
    for (index, file) in (0..).zip(&files) {
        let done = run.shard(index, 3, file, 2, &Monitor::new()).unwrap();
        assert!(done.is_complete());
        // a job that is started again has nothing to do
        assert_eq!(run.shard(index, 3, file, 2, &Monitor::new()).unwrap(), done);
    }
    let merged: u64 = files.iter().map(|file| run.merge(file).unwrap().new).sum();
    assert_eq!(merged, run.partition().len());
    assert!(files.iter().all(|file| run.merge(file).unwrap().new == 0));
    assert_eq!(run.answer().unwrap(), Outcome::Complete(answer(&question)));

    let copy = started(&question, &ledger(&folder, "copy.db"));
    assert_eq!(copy.merge(&ledger(&folder, "all.db")).unwrap().new, merged);
    let exported = ledger(&folder, "all.jsonl");
    copy.export(&mut fs::File::create(&exported).unwrap()).unwrap();
    assert_eq!(run.merge(&exported).unwrap().known, merged);
    assert!(run.shard(3, 3, &files[0], 1, &Monitor::new()).is_err());
    assert!(run.shard(0, 0, &files[0], 1, &Monitor::new()).is_err());
}

#[test]
fn damaged_and_foreign_files_are_refused_whole() {
    let folder = TempDir::new().unwrap();
    let question = count_of(queens(13));
    let run = started(&question, &ledger(&folder, "q13.db"));
    let file = ledger(&folder, "part.jsonl");
    run.shard(0, 1, &file, 1, &Monitor::new()).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let lines = text.lines().count() as u64;
    let refuse = |text: &str, why: &str| {
        fs::write(&file, text).unwrap();
        let error = run.merge(&file).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains("part.jsonl"), "{error}");
        assert_eq!(run.status().unwrap().done, 0, "{why}");
    };
    let (head, body) = text.split_once('\n').unwrap();
    let last = body.trim_end().lines().last().unwrap();
    refuse(&format!("{}{}\n", text, last.replacen("\"count\":\"", "\"count\":\"1", 1)), "checksum");
    refuse(&format!("{text}nonsense\n"), &format!("line {}", lines + 1));
    refuse(body, "first line");
    refuse("", "no line");
    refuse(&format!("{}\n{body}", head.replace("\"program\":\"", "\"program\":\"9.")), "version");
    refuse(&format!("{}\n{body}", head.replace("\"schema\":1", "\"schema\":2")), "schema");
    refuse(&format!("{}\n{body}", head.replace("\"units\":", "\"units\":1")), "units");
    let other = Partition::of(&count_of(queens(12))).unwrap().header();
    refuse(&format!("{other}\n{body}"), "another question");
    // a last line that was being written is left out, and a shard that is gone on with writes it anew
    fs::write(&file, &text[..text.len() - 3]).unwrap();
    assert_eq!(run.merge(&file).unwrap().new, lines - 2);
    let started_again = started(&question, &ledger(&folder, "again.db"));
    assert!(started_again.shard(0, 1, &file, 1, &Monitor::new()).unwrap().is_complete());
    assert_eq!(started_again.merge(&file).unwrap().new, lines - 1);
}

#[test]
fn ledgers_that_are_none_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder, "q12.db");
    compute(&started(&count_of(queens(12)), &path)).unwrap();
    let bytes = fs::read(&path).unwrap();
    for (name, bytes) in
        [("empty", &bytes[..0]), ("short", &bytes[..50]), ("text", b"12 queens\n"), ("half", &bytes[..bytes.len() / 2])]
    {
        let path = ledger(&folder, name);
        fs::write(&path, bytes).unwrap();
        let error = Run::open(&path).and_then(|run| run.status()).unwrap_err();
        assert!(error.to_string().contains(name), "{name}: {error}");
    }
    assert!(matches!(Run::open(&ledger(&folder, "none.db")).err().unwrap(), Error::Io(_)));
}

#[test]
fn only_counts_are_cut() {
    let list = Question::new(queens(8), Goal::List).unwrap();
    let classes = count_of(queens(8)).fundamental().unwrap();
    let maximal = count_of(problem(&Piece::QUEEN, Quantity::Any, &Board::square(5).unwrap()).maximal().unwrap());
    let huge = count_of(queens(32));
    for question in [list, classes, maximal, huge] {
        assert!(Partition::of(&question).is_err(), "{question}");
    }
}

#[test]
fn a_prognosis_is_measured() {
    let plan = Run::plan(&count_of(queens(18)), Duration::from_millis(300), &Monitor::new()).unwrap().unwrap();
    let [low, high] = plan.interval;
    assert!(0.0 < low && low <= plan.seconds && plan.seconds <= high, "{plan:?}");
    assert!((10..30).contains(&plan.units), "{plan:?}");
    let sizes = [16, 20, 22, 24].map(|n| Partition::of(&count_of(queens(n))).unwrap().len());
    assert!(sizes[0] < 10 && sizes[2] > 1000 && sizes[3] > 100_000, "{sizes:?}");
}
