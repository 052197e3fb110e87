use std::sync::Arc;
use std::time::Duration;

use bezzel::{Monitor, Solver};

use super::{JudgeError, all, find};

/// The judges that ask for a maximum.
const MAXIMA: [&str; 9] =
    ["algospot-bishops", "boj-1574", "boj-1799", "boj-2570", "boj-9525", "hdu-1045", "uva-639", "uva-696", "zoj-1002"];

const BOARD_8: &str = "8\n........\n........\n........\n........\n........\n........\n........\n........\n";

const WALLED: &str =
    "4\n.X..\n....\nXX..\n....\n2\nXX\n.X\n3\n.X.\nX.X\n.X.\n3\n...\n.XX\n.XX\n4\n....\n....\n....\n....\n0\n";

fn answer(name: &str, input: &[u8], solver: &Solver) -> Result<String, JudgeError> {
    let mut out = Vec::new();
    find(name).unwrap().answer(input, solver, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// The answer by the definition for the small boards of maxima, by the best method for all else.
fn small(name: &str, input: &str) -> String {
    let solver = Solver::new().threads(1);
    let solver = if MAXIMA.contains(&name) { solver.method("naive") } else { solver };
    answer(name, input.as_bytes(), &solver).unwrap_or_else(|error| panic!("{name} of {input:?}: {error}"))
}

/// The message for an input that is not of the judge's form.
fn fault(name: &str, input: &[u8]) -> String {
    match answer(name, input, &Solver::new().threads(1)) {
        Err(JudgeError::Input(message)) => message,
        other => panic!("{name} of {:?}: {other:?}", String::from_utf8_lossy(input)),
    }
}

/// Small inputs of every judge, the published samples where they are small, and the answers.
fn samples() -> Vec<(&'static str, String, &'static str)> {
    let sample = |name, input: &str, output| (name, input.to_string(), output);
    vec![
        sample("algospot-bishops", "2\n3\n...\n...\n...\n3\n.*.\n***\n.*.\n", "4\n4\n"),
        sample("boj-1574", "2 2 4\n1 1\n1 2\n2 2\n2 1\n", "0\n"),
        sample("boj-1574", "3 3 6\n1 1\n2 1\n2 2\n3 1\n3 2\n3 3\n", "2\n"),
        sample("boj-1574", "3 3 3\n1 1\n2 3\n3 3\n", "3\n"),
        sample("boj-1799", "5\n1 1 0 1 1\n0 1 0 0 0\n1 0 1 0 1\n1 0 0 0 0\n1 0 1 1 1\n", "7\n"),
        sample("boj-2570", "3 3\n1 2\n2 2\n3 2\n", "6\n"),
        sample("boj-3344", "4\n", "2\n4\n1\n3\n"),
        sample("boj-9175", "2\n1\n4\n", "1\n0\n4\n1 3 0 2\n"),
        sample("boj-9525", "5\nX....\nX....\n..X..\n.X...\n....X\n", "7\n"),
        sample("boj-9663", "8\n", "92\n"),
        sample("hdu-1045", WALLED, "5\n1\n5\n2\n4\n"),
        sample("hdu-2553", "1\n8\n5\n0\n", "1\n92\n10\n"),
        sample("kattis-holeynqueensbatman", "8 0\n8 3\n0 3\n5 4\n3 7\n0 0\n", "92\n50\n"),
        sample("kattis-queens", "8\n1 5\n6 2\n3 1\n5 0\n4 6\n0 3\n2 7\n7 4\n", "CORRECT\n"),
        sample("kattis-queens", "4\n1 3\n3 2\n0 1\n2 0\n", "CORRECT\n"),
        sample("kattis-queens", "4\n0 2\n1 0\n2 2\n2 3\n", "INCORRECT\n"),
        sample("leetcode-51", "4\n", "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]\n"),
        sample("leetcode-51", "1\n", "[[\"Q\"]]\n"),
        sample("leetcode-52", "4\n", "2\n"),
        sample("luogu-p1219", "6\n", "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n4\n"),
        sample("poj-3239", "8\n0\n", "4 6 8 2 7 1 3 5\n"),
        sample("uva-639", WALLED, "5\n1\n5\n2\n4\n"),
        sample("uva-696", "2 3\n0 0\n", "4 knights may be placed on a 2 row 3 column board.\n"),
        sample(
            "uva-750",
            "1\n\n1 1\n",
            "SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n 1      1 5 8 6 3 7 2 4\n 2      1 6 8 3 7 4 2 5\n \
             3      1 7 4 6 8 2 5 3\n 4      1 7 5 8 2 4 6 3\n",
        ),
        sample("uva-11195", &format!("{BOARD_8}4\n.*..\n....\n....\n....\n0\n"), "Case 1: 92\nCase 2: 1\n"),
        sample("zoj-1002", WALLED, "5\n1\n5\n2\n4\n"),
    ]
}

#[test]
fn samples_are_answered() {
    for (name, input, output) in samples() {
        assert_eq!(small(name, &input), output, "{name}");
    }
    for judge in all() {
        assert!(samples().iter().any(|(name, ..)| *name == judge.name), "{} has no sample", judge.name);
    }
}

#[test]
fn maxima_of_larger_boards() {
    let bishops = "3\n5\n.....\n.....\n.....\n.....\n.....\n8\n..**.*.*\n**.***.*\n*.**...*\n.*.**.**\n*.**.*.*\n..**.*.*\n\
                   ...*.*.*\n**.*.*.*\n8\n*.*.*.*.\n.*.*.*.*\n*.*.*.*.\n.*.*.*.*\n*.*.*.*.\n.*.*.*.*\n*.*.*.*.\n.*.*.*.*\n";
    let knights = "2 3\n5 5\n4 7\n0 0\n";
    let sentences = "4 knights may be placed on a 2 row 3 column board.\n13 knights may be placed on a 5 row 5 column board.\n\
                     14 knights may be placed on a 4 row 7 column board.\n";
    let all_free = format!("10\n{}", "1 1 1 1 1 1 1 1 1 1\n".repeat(10));
    for (name, input, output) in [
        ("algospot-bishops", bishops, "8\n18\n7\n"),
        ("uva-696", knights, sentences),
        ("boj-1799", &all_free, "18\n"),
        ("boj-1574", "300 200 0\n", "200\n"),
        ("boj-2570", "100 0\n", "198\n"),
    ] {
        assert_eq!(answer(name, input.as_bytes(), &Solver::new().threads(1)).unwrap(), output, "{name}");
    }
}

#[test]
fn the_form_of_lines_does_not_matter() {
    for (name, input, output) in samples() {
        let trailing = input.replace('\n', " \t\n");
        for other in [
            input.trim_end().to_string(),
            input.replace('\n', "\r\n"),
            format!("\u{feff}{input}"),
            format!("\u{feff}\r\n\n{}\r\n \n", trailing.replace('\n', "\r\n")),
            trailing,
        ] {
            assert_eq!(small(name, &other), output, "{name} of {other:?}");
        }
    }
}

#[test]
fn the_smallest_boards() {
    for (n, count, json, three) in [
        (0, "1", "[[]]", "\n1"),
        (1, "1", "[[\"Q\"]]", "1\n1"),
        (2, "0", "[]", "0"),
        (3, "0", "[]", "0"),
        (
            4,
            "2",
            "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]",
            "2 4 1 3\n3 1 4 2\n2",
        ),
    ] {
        let n = n.to_string();
        assert_eq!(small("boj-9663", &n), format!("{count}\n"));
        assert_eq!(small("leetcode-52", &n), format!("{count}\n"));
        assert_eq!(small("leetcode-51", &n), format!("{json}\n"));
        assert_eq!(small("luogu-p1219", &n), format!("{three}\n"));
    }
    for name in ["boj-1799", "boj-9525"] {
        assert_eq!(small(name, "0"), "0\n");
    }
    assert_eq!(small("boj-1799", "2\n11\n1 1"), "2\n");
    assert_eq!(small("boj-1574", "0 5 0"), "0\n");
    assert_eq!(small("boj-2570", "0 0"), "0\n");
    assert_eq!(small("boj-2570", "1 1\n1 1"), "0\n");
    assert_eq!(small("boj-3344", "0"), "");
    assert_eq!(small("boj-3344", "1"), "1\n");
    assert_eq!(small("boj-9175", "0"), "");
    assert_eq!(small("kattis-queens", "0"), "CORRECT\n");
    assert_eq!(small("kattis-queens", "2\n0 0\n0 0"), "INCORRECT\n");
    assert_eq!(small("hdu-2553", "1 2 3"), "1\n0\n0\n");
    for name in ["hdu-1045", "hdu-2553", "poj-3239", "uva-11195"] {
        assert_eq!(small(name, "0\n"), "");
    }
    assert_eq!(small("kattis-holeynqueensbatman", "0 0\n"), "");
    assert_eq!(small("uva-696", "0 5\n1 1\n"), {
        "0 knights may be placed on a 0 row 5 column board.\n1 knights may be placed on a 1 row 1 column board.\n"
    });
}

#[test]
fn tables_are_parted_by_one_blank_line_and_numbers_are_right_aligned() {
    let text = small("uva-750", "2\n\n1 1\n\n4 6\n");
    let tables: Vec<&str> = text.split("\n\nSOLN").collect();
    assert_eq!(tables.len(), 2);
    assert!(tables[1].ends_with(
        "\n 9      6 3 5 7 1 4 2 8\n10      6 3 5 8 1 4 2 7\n11      7 1 3 8 6 4 2 5\n12      7 2 6 3 1 4 8 5\n"
    ));
}

#[test]
fn many_boards_and_large_ones() {
    assert_eq!(small("boj-9663", "12"), "14200\n");
    let json = small("leetcode-51", "12");
    assert_eq!(json.matches('Q').count(), 14200 * 12);
    assert_eq!(json.matches("],[").count(), 14199);
    for n in [8, 26, 213, 2012, 99_991, 99_999] {
        let columns: Vec<u32> = small("boj-3344", &n.to_string()).lines().map(|line| line.parse().unwrap()).collect();
        let queens: Vec<String> =
            columns.iter().zip(0..).map(|(column, row)| format!("{} {row}", column - 1)).collect();
        assert_eq!(small("kattis-queens", &format!("{n}\n{}", queens.join("\n"))), "CORRECT\n", "{n}");
    }
}

#[test]
fn garbage_gets_a_message() {
    let binary = b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe\n\x90";
    let common: [&[u8]; 12] = [
        b"",
        b"\n \r\n",
        b"abc",
        b"-1",
        b"+1",
        b"1e3",
        b"8.0",
        b"1000000000000",
        b"99999999999999999999999",
        "٨".as_bytes(),
        b"\0",
        binary,
    ];
    for judge in all() {
        for input in common {
            let message = fault(judge.name, input);
            assert!(message.contains(judge.name) && message.contains(judge.reads), "{message}");
            assert!(message.lines().count() == 1 && !message.contains('\0'), "{message:?}");
        }
    }
    for (name, input, _) in samples() {
        fault(name, format!("{input}1 1\n").as_bytes());
        fault(name, format!("x{input}").as_bytes());
        fault(name, format!("{input}\0").as_bytes());
    }
}

#[test]
fn messages_say_where_and_what() {
    for (name, input, start) in [
        ("boj-9663", "", "the input is empty; "),
        ("boj-9663", "\n abc", "line 2: 'abc' is no whole number: here should be n; boj-9663 reads n alone"),
        ("boj-9663", "-1", "line 1: '-1' is no whole number: here should be n; "),
        ("boj-9663", "1000000000000", "line 1: '1000000000000' is too large: numbers are at most 2147483648; "),
        ("boj-9663", "8 9", "line 1: '9' stands after the end; "),
        ("boj-9663", "123456789012345678901234567890", "line 1: '123456789012345678901234...' is too large: "),
        ("boj-1799", "2\n1 1", "the input ends after line 2, before row 2 of 2; "),
        ("boj-1799", "2\n1 1\n1", "line 3: row 2 has 1 square, not 2; "),
        ("boj-1799", "2\n1 1 1\n1", "line 2: row 1 has 3 squares, not 2; "),
        ("boj-1799", "2\n1 1\n1 2", "line 3: '2' is no square: squares are 1 and 0; "),
        ("boj-1799", "2 1\n1 1", "line 1: '1' is one word too many; "),
        ("boj-1799", "1\n1\n1", "line 3: '1' stands after the end; "),
        ("boj-1574", "2 2", "line 1: 2 numbers instead of 3: here should be the numbers of rows, columns and holes; "),
        ("boj-1574", "2 2 1\n3 1", "line 2: row 3 lies outside the board, where it runs from 1 to 2; "),
        ("boj-1574", "2 2 1\n1 0", "line 2: column 0 lies outside the board, where it runs from 1 to 2; "),
        ("boj-1574", "0 0 1\n1 1", "line 2: row 1 lies outside the board, which has no squares; "),
        ("boj-1574", "2 2 1\n1", "line 2: 1 number instead of 2: here should be row and column of a hole; "),
        ("hdu-2553", "8\n\nx", "line 3: 'x' is no whole number: here should be n, or 0 at the end; "),
        ("hdu-2553", "8\n0\n8", "line 3: '8' stands after the end; "),
        ("kattis-queens", "2\n0 0\n0 2", "line 3: y 2 lies outside the board, where it runs from 0 to 1; "),
        ("uva-750", "1\n9 1", "line 2: row 9 lies outside the board, where it runs from 1 to 8; "),
    ] {
        let message = fault(name, input.as_bytes());
        assert!(message.starts_with(start), "{name} of {input:?}: {message}");
    }
    assert!(fault("boj-9663", b"\n8\xff").starts_with("line 2 is not text (byte 0xff); "));
}

/// Every sample with every byte left out or replaced, or cut short: whatever comes, it is an answer or an error.
#[test]
fn no_input_panics() {
    let monitor = Arc::new(Monitor::with_limit(Duration::ZERO));
    let solver = Solver::new().threads(1).monitor(monitor);
    for (name, input, _) in samples() {
        for at in 0..input.len() {
            let (before, after) = (&input.as_bytes()[..at], &input.as_bytes()[at + 1..]);
            for middle in ["", "0", "9", "-", "X", ".", "*", "\n", " ", "\0", "\u{e9}"] {
                let _ = answer(name, &[before, middle.as_bytes(), after].concat(), &solver);
            }
            let _ = answer(name, before, &solver);
            let _ = answer(name, &[before, b"\xff", after].concat(), &solver);
        }
    }
}

#[test]
fn an_interrupted_answer_is_none() {
    let stopped = || {
        let monitor = Arc::new(Monitor::new());
        monitor.stop();
        Solver::new().threads(1).monitor(monitor)
    };
    for name in ["boj-9663", "leetcode-52", "luogu-p1219"] {
        let mut out = Vec::new();
        let result = find(name).unwrap().answer(b"18", &stopped(), &mut out);
        assert!(matches!(result, Err(JudgeError::Interrupted)), "{name}: {result:?}");
        assert_eq!(out, b"", "{name}");
    }
    let mut out = Vec::new();
    let result = find("leetcode-51").unwrap().answer(b"18", &stopped(), &mut out);
    assert!(matches!(result, Err(JudgeError::Interrupted)) && !out.ends_with(b"]\n"));
    let naive = stopped().method("naive");
    let result = answer("boj-1799", format!("5\n{}", "11111\n".repeat(5)).as_bytes(), &naive);
    assert!(matches!(result, Err(JudgeError::Interrupted)), "{result:?}");
}

#[test]
fn no_solution_is_said() {
    for (name, input) in [("boj-3344", "2"), ("poj-3239", "8\n3\n0"), ("boj-9175", "1\n2")] {
        let result = answer(name, input.as_bytes(), &Solver::new().threads(1));
        assert!(matches!(result, Err(JudgeError::NoSolution(_))), "{name}: {result:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let result = answer("boj-9663", b"1000000", &Solver::new().threads(1));
    assert!(matches!(result, Err(JudgeError::Library(_))), "{result:?}");
}

#[test]
fn a_failed_write_is_told() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for (name, input) in [("boj-9663", "8"), ("leetcode-51", "12"), ("boj-3344", "99999")] {
        let result = find(name).unwrap().answer(input.as_bytes(), &Solver::new().threads(1), &mut Full);
        assert!(matches!(result, Err(JudgeError::Write(_))), "{name}: {result:?}");
    }
}

#[test]
fn judges_are_found_by_name() {
    assert!(find("boj-9663").is_some() && find("boj-1").is_none());
    let mut names: Vec<&str> = all().iter().map(|judge| judge.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(MAXIMA.iter().all(|name| names.contains(name)));
}
