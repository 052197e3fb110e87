//! Boards as drawings, read here by a few lines of their own and not by the library's reader.

use bezzel::{Board, Piece, Square, Topology};

/// A board and the pieces drawn on it.
pub struct Drawing {
    pub board: Board,
    pub pieces: Vec<(char, Square)>,
}

impl Drawing {
    /// Reads a size (`8`, `3x5`) or rows with `/` between; `torus` or `cylinder` and a blank may stand before it.
    pub fn read(text: &str) -> Self {
        for (name, topology) in [("torus ", Topology::Torus), ("cylinder ", Topology::Cylinder)] {
            if let Some(rest) = text.strip_prefix(name) {
                let Self { board, pieces } = Self::read(rest);
                return Self { board: board.with_topology(topology).unwrap(), pieces };
            }
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Self { board: text.parse().unwrap(), pieces: Vec::new() };
        }
        let rows: Vec<&str> = text.split('/').collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "rows of one length: {text}");
        let marked = |wanted: fn(char) -> bool| {
            let mut squares = Vec::new();
            for (row, line) in (0..).zip(&rows) {
                for (column, c) in (0..).zip(line.chars()).filter(|&(_, c)| wanted(c)) {
                    squares.push((c, Square::new(row, column)));
                }
            }
            squares
        };
        let places = |marks: Vec<(char, Square)>| marks.into_iter().map(|(_, square)| square);
        let board = Board::new(rows.len() as u32, rows[0].len() as u32).unwrap();
        let board = board.with_holes(places(marked(|c| c == 'x'))).unwrap();
        let board = board.with_walls(places(marked(|c| c == '#'))).unwrap();
        Self { board, pieces: marked(|c| c.is_ascii_uppercase()) }
    }

    /// The pieces, each of the kind in the list that has its letter.
    pub fn pieces_of(&self, kinds: &[Piece]) -> Vec<(Piece, Square)> {
        let kind = |letter| kinds.iter().find(|kind| kind.letter() == letter).expect("a letter of the army").clone();
        self.pieces.iter().map(|&(letter, square)| (kind(letter), square)).collect()
    }
}

/// The drawing of a board with pieces, by the letter of each square.
pub fn draw(board: &Board, letter: impl Fn(Square) -> char) -> String {
    let row = |row| (0..board.columns()).map(|column| letter(Square::new(row, column))).collect::<String>();
    (0..board.rows()).map(row).collect::<Vec<_>>().join("/")
}
