//! Results as JSON lines: a header that says what is counted, then a line a unit. Shards and exports are such files.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

use super::partition::{Partition, UnitResult, named};
use crate::Error;

/// Writes a whole file.
pub(super) fn write(out: &mut dyn Write, partition: &Partition, results: &[UnitResult]) -> Result<(), Error> {
    let written = (|| {
        writeln!(out, "{}", partition.header())?;
        results.iter().try_for_each(|result| writeln!(out, "{}", partition.line(result)))?;
        out.flush()
    })();
    written.map_err(|error: std::io::Error| Error::Io(format!("cannot write the results: {}", plain(&error))))
}

/// Reads a whole file; a last line without an end is one that was being written, and is left out.
pub(super) fn read(path: &Path, partition: &Partition) -> Result<Vec<UnitResult>, Error> {
    let file = File::open(path).map_err(|error| failed("read", path, &error))?;
    Ok(read_from(&mut BufReader::new(file), path, partition)?.0)
}

/// The results, and how many bytes they and the header are.
fn read_from(file: &mut dyn BufRead, path: &Path, partition: &Partition) -> Result<(Vec<UnitResult>, u64), Error> {
    let (mut results, mut bytes, mut line) = (Vec::new(), 0, String::new());
    for number in 1.. {
        line.clear();
        let length = file.read_line(&mut line).map_err(|error| failed("read", path, &error))?;
        if !line.ends_with('\n') {
            break;
        }
        let text = line.trim_end();
        if number == 1 {
            partition.require_same(text, path)?;
        } else {
            let in_line = |error: Error| named(path, &with_line(number, &error));
            results.push(partition.parse_line(text).map_err(in_line)?);
        }
        bytes += length as u64;
    }
    if bytes == 0 {
        return Err(Error::parse(format!("{}: it has no line that says what is counted", path.display())));
    }
    Ok((results, bytes))
}

fn with_line(number: u64, error: &Error) -> Error {
    let message = |why: &str| format!("line {number}: {why}");
    match error {
        Error::SelfCheck(why) => Error::SelfCheck(message(why)),
        Error::Question(why) => Error::Question(message(why)),
        other => Error::Parse(message(&other.to_string())),
    }
}

/// A file of results that grows.
pub(super) struct Shard<'a> {
    file: File,
    path: PathBuf,
    partition: &'a Partition,
    done: HashSet<u64>,
}

impl<'a> Shard<'a> {
    /// A new file, or one that has been begun.
    pub fn open(path: &Path, partition: &'a Partition) -> Result<Self, Error> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.map_err(|error| failed("write", path, &error))?;
        if file.try_lock().is_err() {
            return Err(Error::Io(format!(
                "{}: another process writes to it; wait for its end, or name another file",
                path.display()
            )));
        }
        let mut shard = Self { file, path: path.into(), partition, done: HashSet::new() };
        if shard.length()? == 0 {
            shard.write(&format!("{}\n", partition.header()))?;
        } else {
            shard.go_on()?;
        }
        Ok(shard)
    }

    fn length(&self) -> Result<u64, Error> {
        self.file.metadata().map(|data| data.len()).map_err(|error| failed("read", &self.path, &error))
    }

    /// Takes over what the file holds; a last line that was not finished is cut off.
    fn go_on(&mut self) -> Result<(), Error> {
        let failed = |error| failed("read", &self.path, &error);
        self.file.rewind().map_err(failed)?;
        let (results, bytes) = read_from(&mut BufReader::new(&self.file), &self.path, self.partition)?;
        self.file.set_len(bytes).map_err(failed)?;
        self.done = results.into_iter().map(|result| result.unit).collect();
        Ok(())
    }

    pub fn done(&self) -> &HashSet<u64> {
        &self.done
    }

    pub fn append(&mut self, results: &[UnitResult]) -> Result<(), Error> {
        let text: String = results.iter().map(|result| self.partition.line(result) + "\n").collect();
        self.write(&text)?;
        self.done.extend(results.iter().map(|result| result.unit));
        Ok(())
    }

    /// Writes all of a text to the disk, or leaves the file as it was.
    fn write(&mut self, text: &str) -> Result<(), Error> {
        let before = self.length()?;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            let _ = self.file.set_len(before);
            failed("write", &self.path, &error)
        })
    }
}

pub(super) fn failed(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Io(format!("cannot {what} {}: {}", path.display(), plain(error)))
}

/// The system's words without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
