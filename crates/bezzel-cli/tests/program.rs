//! The program from outside: standard input, pipes, files, signals and exit codes.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn bezzel(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    command.args(arguments.split(' ')).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &str) -> Output {
    bezzel(arguments).output().expect("the program starts")
}

fn run_with_input(arguments: &str, input: &[u8]) -> Output {
    let mut child = bezzel(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // a program that has refused its arguments does not read
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Exit code, standard output, standard error.
fn parts(output: &Output) -> (i32, &str, &str) {
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_board_comes_from_standard_input() {
    let output = run_with_input("max bishops -", b"5\n11011\n01000\n10101\n10000\n10111\n");
    assert_eq!(parts(&output), (0, "7\n", ""));
}

#[test]
fn an_empty_standard_input_is_no_board() {
    let (code, out, err) = {
        let output = run_with_input("count queens -", b"");
        let (a, b, c) = parts(&output);
        (a, b.to_string(), c.to_string())
    };
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("standard input: there is no board"), "{err}");
}

#[test]
fn judges_read_and_write_as_they_do() {
    for (name, input, wanted) in [
        ("boj-9663", "8\n", "92\n"),
        ("leetcode-52", "9", "352\n"),
        ("leetcode-51", "4\n", "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]\n"),
        ("boj-1799", "5\n1 1 0 1 1\n0 1 0 0 0\n1 0 1 0 1\n1 0 0 0 0\n1 0 1 1 1\n", "7\n"),
    ] {
        let output = run_with_input(&format!("judge {name}"), input.as_bytes());
        assert_eq!(parts(&output), (0, wanted, ""), "{name}");
    }
}

#[test]
fn judges_refuse_garbage() {
    for input in [&b""[..], b"x", b"-1", b"8 9", b"1e3", b"\x00\xff", b"1000000000000"] {
        let output = run_with_input("judge boj-9663", input);
        let (code, out, err) = parts(&output);
        assert_eq!((code, out), (2, ""), "{input:?}");
        assert!(err.starts_with("error: "), "{err}");
    }
}

#[test]
fn what_list_prints_check_accepts() {
    let list = run("list queens 7");
    assert_eq!(parts(&run_with_input("check queens -", &list.stdout)).1.matches("ok").count(), 40);
    let list = run("list queens 7 --numbered --fixed a1");
    assert_eq!(parts(&run_with_input("check queens -", &list.stdout)).1.matches("ok").count(), 4);
    let list = run("list queens 6 --format perm --base 1");
    let check = run_with_input("check queens 6 --format perm --base 1", &list.stdout);
    assert_eq!(parts(&check), (0, "1: ok\n2: ok\n3: ok\n4: ok\n", ""));
    let list = run("list queens 4 --format grid01");
    assert_eq!(parts(&run_with_input("check queens - --format grid01", &list.stdout)), (0, "1: ok\n2: ok\n", ""));
    let find = run("find queens 1000 --format perm");
    assert_eq!(parts(&run_with_input("check queens - --format perm", &find.stdout)), (0, "ok\n", ""));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = bezzel("list queens 12").spawn().expect("the program starts");
    let mut some = [0; 100];
    child.stdout.take().expect("piped").read_exact(&mut some).expect("boards come");
    // the pipe is closed now
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(parts(&output), (0, "", ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    for arguments in ["count queens 8 -o /dev/full", "list queens 8 -o /dev/full", "draw queens 8 -o /dev/full"] {
        let output = run(arguments);
        assert_eq!(parts(&output), (5, "", "error: cannot write to '/dev/full': No space left on device\n"));
    }
    let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full is there");
    let output = bezzel("count queens 8").stdout(full).output().expect("the program starts");
    assert_eq!(parts(&output), (5, "", "error: cannot write to standard output: No space left on device\n"));
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.txt");
    let write = |arguments: &str| run(&format!("{arguments} -o {}", path.display()));
    assert_eq!(parts(&write("count queens 8")), (0, "", ""));
    assert_eq!(fs::read_to_string(&path).expect("written"), "92\n");
    assert_eq!(write("find queens 3").status.code(), Some(1));
    assert_eq!(write("count queens 18 --limit-time 0").status.code(), Some(3));
    assert_eq!(fs::read_to_string(&path).expect("still there"), "92\n");
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing else is left behind");
}

#[test]
fn an_interrupted_list_leaves_the_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.txt");
    fs::write(&path, "precious\n").expect("written");
    let output = run(&format!("list queens 16 --limit-time 0.1 -o {}", path.display()));
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(fs::read_to_string(&path).expect("still there"), "precious\n");
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing else is left behind");
}

#[cfg(unix)]
#[test]
fn links_are_written_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let (target, link) = (folder.path().join("target.txt"), folder.path().join("link.txt"));
    std::os::unix::fs::symlink("target.txt", &link).expect("linked");
    for wanted in ["92\n", "352\n"] {
        let n = if wanted == "92\n" { 8 } else { 9 };
        assert_eq!(parts(&run(&format!("count queens {n} -o {}", link.display()))), (0, "", ""));
        assert_eq!(fs::read_to_string(&target).expect("written"), wanted);
        assert!(link.is_symlink());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_lost_standard_error_loses_nothing_else() {
    for (arguments, code, out) in [
        ("count queens 8 --explain", 0, "92\n"),
        ("count rooks 8", 2, ""),
        ("find queens 3", 1, ""),
        ("list queens 4 --limit 0", 0, ""),
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full is there");
        let output = bezzel(arguments).stderr(full).output().expect("the program starts");
        assert_eq!(parts(&output), (code, out, ""), "{arguments}");
    }
}

#[test]
fn a_list_that_was_cut_says_so_in_json() {
    let output = run("list queens 8 --limit 2 --format json");
    let (code, out, err) = parts(&output);
    assert_eq!((code, err), (0, "printed 2 of 92 solutions\n"));
    assert!(out.contains("\"complete\":false"), "{out}");
}

#[test]
fn placements_of_no_pieces_are_there_in_every_format() {
    let csv = run("list kings 1 --pieces any --format csv");
    assert_eq!(parts(&csv).1, "solution,piece,row,column,square\n1,K,0,0,a1\n2,,,,\n");
    assert_eq!(parts(&run_with_input("check queens 0 --format perm", b"\n")), (0, "ok\n", ""));
    assert_eq!(parts(&run_with_input("max queens -", b"0 1\n")), (0, "1\n", ""));
}

#[test]
fn many_fixed_queens_can_be_counted() {
    // one solution of 32 queens, all but two of them fixed
    let find = run("find queens 32 --format json");
    let squares: Vec<&str> =
        parts(&find).1.split('"').filter(|item| item.len() > 2 && item.starts_with('Q')).skip(2).collect();
    assert_eq!(squares.len(), 30);
    let count = run(&format!("count queens 32 --fixed {}", squares.join(",")));
    assert_eq!(parts(&count), (0, "1\n", ""));
}

#[test]
fn the_time_limit_ends_every_verb() {
    let hard = "clique-bound --limit-time 0.2";
    for (arguments, out) in [
        ("count queens 20 --limit-time 0.2".to_string(), ""),
        ("count queens 20 --limit-time 0".to_string(), ""),
        ("find queens 30 --first --method naive --limit-time 0.2".to_string(), ""),
        (format!("max nightriders 24 --method {hard}"), ".."),
    ] {
        let start = Instant::now();
        let output = run(&arguments);
        let (code, printed, err) = parts(&output);
        assert_eq!(code, 3, "{arguments}: {err}");
        assert!(printed.contains(out) && (out.is_empty() == printed.is_empty()), "{arguments}: {printed}");
        assert!(err.starts_with("interrupted: "), "{err}");
        assert!(start.elapsed() < Duration::from_secs(20), "{arguments}");
    }
}

#[cfg(unix)]
fn interrupt(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
}

/// Waits until the program is at work: it says so when progress is always shown.
#[cfg(unix)]
fn at_work(arguments: &str) -> Child {
    let mut child = bezzel(&format!("{arguments} --progress always")).spawn().expect("the program starts");
    let mut first = [0; 9];
    child.stderr.as_mut().expect("piped").read_exact(&mut first).expect("progress is shown");
    assert_eq!(text(&first), "progress:");
    child
}

#[cfg(unix)]
#[test]
fn signals_end_the_work_in_good_order() {
    for (arguments, signal) in
        [("count queens 20", "-INT"), ("count queens 20", "-TERM"), ("max nightriders 24", "-INT")]
    {
        let child = at_work(arguments);
        interrupt(&child, signal);
        let output = child.wait_with_output().expect("the program ends");
        let (code, out, err) = parts(&output);
        assert_eq!((code, out.contains("..")), (3, arguments.starts_with("max")), "{arguments}: {err}");
        assert!(err.contains("interrupted: at least"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_wait_for_input() {
    let mut child = bezzel("count queens -").stdin(Stdio::piped()).spawn().expect("the program starts");
    // kept open: waiting for the program would close it
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child, "-INT");
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
    drop(stdin);
}

#[test]
fn completions_and_the_manual_page_are_there() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&run(&format!("completions {shell}")).stdout).contains("fundamental"), "{shell}");
    }
    let man = run("man");
    let page = text(&man.stdout);
    assert!(page.starts_with(".ie"));
    for words in ["BEZZEL COUNT", "fundamental", "bezzel find queens 1000000", "Exit codes"] {
        assert!(page.contains(words), "{words}");
    }
}
