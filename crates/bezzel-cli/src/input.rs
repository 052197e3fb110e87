//! From arguments to boards, problems and placements.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use bezzel::{
    Board, BoardFile, Goal, Piece, Pieces, Placement, PlacementLines, Quantity, Question, Regions, Search, Square,
};

use crate::args::{BoardArgs, Format, NumberArgs};
use crate::faces::assemble;
use crate::failure::Failure;

/// Where BOARD comes from.
enum Source {
    Size(Board),
    Text(String, Vec<u8>),
}

/// What stands on the board: kinds with squares.
type Standing = Vec<(Piece, Square)>;

/// The question of these arguments.
pub fn question(args: &BoardArgs, number: Option<&NumberArgs>, goal: Goal) -> Result<Question, Failure> {
    let pieces: Pieces = args.pieces.parse()?;
    let (board, standing) = board_and_pieces(args, &pieces.kinds())?;
    let divisions = regions(args, &board)?;
    let number = number.map(|number| (number.number.as_deref(), number.maximal));
    Ok(assemble(pieces, number, board, standing, divisions, goal)?)
}

/// The regions of these arguments.
pub fn regions(args: &BoardArgs, board: &Board) -> Result<Vec<Regions>, Failure> {
    let read = |name: &String| match name.as_str() {
        "rows" => Ok(Regions::rows(board)?),
        "columns" => Ok(Regions::columns(board)?),
        _ => {
            let read = File::open(name).and_then(read_text);
            let bytes = read.map_err(|error| {
                Failure::reading(&format!("the regions file '{name}' (or say rows or columns)"), &error)
            })?;
            Regions::parse(board, &bytes).map_err(|error| Failure::Question(format!("{name}: {error}")))
        }
    };
    args.regions.iter().map(read).collect()
}

/// The question that a search for learning answers: queens, armies and numbers of pieces are counted; of other pieces, and
/// with `--pieces max`, the most are asked for.
pub fn search_question(args: &BoardArgs, number: &NumberArgs) -> Result<Question, Failure> {
    let pieces: Pieces = args.pieces.parse()?;
    let asks_for_most = match number.number.as_deref() {
        Some(text) => text.parse::<Quantity>()? == Quantity::Most,
        None => pieces.kind().is_some_and(|kind| *kind != Piece::QUEEN),
    };
    if asks_for_most { question(args, None, Goal::Maximise) } else { question(args, Some(number), Goal::Count) }
}

/// The rung that was named, or the usual one.
pub fn rung<'a>(named: Option<&'a str>, question: &Question) -> Result<&'a str, Failure> {
    let fitting = Search::rungs(question);
    let usual = ["arrays", "diagonals"].into_iter().find(|usual| fitting.contains(usual));
    named.or(usual).or(fitting.first().copied()).ok_or_else(|| {
        let problem = question.problem();
        Failure::Question(format!(
            "the ladder has rungs for queens and for bishops, on boards without walls that do not wrap, not for {problem}"
        ))
    })
}

/// The placement of these arguments; its pieces may attack each other.
pub fn placement(args: &BoardArgs) -> Result<Placement, Failure> {
    let kinds = args.pieces.parse::<Pieces>()?.kinds();
    let (board, standing) = board_and_pieces(args, &kinds)?;
    Ok(placement_of(&board, &kinds, &standing)?)
}

/// The placements that the lines of BOARD hold in this format.
pub fn placement_lines(args: &BoardArgs, format: Format, base: u32) -> Result<Vec<Placement>, Failure> {
    let pieces: Pieces = args.pieces.parse()?;
    let Some(piece) = pieces.kind().cloned() else {
        return Err(Failure::Question(
            "lines of perm and grid01 hold one kind of piece: name it, for example queens".into(),
        ));
    };
    if args.fixed.is_some() || args.holes.is_some() || args.walls.is_some() {
        return Err(Failure::Question(
            "--fixed, --holes and --walls do not go with lines of perm or grid01: use a board file".into(),
        ));
    }
    let (board, place, bytes) = match source(&args.board)? {
        Source::Size(board) => (Some(board), "standard input".to_string(), read_stdin()?),
        Source::Text(place, bytes) => (None, place, bytes),
    };
    let topology = args.topology();
    let board = board.map(|board| board.with_topology(topology)).transpose()?;
    let lines = PlacementLines { piece, board, topology };
    let placements = if format == Format::Perm { lines.parse_perm(&bytes, base) } else { lines.parse_grid01(&bytes) };
    let placements = placements.map_err(|error| Failure::Question(format!("{place}: {error}")))?;
    let nothing = lines.board.as_ref().is_some_and(|board| board.square_count() == 0);
    if placements.is_empty() && nothing {
        return Ok(vec![Placement::of_kind(&Board::square(0)?, lines.piece, [])?]);
    }
    if placements.is_empty() {
        return Err(Failure::Question(format!("{place}: there is no placement: the text is empty")));
    }
    Ok(placements)
}

/// The placements of every board in BOARD, which is a file or standard input; one if it is a size.
pub fn placements(args: &BoardArgs) -> Result<Vec<Placement>, Failure> {
    let kinds = args.pieces.parse::<Pieces>()?.kinds();
    let Source::Text(place, bytes) = source(&args.board)? else { return Ok(vec![placement(args)?]) };
    let files = BoardFile::parse_all(&bytes).map_err(|error| Failure::Question(format!("{place}: {error}")))?;
    if files.is_empty() {
        return Err(Failure::Question(format!("{place}: there is no board: the text is empty")));
    }
    let read = |file: &BoardFile| {
        let (board, standing) = complete(args, &kinds, file.board().clone(), file.pieces(&kinds)?)?;
        placement_of(&board, &kinds, &standing)
    };
    files.iter().map(read).collect::<Result<_, _>>().map_err(|error| Failure::Question(format!("{place}: {error}")))
}

fn placement_of(board: &Board, kinds: &[Piece], standing: &Standing) -> Result<Placement, bezzel::Error> {
    let kind_of = |piece: &Piece| kinds.iter().position(|kind| kind == piece).unwrap_or_default() as u8;
    let placed = |(piece, square): &(Piece, Square)| bezzel::Placed { square: *square, kind: kind_of(piece) };
    Placement::new(board, kinds.to_vec(), standing.iter().map(placed).collect())
}

fn board_and_pieces(args: &BoardArgs, kinds: &[Piece]) -> Result<(Board, Standing), Failure> {
    match source(&args.board)? {
        Source::Size(board) => Ok(complete(args, kinds, board, Vec::new())?),
        Source::Text(place, bytes) => {
            let in_place = |error: bezzel::Error| Failure::Question(format!("{place}: {error}"));
            let file = BoardFile::parse(&bytes).map_err(in_place)?;
            let standing = file.pieces(kinds).map_err(in_place)?;
            Ok(complete(args, kinds, file.board().clone(), standing)?)
        }
    }
}

/// Adds what --torus, --cylinder, --holes, --walls and --fixed say.
fn complete(
    args: &BoardArgs,
    kinds: &[Piece],
    mut board: Board,
    mut standing: Standing,
) -> Result<(Board, Standing), bezzel::Error> {
    board = board.with_topology(args.topology())?;
    if let Some(holes) = &args.holes {
        board = board.clone().with_holes(board.parse_squares(holes)?)?;
    }
    if let Some(walls) = &args.walls {
        board = board.clone().with_walls(board.parse_squares(walls)?)?;
    }
    if let Some(fixed) = &args.fixed {
        standing.extend(board.parse_pieces(fixed, kinds)?);
    }
    Ok((board, standing))
}

/// A size, or the text of a file or of standard input.
fn source(board: &str) -> Result<Source, Failure> {
    if board == "-" {
        return Ok(Source::Text("standard input".into(), read_stdin()?));
    }
    let no_size = match board.parse::<Board>() {
        Ok(size) => return Ok(Source::Size(size)),
        Err(error) if board.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x') && board.len() > 9 => {
            return Err(error.into());
        }
        Err(error) => error,
    };
    match File::open(board).and_then(read_text) {
        Ok(bytes) => Ok(Source::Text(board.to_string(), bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !looks_like_a_path(board) => {
            Err(Failure::Question(format!("{no_size}; there is no board file of that name either")))
        }
        Err(error) => Err(Failure::reading(&format!("the board file '{board}'"), &error)),
    }
}

/// Whether someone who wrote this surely meant a file.
fn looks_like_a_path(text: &str) -> bool {
    let numeric =
        text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && !text.contains(char::is_alphabetic);
    text.contains(std::path::MAIN_SEPARATOR) || (text.contains('.') && !numeric)
}

/// The text of a file, or of standard input for `-`, to be read piece by piece, and how to call the place it is from.
pub fn lines(file: &Path) -> Result<(String, Box<dyn BufRead>), Failure> {
    if file == Path::new("-") {
        return Ok(("standard input".into(), Box::new(io::stdin().lock())));
    }
    let place = file.display().to_string();
    match File::open(file) {
        Ok(file) => Ok((place, Box::new(BufReader::new(file)))),
        Err(error) => Err(Failure::reading(&format!("the file '{place}'"), &error)),
    }
}

/// All of standard input.
pub fn read_stdin() -> Result<Vec<u8>, Failure> {
    read_text(io::stdin().lock()).map_err(|error| Failure::reading("standard input", &error))
}

/// The largest text that is read: ten times what the largest useful board or placement needs.
const MAX_TEXT_BYTES: u64 = 1 << 30;

fn read_text(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(io::Error::other(format!("the text is longer than {MAX_TEXT_BYTES} bytes")));
    }
    Ok(bytes)
}
