//! `check`: whether a placement is nonattacking, and every attacking pair if not.

use std::io::{self, Write};
use std::ops::ControlFlow;

use bezzel::{Piece, Pieces, Placement};

use crate::args::{CheckArgs, Format};
use crate::failure::Failure;
use crate::output::Output;
use crate::render::json::Faults;
use crate::{input, render};

/// Prints `ok`, or a line a pair, then a line for each region that has not exactly one piece; of several placements each line starts with the number of its placement.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let placements = read(args)?;
    let mut output = Output::open(args.out.output.as_deref())?;
    let kinds = args.board.pieces.parse::<Pieces>()?.kinds();
    let mut good = true;
    for (index, placement) in placements.iter().enumerate() {
        let head = if placements.len() > 1 { format!("{}: ", index + 1) } else { String::new() };
        let regions = input::regions(&args.board, placement.board())?;
        let faults = Faults {
            regions: regions.iter().flat_map(|regions| regions.faults(placement)).collect(),
            room: if args.maximal { rooms(placement, &kinds) } else { Vec::new() },
        };
        good &= output.check(|out| match args.out.format {
            Format::Json => json(out, placement, args, &faults),
            _ => text(out, placement, args, &head, &faults),
        })?;
    }
    output.finish()?;
    if good { Ok(()) } else { Err(Failure::No(None)) }
}

/// Where a piece could be added, a line a kind.
fn rooms(placement: &Placement, kinds: &[Piece]) -> Vec<String> {
    let room = |kind: &Piece| {
        let squares: Vec<String> = placement.room_for(kind).map(|square| placement.board().name(square)).collect();
        (!squares.is_empty()).then(|| format!("a {} could be added on {}", kind.name(false), squares.join(", ")))
    };
    kinds.iter().filter_map(room).collect()
}

fn read(args: &CheckArgs) -> Result<Vec<Placement>, Failure> {
    render::allow(&args.out, "check", &[Format::Text, Format::Json, Format::Perm, Format::Grid01])?;
    match args.out.format {
        format @ (Format::Perm | Format::Grid01) => {
            input::placement_lines(&args.board, format, args.out.base.unwrap_or(0))
        }
        _ => input::placements(&args.board),
    }
}

impl Output {
    /// Writes with this closure and hands on what it says.
    fn check(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<bool>) -> Result<bool, Failure> {
        let mut good = true;
        self.write(|out| {
            good = write(out)?;
            Ok(())
        })?;
        Ok(good)
    }
}

fn text(out: &mut dyn Write, placement: &Placement, args: &CheckArgs, head: &str, faults: &Faults) -> io::Result<bool> {
    let good = placement.is_nonattacking();
    if good && faults.is_empty() {
        writeln!(out, "{head}ok")?;
        return Ok(true);
    }
    let mut result = Ok(());
    let mut left = args.limit.unwrap_or(u64::MAX);
    if !good {
        placement.visit_conflicts(args.through, |conflict| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            result = writeln!(out, "{head}{conflict}");
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    result?;
    for fault in faults.regions.iter().chain(&faults.room).take(usize::try_from(left).unwrap_or(usize::MAX)) {
        writeln!(out, "{head}{fault}")?;
    }
    Ok(false)
}

fn json(out: &mut dyn Write, placement: &Placement, args: &CheckArgs, faults: &Faults) -> io::Result<bool> {
    let start = std::time::Instant::now();
    let good = placement.is_nonattacking() && faults.is_empty();
    let mut pairs = Vec::new();
    placement.visit_conflicts(args.through, |conflict| {
        if pairs.len() as u64 >= args.limit.unwrap_or(u64::MAX) {
            return ControlFlow::Break(());
        }
        pairs.push(conflict.to_string());
        ControlFlow::Continue(())
    });
    render::json::check(out, placement, &pairs, faults, good, start.elapsed())?;
    Ok(good)
}
