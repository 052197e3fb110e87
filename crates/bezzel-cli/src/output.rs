//! Where the answer goes: standard output, or a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::failure::Failure;
use crate::signals;

/// A buffered writer that is only done with [`finish`](Self::finish).
pub struct Output {
    writer: BufWriter<Box<dyn Write>>,
    place: String,
    pending: Option<(TempPath, PathBuf)>,
}

impl Output {
    /// Opens the file, or standard output if there is none.
    pub fn open(file: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::new(Box::new(io::stdout()), "standard output".into(), None));
        };
        let place = format!("'{}'", path.display());
        let opened = if is_special(path) {
            File::create(path).map(|file| (file, None))
        } else {
            let target = behind_links(path);
            temporary_beside(&target).map(|temporary| {
                let (file, temporary) = temporary.into_parts();
                signals::set_unfinished(Some(&temporary));
                (file, Some((temporary, target)))
            })
        };
        let (file, pending) = opened.map_err(|error| Failure::writing(&place, &error))?;
        Ok(Self::new(Box::new(file), place, pending))
    }

    fn new(writer: Box<dyn Write>, place: String, pending: Option<(TempPath, PathBuf)>) -> Self {
        Self { writer: BufWriter::with_capacity(1 << 16, writer), place, pending }
    }

    /// The failure that an error of writing here is.
    pub fn failure(&self, error: &io::Error) -> Failure {
        Failure::writing(&self.place, error)
    }

    /// Writes with this closure.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        write(&mut self.writer).map_err(|error| self.failure(&error))
    }

    /// Whether it is a file that is not in its place yet, and will not be if it is dropped.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Writes out what is buffered and puts the file in its place.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| Failure::writing(&self.place, &error))?;
        if let Some((temporary, path)) = self.pending {
            temporary.persist(path).map_err(|error| Failure::writing(&self.place, &error.error))?;
            signals::set_unfinished(None);
        }
        Ok(())
    }
}

/// A device or a pipe: what cannot be replaced by a file.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// The file that a link stands for, if it is one.
fn behind_links(path: &Path) -> PathBuf {
    let link = fs::read_link(path).map(|target| path.parent().unwrap_or(Path::new("")).join(target));
    link.map_or_else(|_| path.to_path_buf(), |target| fs::canonicalize(&target).unwrap_or(target))
}

fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    if path.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    if path.exists() {
        // a file that may not be written to may not be replaced either
        File::options().write(true).open(path)?;
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // the usual mode of a new file; the system takes away what the umask says
        let mode = fs::metadata(path).map_or(0o666, |data| data.permissions().mode());
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    builder.prefix(".bezzel-").tempfile_in(folder)
}
