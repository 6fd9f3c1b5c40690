//! A hunter among others: uploads the boards of its own archive, and hears of better ones.
//!
//! The archive comes first: a board is here only after it is there. Without the engine the hunt goes on,
//! and what was found meanwhile is uploaded when the engine is back.

use super::Engine;
use super::keeper::runtime;
use super::link::{Link, NoLink, Posted, Role};
use super::streams::{self, HUNT};
use crate::archive::{Kept, Snapshot, key};
use crate::interrupt;
use anyhow::{Context, Result};
use futures_util::{StreamExt, stream};
use marquetry::edge::{Board, BoardLine, Puzzle};
use marquetry::search::Score;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// Boards on their way; with more the archive is read again.
const ON_THE_WAY: usize = 1000;
/// Uploads that wait for an acknowledgement at a time.
const IN_FLIGHT: usize = 64;
/// How often a better board is asked for.
const ASK: Duration = Duration::from_secs(2);
/// How quickly Ctrl-C is heard.
const BLINK: Duration = Duration::from_millis(50);
/// How long to wait between two tries to reach the engine.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a hunt waits for the engine before it begins without.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long uploads may take in the end.
const LEAVE: Duration = Duration::from_secs(5);

/// The best board of a hunt, and from which score on others are wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct BestTold {
    pub(super) score: Score,
    pub(super) threshold: Score,
    pub(super) cells: BoardLine,
}

/// A hunter among others.
#[derive(Debug)]
pub struct Hunter {
    runtime: Option<Runtime>,
    shared: Arc<Shared>,
    send: mpsc::Sender<Kept>,
    /// What no other session of anyone has.
    number: u64,
}

/// How uploading went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploads {
    /// Boards that are on the engine, whoever uploaded them.
    pub there: u64,
    /// Whether every board of the archive that is wanted is there.
    pub all: bool,
    /// Why the engine refused us, if it did.
    pub refused: Option<String>,
}

#[derive(Debug)]
struct Shared {
    puzzle: Puzzle,
    id: String,
    folder: PathBuf,
    /// Raised to end the run under way: by Ctrl-C, or because a better board was heard of.
    stop: AtomicBool,
    /// The best score of ours, and from which score on boards are wanted.
    best: AtomicU32,
    threshold: AtomicU32,
    heard: Mutex<Option<Board>>,
    /// Whether the archive has boards that are not on their way.
    behind: AtomicBool,
    sent: Mutex<HashSet<u64>>,
    waiting: AtomicU64,
    there: AtomicU64,
    refused: Mutex<Option<String>>,
}

impl Hunter {
    /// Joins the hunt for a puzzle; an engine that does not answer is joined later.
    ///
    /// # Errors
    /// If the engine refuses us.
    pub fn join(engine: &Engine, puzzle: &Puzzle, folder: &Path) -> Result<Self> {
        let runtime = runtime()?;
        let shared = Arc::new(Shared {
            puzzle: puzzle.clone(),
            id: puzzle.fingerprint(),
            folder: folder.to_owned(),
            stop: AtomicBool::new(false),
            best: AtomicU32::new(0),
            threshold: AtomicU32::new(0),
            heard: Mutex::default(),
            behind: AtomicBool::new(true),
            sent: Mutex::default(),
            waiting: AtomicU64::new(0),
            there: AtomicU64::new(0),
            refused: Mutex::default(),
        });
        let (link, number) = runtime.block_on(enter(engine, &shared.id))?;
        let (send, receive) = mpsc::channel(ON_THE_WAY);
        runtime.spawn(hunt_on(engine.clone(), link, Arc::clone(&shared), receive));
        let watched = Arc::clone(&shared);
        runtime.spawn(async move {
            while !interrupt::stop().load(Ordering::Relaxed) {
                sleep(BLINK).await;
            }
            watched.stop.store(true, Ordering::Relaxed);
        });
        Ok(Self { runtime: Some(runtime), shared, send, number })
    }

    /// A number no other session of anyone has: the seed comes from it, too.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Raised to end the run under way: by Ctrl-C, or by a better board from elsewhere.
    #[must_use]
    pub fn stop(&self) -> &AtomicBool {
        &self.shared.stop
    }

    /// Says how good our best board is; only better ones are told.
    pub fn has(&self, best: Score) {
        self.shared.best.fetch_max(best, Ordering::Relaxed);
    }

    /// Uploads a board that is in the archive.
    pub fn share(&self, kept: Kept) {
        self.has(kept.score);
        self.shared.waiting.fetch_add(1, Ordering::AcqRel);
        if self.send.try_send(kept).is_err() {
            self.shared.waiting.fetch_sub(1, Ordering::AcqRel);
            self.shared.behind.store(true, Ordering::Release);
        }
    }

    /// A better board than ours, if one was heard of since.
    #[must_use]
    pub fn heard(&self) -> Option<Board> {
        self.shared.heard.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends the run under way, so that it can go on from another board.
    pub fn turn(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Lets the next run go on; not after Ctrl-C.
    pub fn go_on(&self) {
        self.shared.stop.store(interrupt::stop().load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Waits a little for uploads under way, and leaves.
    #[must_use]
    pub fn finish(mut self) -> Uploads {
        let deadline = Instant::now() + LEAVE;
        let is_behind = || {
            self.shared.behind.load(Ordering::Acquire)
                || self.shared.waiting.load(Ordering::Acquire) > 0
        };
        while is_behind() && self.refusal().is_none() && Instant::now() < deadline {
            std::thread::sleep(BLINK);
        }
        let (there, all) = (self.shared.there.load(Ordering::Relaxed), !is_behind());
        let refused = self.refusal();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_millis(100));
        }
        Uploads { there, all, refused }
    }

    fn refusal(&self) -> Option<String> {
        self.shared.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The connection, if the engine answers, and the number of the session: the engine's, or one drawn
/// from those it never gives.
async fn enter(engine: &Engine, puzzle: &str) -> Result<(Option<Link>, u64)> {
    let deadline = Instant::now() + PATIENCE;
    let link = loop {
        match Link::try_open(engine, Role::Hunter).await {
            Ok(link) => break Some(link),
            Err(NoLink::Refused(error)) => return Err(error),
            Err(NoLink::Silent(_)) if Instant::now() > deadline => break None,
            Err(NoLink::Silent(_)) => sleep(BLINK).await,
        }
    };
    if let Some(link) = &link
        && let Ok(posted) =
            timeout(PATIENCE, link.put(&streams::session_subject(puzzle), Vec::new())).await
        && let Posted::New(number) = posted?
    {
        return Ok((Some(link.clone()), number));
    }
    link.iter().try_for_each(Link::check)?;
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).context("cannot draw a number")?;
    Ok((link, u64::from_le_bytes(bytes) | 1 << 63))
}

/// Stays with the engine: finds it, uploads and listens until it refuses us.
async fn hunt_on(
    engine: Engine,
    mut link: Option<Link>,
    shared: Arc<Shared>,
    receive: mpsc::Receiver<Kept>,
) {
    while link.is_none() {
        sleep(AGAIN).await;
        match Link::try_open(&engine, Role::Hunter).await {
            Ok(found) => link = Some(found),
            Err(NoLink::Silent(_)) => {}
            Err(NoLink::Refused(error)) => return shared.refuse(&error),
        }
    }
    let Some(link) = link else { return };
    let ended = tokio::select! {
        ended = upload(&link, &shared, receive) => ended,
        ended = listen(&link, &shared) => ended,
    };
    if let Err(error) = ended {
        shared.refuse(&error);
    }
}

impl Shared {
    fn refuse(&self, error: &anyhow::Error) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.get_or_insert_with(|| format!("{error:#}"));
    }

    /// Boards with what tells each from all others, without those that are there or not wanted.
    fn to_send(&self, boards: impl IntoIterator<Item = Kept>) -> Vec<(u64, Kept)> {
        let threshold = self.threshold.load(Ordering::Relaxed);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = boards.into_iter().filter(|kept| kept.score >= threshold);
        let keyed =
            wanted.filter_map(|kept| Some((key(&self.puzzle, &kept.board(&self.puzzle)?), kept)));
        let keyed: HashMap<u64, Kept> = keyed.filter(|(key, _)| !sent.contains(key)).collect();
        keyed.into_iter().collect()
    }

    /// Every board of the archive.
    fn archived(&self) -> Vec<Kept> {
        match Snapshot::at(&self.folder, &self.puzzle) {
            Ok(snapshot) => snapshot.boards().filter_map(Result::ok).collect(),
            Err(_) => Vec::new(),
        }
    }
}

/// Uploads what comes, and the whole archive when something may have been missed.
async fn upload(link: &Link, shared: &Shared, mut receive: mpsc::Receiver<Kept>) -> Result<()> {
    let mut batch = Vec::new();
    loop {
        // What is taken up counts as waiting until all of it is there.
        let (boards, taken) = match shared.behind.load(Ordering::Acquire) {
            true => {
                shared.waiting.fetch_add(1, Ordering::AcqRel);
                shared.behind.store(false, Ordering::Release);
                (shared.to_send(shared.archived()), 1)
            }
            false => match timeout(ASK, receive.recv_many(&mut batch, ON_THE_WAY)).await {
                Ok(0) => return Ok(()),
                Ok(came) => (shared.to_send(batch.drain(..)), came as u64),
                Err(_) => continue,
            },
        };
        let uploads = stream::iter(boards).map(|(key, kept)| async move {
            let bytes = serde_json::to_vec(&kept)?;
            link.post(&streams::board_subject(&shared.id, key), bytes).await?;
            shared.sent.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
            shared.there.fetch_add(1, Ordering::Relaxed);
            anyhow::Ok(())
        });
        let mut uploads = std::pin::pin!(uploads.buffer_unordered(IN_FLIGHT));
        while let Some(uploaded) = uploads.next().await {
            uploaded?;
        }
        shared.waiting.fetch_sub(taken, Ordering::AcqRel);
    }
}

/// Asks for better boards. What is said to be one is judged.
async fn listen(link: &Link, shared: &Shared) -> Result<()> {
    let ask = format!("$JS.API.DIRECT.GET.{HUNT}.{}", streams::best_subject(&shared.id));
    loop {
        link.check()?;
        if let Ok(found) = link.client.request(ask.clone(), "".into()).await
            && let Ok(told) = serde_json::from_slice::<BestTold>(&found.payload)
        {
            shared.threshold.store(told.threshold, Ordering::Relaxed);
            let board = told.cells.board_of(&shared.puzzle);
            let judged = board.filter(|board| {
                shared.puzzle.verdict(board).accepted().is_ok_and(|score| score == told.score)
            });
            if let Some(board) = judged
                && told.score > shared.best.fetch_max(told.score, Ordering::AcqRel)
            {
                *shared.heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(board);
            }
        }
        sleep(ASK).await;
    }
}
