//! Reading tables of known values.

use std::path::Path;

/// A line of a table: a question and its answer.
#[derive(Debug, Clone)]
pub struct Row {
    /// Where the line is, for messages.
    pub place: String,
    /// The sequence, or the name of the case.
    pub sequence: String,
    pub pieces: String,
    pub board: String,
    pub quantity: String,
    pub goal: String,
    pub value: String,
}

/// Every row of every table in a folder of the crate's tests, file by file in the order of their names.
pub fn read_tables(folder: &str) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has tables", folder.display());
    files.iter().flat_map(|file| read_table(file)).collect()
}

fn read_table(file: &Path) -> Vec<Row> {
    let name = file.file_name().unwrap().to_string_lossy();
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let (_, header) = lines.next().expect("a table has a header");
    assert_eq!(header, "sequence,pieces,board,quantity,goal,value", "{name}");
    lines.map(|(index, line)| row(format!("{name}:{}", index + 1), line)).collect()
}

fn row(place: String, line: &str) -> Row {
    let Ok([sequence, pieces, board, quantity, goal, value]) = <[String; 6]>::try_from(fields(line)) else {
        panic!("{place}: a row has six fields: {line}")
    };
    Row { place, sequence, pieces, board, quantity, goal, value }
}

/// The fields of a line; one with commas in it is between quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is a field").push(c),
        }
    }
    fields
}
