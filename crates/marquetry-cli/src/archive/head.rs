//! The file `hunt.json`: what a hunt is and how far it came.

use super::boards;
use crate::output;
use anyhow::{Context, Result, bail};
use marquetry::edge::Puzzle;
use marquetry::search::{Parameters, Score};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::Path;
use thiserror::Error;

/// The name and version of the format.
const FORMAT: &str = "marquetry-hunt/1";
/// The longest `hunt.json`.
const MAX_HEAD: usize = 1 << 20;

/// An archive belongs to another puzzle.
#[derive(Debug, Error)]
#[error(
    "{folder} holds a hunt for other pieces or clues ({found}), not for this {wanted}: name another --archive"
)]
pub struct OtherPuzzle {
    folder: String,
    found: String,
    wanted: String,
}

/// What a hunt is and how far it came: the file `hunt.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Always `marquetry-hunt/1`.
    pub format: String,
    /// The name of the puzzle.
    pub puzzle: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// The algorithm of the last session.
    pub algorithm: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The seed that the seed of every session comes from.
    pub seed: u64,
    /// From which score on boards are kept, if the user said it.
    pub keep: Option<Score>,
    /// From which score on boards are kept now.
    pub threshold: Score,
    /// The number of sessions begun.
    pub sessions: u64,
    /// Seconds of search over all sessions.
    pub seconds: f64,
    /// Steps over all sessions.
    pub work: u64,
}

impl Head {
    /// The head of a hunt that has not begun.
    #[must_use]
    pub fn new(puzzle: &Puzzle, algorithm: &str, seed: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            puzzle: puzzle.name().to_owned(),
            fingerprint: puzzle.fingerprint(),
            algorithm: algorithm.to_owned(),
            parameters: Parameters::new(),
            seed,
            keep: None,
            threshold: 0,
            sessions: 0,
            seconds: 0.0,
            work: 0,
        }
    }

    /// Reads the head of the hunt in a folder, `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or belongs to another puzzle.
    pub fn read(folder: &Path, puzzle: &Puzzle) -> Result<Option<Self>> {
        let Some(head) = Self::peek(folder)? else { return Ok(None) };
        if head.fingerprint != puzzle.fingerprint() {
            let (folder, found) = (folder.display().to_string(), head.puzzle);
            bail!(OtherPuzzle { folder, found, wanted: puzzle.name().to_owned() });
        }
        Ok(Some(head))
    }

    /// The same, whichever puzzle it is of.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn peek(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join("hunt.json");
        if !path.exists() {
            return Ok(None);
        }
        let name = path.display();
        let text = output::read_at_most(&path.to_string_lossy(), MAX_HEAD)?;
        let head: Self = serde_json::from_slice(&text)
            .with_context(|| format!("{name}: expected the head of a hunt"))?;
        if head.format != FORMAT {
            bail!("{name}: expected format {FORMAT}, found {:?}", head.format);
        }
        Ok(Some(head))
    }

    /// What is known of a hunt whose head is lost or damaged, from its boards: a new head with its
    /// sessions. `None` if no board is of this puzzle.
    ///
    /// # Errors
    /// If the boards cannot be read.
    pub(super) fn rebuilt(self, boards: &File, puzzle: &Puzzle) -> Result<Option<Self>> {
        let (mut sessions, mut found) = (0, false);
        let damage = boards::read(boards, puzzle, |_, kept, _| {
            (sessions, found) = (sessions.max(kept.session), true);
        })?;
        Ok((found || damage.bad == 0).then_some(Self { sessions, ..self }))
    }

    pub(super) fn save(&self, folder: &Path) -> Result<()> {
        output::save(&folder.join("hunt.json"), serde_json::to_string_pretty(self)?.as_bytes())
    }
}
