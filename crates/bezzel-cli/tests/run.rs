//! Long counts as processes: killed, interrupted, on full and read-only disks.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// OEIS A000170(19).
const QUEENS_19: &str = "4968057848";

fn bezzel(words: &str, ledger: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    command.arg("run");
    let ledger = ledger.to_str().expect("the path is text");
    command.args(words.split(' ').map(|word| if word == "LEDGER" { ledger } else { word }));
    command.stdin(Stdio::null());
    command
}

fn output(words: &str, ledger: &Path) -> Output {
    bezzel(words, ledger).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_string()
}

fn spawn(words: &str, ledger: &Path) -> Child {
    bezzel(words, ledger).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    let done = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(done.expect("kill is there").success());
}

/// The units that a status in JSON says are done; none before there is a ledger.
fn done(ledger: &Path) -> u64 {
    if !ledger.exists() {
        return 0;
    }
    let status = output("status LEDGER --format json", ledger);
    let value: serde_json::Value = serde_json::from_slice(&status.stdout).expect("a status is JSON");
    value["done"].as_u64().expect("a number")
}

fn q19(folder: &TempDir) -> PathBuf {
    folder.path().join("q19.db")
}

/// Thirty kills at moments of all kinds, on one to four threads: nothing that was written down is lost, nothing is counted twice.
#[test]
fn thirty_kills_leave_the_total_exact() {
    let folder = TempDir::new().unwrap();
    let ledger = q19(&folder);
    let mut noise = 0x2545_f491_4f6c_dd1du64;
    let mut before = 0;
    for kill in 0..30 {
        let threads = 1 + kill % 4;
        let words = if ledger.exists() { "resume LEDGER" } else { "start queens 19 --ledger LEDGER" };
        let mut child = spawn(&format!("{words} --threads {threads}"), &ledger);
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        std::thread::sleep(Duration::from_millis(20 + noise % 350));
        signal(&child, "KILL");
        child.wait().unwrap();
        let now = done(&ledger);
        assert!(now >= before, "{now} units after {before}");
        before = now;
    }
    let last = output("resume LEDGER", &ledger);
    assert_eq!((stdout(&last), stderr(&last)), (QUEENS_19.into(), String::new()));
    let status = stdout(&output("status LEDGER", &ledger));
    assert!(status.contains("done: 108 of 108 units") && status.contains(QUEENS_19), "{status}");
    // every unit once: the export has as many lines, all different
    let export = stdout(&output("export LEDGER", &ledger));
    let mut units: Vec<&str> = export.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    units.dedup();
    assert_eq!(units.len(), 108);
}

#[test]
fn signals_and_limits_end_in_good_order() {
    let folder = TempDir::new().unwrap();
    let ledger = q19(&folder);
    for (at, name) in ["INT", "TERM"].into_iter().enumerate() {
        let words = if at == 0 { "start queens 19 --ledger LEDGER" } else { "resume LEDGER" };
        let before = done(&ledger);
        let child = spawn(words, &ledger);
        while done(&ledger) == before {
            std::thread::sleep(Duration::from_millis(20));
        }
        signal(&child, name);
        let begun = Instant::now();
        let ended = child.wait_with_output().unwrap();
        // a second on an idle machine
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}: {:?}", begun.elapsed());
        assert_eq!(ended.status.code(), Some(3), "{name}: {}", stderr(&ended));
        assert!(
            stderr(&ended).contains("units are done") && stderr(&ended).contains("run resume"),
            "{}",
            stderr(&ended)
        );
        assert!(ended.stdout.is_empty());
        assert!(done(&ledger) > before);
    }
    let limited = output("resume LEDGER --limit-time 0.2 --threads 1", &ledger);
    assert_eq!(limited.status.code(), Some(3));
    assert!(done(&ledger) < 108);
}

/// Units that are in no ledger yet are the only ones counted: a second process on the ledger is refused, and loses nothing.
#[test]
fn two_coordinators_do_not_share_a_ledger() {
    let folder = TempDir::new().unwrap();
    let ledger = q19(&folder);
    let mut first = spawn("start queens 19 --ledger LEDGER --threads 1", &ledger);
    while done(&ledger) == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = output("resume LEDGER", &ledger);
    assert_eq!(second.status.code(), Some(2), "{}", stderr(&second));
    assert!(stderr(&second).contains(&format!(":{})", first.id())), "{}", stderr(&second));
    // status, export and shard read while the first one writes
    assert!(output("status LEDGER", &ledger).status.success());
    assert!(output("export LEDGER", &ledger).status.success());
    let part = folder.path().join("part.jsonl");
    let shard = output(&format!("shard LEDGER --index 5 --of 100 --out {}", part.display()), &ledger);
    assert!(shard.status.success(), "{}", stderr(&shard));
    let merged = output(&format!("merge LEDGER {}", part.display()), &ledger);
    assert!(merged.status.success(), "{}", stderr(&merged));
    signal(&first, "TERM");
    first.wait().unwrap();
    assert_eq!(stdout(&output("resume LEDGER", &ledger)), QUEENS_19);
}

/// A file system of a few pages, if this machine lets us have one.
struct Tiny(TempDir);

impl Tiny {
    fn new(size: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "bezzel-test"]).arg(folder.path());
        let mounted = mount.stderr(Stdio::null()).status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(Self(folder));
        }
        eprintln!("SKIPPED: no tmpfs can be mounted here, so a full disk is not tested");
        None
    }
}

impl Drop for Tiny {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_written() {
    let Some(disk) = Tiny::new("160k") else { return };
    let ledger = disk.0.path().join("kings.db");
    let full = output("start kings 10 --pieces any --ledger LEDGER", &ledger);
    assert_eq!(full.status.code(), Some(5), "{} {}", stdout(&full), stderr(&full));
    assert!(stderr(&full).contains("disk is full") || stderr(&full).contains("No space left"), "{}", stderr(&full));
    // on a larger disk it goes on from what is there
    let larger = TempDir::new().unwrap();
    let copy = larger.path().join("kings.db");
    for end in ["", "-wal"] {
        let name = format!("kings.db{end}");
        let _ = fs::copy(disk.0.path().join(&name), larger.path().join(&name));
    }
    let ended = output("resume LEDGER", &copy);
    assert_eq!(stdout(&ended), kings("10"), "{}", stderr(&ended));
}

/// Not even the root user writes on a disk that is read-only.
#[test]
fn a_ledger_on_a_read_only_disk_is_gone_on_with_elsewhere() {
    let Some(disk) = Tiny::new("4m") else { return };
    let ledger = disk.0.path().join("kings.db");
    assert_eq!(output("start kings 9 --pieces any --ledger LEDGER --limit-time 0", &ledger).status.code(), Some(3));
    let remounted = Command::new("mount").args(["-o", "remount,ro"]).arg(disk.0.path()).status().unwrap();
    assert!(remounted.success());
    let refused = output("resume LEDGER", &ledger);
    assert_eq!(refused.status.code(), Some(5), "{} {}", stdout(&refused), stderr(&refused));
    let said = stderr(&refused);
    assert!(said.contains("kings.db: it cannot be written") && said.contains("a copy"), "{said}");
    assert_eq!(output("start queens 12 --ledger LEDGER", &disk.0.path().join("q12.db")).status.code(), Some(5));

    let elsewhere = TempDir::new().unwrap();
    let copy = elsewhere.path().join("kings.db");
    fs::copy(&ledger, &copy).unwrap();
    assert_eq!(stdout(&output("resume LEDGER", &copy)), kings("9"));
}

#[test]
fn a_full_disk_at_the_start_leaves_no_ledger() {
    let Some(disk) = Tiny::new("12k") else { return };
    let ledger = disk.0.path().join("q16.db");
    let full = output("start queens 16 --ledger LEDGER", &ledger);
    assert_eq!(full.status.code(), Some(5), "{} {}", stdout(&full), stderr(&full));
    assert!(!ledger.exists());
}

#[test]
fn a_shard_on_a_full_disk_can_be_gone_on_with() {
    let Some(disk) = Tiny::new("64k") else { return };
    let folder = TempDir::new().unwrap();
    let ledger = folder.path().join("kings.db");
    assert_eq!(output("start kings 9 --pieces any --ledger LEDGER --limit-time 0", &ledger).status.code(), Some(3));
    let part = disk.0.path().join("part.jsonl");
    let shard = format!("shard LEDGER --index 0 --of 1 --out {}", part.display());
    let full = output(&shard, &ledger);
    assert_eq!(full.status.code(), Some(5), "{}", stderr(&full));
    let merged = output(&format!("merge LEDGER {}", part.display()), &ledger);
    assert!(merged.status.success(), "{}", stderr(&merged));
    assert_eq!(stdout(&output("resume LEDGER", &ledger)), kings("9"));
}

/// Nonattacking kings of any number on n x n, by another method.
fn kings(n: &str) -> String {
    let mut count = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    count.args(["count", "kings", n, "--pieces", "any", "--method", "transfer"]);
    stdout(&count.output().unwrap())
}

#[test]
fn files_that_cannot_be_written_or_read_are_said() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("no/such/folder/q.db");
    let refused = output("start queens 16 --ledger LEDGER", &missing);
    assert_eq!(refused.status.code(), Some(5));
    assert!(stderr(&refused).contains("No such file"), "{}", stderr(&refused));
    let directory = output("resume LEDGER", folder.path());
    assert_eq!(directory.status.code(), Some(5), "{}", stderr(&directory));

    let ledger = folder.path().join("q12.db");
    assert_eq!(stdout(&output("start queens 12 --ledger LEDGER", &ledger)), "14200");
    let again = output("start queens 12 --ledger LEDGER", &ledger);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("exists already"), "{}", stderr(&again));
    assert_eq!(stdout(&output("resume LEDGER", &ledger)), "14200");
    // the root user writes everywhere: a read-only file is tested for what may be read
    let mut rights = fs::metadata(&ledger).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&ledger, rights).unwrap();
    assert!(output("status LEDGER", &ledger).status.success());

    // bytes overwritten in the middle, and a file cut short
    let bytes = fs::read(&ledger).unwrap();
    for (name, damage) in [("cut.db", bytes[..bytes.len() - 5000].to_vec()), ("holed.db", holed(&bytes))] {
        let damaged = folder.path().join(name);
        fs::write(&damaged, damage).unwrap();
        let refused = output("resume LEDGER", &damaged);
        assert!(matches!(refused.status.code(), Some(2 | 4 | 5)), "{name}: {} {}", stdout(&refused), stderr(&refused));
        assert!(stderr(&refused).contains(name) && !stderr(&refused).contains("panicked"), "{}", stderr(&refused));
    }
}

fn holed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[4096..].fill(0xa5);
    bytes
}

/// The commands of the document, one after another in a folder of their own, and what they print; `[..]` stands for anything.
#[test]
fn the_document_tells_what_happens() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/long-counts.md")).unwrap();
    let folder = TempDir::new().unwrap();
    let blocks = text.split("```").filter_map(|block| block.strip_prefix("shell-session\n"));
    let mut commands = 0;
    for step in blocks.flat_map(|block| block.split("$ bezzel ").skip(1)) {
        let (words, printed) = step.split_once('\n').unwrap();
        let (code, printed) = printed.strip_prefix("? 3\n").map_or((0, printed), |rest| (3, rest));
        let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
        let output = command.args(words.split(' ')).current_dir(folder.path()).output().unwrap();
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(code), "{words}: {said}");
        let mut lines = said.lines();
        for wanted in printed.trim_end().lines() {
            let line = lines.next().unwrap_or_default();
            let (begin, end) = wanted.split_once("[..]").unwrap_or((wanted, ""));
            assert!(line.starts_with(begin) && line.ends_with(end), "{words}: {line}, not {wanted}");
            assert!(wanted.contains("[..]") || line == wanted, "{words}: {line}, not {wanted}");
        }
        assert_eq!(lines.next(), None, "{words}");
        commands += 1;
    }
    assert!(commands > 8, "{commands}");
}
