//! Pictures from outside: that they hold exactly what they must, in both formats, and that what makes no sense is refused.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use resvg::tiny_skia::Pixmap;
use roxmltree::{Document, Node};

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn bezzel(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    command.args(arguments.split_whitespace()).current_dir(PROJECT);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str) -> Output {
    bezzel(arguments).output().expect("the program starts")
}

fn svg(arguments: &str) -> String {
    let output = run(&format!("draw {arguments}"));
    assert_eq!(output.status.code(), Some(0), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("an SVG is UTF-8")
}

fn parse(svg: &str) -> Document<'_> {
    Document::parse(svg).expect("an SVG is XML")
}

/// The elements that have this word among their classes.
fn of_class<'a>(document: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node| node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class));
    document.descendants().filter(has).collect()
}

/// What there is of pieces, attack lines, rings, solutions, cells and nodes.
fn contents(svg: &str) -> [usize; 6] {
    let document = parse(svg);
    ["piece", "attack", "attacked", "solution", "cell", "node"].map(|class| of_class(&document, class).len())
}

fn title(svg: &str) -> String {
    let document = parse(svg);
    let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
    title.expect("there is a title").to_string()
}

#[test]
fn a_placement_shows_its_pieces_and_attacks() {
    for (arguments, wanted) in [
        ("queens examples/queens8.txt", [8, 0, 0, 0, 0, 0]),
        ("queens examples/attacks.txt", [4, 3, 4, 0, 0, 0]),
        // five in a row: each attacks its neighbours only
        ("rooks 5 --fixed a1,b1,c1,d1,e1", [5, 4, 5, 0, 0, 0]),
        // leapers; the third knight is alone
        ("knights 5 --fixed a1,b3,e5", [3, 1, 2, 0, 0, 0]),
        ("1K1N 4 --fixed Ka1,Nc2", [2, 1, 2, 0, 0, 0]),
        // a wall stops the attack, a hole does not
        ("rooks 1x3 --fixed a1,c1 --walls b1", [2, 0, 0, 0, 0, 0]),
        ("rooks 1x3 --fixed a1,c1 --holes b1", [2, 1, 2, 0, 0, 0]),
    ] {
        let picture = svg(arguments);
        assert_eq!(contents(&picture), wanted, "{arguments}");
        let pairs = format!("{} pair", wanted[1]);
        assert_eq!(picture.contains(&pairs), wanted[1] > 0, "{arguments}: the number of attacks is said");
    }
}

#[test]
fn boards_of_any_size_are_drawn() {
    for board in ["0", "1", "0x7", "1x500", "500x1", "500", "27x3"] {
        let picture = svg(&format!("queens {board}"));
        parse(&picture);
        assert_eq!(contents(&picture)[0], 0, "{board}");
    }
    assert_eq!(run("draw queens 501").status.code(), Some(2));
}

#[test]
fn holes_and_walls_are_where_they_are() {
    let picture = svg("queens 3 --holes a3,b3 --walls c1");
    let document = parse(&picture);
    let path = |class: &str| of_class(&document, class)[0].attribute("d").expect("a path").to_string();
    assert_eq!(path("holes").matches('M').count(), 2);
    assert_eq!(path("walls"), "M90 90h45v45h-45z");
}

#[test]
fn a_sheet_has_every_solution() {
    for (arguments, boards, pieces) in [
        ("queens 4", 2, 8),
        ("queens 6", 4, 24),
        ("queens 8", 92, 8 * 92),
        ("queens 8 --fundamental", 12, 8 * 12),
        ("queens 8 --limit 7", 7, 8 * 7),
        ("queens 8 --limit 0", 0, 0),
        ("queens 3", 0, 0),
        ("kings 2 --pieces any", 5, 4),
        ("2K2Q2B1N 5", 8, 7 * 8),
    ] {
        let found = contents(&svg(&format!("{arguments} --solutions")));
        assert_eq!([found[3], found[0]], [boards, pieces], "{arguments}");
    }
}

#[test]
fn a_sheet_numbers_its_boards_and_says_the_size_of_classes() {
    let picture = svg("queens 8 --solutions --fundamental");
    let document = parse(&picture);
    let words = |node: &Node| {
        node.descendants().find(|node| node.has_tag_name("text")).and_then(|node| node.text().map(String::from))
    };
    let captions: Vec<String> = of_class(&document, "solution").iter().filter_map(words).collect();
    let wanted: Vec<String> =
        (1..=12).map(|number| format!("{number} ({})", if number == 10 { 4 } else { 8 })).collect();
    assert_eq!(captions, wanted);
    let output = run("draw queens 8 --solutions --limit 5");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(said, "the first 5 of 92 solutions: 8 queens on 8x8\n");
    assert!(title(&String::from_utf8(output.stdout).expect("text")).starts_with("the first 5 of 92"));
}

/// The numbers of a heat map by the names of squares.
fn heat(arguments: &str) -> Vec<(String, u64)> {
    let picture = svg(&format!("{arguments} --heat"));
    let document = parse(&picture);
    let read = |cell: &Node| {
        let text = cell.first_element_child().and_then(|title| title.text()).expect("a cell has a title");
        let (name, uses) = text.split_once(": ").expect("a square and a number");
        (name.to_string(), uses.parse().expect("a number"))
    };
    of_class(&document, "cell").iter().map(read).collect()
}

#[test]
fn a_heat_map_counts_what_list_lists() {
    for arguments in [
        "queens 5",
        "queens 6",
        "queens 6 --holes a1,c4",
        "bishops 3 --pieces any",
        "queens 3",
        "kings 3x4 --pieces max",
    ] {
        let list = run(&format!("list {arguments} --format csv"));
        let list = String::from_utf8(list.stdout).expect("text");
        let listed = |name: &str| list.lines().filter(|line| line.rsplit(',').next() == Some(name)).count() as u64;
        let cells = heat(arguments);
        assert!(!cells.is_empty());
        for (name, uses) in cells {
            assert_eq!(uses, listed(&name), "{arguments}: {name}");
        }
    }
    assert_eq!(heat("queens 6 --holes a1 --walls b2").len(), 34, "holes and walls have no number");
}

#[test]
fn a_heat_map_prints_its_numbers() {
    let picture = svg("queens 4 --heat");
    let document = parse(&picture);
    let numbers: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    assert_eq!(&numbers[..16], "0 1 1 0 1 0 0 1 1 0 0 1 0 1 1 0".split(' ').collect::<Vec<_>>());
    assert_eq!(numbers.last(), Some(&"1 of 2"));
}

#[test]
fn a_tree_has_the_nodes_of_its_profile() {
    for (arguments, profile) in [
        ("queens 0", "1; together 1"),
        ("queens 1", "1 1; together 2"),
        ("queens 3", "1 3 2; together 6"),
        ("queens 6", "1 6 20 36 46 40 4; together 153"),
        ("queens 7", "1 7 30 76 140 164 94 40; together 552"),
        ("queens 8", "1 8 42 140 344 568 550 312 92; together 2057"),
        ("queens 4 --method exhaustive", "1 4 16 64 256; together 341"),
    ] {
        let picture = svg(&format!("{arguments} --tree"));
        let nodes = profile.rsplit(' ').next().and_then(|number| number.parse().ok());
        assert_eq!(Some(contents(&picture)[5]), nodes, "{arguments}");
        assert!(picture.contains(&format!("pieces: {profile}.")), "{arguments}");
    }
}

#[test]
fn a_tree_tells_the_fates_apart() {
    for (n, wanted) in [(4, [2, 6, 4, 4]), (6, [4, 20, 82, 46])] {
        let picture = svg(&format!("queens {n} --tree"));
        let document = parse(&picture);
        let fates = ["solution", "way", "dead", "end"].map(|class| {
            of_class(&document, class)
                .iter()
                .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("node")))
                .count()
        });
        assert_eq!(fates, wanted, "n = {n}");
    }
}

#[test]
fn a_png_shows_what_the_svg_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    for (arguments, width) in [
        ("queens 8 --fixed a1", 1200),
        ("1W 1 --fixed Wa1 --width 16", 16),
        ("queens 0 --width 40", 40),
        ("queens 8 --solutions --width 500", 500),
        ("queens 6 --heat --width 500", 500),
        ("queens 7 --tree --width 500", 500),
    ] {
        let output = run(&format!("draw {arguments} -o {}", path.display()));
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        let pixels = Pixmap::load_png(&path).expect("a PNG");
        assert_eq!(pixels.width(), width, "{arguments}");
        let picture = svg(arguments.split(" --width").next().expect("some text"));
        let side = |name| parse(&picture).root_element().attribute(name).and_then(|side| side.parse::<f64>().ok());
        let ratio = side("height").expect("a height") / side("width").expect("a width");
        assert!((f64::from(pixels.height()) - f64::from(width) * ratio).abs() <= 1.0, "{arguments}");
        let colours: std::collections::HashSet<u32> = pixels
            .pixels()
            .iter()
            .map(|pixel| u32::from_ne_bytes([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]))
            .collect();
        assert!(colours.len() > 10 || arguments.starts_with("queens 0"), "{arguments}: it is not blank");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing else is left behind");
}

/// Labels and the letters of pieces without a shape come from the program, not from the machine.
#[test]
fn a_png_has_letters_without_fonts() {
    let empty = tempfile::tempdir().expect("a folder");
    let mut command = bezzel("draw 1W 1 --fixed Wa1 --format png --width 600");
    command.env("HOME", empty.path()).env("XDG_DATA_HOME", empty.path()).env("FONTCONFIG_PATH", empty.path());
    let pixels = Pixmap::decode_png(&command.output().expect("the program starts").stdout).expect("a PNG");
    let width = pixels.width() as usize;
    let ink = |columns: std::ops::Range<usize>, is_ink: fn(u8) -> bool| {
        pixels
            .pixels()
            .iter()
            .enumerate()
            .filter(|(at, pixel)| columns.contains(&(at % width)) && is_ink(pixel.red()))
            .count()
    };
    assert!(ink(0..150, |red| red < 100) > 100, "the row's number stands at the left");
    // the piece is a dark disc of 36 % of a square, with a light letter in its middle
    assert!(ink(360..390, |red| red > 200) > 400, "the letter is on the disc");
}

#[test]
fn formats_and_files_agree_or_are_refused() {
    for (arguments, words) in [
        ("queens 4 -o x.jpg", ".svg or .png"),
        ("queens 4 -o x.svg --format png", "do not agree"),
        ("queens 4 --width 300", "--width goes with PNG"),
        ("queens 4 -o x.png --width 15", "16"),
        ("queens 4 -o x.png --width -1", "16"),
        ("queens 4 -o x.png --width wide", "wide"),
        ("queens 500x1 -o x.png --width 16000", "is too large: use --width"),
        ("queens 4 --format gif", "svg"),
        ("queens 4 --heat --tree", "cannot be used with"),
        ("queens 4 --heat --solutions", "cannot be used with"),
        ("queens 4 --fundamental", "--solutions"),
        ("queens 4 --heat --fundamental", "cannot be used with"),
        ("queens 4 --limit 3", "--solutions"),
        ("queens 4 --solutions --limit 10001", "10000"),
        ("queens 4 --pieces 3", "--solutions"),
        ("queens 4 --heat --method arrays", "cannot be used with"),
        ("queens 4 --tree --limit 5", "cannot be used with"),
        ("queens 4 --method arrays", "--tree"),
        ("bishops 4 --solutions", "how many"),
        ("queens 9 --tree", "more than 5000 nodes"),
        ("rooks 3 --tree --pieces 3", "for queens and"),
        ("queens 4 --tree --method nonsense", "nonsense"),
        ("bishops 4 --tree --method arrays", "arrays"),
    ] {
        let output = run(&format!("draw {arguments}"));
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments}: {said}");
        assert!(said.contains(words), "{arguments}: {said}");
    }
    assert!(!Path::new(PROJECT).join("x.png").exists() && !Path::new(PROJECT).join("x.svg").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_png_does_not_go_to_a_terminal_and_a_full_disk_is_said() {
    let terminal = File::options().read(true).write(true).open("/dev/ptmx").expect("a terminal can be had");
    let output = bezzel("draw queens 4 --format png").stdout(terminal).output().expect("the program starts");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), said.contains("-o picture.png")), (Some(2), true), "{said}");
    for arguments in ["queens 6 --heat", "queens 4 --format png", "queens 6 --tree"] {
        assert_eq!(run(&format!("draw {arguments} -o /dev/full")).status.code(), Some(5), "{arguments}");
    }
}

#[test]
fn an_interrupted_picture_is_not_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.svg");
    fs::write(&path, "precious").expect("written");
    for arguments in ["queens 16 --heat", "queens 26 --solutions --fixed a1,b3,c5,d2"] {
        let output = run(&format!("draw {arguments} --limit-time 0.1 -o {}", path.display()));
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0), "{arguments}: {said}");
        assert!(said.starts_with("interrupted: nothing was drawn"), "{said}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), "precious");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_drawing_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let arguments = format!("draw queens 18 --heat --progress always -o {}", path.display());
    let mut child = bezzel(&arguments).spawn().expect("the program starts");
    let mut first = [0; 9];
    child.stderr.as_mut().expect("piped").read_exact(&mut first).expect("progress is shown");
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0, "nothing is left behind");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = bezzel("draw queens 8 --tree").spawn().expect("the program starts");
    let mut some = [0; 100];
    child.stdout.take().expect("piped").read_exact(&mut some).expect("a picture comes");
    // the pipe is closed now
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// A picture 8 cm wide has no type below 6 points.
#[test]
fn type_can_be_read_in_a_column() {
    for arguments in [
        "queens 8",
        "queens 20",
        "queens 3x9",
        "queens 8 --solutions",
        "queens 8 --solutions --fundamental",
        "1K1Q1R1B1N 5x9 --solutions --limit 40",
        "queens 1 --heat",
        "queens 12 --heat",
        "queens 6 --tree",
        "queens 8 --tree",
    ] {
        let picture = svg(arguments);
        let document = parse(&picture);
        let width: f64 =
            document.root_element().attribute("width").and_then(|width| width.parse().ok()).expect("a width");
        let sizes = document.descendants().filter_map(|node| node.attribute("font-size")?.parse::<f64>().ok());
        let smallest = sizes.fold(f64::INFINITY, f64::min) / width * 8.0 / 2.54 * 72.0;
        assert!(smallest.is_finite() && smallest >= 6.0, "{arguments}: {smallest} points");
    }
}

/// The commands in the documents that made the pictures kept there.
fn documented() -> Vec<String> {
    let docs = fs::read_dir(format!("{PROJECT}/docs")).expect("there are documents");
    let mut texts: Vec<PathBuf> = docs.map(|entry| entry.expect("readable").path()).collect();
    texts.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    texts.push(Path::new(PROJECT).join("README.md"));
    let lines =
        |path: &PathBuf| fs::read_to_string(path).expect("readable").lines().map(String::from).collect::<Vec<_>>();
    let is_picture = |line: &String| line.starts_with("bezzel draw ") && line.contains(" -o docs/pictures/");
    texts.iter().flat_map(lines).filter(is_picture).collect()
}

#[test]
fn kept_pictures_are_what_the_documents_say() {
    let mut made = Vec::new();
    for line in documented() {
        let (command, file) = line.split_once(" -o ").expect("the line names a file");
        let output = run(command.trim_start_matches("bezzel "));
        let kept = fs::read(format!("{PROJECT}/{file}")).expect("the picture is kept");
        assert!(output.stdout == kept, "{file} is not what is drawn now: run docs/pictures.sh");
        made.push(file.trim_start_matches("docs/pictures/").to_string());
    }
    for entry in fs::read_dir(format!("{PROJECT}/docs/pictures")).expect("there are pictures") {
        let name = entry.expect("readable").file_name().into_string().expect("a plain name");
        assert!(made.contains(&name), "no document says how {name} is made");
    }
    assert!(made.len() >= 5);
}
