//! `draw`: pictures of placements, of the solutions of a question, and of a search.

mod tree;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use bezzel::{Goal, Question, Report, Solution, SymmetryGroup};

use crate::args::{DrawArgs, NumberArgs, PictureFormat};
use crate::ask::{Asker, quick_count};
use crate::failure::Failure;
use crate::output::Output;
use crate::render::svg::heat::Heat;
use crate::render::svg::sheet::{Entry, Sheet};
use crate::{input, render};

/// How many solutions a sheet shows if it is not said.
const SHEET_LIMIT: u64 = 100;

/// How wide a PNG is if it is not said: sharp at 8 cm.
const PNG_WIDTH: u32 = 1200;

/// Writes the picture that these arguments ask for, as SVG or PNG.
pub fn run(args: &DrawArgs) -> Result<(), Failure> {
    let format = format(args)?;
    // what cannot be written need not be searched for
    let mut output = Output::open(args.output.as_deref())?;
    let mut picture = Vec::new();
    if args.solutions {
        solutions(args, &mut picture)?;
    } else if args.heat {
        heat(args, &mut picture)?;
    } else if args.tree {
        tree::run(args, &mut picture)?;
    } else {
        if !args.board.regions.is_empty() {
            return Err(Failure::Question("the picture of one placement has no regions: leave --regions out".into()));
        }
        let placement = input::placement(&args.board)?;
        render::require_drawable(placement.board())?;
        draw(render::svg::board::placement(&mut picture, &placement));
    }
    if format == PictureFormat::Png {
        let width = args.width.unwrap_or(PNG_WIDTH);
        picture = render::png::from_svg(&picture, width).map_err(Failure::Question)?;
    }
    output.write(|out| out.write_all(&picture))?;
    output.finish()
}

/// Drawing goes to memory first, where writing cannot fail.
fn draw(written: io::Result<()>) {
    written.expect("memory can be written to");
}

/// SVG or PNG, as the file ends and `--format` says.
fn format(args: &DrawArgs) -> Result<PictureFormat, Failure> {
    let file = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let ending = file.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    let by_name = match ending.as_deref() {
        None => None,
        Some("svg") => Some(PictureFormat::Svg),
        Some("png") => Some(PictureFormat::Png),
        Some(other) => {
            let message = format!("draw writes SVG and PNG, not {other}: name the file with the ending .svg or .png");
            return Err(Failure::Question(message));
        }
    };
    let format = match (args.format, by_name) {
        (Some(format), Some(other)) if format != other => {
            return Err(Failure::Question("--format and the ending of the file do not agree: leave one out".into()));
        }
        (format, by_name) => format.or(by_name).unwrap_or(PictureFormat::Svg),
    };
    if format == PictureFormat::Svg && args.width.is_some() {
        return Err(Failure::Question("--width goes with PNG: an SVG has any width".into()));
    }
    if format == PictureFormat::Png && file.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Question("a terminal cannot show a PNG: name a file, for example -o picture.png".into()));
    }
    Ok(format)
}

/// The question whose solutions are drawn.
fn question(args: &DrawArgs) -> Result<Question, Failure> {
    let number = NumberArgs { number: args.number.clone(), maximal: false };
    let question = input::question(&args.board, Some(&number), Goal::List)?;
    render::require_drawable(question.problem().board())?;
    if args.fundamental { Ok(question.fundamental()?) } else { Ok(question) }
}

/// A sheet of solutions.
fn solutions(args: &DrawArgs, picture: &mut dyn Write) -> Result<(), Failure> {
    let question = question(args)?;
    let limit = args.limit.unwrap_or(SHEET_LIMIT);
    let problem = question.problem();
    let group = args.fundamental.then(|| SymmetryGroup::of(problem));
    let (mut entries, mut more) = (Vec::new(), false);
    let mut take = |solution: &Solution| {
        if entries.len() as u64 == limit {
            more = true;
            return ControlFlow::Break(());
        }
        let class = group.as_ref().and_then(|group| group.class_of_first(solution));
        entries.push(Entry { solution: (**solution).clone(), class });
        ControlFlow::Continue(())
    };
    let report = Asker::with_means(&args.means)?.stream(&question, &mut take)?;
    if !more {
        require_complete(&report, &question)?;
    }
    let caption = caption(&question, entries.len(), more)?;
    if more {
        say!("{caption}");
    }
    let sheet = Sheet { board: problem.board().clone(), kinds: problem.army().kinds(), entries, caption };
    draw(render::svg::sheet::sheet(picture, &sheet));
    Ok(())
}

/// What a sheet shows, in words.
fn caption(question: &Question, shown: usize, more: bool) -> Result<String, Failure> {
    let is_fundamental = question.is_fundamental();
    let kind = if is_fundamental { "fundamental solution" } else { "solution" };
    let what = if more {
        let mut count = Question::new(question.problem().clone(), Goal::Count)?;
        if is_fundamental {
            count = count.fundamental()?;
        }
        match quick_count(&count) {
            Some(total) => format!("the first {shown} of {total} {kind}s"),
            None => format!("the first {shown} {kind}s (there are more)"),
        }
    } else {
        format!("{shown} {kind}{}", if shown == 1 { "" } else { "s" })
    };
    let class = if is_fundamental && shown > 0 { "; in brackets the size of its class" } else { "" };
    Ok(format!("{what}: {}{class}", question.problem()))
}

/// A heat map of all solutions.
fn heat(args: &DrawArgs, picture: &mut dyn Write) -> Result<(), Failure> {
    let question = question(args)?;
    let mut heat = Heat::new(question.problem().board());
    let mut add = |solution: &Solution| {
        heat.add(solution);
        ControlFlow::Continue(())
    };
    let report = Asker::with_means(&args.means)?.stream(&question, &mut add)?;
    require_complete(&report, &question)?;
    draw(render::svg::heat::heat(picture, &heat, &question.problem().to_string()));
    Ok(())
}

/// Half a count is no picture.
fn require_complete(report: &Report, question: &Question) -> Result<(), Failure> {
    if report.answer.is_complete() {
        return Ok(());
    }
    Err(Failure::Interrupted(format!("nothing was drawn; {question}")))
}
