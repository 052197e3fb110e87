//! Known values: every row of every table in `oracle/`, small ones by every method.

mod common;

use std::collections::BTreeMap;

use common::{Row, Verdict, read_tables};

/// Up to so many rows and columns every method answers, the definition included.
const SMALL: u32 = 4;

/// Larger rows are answered by the best method where that is cheap: at most so many solutions are counted, or, where each is
/// looked at, listed, on boards of at most so many squares. Where the largest placements are counted most of the time goes
/// into those that are almost as large, and where only their size is asked larger boards are easy too. The others stay in
/// the tables for faster methods.
const MOST_COUNTED: u64 = 5_000_000;
const MOST_LISTED: u64 = 10_000;
const MOST_SQUARES: u64 = 144;
const MOST_SQUARES_FOR_LARGEST: u64 = 100;
const MOST_SQUARES_FOR_MAXIMUM: u64 = 400;

fn is_small(row: &Row) -> bool {
    let board = row.drawing().board;
    board.rows() <= SMALL && board.columns() <= SMALL
}

fn is_affordable(row: &Row) -> bool {
    let squares = match (row.goal.as_str(), row.quantity.as_str()) {
        ("max", _) => MOST_SQUARES_FOR_MAXIMUM,
        (_, "max") => MOST_SQUARES_FOR_LARGEST,
        _ => MOST_SQUARES,
    };
    let most = if row.goal == "count" { MOST_COUNTED } else { MOST_LISTED };
    let moderate = row.value.parse().map_or(row.goal == "first", |value: u64| value <= most);
    row.drawing().board.square_count() <= squares && moderate
}

/// What is wrong with a row, if anything is.
fn fault(row: &Row, method: Option<&str>) -> Option<String> {
    let verdict = row.outcome(method);
    let wrong = verdict != Verdict::Is(row.value.clone());
    wrong.then(|| format!("{} by {}: {verdict}", describe(row), method.unwrap_or("the best method")))
}

fn describe(row: &Row) -> String {
    let Row { place, sequence, pieces, board, quantity, goal, value } = row;
    format!("{place} ({sequence}): {goal} of {quantity} {pieces} on {board} is {value}")
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{} wrong values:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn small_boards_by_every_method() {
    let rows: Vec<Row> = read_tables("oracle").into_iter().filter(is_small).collect();
    let mut faults = Vec::new();
    let mut asked = 0;
    for row in &rows {
        let methods = row.methods().into_iter().map(Some).chain([None]);
        faults.extend(methods.inspect(|_| asked += 1).filter_map(|method| fault(row, method)));
    }
    report(&faults);
    println!("{} small rows, {asked} questions", rows.len());
    assert!(rows.len() > 250 && asked > 3 * rows.len(), "the tables were read: {} rows, {asked} questions", rows.len());
}

#[test]
fn larger_boards_by_the_best_method() {
    let (rows, left_out): (Vec<Row>, Vec<Row>) =
        read_tables("oracle").into_iter().filter(|row| !is_small(row)).partition(is_affordable);
    let faults: Vec<String> = rows.iter().filter_map(|row| fault(row, None)).collect();
    report(&faults);
    println!("{} larger rows asked; {} left out, too large: {:?}", rows.len(), left_out.len(), tally(&left_out));
    assert!(rows.len() > 500, "the tables were read: {} rows", rows.len());
}

/// How many rows of each sequence.
fn tally(rows: &[Row]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.sequence.as_str()).or_default() += 1;
    }
    counts
}
