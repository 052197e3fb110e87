//! The ledger: one SQLite file with the question, the partition, and a row for every finished unit.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use num_bigint::BigUint;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, params};

use super::Guard;
use super::lines::failed;
use super::partition::{Partition, SCHEMA, UnitResult, named, number, who};
use crate::Error;

/// "bzzl": tells ledgers from other SQLite files.
const APPLICATION: i64 = 0x627a_7a6c;

/// How long a writer waits for another.
const PATIENCE: Duration = Duration::from_secs(30);

const TABLES: &str = "
CREATE TABLE run (id INTEGER PRIMARY KEY CHECK (id = 1), header TEXT NOT NULL, started TEXT NOT NULL) STRICT;
CREATE TABLE unit (
    run INTEGER NOT NULL REFERENCES run (id), unit INTEGER NOT NULL, count TEXT NOT NULL, checks TEXT NOT NULL,
    method TEXT NOT NULL, seconds REAL NOT NULL, who TEXT NOT NULL, sum TEXT NOT NULL, PRIMARY KEY (run, unit)
) STRICT, WITHOUT ROWID;
CREATE TABLE alarm (unit INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE note (at TEXT NOT NULL, text TEXT NOT NULL) STRICT;
";

/// An open ledger.
pub(super) struct Ledger {
    connection: Connection,
    path: PathBuf,
}

impl Ledger {
    /// A new ledger. It is made under another name and gets its own when it is whole: a process that is killed leaves no half of one.
    pub fn create(path: &Path, partition: &Partition) -> Result<Self, Error> {
        if path.exists() {
            return Err(exists(path));
        }
        let new = beside(path, &format!(".new-{}", std::process::id()));
        let made = Self::make(&new, path, partition);
        for end in ["", "-journal", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&new, end));
        }
        made?;
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn make(new: &Path, path: &Path, partition: &Partition) -> Result<(), Error> {
        // SQLite would say less of what is wrong with a folder
        std::fs::File::create(new).map_err(|error| failed("write", path, &error))?;
        let ledger = Self::connect(new, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        ledger.fill(partition).map_err(|error| named(path, &error))?;
        drop(ledger);
        // of two processes one gets the name; not every file system has hard links
        let linked = std::fs::hard_link(new, path).or_else(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => Err(error),
            _ => std::fs::rename(new, path),
        });
        linked.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => exists(path),
            _ => failed("write", path, &error),
        })
    }

    fn fill(&self, partition: &Partition) -> Result<(), Error> {
        // before the write-ahead log, so that the file itself says at once what it is
        self.change(|change| {
            change.execute_batch(TABLES)?;
            change.execute("INSERT INTO run VALUES (1, ?1, datetime('now'))", [partition.header()])?;
            change.pragma_update(None, "application_id", APPLICATION)?;
            change.pragma_update(None, "user_version", SCHEMA)
        })?;
        self.set_up()
    }

    /// A ledger that there is, and its header.
    pub fn open(path: &Path) -> Result<(Self, String), Error> {
        if !Self::is_one(path)? {
            return Err(Error::parse(format!(
                "{} is no ledger of a run: it is no SQLite file, or another program's",
                path.display()
            )));
        }
        let ledger = match Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE) {
            // a read-only ledger can be asked, if nothing more
            Err(_) => Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?,
            Ok(ledger) => ledger,
        };
        let schema: u64 =
            ledger.read(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        if schema != SCHEMA {
            let text =
                format!("it has the schema {schema}, and this program knows {SCHEMA}: use the program that made it");
            return Err(ledger.names(&Error::question(text)));
        }
        let header = ledger
            .read(|connection| connection.query_row("SELECT header FROM run", [], |row| row.get(0)).optional())?;
        let header = header.ok_or_else(|| ledger.names(&Error::parse("it does not say what is counted")))?;
        Ok((ledger, header))
    }

    /// Whether a file is a ledger, by its first bytes.
    pub fn is_one(path: &Path) -> Result<bool, Error> {
        use std::io::Read;
        let mut first = Vec::new();
        let file = std::fs::File::open(path).map_err(|error| failed("read", path, &error))?;
        file.take(72).read_to_end(&mut first).map_err(|error| failed("read", path, &error))?;
        let is_sqlite = first.starts_with(b"SQLite format 3\0");
        Ok(is_sqlite && first.get(68..72).is_some_and(|bytes| bytes == (APPLICATION as u32).to_be_bytes()))
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, Error> {
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let ledger = Self { connection: connection.map_err(|error| said(path, &error))?, path: path.into() };
        ledger.read(|connection| {
            connection.busy_timeout(PATIENCE)?;
            // rows that are damaged are told, not read as they are
            connection.pragma_update(None, "cell_size_check", true)
        })?;
        if flags == OpenFlags::SQLITE_OPEN_READ_WRITE {
            ledger.read(|connection| connection.pragma_update(None, "synchronous", "FULL"))?;
        }
        Ok(ledger)
    }

    /// Readers go on while one writes, and nothing that was committed is lost with the power.
    fn set_up(&self) -> Result<(), Error> {
        let mode: String =
            self.read(|connection| connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)))?;
        if mode == "wal" {
            return Ok(());
        }
        Err(self.names(&Error::Io("this file system does not carry a ledger (no write-ahead log), as network file systems may not: use a local disk".into())))
    }

    /// Keeps the ledger for this process, by a lock on a file beside it that ends with the process.
    pub fn take(&self) -> Result<Guard, Error> {
        let path = beside(&self.path, "-lock");
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(|error| failed("write", &path, &error))?;
        if file.try_lock().is_err() {
            let other = std::fs::read_to_string(&path).unwrap_or_default();
            let text =
                format!("another process ({}) is at work on it; wait for its end, or stop it first", other.trim());
            return Err(self.names(&Error::question(text)));
        }
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", who()));
        Ok(Guard { _file: file })
    }

    /// Writes results down, all or none; gives how many are new. A result that differs from the one that stands raises an alarm.
    pub fn record(&self, partition: &Partition, results: &[UnitResult]) -> Result<u64, Error> {
        for result in results {
            partition.require_unit(result.unit)?;
        }
        let differing = std::cell::RefCell::new(Vec::new());
        let new = self.change(|change| {
            let mut insert =
                change.prepare_cached("INSERT OR IGNORE INTO unit VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            let mut new = 0;
            for result in results {
                let UnitResult { unit, count, checks, method, seconds, who } = result;
                let sum = partition.checksum(result);
                let inserted = insert.execute(params![unit, count.to_string(), checks, method, seconds, who, sum])?;
                new += inserted as u64;
                if inserted == 0 {
                    let stands = change.query_row(
                        "SELECT count, checks, who FROM unit WHERE run = 1 AND unit = ?1",
                        [unit],
                        texts,
                    )?;
                    if stands[0] != count.to_string() || stands[1] != *checks {
                        differing.borrow_mut().push(differing_text(result, &stands));
                    }
                }
            }
            if differing.borrow().is_empty() { Ok(new) } else { Err(rusqlite::Error::StatementChangedRows(0)) }
        });
        let differing = differing.into_inner();
        if differing.is_empty() {
            return new;
        }
        self.change(|change| {
            differing.iter().try_for_each(|(unit, text)| {
                change.execute("INSERT INTO alarm VALUES (?1, ?2)", params![unit, text]).map(|_| ())
            })
        })?;
        self.refuse_alarms().map(|()| 0)
    }

    /// Refuses to go on while there is an alarm.
    pub fn refuse_alarms(&self) -> Result<(), Error> {
        match &self.alarms()?[..] {
            [] => Ok(()),
            [first, rest @ ..] => {
                let more = if rest.is_empty() { String::new() } else { format!(" (and {} more)", rest.len()) };
                let path = self.path.display();
                Err(Error::self_check(format!(
                    "{path}: {first}{more}; nothing was overwritten; run audit {path} --repair counts it again by another method"
                )))
            }
        }
    }

    pub fn alarms(&self) -> Result<Vec<String>, Error> {
        self.all("SELECT text FROM alarm ORDER BY rowid", |row| row.get(0))
    }

    /// The units with an alarm.
    pub fn alarmed(&self) -> Result<Vec<u64>, Error> {
        self.all("SELECT DISTINCT unit FROM alarm ORDER BY unit", |row| row.get(0))
    }

    /// Takes rows out, to be counted again, and the alarms of these and other units that are settled.
    pub fn repair(&self, wrong: &[u64], settled: &[u64]) -> Result<(), Error> {
        self.change(|change| {
            for unit in wrong {
                change.execute("DELETE FROM unit WHERE run = 1 AND unit = ?1", [unit])?;
            }
            wrong
                .iter()
                .chain(settled)
                .try_for_each(|unit| change.execute("DELETE FROM alarm WHERE unit = ?1", [unit]).map(|_| ()))
        })
    }

    /// The units that are done, ascending.
    pub fn done(&self) -> Result<Vec<u64>, Error> {
        self.all("SELECT unit FROM unit WHERE run = 1 ORDER BY unit", |row| row.get(0))
    }

    /// How many units are done, and the sum of their counts, every row tested.
    pub fn sum(&self, partition: &Partition) -> Result<(u64, BigUint), Error> {
        let (mut done, mut sum) = (0, BigUint::ZERO);
        self.each(partition, &mut |result| {
            let result = result?;
            done += 1;
            sum += result.count;
            Ok(())
        })?;
        Ok((done, sum))
    }

    /// All results, ascending, every row tested.
    pub fn results(&self, partition: &Partition) -> Result<Vec<UnitResult>, Error> {
        let mut all = Vec::new();
        self.each(partition, &mut |result| {
            all.push(result?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Visits each row: its result, or what is wrong with it.
    pub fn each(
        &self,
        partition: &Partition,
        visit: &mut dyn FnMut(Result<UnitResult, Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut outcome = Ok(());
        self.read(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT unit, count, checks, method, seconds, who, sum FROM unit WHERE run = 1 ORDER BY unit",
            )?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                outcome = visit(self.result(partition, row));
                if outcome.is_err() {
                    break;
                }
            }
            Ok(())
        })?;
        outcome
    }

    fn result(&self, partition: &Partition, row: &Row) -> Result<UnitResult, Error> {
        let unit: u64 = row.get(0).map_err(|error| said(&self.path, &error))?;
        let damaged = || {
            Error::self_check(format!(
                "{}: the row of unit {unit} does not go with its checksum; run audit --repair takes it out, to be counted again",
                self.path.display()
            ))
        };
        let text = |at: usize| row.get::<_, String>(at).map_err(|_| damaged());
        let count = number(&text(1)?).ok_or_else(damaged)?;
        let seconds = row.get(4).map_err(|_| damaged())?;
        let result = UnitResult { unit, count, checks: text(2)?, method: text(3)?, seconds, who: text(5)? };
        if partition.checksum(&result) == text(6)? && unit < partition.len() { Ok(result) } else { Err(damaged()) }
    }

    /// The time that the units took, in seconds.
    pub fn seconds(&self) -> Result<f64, Error> {
        self.read(|connection| {
            connection.query_row("SELECT total(seconds) FROM unit WHERE run = 1", [], |row| row.get(0))
        })
    }

    /// Writes down what went wrong, if that is possible.
    pub fn note(&self, text: &str) {
        let _ = self.connection.execute("INSERT INTO note VALUES (datetime('now'), ?1)", [text]);
    }

    pub fn last_error(&self) -> Result<Option<String>, Error> {
        self.read(|connection| {
            let last = "SELECT at || ' ' || text FROM note ORDER BY rowid DESC LIMIT 1";
            connection.query_row(last, [], |row| row.get(0)).optional()
        })
    }

    fn all<T>(&self, select: &str, read: impl Fn(&Row) -> rusqlite::Result<T>) -> Result<Vec<T>, Error> {
        self.read(|connection| connection.prepare_cached(select)?.query_map([], |row| read(row))?.collect())
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        read(&self.connection).map_err(|error| said(&self.path, &error))
    }

    /// A change of the file, whole or not at all.
    fn change<T>(&self, change: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, Error> {
        self.read(|connection| {
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let done = change(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }

    /// An error with this file's name.
    pub fn names(&self, error: &Error) -> Error {
        named(&self.path, error)
    }
}

fn exists(path: &Path) -> Error {
    let path = path.display();
    Error::question(format!("{path} exists already: go on with it (run resume {path}), or name another file"))
}

/// A file beside the ledger.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn texts(row: &Row) -> rusqlite::Result<[String; 3]> {
    Ok([row.get(0)?, row.get(1)?, row.get(2)?])
}

fn differing_text(result: &UnitResult, stands: &[String; 3]) -> (u64, String) {
    let UnitResult { unit, count, checks, who, .. } = result;
    let text = format!(
        "unit {unit} was counted twice with different results: {} ({}) by {}, and {count} ({checks}) by {who}",
        stands[0], stands[1], stands[2]
    );
    (*unit, text)
}

/// What SQLite says, in words that help.
fn said(path: &Path, error: &rusqlite::Error) -> Error {
    let name = path.display();
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            "the disk is full; nothing that was written before is lost: make room, then run resume".into()
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            format!("it cannot be written ({error}); a copy in a folder that can is a ledger too")
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another process has been writing to it for half a minute; try again".into()
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            format!("it is damaged ({error}): go on from a copy, or start anew and merge what run export still reads")
        }
        _ => error.to_string(),
    };
    Error::Io(format!("{name}: {why}"))
}
