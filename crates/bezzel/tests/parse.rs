//! Readers: no text makes them panic, and what the library writes they read back.

mod common;

use bezzel::{Board, BoardFile, Piece, Pieces, PlacementLines, Quantity, Square, Topology};
use common::definition;
use common::random::{any_kinds, any_piece, any_plane_board, cases};
use proptest::collection::vec;
use proptest::prelude::*;

/// Texts of the signs that mean something here, in any order.
fn near_valid() -> impl Strategy<Value = String> {
    let words = [
        "queen",
        "rooks",
        "Q",
        "K",
        "N",
        "U",
        "(",
        ")",
        ",",
        "*",
        "+",
        "1",
        "2",
        "0",
        "8",
        "x",
        "X",
        "#",
        ".",
        " ",
        "\n",
        "-",
        "a",
        "b4",
        "aa",
        "any",
        "max",
        "(1,2)",
        "(0,1)*",
        "4294967295",
        "4294967296",
        "2147483648",
        "99999999999999999999",
        "%",
        "\r\n",
        "\t",
        "\u{feff}",
        "ä",
        "İ",
        "८",
        "\0",
        "zzzzzzz",
        "(0,0)",
        "1 2 3",
    ];
    vec(prop::sample::select(words.to_vec()), 0..12).prop_map(|words| words.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![near_valid(), "[ -~]{0,20}", any::<String>()]
}

/// Everything that reads text, on boards of all sizes.
fn read_everything(text: &str) {
    let _ = text.parse::<Quantity>();
    if let Ok(piece) = text.parse::<Piece>() {
        assert_eq!(piece.to_string().parse::<Piece>(), Ok(piece));
    }
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(format!("{board:?}").parse::<Board>(), Ok(board));
    }
    read_army(text);
    for size in ["0", "1", "8", "0x3", "3x0", "2147483648"] {
        let board: Board = size.parse().unwrap();
        if let Ok(square) = board.parse_square(text) {
            assert!(board.contains(square), "{text} on {size}");
        }
        if let Ok(squares) = board.parse_squares(text) {
            assert!(squares.iter().all(|&square| board.contains(square)), "{text} on {size}");
        }
    }
    for rows in [0, 1, 8, u32::MAX] {
        if let Some(square) = Square::parse(text, rows) {
            assert!(square.row < rows, "{text} on {rows} rows");
            assert_eq!(square.name(rows), text);
        }
    }
}

fn read_army(text: &str) {
    let Ok(pieces) = text.parse::<Pieces>() else { return };
    assert_eq!(pieces.kind().is_some(), matches!(pieces, Pieces::Kind(_)));
    let board = Board::square(8).unwrap();
    for quantity in [None, Some(Quantity::Any), Some(Quantity::Most), Some(Quantity::Exactly(3))] {
        if let Ok(army) = pieces.clone().into_army(quantity, &board) {
            assert_eq!(army.kinds().len(), pieces.kinds().len());
            assert!(!army.to_string().is_empty());
        }
    }
}

/// Everything that reads files.
fn read_files(bytes: &[u8]) {
    if let Ok(file) = BoardFile::parse(bytes) {
        let _ = (file.pieces(&[Piece::QUEEN]), file.placement(&[Piece::QUEEN, Piece::KING]));
    }
    let _ = BoardFile::parse_all(bytes);
    for board in [None, Some(Board::new(3, 2).unwrap()), Some(Board::square(0).unwrap())] {
        let lines = PlacementLines { piece: Piece::QUEEN, board, topology: Topology::Plane };
        let _ = (lines.parse_perm(bytes, 0), lines.parse_perm(bytes, 1), lines.parse_grid01(bytes));
    }
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn no_text_makes_a_reader_panic(text in any_text()) {
        read_everything(&text);
        read_files(text.as_bytes());
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(prop_oneof![any::<u8>(), prop::sample::select(b"01.x#Q \n%".to_vec())], 0..60)) {
        read_files(&bytes);
    }

    #[test]
    fn pieces_read_back(piece in any_piece()) {
        for text in [piece.name(false), piece.name(true), piece.to_string(), format!(" {piece} "), format!("{piece}+{piece}")] {
            prop_assert_eq!(text.parse::<Pieces>(), Ok(Pieces::Kind(piece.clone())), "{}", text);
        }
    }

    #[test]
    fn armies_read_back(kinds in any_kinds(4), counts in vec(1u64.., 4)) {
        let named = kinds.into_iter().filter(|kind| Piece::from_letter(kind.letter()).is_some());
        let counted: Vec<(Piece, u64)> = named.zip(counts).collect();
        let written: Vec<String> = counted.iter().map(|(kind, count)| format!("{count}{}", kind.letter())).collect();
 let text = written.concat();
        if !counted.is_empty() {
            prop_assert_eq!(text.parse::<Pieces>(), Ok(Pieces::Counted(counted)), "{}", text);
        }
    }

    #[test]
    fn quantities_read_back(number: u64) {
        prop_assert_eq!(number.to_string().parse::<Quantity>(), Ok(Quantity::Exactly(number)));
    }

    #[test]
    fn squares_read_back(rows in 1u32..=1 << 31, columns in 1u32..=1 << 31, at: (u32, u32)) {
        let (board, square) = (Board::new(rows, columns).unwrap(), Square::new(at.0 % rows, at.1 % columns));
        let forms = [board.name(square), format!("({},{})", square.row, square.column)];
        for form in &forms {
            prop_assert_eq!(board.parse_square(form), Ok(square), "{}", form);
        }
        prop_assert_eq!(board.parse_squares(&format!(" {} ,", forms[1])), Ok(vec![square]));
        prop_assert!(board.parse_squares(&forms.join(" ")).is_err());
    }

    #[test]
    fn boards_read_back(board in any_plane_board(9)) {
        if board.square_count() > 0 {
            let file = BoardFile::parse(board.to_string().as_bytes()).unwrap();
            prop_assert_eq!(file.board(), &board);
        }
    }

    /// A placement is read back from its text, pieces and all.
    #[test]
    fn placements_read_back(board in any_plane_board(6), kinds in any_kinds(3), choices in vec(0usize..9, 36)) {
        let placed: Vec<_> = board.free_squares().zip(choices).filter(|&(_, kind)| kind < kinds.len()).collect();
        let pieces = placed.iter().map(|&(square, kind)| bezzel::Placed { square, kind: kind as u8 }).collect();
        let placement = bezzel::Placement::new(&board, kinds.clone(), pieces).unwrap();
        if board.square_count() > 0 {
            let file = BoardFile::parse(placement.to_string().as_bytes()).unwrap();
            prop_assert_eq!(file.placement(&kinds).unwrap(), placement);
        }
    }

    /// A board drawn for the definition's walk has the same squares both ways.
    #[test]
    fn cells_are_as_drawn(board in any_plane_board(6), piece in any_piece()) {
        let cells = board.to_string();
        let drawn: Vec<&str> = cells.lines().collect();
        for square in board.squares() {
            let symbol = &drawn[square.row as usize][square.column as usize..=square.column as usize];
            prop_assert_eq!(symbol, board.cell(square).symbol());
            prop_assert!(definition::attacked(&board, &piece, square, |_| true).iter().all(|&to| board.contains(to)));
        }
    }
}
