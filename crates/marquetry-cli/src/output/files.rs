//! The files of one command: what it reads is never written, and no two things go to one file.

use super::is_stdout;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a command reads and writes, each with the word people know it by.
#[derive(Debug, Default)]
pub struct Files {
    read: Vec<(String, PathBuf)>,
    written: Vec<(String, PathBuf)>,
}

impl Files {
    /// Adds a file that is read, if there is one.
    #[must_use]
    pub fn reads(mut self, what: &str, path: Option<impl AsRef<Path>>) -> Self {
        self.read.extend(path.map(|path| (what.to_owned(), path.as_ref().to_owned())));
        self
    }

    /// Adds a store of runs that is read, with the files the database keeps beside it.
    #[must_use]
    pub fn reads_store(mut self, path: &Path) -> Self {
        self = self.reads("the store", Some(path));
        for suffix in ["-wal", "-shm", "-journal", ".lock"] {
            self = self.reads("a part of the store,", Some(with_suffix(path, suffix)));
        }
        self
    }

    /// Adds a file that is written, if there is one.
    #[must_use]
    pub fn writes(mut self, what: &str, path: Option<impl AsRef<Path>>) -> Self {
        self.written.extend(path.map(|path| (what.to_owned(), path.as_ref().to_owned())));
        self
    }

    /// Adds files of these names in a folder that is written to, if there is one.
    #[must_use]
    pub fn writes_into(mut self, what: &str, folder: Option<&Path>, names: &[&str]) -> Self {
        let paths =
            folder.into_iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
        self.written.extend(paths.map(|path| (what.to_owned(), path)));
        self
    }

    /// Makes sure before any work is done that nothing would be lost.
    ///
    /// # Errors
    /// If a file that is written is also read, or written twice.
    pub fn check(&self) -> Result<()> {
        for (place, (what, path)) in self.written.iter().enumerate() {
            let same = |(_, other): &&(String, PathBuf)| is_same(path, other);
            if let Some((input, _)) = self.read.iter().find(same) {
                bail!("{what} would overwrite {input} {}: name another file", path.display());
            }
            if let Some((other, _)) = self.written[..place].iter().find(same) {
                bail!("{other} and {what} name the same file, {}", path.display());
            }
        }
        Ok(())
    }
}

/// Makes a new file, with a number behind its name if there is one already.
///
/// # Errors
/// If it cannot be made.
pub fn claim(wish: &Path) -> Result<PathBuf> {
    let context = || format!("cannot write {}", wish.display());
    let folder = wish.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(context)?;
    let stem = wish.file_stem().unwrap_or_default().to_string_lossy();
    let end = wish.extension().map_or_else(String::new, |end| format!(".{}", end.display()));
    let numbered = (2..).map(|number: u64| folder.join(format!("{stem}-{number}{end}")));
    for path in std::iter::once(wish.to_owned()).chain(numbered) {
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(context),
        }
    }
    bail!("no name left beside {}", wish.display())
}

/// A path with something behind its name.
#[must_use]
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Whether two paths are one plain file, by whatever links, or will be once it is made. Streams,
/// pipes and devices hold nothing that could be lost.
#[must_use]
pub fn is_same(a: &Path, b: &Path) -> bool {
    if is_stdout(Some(a)) || is_stdout(Some(b)) {
        return false;
    }
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(found), Ok(other)) => {
            found.is_file() && other.is_file() && (is_one(&found, &other) || real(a) == real(b))
        }
        (Err(_), Err(_)) => real(a) == real(b),
        _ => false,
    }
}

/// Whether two names lead to one file on disk.
#[cfg(unix)]
fn is_one(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_one(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Where a path leads. A file that is not there yet is known by its folder, and a link to none by
/// what it names.
fn real(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    if let Ok(target) = fs::read_link(path) {
        let beside = path.parent().unwrap_or(Path::new("")).join(target);
        return known_by_folder(&beside);
    }
    known_by_folder(path)
}

fn known_by_folder(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = fs::canonicalize(parent.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_by_any_name() {
        let desk = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| desk.path().join(name);
        fs::create_dir(path("sub")).expect("a folder can be made");
        fs::write(path("a"), "a").expect("it can be written");
        fs::write(path("b"), "a").expect("it can be written");
        assert!(is_same(&path("a"), &path("sub/../a")));
        assert!(!is_same(&path("a"), &path("b")), "the same content is not the same file");
        assert!(is_same(&path("new"), &path("sub/../new")), "not there yet");
        assert!(!is_same(&path("new"), &path("newer")) && !is_same(&path("new"), &path("a")));
        assert!(!is_same(Path::new("-"), Path::new("-")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", path("link")).expect("a link can be made");
            std::os::unix::fs::symlink("new", path("loose")).expect("a link can be made");
            fs::hard_link(path("a"), path("hard")).expect("a link can be made");
            assert!(is_same(&path("a"), &path("link")) && is_same(&path("link"), &path("hard")));
            assert!(is_same(&path("new"), &path("loose")), "a link to what is not there yet");
            assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")));
        }
    }

    #[test]
    fn what_is_read_is_not_written_and_nothing_twice() {
        let none = None::<&str>;
        let files = || Files::default().reads("the puzzle", Some("p")).reads("--hints", none);
        let said = |files: Files| files.check().map_err(|error| error.to_string());
        assert_eq!(said(files().writes("--out", Some("o")).writes("--log", none)), Ok(()));
        let clash = files().writes("--out", Some("./p"));
        let expected = "--out would overwrite the puzzle ./p: name another file";
        assert_eq!(said(clash), Err(expected.to_owned()));
        let twice = files().writes("--out", Some("o")).writes("--log", Some("./o"));
        assert_eq!(said(twice), Err("--out and --log name the same file, ./o".to_owned()));
        let store = Files::default().reads_store(Path::new("s")).writes("--out", Some("s-wal"));
        assert!(said(store).is_err_and(|e| e.contains("a part of the store, s-wal")));
        let pages = files().writes_into("--out", Some(Path::new(".")), &["p", "q"]);
        assert!(said(pages).is_err());
    }
}
