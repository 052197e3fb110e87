//! `draw --tree`: the tree of a search.

use std::io::Write;

use bezzel::{Ended, Goal, Piece, Pieces, Quantity, Question, Search};

use super::draw;
use crate::args::{DrawArgs, NumberArgs};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::render::svg::tree::{self, MAX_NODES, Tree};
use crate::{input, render};

/// Watches the whole search of a rung, if its tree is small enough, and draws what it visited.
pub fn run(args: &DrawArgs, picture: &mut dyn Write) -> Result<(), Failure> {
    let question = question(args)?;
    let board = question.problem().board();
    render::require_drawable(board)?;
    let mut search = Search::new(&question, rung(args, &question)?)?;
    let asker = Asker::with_means(&args.means)?;
    let mut tree = Tree::new();
    let ended = asker.work(|_| search.run_under(asker.monitor(), &mut tree));
    let of = format!("{} by {}", question.problem(), search.rung());
    if tree.is_too_large() {
        return Err(Failure::Question(format!(
            "the search tree of {of} has more than {MAX_NODES} nodes, too many to be read: take a smaller board, fix pieces \
             with --fixed, or another --method"
        )));
    }
    if ended == Ended::Paused {
        return Err(Failure::Interrupted(format!("nothing was drawn; {question}")));
    }
    draw(tree::tree(picture, &tree, &of, board.rows()));
    Ok(())
}

/// Queens and numbers of pieces are counted; of other pieces the most are looked for.
fn question(args: &DrawArgs) -> Result<Question, Failure> {
    let pieces: Pieces = args.board.pieces.parse()?;
    let asks_for_most = match args.number.as_deref() {
        Some(text) => text.parse::<Quantity>()? == Quantity::Most,
        None => pieces.kind().is_some_and(|kind| *kind != Piece::QUEEN),
    };
    if asks_for_most {
        return input::question(&args.board, None, Goal::Maximise);
    }
    input::question(&args.board, Some(&NumberArgs { number: args.number.clone() }), Goal::Count)
}

/// The rung that was named, or the usual one.
fn rung<'a>(args: &'a DrawArgs, question: &Question) -> Result<&'a str, Failure> {
    let fitting = Search::rungs(question);
    let usual = ["arrays", "diagonals"].into_iter().find(|usual| fitting.contains(usual));
    args.method.as_deref().or(usual).or(fitting.first().copied()).ok_or_else(|| {
        let problem = question.problem();
        Failure::Question(format!(
            "search trees are drawn of queens and bishops, on boards without walls, not of {problem}"
        ))
    })
}
