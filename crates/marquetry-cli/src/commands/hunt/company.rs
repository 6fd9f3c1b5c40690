//! A hunt among others, or alone.

use crate::{args, interrupt};
use anyhow::Result;
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Outcome, Score};
use std::path::Path;
use std::sync::atomic::AtomicBool;
#[cfg(feature = "cluster")]
use {
    crate::archive::{Kept, now},
    crate::cluster::{Hunter, Uploads},
    crate::output,
    marquetry::edge::BoardLine,
    marquetry::search::{Conclusion, Signature},
    std::hash::{Hash, Hasher},
    std::sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// The others, if there are any.
#[derive(Debug, Default)]
pub(super) struct Company {
    #[cfg(feature = "cluster")]
    hunter: Option<Hunter>,
    /// Whether the algorithm can go on from a given board.
    #[cfg(feature = "cluster")]
    resumes: bool,
    /// Runs of this session so far: each has a seed of its own.
    #[cfg(feature = "cluster")]
    runs: AtomicU64,
    #[cfg(feature = "cluster")]
    turned: AtomicBool,
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_self, reason = "alone there is nobody to tell")]
impl Company {
    pub(super) fn join(_: &args::Hunt, _: &Puzzle, _: &Path, _: bool) -> Result<Self> {
        Ok(Self {})
    }

    pub(super) fn has(&self, _: Score) {}

    pub(super) fn seed(&self, own: u64) -> u64 {
        own
    }

    pub(super) fn stop(&self) -> &AtomicBool {
        interrupt::stop()
    }

    pub(super) fn share(&self, _: &Board, _: u64, _: u64, _: &Puzzle) {}

    pub(super) fn heard(&self) -> Option<Board> {
        None
    }

    pub(super) fn goes_on(&self, _: &Outcome<Board>) -> bool {
        false
    }

    pub(super) fn leave(self, _: bool) {}
}

#[cfg(feature = "cluster")]
impl Company {
    /// Joins the others where an engine is named.
    pub(super) fn join(
        args: &args::Hunt,
        puzzle: &Puzzle,
        folder: &Path,
        resumes: bool,
    ) -> Result<Self> {
        let engine = args.engine.engine()?;
        let hunter = engine.map(|engine| Hunter::join(&engine, puzzle, folder)).transpose()?;
        if let Some(hunter) = &hunter
            && !args.quiet
            && !args.json
        {
            output::say(&match hunter.number() >> 63 {
                0 => format!("session {} of this hunt", hunter.number()),
                _ => {
                    "note: the engine does not answer; boards are uploaded when it does".to_owned()
                }
            });
        }
        Ok(Self { hunter, resumes, ..Self::default() })
    }

    /// Says how good our best board is.
    pub(super) fn has(&self, best: Score) {
        self.hunter.iter().for_each(|hunter| hunter.has(best));
    }

    /// The seed of a run: no two hunters have the same.
    pub(super) fn seed(&self, own: u64) -> u64 {
        let Some(hunter) = &self.hunter else { return own };
        let mut signature = Signature::default();
        (own, hunter.number(), self.runs.fetch_add(1, Relaxed)).hash(&mut signature);
        signature.finish()
    }

    /// What ends a run.
    pub(super) fn stop(&self) -> &AtomicBool {
        self.hunter.as_ref().map_or_else(|| interrupt::stop(), Hunter::stop)
    }

    /// Uploads a board that was archived.
    pub(super) fn share(&self, board: &Board, session: u64, work: u64, puzzle: &Puzzle) {
        let Some(hunter) = &self.hunter else { return };
        let Ok(score) = puzzle.verdict(board).accepted() else { return };
        hunter.share(Kept { score, at: now(), session, work, cells: BoardLine::of(board) });
    }

    /// A better board from elsewhere. An algorithm that can goes on from it.
    pub(super) fn heard(&self) -> Option<Board> {
        let hunter = self.hunter.as_ref()?;
        let board = hunter.heard()?;
        if self.resumes {
            self.turned.store(true, Relaxed);
            hunter.turn();
        }
        Some(board)
    }

    /// Whether the session goes on from a board that was heard of.
    pub(super) fn goes_on(&self, outcome: &Outcome<Board>) -> bool {
        let Some(hunter) = &self.hunter else { return false };
        let turned = self.turned.swap(false, Relaxed);
        let stopped = interrupt::stop().load(Relaxed);
        if turned
            && !stopped
            && outcome.conclusion == Conclusion::Stopped
            && outcome.refused.is_none()
        {
            hunter.go_on();
            return true;
        }
        false
    }

    /// Waits a little for uploads, and says what is not uploaded.
    pub(super) fn leave(self, quiet: bool) {
        let Some(Uploads { there, all, refused }) = self.hunter.map(Hunter::finish) else { return };
        if let Some(refused) = refused {
            output::say(&format!("warning: {refused}; your archive has every board"));
        } else if !all {
            output::say("note: some boards are not uploaded yet; the next session does it");
        } else if !quiet {
            output::say(&format!("{there} boards are on the engine"));
        }
    }
}
