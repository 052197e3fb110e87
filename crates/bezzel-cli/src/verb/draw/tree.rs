//! `draw --tree`: the tree of a search.

use std::io::Write;

use bezzel::{Ended, Search};

use super::draw;
use crate::args::{DrawArgs, NumberArgs};
use crate::ask::Asker;
use crate::failure::Failure;
use crate::render::svg::tree::{self, MAX_NODES, Tree};
use crate::{input, render};

/// Watches the whole search of a rung, if its tree is small enough, and draws what it visited.
pub fn run(args: &DrawArgs, picture: &mut dyn Write) -> Result<(), Failure> {
    let number = NumberArgs { number: args.number.clone(), maximal: false };
    let question = input::search_question(&args.board, &number)?;
    let board = question.problem().board();
    render::require_drawable(board)?;
    let mut search = Search::new(&question, input::rung(args.method.as_deref(), &question)?)?;
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
