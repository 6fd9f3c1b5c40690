//! Folders of files that are there whole or not at all.

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Fills a folder that is empty or not there yet. Whatever goes wrong, nothing half-written is left.
///
/// # Errors
/// If there is something in the folder or at its place, or it cannot be filled.
pub fn fill(folder: &Path, write: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let shown = folder.display();
    let cannot = || format!("cannot write {shown}");
    if folder.exists() {
        if !folder.is_dir() {
            bail!("{shown} is a file, expected a folder that is empty or not there");
        }
        if fs::read_dir(folder).with_context(cannot)?.next().is_some() {
            bail!("{shown} is not empty: name another folder");
        }
    }
    let Some(name) = folder.file_name() else { bail!("{shown} is no name for a new folder") };
    let mut part = OsString::from(".");
    part.push(name);
    part.push(format!(".{}.part", std::process::id()));
    let part = folder.with_file_name(part);
    let made = fs::create_dir_all(&part).with_context(cannot).and_then(|()| write(&part));
    let moved = made.and_then(|()| {
        if folder.exists() {
            fs::remove_dir(folder).with_context(cannot)?;
        }
        fs::rename(&part, folder).with_context(cannot)
    });
    if moved.is_err() {
        _ = fs::remove_dir_all(&part);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_filled_whole_or_not_at_all() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("made/here");
        let one = |folder: &Path| Ok(fs::write(folder.join("one"), "1")?);
        fill(&folder, one).unwrap();
        assert_eq!(fs::read_to_string(folder.join("one")).unwrap(), "1");
        assert!(fill(&folder, one).unwrap_err().to_string().contains("not empty"));
        assert!(fill(&folder.join("one"), one).unwrap_err().to_string().contains("is a file"));

        let other = desk.path().join("other");
        fs::create_dir(&other).unwrap();
        let breaks = |folder: &Path| one(folder).and_then(|()| bail!("the pen broke"));
        assert_eq!(fill(&other, breaks).unwrap_err().to_string(), "the pen broke");
        assert_eq!(fs::read_dir(&other).unwrap().count(), 0);
        fill(&other, one).unwrap();
        assert_eq!(fs::read_dir(desk.path()).unwrap().count(), 2);
    }
}
