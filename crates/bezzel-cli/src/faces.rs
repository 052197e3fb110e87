//! What the faces share: questions from words, and reports and boards as text.

use std::time::Duration;

use bezzel::{
    Army, Board, BoardFile, Error, Goal, Monitor, Piece, Pieces, Placement, Problem, Quantity, Question, Regions,
    Report, Row, Square, Topology, contestants,
};

use crate::render;
use crate::render::comparison::Comparison;

/// A question in words, as the program takes them, with texts in place of files.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Which pieces: `queens`, `2K2Q2B1N`, `(1,3)`, ...
    pub pieces: String,
    /// A size, or the text of a board file.
    pub board: String,
    /// How many pieces: a number, `any`, `max` or `min`.
    pub number: Option<String>,
    /// Only placements to which no piece can be added.
    pub maximal: bool,
    /// Fixed pieces, holes and walls: `b4,d5` or `(4,1),(3,3)`.
    pub fixed: Option<String>,
    /// Squares that hold no piece.
    pub holes: Option<String>,
    /// Squares that hold no piece and stop attacks.
    pub walls: Option<String>,
    /// How the edges are joined.
    pub topology: Topology,
    /// `rows`, `columns`, or the text of a regions file, each.
    pub regions: Vec<String>,
}

impl Words {
    /// The question.
    ///
    /// # Errors
    /// Words that cannot be read, and questions that contradict themselves.
    pub fn question(&self, goal: Goal) -> Result<Question, Error> {
        let pieces: Pieces = self.pieces.parse()?;
        let (board, standing) = self.board_and_pieces(&pieces.kinds())?;
        let regions = self.regions.iter().map(|text| match text.as_str() {
            "rows" => Regions::rows(&board),
            "columns" => Regions::columns(&board),
            _ => Regions::parse(&board, text.as_bytes()),
        });
        let regions = regions.collect::<Result<Vec<_>, _>>()?;
        // a maximum asks for the most by itself
        let number = (goal != Goal::Maximise).then_some((self.number.as_deref(), self.maximal));
        assemble(pieces, number, board, standing, regions, goal)
    }

    /// The placement that the board text and the fixed pieces are; its pieces may attack each other.
    ///
    /// # Errors
    /// Words that cannot be read.
    pub fn placement(&self) -> Result<Placement, Error> {
        let kinds = self.pieces.parse::<Pieces>()?.kinds();
        let (board, standing) = self.board_and_pieces(&kinds)?;
        let kind_of = |piece: &Piece| kinds.iter().position(|kind| kind == piece).unwrap_or_default() as u8;
        let placed = standing.iter().map(|(piece, square)| bezzel::Placed { square: *square, kind: kind_of(piece) });
        Placement::new(&board, kinds.clone(), placed.collect())
    }

    fn board_and_pieces(&self, kinds: &[Piece]) -> Result<(Board, Vec<(Piece, Square)>), Error> {
        let (mut board, mut standing) = match self.board.parse::<Board>() {
            Ok(size) => (size, Vec::new()),
            Err(_) if self.board.contains('\n') => {
                let file = BoardFile::parse(self.board.as_bytes())?;
                let standing = file.pieces(kinds)?;
                (file.board().clone(), standing)
            }
            Err(error) => return Err(error),
        };
        board = board.with_topology(self.topology)?;
        if let Some(holes) = &self.holes {
            board = board.clone().with_holes(board.parse_squares(holes)?)?;
        }
        if let Some(walls) = &self.walls {
            board = board.clone().with_walls(board.parse_squares(walls)?)?;
        }
        if let Some(fixed) = &self.fixed {
            standing.extend(board.parse_pieces(fixed, kinds)?);
        }
        Ok((board, standing))
    }
}

/// The question of these parts. `number` is what was said of how many pieces there are, and whether placements are to be maximal;
/// `None` if the most are asked for.
pub(crate) fn assemble(
    pieces: Pieces,
    number: Option<(Option<&str>, bool)>,
    board: Board,
    standing: Vec<(Piece, Square)>,
    regions: Vec<Regions>,
    goal: Goal,
) -> Result<Question, Error> {
    let is_kind = pieces.kind().is_some();
    let quantity = match number {
        None => is_kind.then_some(Quantity::Most),
        Some((said, maximal)) => {
            let said = said.map(str::parse::<Quantity>).transpose()?;
            // a maximal placement of any number is what people mean by one
            said.or((maximal && is_kind).then_some(Quantity::Any))
        }
    };
    if goal == Goal::Maximise && !regions.is_empty() {
        return Err(Error::Question("with regions there is one piece in each, no more: use count or find".into()));
    }
    // one piece in each region: so many there are, if nobody says otherwise
    let implied = regions.first().filter(|_| is_kind).map(|regions| Quantity::Exactly(regions.len() as u64));
    let army: Army = pieces.into_army(quantity.or(implied), &board)?;
    let mut problem = Problem::new(board, army)?.with_fixed(standing)?;
    for regions in regions {
        problem = problem.with_regions(regions)?;
    }
    if number.is_some_and(|(_, maximal)| maximal) {
        problem = problem.maximal()?;
    }
    Question::new(problem, goal)
}

/// A report as the program's `--format json` writes it.
pub fn report_json(report: &Report) -> String {
    text(|out| render::json::report(out, report))
}

/// A placement as a picture (SVG).
///
/// # Errors
/// Boards that are too large to be drawn.
pub fn placement_svg(placement: &Placement) -> Result<String, Error> {
    render::require_drawable(placement.board())
        .map_err(|failure| Error::Limit(failure.message().unwrap_or_default()))?;
    Ok(text(|out| render::svg::board::placement(out, placement)))
}

/// A placement as rows of `.` and letters.
pub fn placement_text(placement: &Placement) -> String {
    text(|out| render::text::board(out, placement))
}

/// The ladder, as `compare --format json` writes it. Each rung runs for at most so long; `watch` gets every monitor before its work.
///
/// # Errors
/// Questions that no rung and no method answers.
pub fn compare_json(
    question: &Question,
    limit: Duration,
    watch: &mut dyn FnMut(&std::sync::Arc<Monitor>),
) -> Result<String, Error> {
    let run = |contestant: bezzel::Contestant| contestant.run(question, limit, 1, watch);
    let rows = contestants(question)?.into_iter().map(run).collect::<Result<Vec<Row>, Error>>()?;
    Ok(text(|out| render::comparison::json(out, &Comparison::new(question, &rows, None))))
}

fn text(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory is written to");
    String::from_utf8(bytes).expect("it is text")
}
