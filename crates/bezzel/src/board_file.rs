//! Boards and placements as text: board files, lines of column numbers (`perm`) and lines of 0 and 1 (`grid01`).

use crate::{Board, Error, MAX_MARKED_SQUARES, Piece, Placed, Placement, Square, SquareSet, Topology};

/// A board as a file has it: its squares, and the letters that stand on some of them.
///
/// One row a line, blanks between squares optional. `.` or `1` is a free square, `0` or `x` a hole, `#` a wall, a capital
/// letter a piece on a free square. A first line that gives the size (`5` or `5 6`) is left out if exactly so many rows and
/// columns follow (a lone line such as `0 1` is a row, a lone `0` the board without squares). `%` starts a comment; CRLF, a byte order mark and trailing blanks are fine.
///
/// ```
/// use bezzel::{BoardFile, Piece};
/// let file = BoardFile::parse(b"2 3  % two rows\n. 0 Q\n# . .\n")?;
/// assert_eq!(file.board().to_string(), ".x.\n#..");
/// assert_eq!(file.placement(&[Piece::QUEEN])?.to_string(), ".xQ\n#..");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    board: Board,
    letters: Vec<(Square, char)>,
}

/// A line that is not empty, with its number in the file.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a [u8],
}

impl BoardFile {
    /// Reads one board.
    ///
    /// # Errors
    /// [`Error::Parse`] with the line: no board, several boards, ragged rows, a sign that is no square.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let groups = groups(bytes);
        match groups.as_slice() {
            [] => Err(Error::parse("there is no board: the text is empty; write a row a line, '.' for a free square")),
            [lines] => Self::parse_lines(lines),
            [_, next, ..] => Err(Error::parse(format!(
                "line {}: a second board starts here, after an empty line; give one board only",
                next[0].number
            ))),
        }
    }

    /// Reads any number of boards, with empty lines between them.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_all(bytes: &[u8]) -> Result<Vec<Self>, Error> {
        groups(bytes).iter().map(|lines| Self::parse_lines(lines)).collect()
    }

    fn parse_lines(lines: &[Line]) -> Result<Self, Error> {
        let (first, rest) = lines.split_first().expect("a group has a line");
        match stated_size(first.text) {
            Some((rows, columns)) if fits(rest, rows, columns) && !is_row_of_two(first.text, rest) => {
                let (rows, columns) = (rows as u32, columns as u32);
                if rest.is_empty() {
                    Ok(Self { board: Board::new(rows, columns)?, letters: Vec::new() })
                } else {
                    Self::parse_rows(rest)
                }
            }
            Some((rows, columns)) if !first.text.iter().all(|byte| b" \t01".contains(byte)) => {
                let found = rest.len();
                let width =
                    rest.iter().map(|line| width(line.text)).find(|&width| width as u64 != columns).unwrap_or_default();
                let what = if found as u64 == rows {
                    format!("a row of {width} squares follows")
                } else {
                    format!("{found} rows follow")
                };
                Err(Error::parse(format!("line {}: the size is {rows} x {columns}, but {what}", first.number)))
            }
            _ => Self::parse_rows(lines),
        }
    }

    fn parse_rows(lines: &[Line]) -> Result<Self, Error> {
        let (rows, columns) = (lines.len(), width(lines[0].text));
        if rows as u64 * columns as u64 > MAX_MARKED_SQUARES {
            return Err(Error::limit(format!(
                "a board file of {rows} x {columns} squares is too large: at most {MAX_MARKED_SQUARES}"
            )));
        }
        let mut holes = SquareSet::new(rows as u32, columns as u32);
        let mut walls = holes.clone();
        let mut letters = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let mut column = 0;
            for (at, &byte) in line.text.iter().enumerate() {
                let square = Square::new(row as u32, column);
                match byte {
                    b' ' | b'\t' => continue,
                    _ if column as usize == columns => return Err(ragged(line, &lines[0])),
                    b'.' | b'1' => {}
                    b'0' | b'x' => drop(holes.insert(square)),
                    b'#' => drop(walls.insert(square)),
                    b'A'..=b'Z' => letters.push((square, char::from(byte))),
                    _ => return Err(no_square(line, at)),
                }
                column += 1;
            }
            if column as usize != columns {
                return Err(ragged(line, &lines[0]));
            }
        }
        Ok(Self { board: Board::from_marks(rows as u32, columns as u32, holes, walls)?, letters })
    }

    /// The board, without the pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces that stand on it, each of one of these kinds.
    ///
    /// # Errors
    /// A letter that belongs to none of the kinds.
    pub fn pieces(&self, kinds: &[Piece]) -> Result<Vec<(Piece, Square)>, Error> {
        self.letters
            .iter()
            .map(|&(square, letter)| Ok((kinds[self.kind_at(square, letter, kinds)?].clone(), square)))
            .collect()
    }

    /// The placement of its pieces, each of one of these kinds; they may attack each other.
    ///
    /// # Errors
    /// A letter that belongs to none of the kinds.
    pub fn placement(&self, kinds: &[Piece]) -> Result<Placement, Error> {
        let placed = |&(square, letter): &(Square, char)| {
            Ok(Placed { square, kind: self.kind_at(square, letter, kinds)? as u8 })
        };
        let pieces = self.letters.iter().map(placed).collect::<Result<Vec<_>, Error>>()?;
        Placement::new(&self.board, kinds.to_vec(), pieces)
    }

    fn kind_at(&self, square: Square, letter: char, kinds: &[Piece]) -> Result<usize, Error> {
        if let Some(kind) = kinds.iter().position(|kind| kind.letter() == letter) {
            return Ok(kind);
        }
        let here = self.board.name(square);
        let known: Vec<String> = kinds.iter().map(|kind| format!("{} ({kind})", kind.letter())).collect();
        let what = Piece::from_letter(letter)
            .map_or("no piece".to_string(), |piece| format!("a {piece}, not one of the army"));
        Err(Error::parse(format!("the letter {letter} on {here} is {what}: the letters here are {}", known.join(", "))))
    }
}

/// The lines that are not empty, in groups with empty lines between them. Comments are cut off; a line that is only a
/// comment is left out and divides nothing.
fn groups(bytes: &[u8]) -> Vec<Vec<Line<'_>>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut groups = vec![Vec::new()];
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let comment = line.iter().position(|&byte| byte == b'%');
        let text = line[..comment.unwrap_or(line.len())].trim_ascii();
        if !text.is_empty() {
            groups.last_mut().expect("there is a group").push(Line { number: index + 1, text });
        } else if comment.is_none() && groups.last().is_some_and(|group| !group.is_empty()) {
            groups.push(Vec::new());
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn width(text: &[u8]) -> usize {
    text.iter().filter(|byte| !byte.is_ascii_whitespace()).count()
}

/// The size that a line of one or two numbers states.
fn stated_size(text: &[u8]) -> Option<(u64, u64)> {
    let text = std::str::from_utf8(text).ok()?;
    let mut numbers = text.split_ascii_whitespace().map(|item| {
        item.bytes().all(|byte| byte.is_ascii_digit()).then(|| item.parse::<u32>().ok().map(u64::from)).flatten()
    });
    let rows = numbers.next()??;
    let columns = numbers.next().map_or(Some(rows), |columns| columns)?;
    numbers.next().is_none().then_some((rows, columns))
}

fn fits(rest: &[Line], rows: u64, columns: u64) -> bool {
    let none = rows == 0 || columns == 0;
    if none {
        rest.is_empty()
    } else {
        rest.len() as u64 == rows && rest.iter().all(|line| width(line.text) as u64 == columns)
    }
}

/// Whether a text of one line such as `0 1`, which could be the size of a board without squares, is a row: that is likelier.
fn is_row_of_two(text: &[u8], rest: &[Line]) -> bool {
    rest.is_empty() && width(text) > 1 && text.iter().all(|byte| b" \t01".contains(byte))
}

fn ragged(line: &Line, first: &Line) -> Error {
    let (here, there) = (width(line.text), width(first.text));
    Error::parse(format!(
        "line {}: this row has {here} squares, but line {} has {there}; all rows must be equally long",
        line.number, first.number
    ))
}

fn no_square(line: &Line, at: usize) -> Error {
    let byte = line.text[at];
    let sign =
        if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { format!("the byte {byte:#04x}") };
    let hint = if byte.is_ascii_lowercase() && Piece::from_letter(char::from(byte.to_ascii_uppercase())).is_some() {
        format!(" (a piece is a capital letter: {})", char::from(byte.to_ascii_uppercase()))
    } else {
        String::new()
    };
    Error::parse(format!(
        "line {}: {sign} is no square{hint}: write . or 1 for a free square, 0 or x for a hole, # for a wall, a capital letter for a piece",
        line.number
    ))
}

/// Lines of a file, each a placement of pieces of one kind: the readers of `perm` and `grid01`.
///
/// A board of a known size may be given; without one, n numbers in a `perm` line, or n x n in a `grid01` line, mean n x n.
#[derive(Debug, Clone)]
pub struct PlacementLines {
    /// The kind of all pieces.
    pub piece: Piece,
    /// The board, if it is known.
    pub board: Option<Board>,
    /// The shape of boards that are not known.
    pub topology: Topology,
}

impl PlacementLines {
    /// Reads lines of column numbers, one a row from the top, counted from `base`.
    ///
    /// # Errors
    /// [`Error::Parse`] with the line: what is no number, a column off the board, too many or too few rows.
    ///
    /// ```
    /// use bezzel::{Piece, PlacementLines, Topology};
    /// let lines = PlacementLines { piece: Piece::QUEEN, board: None, topology: Topology::Plane };
    /// let placements = lines.parse_perm(b"2 4 1 3\n1 2 3 4\n", 1)?;
    /// assert!(placements[0].is_nonattacking() && !placements[1].is_nonattacking());
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn parse_perm(&self, bytes: &[u8], base: u32) -> Result<Vec<Placement>, Error> {
        each_line(bytes, |line| {
            let items = line.text.split(u8::is_ascii_whitespace).filter(|item| !item.is_empty());
            let columns = items.map(|item| perm_number(item, line, base)).collect::<Result<Vec<u32>, Error>>()?;
            let board = self.board_or_square(columns.len())?;
            if columns.len() != board.rows() as usize {
                let (found, wanted) = (columns.len(), board.rows());
                return Err(Error::parse(format!(
                    "line {}: {found} columns for the {wanted} rows of the {board:?} board",
                    line.number
                )));
            }
            if let Some(column) = columns.iter().find(|&&column| column >= board.columns()) {
                let last = u64::from(base) + u64::from(board.columns()) - 1;
                let given = u64::from(*column) + u64::from(base);
                return Err(Error::parse(format!(
                    "line {}: column {given} is off the {board:?} board, whose columns run from {base} to {last}",
                    line.number
                )));
            }
            self.placement(&board, columns.into_iter().zip(0..).map(|(column, row)| Square::new(row, column)), line)
        })
    }

    /// Reads lines of 0 and 1, each a whole board row by row, 1 being a piece.
    ///
    /// # Errors
    /// [`Error::Parse`] with the line: another sign, or a number of squares that is not that of the board.
    pub fn parse_grid01(&self, bytes: &[u8]) -> Result<Vec<Placement>, Error> {
        each_line(bytes, |line| {
            let signs: Vec<u8> = line.text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            if let Some(&other) = signs.iter().find(|byte| !b"01".contains(byte)) {
                return Err(Error::parse(format!(
                    "line {}: '{}' is neither 0 nor 1",
                    line.number,
                    other.escape_ascii()
                )));
            }
            let board = self.board_or_square(signs.len().isqrt())?;
            if signs.len() as u64 != board.square_count() {
                let (found, wanted) = (signs.len(), board.square_count());
                return Err(Error::parse(format!(
                    "line {}: {found} squares, but a {board:?} board has {wanted}",
                    line.number
                )));
            }
            let squares = board.squares().zip(&signs).filter(|(_, sign)| **sign == b'1').map(|(square, _)| square);
            self.placement(&board, squares, line)
        })
    }

    fn board_or_square(&self, side: usize) -> Result<Board, Error> {
        match &self.board {
            Some(board) => Ok(board.clone()),
            None => Board::square(u32::try_from(side).unwrap_or(u32::MAX))?.with_topology(self.topology),
        }
    }

    fn placement(&self, board: &Board, squares: impl Iterator<Item = Square>, line: &Line) -> Result<Placement, Error> {
        Placement::of_kind(board, self.piece.clone(), squares)
            .map_err(|error| Error::parse(format!("line {}: {error}", line.number)))
    }
}

fn each_line(bytes: &[u8], read: impl Fn(&Line) -> Result<Placement, Error>) -> Result<Vec<Placement>, Error> {
    groups(bytes).iter().flatten().map(read).collect()
}

fn perm_number(item: &[u8], line: &Line, base: u32) -> Result<u32, Error> {
    let number = std::str::from_utf8(item).ok().and_then(|text| text.parse::<u32>().ok());
    number.and_then(|number| number.checked_sub(base)).ok_or_else(|| {
        let text = item.escape_ascii();
        Error::parse(format!("line {}: '{text}' is no column: write a number from {base} for each row", line.number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board_text(bytes: &[u8]) -> Result<String, Error> {
        BoardFile::parse(bytes).map(|file| file.board().to_string())
    }

    #[test]
    fn the_ways_to_write_a_board() {
        let wanted = Ok(".x.\n#..".to_string());
        for text in [
            ".x.\n#..",
            "1 0 1\n# 1 1\n",
            "2 3\n.x.\n#..\n",
            "\u{feff}.x. \r\n#..\t\r\n\r\n",
            "% a comment\n\n.x. % another\n% between\n#..\n\n",
        ] {
            assert_eq!(board_text(text.as_bytes()), wanted, "{text:?}");
        }
    }

    #[test]
    fn a_first_line_is_a_size_only_if_so_many_rows_and_columns_follow() {
        assert_eq!(board_text(b"10\n01").unwrap(), ".x\nx.");
        assert_eq!(board_text(b"1\n1").unwrap(), ".");
        assert_eq!(board_text(b"1\n1\n1").unwrap(), ".\n.\n.");
        assert_eq!(BoardFile::parse(b"0").unwrap().board().rows(), 0);
        assert_eq!(BoardFile::parse(b"0 7\n").unwrap().board().columns(), 7);
        assert_eq!(board_text(b"0 1").unwrap(), "x.");
        assert_eq!(board_text(b"00").unwrap(), "xx");
        assert_eq!(BoardFile::parse(b"1 1\n1 1").unwrap().board().rows(), 2);
        let message = board_text(b"3\n...\n...").unwrap_err().to_string();
        assert!(message.contains("line 1") && message.contains("2 rows follow"), "{message}");
        let message = board_text(b"2\n...\n...").unwrap_err().to_string();
        assert!(message.contains("a row of 3 squares"), "{message}");
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_line() {
        for (text, part) in [
            (&b""[..], "empty"),
            (b"\n% nothing\n", "empty"),
            (b"...\n..\n", "line 2"),
            (b"..\n...\n", "line 2"),
            (b"...\n.q.\n", "capital letter: Q"),
            (b"...\n\n...\n", "line 3"),
            (b"\x7fELF\x00\x01", "byte 0x7f"),
            (b"..\xff", "byte 0xff"),
        ] {
            let message = board_text(text).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn letters_are_pieces_of_the_army() {
        let file = BoardFile::parse(b".Q.\n..P\n").unwrap();
        let message = file.placement(&[Piece::QUEEN]).unwrap_err().to_string();
        assert!(message.contains("letter P on c1 is no piece"), "{message}");
        let file = BoardFile::parse(b".Q.\n..N\n").unwrap();
        assert!(file.pieces(&[Piece::QUEEN]).unwrap_err().to_string().contains("knight"));
        assert_eq!(file.pieces(&[Piece::QUEEN, Piece::KNIGHT]).unwrap().len(), 2);
    }

    #[test]
    fn lines_of_numbers_read() {
        let lines = PlacementLines { piece: Piece::QUEEN, board: None, topology: Topology::Plane };
        let texts = |placements: Vec<Placement>| placements.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(lines.parse_perm(b"1 0\n", 0).unwrap()), [".Q\nQ."]);
        assert_eq!(texts(lines.parse_grid01(b"0 1 1 0\n1001\n").unwrap()), [".Q\nQ.", "Q.\n.Q"]);
        for bad in ["1 2", "0 1", "1 x", "1 -1", "1 99999999999"] {
            assert!(lines.parse_perm(bad.as_bytes(), u32::from(bad == "0 1")).is_err(), "{bad}");
        }
        for bad in ["0 1 1", "012 0"] {
            assert!(lines.parse_grid01(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
