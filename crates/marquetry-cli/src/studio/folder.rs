//! Where the studio keeps what it must not lose: a folder beside the shelf.

use crate::{output, shelf};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Hexadecimal digits of a token: 128 bits.
const TOKEN: usize = 32;

/// The studio's folder.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder in the user's data directory, made if there is none.
    pub(super) fn open() -> Result<Self> {
        let puzzles = shelf::folder()?;
        let base = puzzles.parent().context("the shelf has no folder beside it")?.join("studio");
        let folder = Self(base);
        for part in [folder.runs(), folder.puzzles(), folder.games()] {
            fs::create_dir_all(&part).with_context(|| format!("cannot make {}", part.display()))?;
        }
        Ok(folder)
    }

    /// Locked while a studio is at work here.
    pub(super) fn lock(&self) -> PathBuf {
        self.0.join("lock")
    }

    pub(super) fn runs(&self) -> PathBuf {
        self.0.join("runs")
    }

    /// Puzzles that were opened but are not on the shelf, by fingerprint.
    pub(super) fn puzzles(&self) -> PathBuf {
        self.0.join("puzzles")
    }

    /// Games, by the fingerprint of their puzzle.
    pub(super) fn games(&self) -> PathBuf {
        self.0.join("play")
    }

    /// The token: kept, so that an open page still knows us after a restart.
    pub(super) fn token(&self) -> Result<String> {
        let path = self.0.join("token");
        let kept = fs::read_to_string(&path).unwrap_or_default().trim().to_owned();
        if kept.len() == TOKEN && kept.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Ok(kept);
        }
        let mut bytes = [0; TOKEN / 2];
        getrandom::fill(&mut bytes).map_err(|e| anyhow::anyhow!("no random numbers: {e}"))?;
        let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        write_secret(&path, &token)?;
        Ok(token)
    }
}

/// Writes a file that only its owner may read.
fn write_secret(path: &Path, text: &str) -> Result<()> {
    output::save(path, b"")?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))
            .with_context(|| format!("cannot protect {}", path.display()))?;
    }
    // In place: a new file would have the permissions of any other.
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
