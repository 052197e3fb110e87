//! Known slips: what a wrong number is the right answer to. Nothing here is a table: every candidate is a question of its own
//! that is answered, so the explanations hold for every board that is small enough.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::method::{without_empty_diagonals, without_rules};
use crate::symmetry::keeps_pieces;
use crate::{
    Army, Board, Cell, Ended, Goal, Monitor, Piece, Problem, Quantity, Question, Search, Solution, Solver, Square,
    Symmetry, SymmetryGroup, Tally, Topology,
};

/// Each candidate may take so long; one that takes longer is left out.
const PATIENCE: Duration = Duration::from_millis(700);

/// What this number would be the answer to, in sentences: slips that people have made with this question, and other numbers
/// about it that are easily taken for its answer. Empty if it is none that is known.
///
/// ```
/// use bezzel::{Goal, Question, explain_slip};
/// let question = Question::queens(8, Goal::Count)?;
/// let texts = explain_slip(&question, &40320u32.into());
/// assert_eq!(texts, ["40320 is the answer if no diagonal is tested: the pieces are rooks then"]);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn explain_slip(question: &Question, number: &BigUint) -> Vec<String> {
    let mut slips = Vec::new();
    if !question.problem().regions().is_empty() || question.problem().is_maximal() {
        // the questions that others could have answered by mistake are of all placements, without regions
        return slips;
    }
    let mut candidate = |value: Option<BigUint>, text: String| {
        if value.as_ref() == Some(number) {
            slips.push(format!("{number} {text}"));
        }
    };
    let problem = question.problem();
    let single_queen = problem.army().single().is_some_and(|(piece, _)| *piece == Piece::QUEEN);
    if question.goal() == Goal::Maximise {
        rules_of_boards(question, &mut candidate);
        first_bishop_program(problem, &mut candidate);
    } else {
        if single_queen {
            rules_of_queens(question, &mut candidate);
            steps_of_search(question, &mut candidate);
            halves(question, &mut candidate);
        }
        untested(problem, &mut candidate);
        symmetries(question, &mut candidate);
        rules_of_boards(question, &mut candidate);
    }
    sizes(question, &mut candidate);
    slips
}

type Candidate<'a> = dyn FnMut(Option<BigUint>, String) + 'a;

fn patient() -> Arc<Monitor> {
    Arc::new(Monitor::with_limit(PATIENCE))
}

/// The answer to a question, if it can be had soon.
fn answer(question: &Question) -> Option<BigUint> {
    let report = Solver::new().threads(1).monitor(patient()).solve(question).ok()?;
    report.answer.is_complete().then(|| report.answer.value().number())?
}

/// The same question about other pieces or another board; `None` if that cannot be asked.
fn changed(question: &Question, piece: Option<&Piece>, board: Option<Board>) -> Option<Question> {
    let problem = question.problem();
    let members = problem.army().members().iter();
    let kind = |own: &Piece| piece.unwrap_or(own).clone();
    let army = Army::new(members.map(|member| (kind(&member.piece), member.quantity))).ok()?;
    let fixed = problem.fixed().pieces().iter();
    let standing = fixed.map(|placed| (kind(&problem.kinds()[usize::from(placed.kind)]), placed.square));
    let board = board.unwrap_or_else(|| problem.board().clone());
    Some(question.with_problem(Problem::new(board, army).ok()?.with_fixed(standing).ok()?))
}

/// Conflict tests that leave something out.
fn rules_of_queens(question: &Question, candidate: &mut Candidate) {
    let rook_and_neighbours = Piece::ROOK.union(&Piece::KING);
    let nearest = changed(question, Some(&rook_and_neighbours), None).and_then(|question| answer(&question));
    candidate(
        nearest,
        "is the answer if of the diagonals only the neighbouring squares are tested (A002464 on bare boards)".into(),
    );
    let problem = question.problem();
    if question.is_fundamental() || problem.board().has_walls() {
        return;
    }
    let texts = [
        ((true, false, false), "is the answer if no diagonal is tested: the pieces are rooks then"),
        ((true, true, false), "is the answer if only one direction of the diagonals is tested"),
        ((false, true, true), "is the answer if columns are not tested"),
    ];
    for (rules, text) in texts {
        candidate(without_rules(problem, rules, &patient()).map(BigUint::from), text.into());
    }
}

/// The numbers of placements with nothing tested at all.
fn untested(problem: &Problem, candidate: &mut Candidate) {
    let board = problem.board();
    let Some((_, Quantity::Exactly(count))) = problem.army().single() else { return };
    if !problem.fixed().pieces().is_empty() || board.square_count() > 10_000 {
        return;
    }
    let free_in = |row: u32| (0..board.columns()).filter(|&column| board.is_free(Square::new(row, column))).count();
    if count == u64::from(board.rows()) {
        let ways: BigUint = (0..board.rows()).map(|row| BigUint::from(free_in(row))).product();
        candidate(Some(ways), "is the number of ways to put one in each row with nothing tested".into());
    }
    let free = board.free_count();
    let factor = |ways: BigUint, taken: u64| ways * (free - taken) / (taken + 1);
    let ways = (count <= free).then(|| (0..count).fold(BigUint::from(1u32), factor));
    candidate(ways, "is the number of ways to put them on any squares with nothing tested".into());
}

/// Numbers of steps taken for numbers of solutions.
fn steps_of_search(question: &Question, candidate: &mut Candidate) {
    let Ok(mut search) = Search::new(question, "arrays") else { return };
    let mut tally = Tally::new();
    if search.run_tallied(&mut tally, &patient()) == Ended::Paused {
        return;
    }
    candidate(
        Some(tally.nodes().into()),
        "is the number of partial placements, the empty board included: nodes of the search, not solutions".into(),
    );
    candidate(Some(tally.placed.into()), "is the number of pieces put down in the search, not of solutions".into());
    candidate(Some(tally.tried.into()), "is the number of squares tried in the search, not of solutions".into());
}

/// Half of the first row, doubled wrongly.
fn halves(question: &Question, candidate: &mut Candidate) {
    let problem = question.problem();
    let columns = problem.board().columns();
    let own_half = !question.is_fundamental() && Search::rungs(question).contains(&"half");
    let with_first = |column: u32| {
        let fixed = problem.clone().with_fixed_squares([Square::new(0, column)]).ok()?;
        answer(&Question::new(fixed, Goal::Count).ok()?)
    };
    if !own_half || columns > 24 {
        return;
    }
    let left: Option<BigUint> = (0..columns / 2).map(with_first).sum();
    let Some(left) = left else { return };
    candidate(Some(left.clone()), "is what the left half of the first row gives: it must be doubled".into());
    let halves = left * 2u32;
    let mut all = halves.clone();
    if columns % 2 == 1 {
        let Some(middle) = with_first(columns / 2) else { return };
        all += &middle;
        let text = "counts the middle column of the first row twice: it is its own mirror image";
        candidate(Some(&halves + middle * 2u32), text.into());
        candidate(Some(halves), "is twice the left half of the first row; the middle column is missing".into());
    }
    let text = "is twice the answer: the whole first row was searched and doubled all the same";
    candidate(Some(all * 2u32), text.into());
}

/// All solutions, and how many of them each symmetry leaves as they are.
fn fixed_by(question: &Question) -> Option<(u64, HashMap<Symmetry, u64>)> {
    let problem = question.problem();
    let list = Question::new(problem.clone(), Goal::List).ok()?;
    let symmetries = SymmetryGroup::of(problem).symmetries().to_vec();
    let mut fixed: HashMap<Symmetry, u64> = HashMap::new();
    let mut all = 0;
    let mut visit = |solution: &Solution| {
        all += 1;
        for &symmetry in &symmetries {
            *fixed.entry(symmetry).or_default() += u64::from(keeps_pieces(symmetry, solution));
        }
        ControlFlow::Continue(())
    };
    let report = Solver::new().threads(1).monitor(patient()).stream(&list, &mut visit).ok()?;
    report.answer.is_complete().then_some((all, fixed))
}

/// All solutions, fundamental ones, and those up to a part of the symmetries.
fn symmetries(question: &Question, candidate: &mut Candidate) {
    use Symmetry as S;
    let Some((all, fixed)) = fixed_by(question) else { return };
    let whole = fixed.len() as u64;
    if question.is_fundamental() {
        candidate(Some(all.into()), "is the number of all solutions, not of those up to symmetry".into());
    }
    let groups: [(&[Symmetry], &str); 8] = [
        (&S::ALL, "is the number of fundamental solutions: up to all eight symmetries of the square"),
        (
            &S::ALL[..4],
            "is the number up to mirror images and the half turn; on a square, diagonal reflections and quarter turns are missing",
        ),
        (
            &[S::IDENTITY, S::HALF_TURN, S::QUARTER_TURN, S::THREE_QUARTER_TURN],
            "is the number up to rotations; reflections are missing, which make 8 symmetries of 4",
        ),
        (
            &[S::IDENTITY, S::HALF_TURN, S::TRANSPOSE, S::ANTI_TRANSPOSE],
            "is the number up to diagonal reflections and the half turn; mirror images and quarter turns are missing",
        ),
        (&[S::IDENTITY, S::HALF_TURN], "is the number up to the half turn alone: one symmetry of seven"),
        (
            &[S::IDENTITY, S::MIRROR_COLUMNS],
            "is the number up to left-right mirror images alone: one symmetry of seven",
        ),
        (&[S::IDENTITY, S::MIRROR_ROWS], "is the number up to top-bottom mirror images alone: one symmetry of seven"),
        (&[S::IDENTITY, S::TRANSPOSE], "is the number up to one diagonal reflection alone: one symmetry of seven"),
    ];
    let mut told = Vec::new();
    for (group, text) in groups {
        let sizes: Option<u64> = group.iter().map(|symmetry| fixed.get(symmetry).copied()).sum();
        let classes = sizes.map(|sum| sum / group.len() as u64);
        let is_asked = question.is_fundamental() && group.len() as u64 == whole;
        if !is_asked && classes.is_some_and(|classes| classes != all) {
            told.extend(classes);
            candidate(classes.map(BigUint::from), text.into());
        }
    }
    for parts in [2, 4, 8u64].into_iter().filter(|parts| *parts <= whole && !told.contains(&(all / parts))) {
        let text = format!("is the number of all solutions divided by {parts}, as if none were symmetric");
        candidate((all > 0).then(|| (all / parts).into()), text);
    }
}

/// Holes and walls taken for one another, or not seen.
fn rules_of_boards(question: &Question, candidate: &mut Candidate) {
    let board = question.problem().board();
    if board.wraps() {
        let plane = board.clone().with_topology(Topology::Plane).ok();
        let value = plane.and_then(|board| changed(question, None, Some(board))).and_then(|question| answer(&question));
        candidate(value, "is the answer on the ordinary board, whose edges are not joined".into());
    }
    if board.square_count() > 4_000_000 || board.is_bare() {
        return;
    }
    let marked = |hole: bool| {
        let wanted = if hole { Cell::Hole } else { Cell::Wall };
        board.squares().filter(|&square| board.cell(square) == wanted).collect::<Vec<_>>()
    };
    let Ok(bare) = Board::new(board.rows(), board.columns()).and_then(|bare| bare.with_topology(board.topology()))
    else {
        return;
    };
    let swapped = bare.clone().with_holes(marked(false)).and_then(|board| board.with_walls(marked(true)));
    let ask = |board: Board| changed(question, None, Some(board)).and_then(|question| answer(&question));
    let text = match (board.has_holes(), board.has_walls()) {
        (true, false) => "is the answer if attacks stop at the holes, as if they were walls; they pass over holes",
        (false, true) => "is the answer if attacks pass over the walls, as if they were holes; they stop at walls",
        _ => "is the answer if holes and walls change places",
    };
    candidate(swapped.ok().and_then(ask), text.into());
    candidate(ask(bare), "is the answer on the board without its holes and walls".into());
}

/// The first bishop program: it goes from anti-diagonal to anti-diagonal as the queens' program goes from row to row.
fn first_bishop_program(problem: &Problem, candidate: &mut Candidate) {
    let bishops = matches!(problem.army().single(), Some((piece, Quantity::Most)) if *piece == Piece::BISHOP);
    if !bishops || problem.board().has_walls() || problem.board().square_count() > 10_000 {
        return;
    }
    let most = without_empty_diagonals(problem, &patient());
    let text = "is what a search finds that has no way to leave a diagonal empty: it ends at the first one without a free square";
    candidate(most.map(BigUint::from), text.into());
}

/// The answers of neighbouring sizes, and the number of pieces.
fn sizes(question: &Question, candidate: &mut Candidate) {
    let problem = question.problem();
    let Some((piece, quantity)) = problem.army().single() else { return };
    let board = problem.board();
    let (rows, columns) = (board.rows(), board.columns());
    if let Quantity::Exactly(count) = quantity {
        candidate(Some(count.into()), "is the number of pieces".into());
    }
    if !board.is_bare() || !problem.fixed().pieces().is_empty() || rows != columns || rows > 1000 {
        return;
    }
    for n in (rows.saturating_sub(3)..=rows + 3).filter(|n| *n != rows) {
        let quantity = if quantity == Quantity::Exactly(rows.into()) { Quantity::Exactly(n.into()) } else { quantity };
        let other = Board::square(n).and_then(|other| other.with_topology(board.topology()));
        let other = other.and_then(|board| Problem::new(board, Army::new([(piece.clone(), quantity)])?));
        let value = other.ok().and_then(|problem| answer(&question.with_problem(problem)));
        candidate(value, format!("is the answer for n = {n}"));
    }
}
