//! Wrong numbers and what they are the right answers to.

mod common;

use bezzel::{Board, Goal, Piece, Quantity, Question, Square, explain_slip};
use common::{Drawing, problem};

fn texts(question: &Question, number: u64) -> Vec<String> {
    explain_slip(question, &number.into())
}

fn count(n: u32) -> Question {
    Question::queens(n, Goal::Count).unwrap()
}

/// That one of the explanations of a number contains these words, and that each names the number.
fn check(question: &Question, number: u64, words: &str) {
    let texts = texts(question, number);
    assert!(texts.iter().any(|text| text.contains(words)), "{number} for {question}: {texts:?}");
    assert!(texts.iter().all(|text| text.starts_with(&format!("{number} "))), "{texts:?}");
}

#[test]
fn counts_of_queens() {
    let eight = count(8);
    for (number, words) in [
        (40320, "no diagonal is tested"),
        // A099152: one direction of diagonals
        (2113, "one direction of the diagonals"),
        (16_777_216, "one in each row with nothing tested"),
        (4_426_165_368, "on any squares with nothing tested"),
        (2057, "partial placements"),
        (2056, "put down"),
        (15720, "squares tried"),
        (46, "mirror images alone"),
        (184, "doubled all the same"),
        (12, "fundamental"),
        (24, "up to rotations"),
        (48, "half turn alone"),
        (23, "divided by 4"),
        (11, "divided by 8"),
        (8, "number of pieces"),
        (40, "for n = 7"),
        (352, "for n = 9"),
        (724, "for n = 10"),
    ] {
        check(&eight, number, words);
    }
    // A002464: kings one a row and column
    check(&count(5), 14, "neighbouring squares");
    check(&count(7), 646, "neighbouring squares");
    for (number, words) in [(46, "middle column of the first row twice"), (34, "middle column is missing")] {
        check(&count(7), number, words);
    }
}

#[test]
fn counts_up_to_symmetry() {
    let eight = count(8).fundamental().unwrap();
    for (number, words) in [
        (24, "up to rotations"),
        (46, "mirror images alone"),
        (23, "divided by 4"),
        (92, "all solutions"),
        (6, "for n = 7"),
    ] {
        check(&eight, number, words);
    }
}

#[test]
fn maxima_of_bishops() {
    let board = Drawing::read("..x../x.xxx/.x.x./.xxxx/.x...").board;
    let question = Question::new(problem(&Piece::BISHOP, Quantity::Most, &board), Goal::Maximise).unwrap();
    check(&question, 5, "no way to leave a diagonal empty");
    check(&question, 8, "without its holes");
    let walled = Question::new(problem(&Piece::ROOK, Quantity::Most, &walls()), Goal::Maximise).unwrap();
    check(&walled, 3, "as if they were holes");
}

fn walls() -> Board {
    Board::square(3).unwrap().with_walls([Square::new(1, 1)]).unwrap()
}

/// The right answer, and a number that is nothing, are no slips.
#[test]
fn other_numbers_are_none() {
    for n in [6, 8] {
        for number in [93, 1_000_003] {
            assert_eq!(texts(&count(n), number), Vec::<String>::new(), "{number} for n = {n}");
        }
    }
    assert_eq!(texts(&count(8), 92), Vec::<String>::new());
    assert_eq!(texts(&count(8).fundamental().unwrap(), 12), Vec::<String>::new());
}
