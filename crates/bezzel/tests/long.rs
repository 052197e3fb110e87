//! What takes minutes: `cargo test --release -p bezzel --features long-tests --test long`.

mod common;

use common::{Row, Verdict, read_tables};

/// All n queens on bare boards, counted and counted up to symmetry, to n = 20.
#[test]
fn queens_to_20() {
    let is_asked = |row: &Row| {
        let board = row.drawing().board;
        let n = board.rows();
        row.pieces == "queens"
            && (15..=20).contains(&n)
            && n == board.columns()
            && board.is_bare()
            && row.quantity == n.to_string()
            && matches!(row.goal.as_str(), "count" | "fundamental")
    };
    let rows: Vec<Row> = read_tables("oracle").into_iter().filter(is_asked).collect();
    assert!(rows.iter().any(|row| row.goal == "count" && row.value == "39029188884"), "n = 20 is in the tables");
    for row in rows {
        assert_eq!(row.outcome(None), Verdict::Is(row.value.clone()), "{} {}", row.sequence, row.board);
    }
}
