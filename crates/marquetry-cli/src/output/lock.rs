//! Locks that keep two processes from writing to one place, and that die with their holder.

use super::{behind_links, files::with_suffix};
use anyhow::{Context, Result, bail};
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A lock that is held. The system lets go of it however the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
    /// The lock file, if it is removed in the end.
    fleeting: Option<PathBuf>,
}

impl Lock {
    /// Takes the lock file of this name; `busy` says what is wrong if another process has it.
    ///
    /// # Errors
    /// If another process has it, or it cannot be made.
    pub fn take(path: &Path, busy: impl Fn(&str) -> String) -> Result<Self> {
        let cannot = || format!("cannot lock {}", path.display());
        loop {
            let mut options = File::options();
            let file = options.read(true).write(true).create(true).truncate(false).open(path);
            let mut file = file.with_context(cannot)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let holder = fs::read_to_string(path).unwrap_or_default();
                    bail!(busy(holder.trim()));
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
            }
            // A lock file removed before it could be locked keeps nobody away.
            if is_there(path, &file) {
                let mark = format!("{}\n", std::process::id());
                file.set_len(0)
                    .and_then(|()| file.write_all(mark.as_bytes()))
                    .with_context(cannot)?;
                return Ok(Self { _file: file, fleeting: None });
            }
        }
    }

    /// Takes the lock beside a file, by whatever link it is named; it is gone in the end.
    ///
    /// # Errors
    /// If another process has it, or it cannot be made.
    pub fn beside(path: &Path, busy: impl Fn(&str) -> String) -> Result<Self> {
        let path = with_suffix(&behind_links(path), ".lock");
        let mut lock = Self::take(&path, busy)?;
        lock.fleeting = Some(path);
        Ok(lock)
    }

    /// Whether some process holds the lock file of this name now.
    #[must_use]
    pub fn is_held(path: &Path) -> bool {
        let locked = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
        File::open(path).is_ok_and(locked)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still held, so that nobody else's is removed.
        self.fleeting.iter().for_each(|path| _ = fs::remove_file(path));
    }
}

#[cfg(unix)]
fn is_there(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    fs::metadata(path).map(place).ok() == file.metadata().map(place).ok()
}

#[cfg(not(unix))]
fn is_there(path: &Path, _: &File) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time_and_none_after_the_end() {
        let desk = tempfile::tempdir().expect("a folder can be made");
        let file = desk.path().join("count.json");
        let busy = |holder: &str| format!("held by {holder}");
        let first = Lock::beside(&file, busy).expect("nobody has it");
        let place = desk.path().join("count.json.lock");
        assert!(Lock::is_held(&place));
        let said = Lock::beside(&file, busy).map_err(|error| error.to_string());
        assert_eq!(said.err(), Some(format!("held by {}", std::process::id())));
        drop(first);
        assert!(!place.exists() && !Lock::is_held(&place));
        fs::write(&place, "left by the dead").expect("it can be written");
        assert!(!Lock::is_held(&place) && Lock::take(&place, busy).is_ok());
    }
}
