//! `hunt --collect`: gathers the boards of all hunters into one archive, and tells them the best.

use super::hunter::BestTold;
use super::keeper::runtime;
use super::link::{Link, Role};
use super::{Engine, streams};
use crate::archive::{Archive, Kept};
use crate::interrupt;
use anyhow::Result;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::{Message, StatusCode, jetstream};
use futures_util::StreamExt;
use marquetry::edge::{BoardLine, Puzzle};
use marquetry::search::Score;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The most boards asked for at once.
const BATCH: usize = 500;
/// How long the engine waits with an answer that it has nothing more.
const ASK: Duration = Duration::from_millis(500);

/// What was gathered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Boards that were read.
    pub read: u64,
    /// Those of them that were new to the archive.
    pub new: u64,
    /// What was no board of the puzzle, or not as good as it said.
    pub bad: u64,
}

/// Gathers until Ctrl-C, or until the time is over and all that came by then is there.
///
/// # Errors
/// If the engine refuses us, or the archive cannot be written.
pub fn collect(
    engine: &Engine,
    puzzle: &Puzzle,
    archive: &mut Archive<'_>,
    time: Option<Duration>,
    tell: &mut dyn FnMut(&Archive<'_>, Collected),
) -> Result<Collected> {
    let runtime = runtime()?;
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let collected = runtime.block_on(async {
        let link = Link::open(engine, Role::Keeper).await?;
        link.persist(async || streams::ensure(&link).await).await?;
        let mut gathering = Gathering { link, id: puzzle.fingerprint(), next: 1, told: 0 };
        gathering.all(puzzle, archive, deadline, tell).await
    });
    runtime.shutdown_timeout(Duration::from_millis(100));
    collected
}

struct Gathering {
    link: Link,
    id: String,
    /// The number of the first board that was not read yet.
    next: u64,
    /// The best score hunters were told.
    told: Score,
}

impl Gathering {
    async fn all(
        &mut self,
        puzzle: &Puzzle,
        archive: &mut Archive<'_>,
        deadline: Option<Instant>,
        tell: &mut dyn FnMut(&Archive<'_>, Collected),
    ) -> Result<Collected> {
        let mut collected = Collected::default();
        loop {
            let consumer = self.link.persist(async || self.consumer().await).await?;
            loop {
                let over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                let (boards, lost) = self.ask(&consumer).await?;
                collected.read += boards.len() as u64;
                for board in &boards {
                    match self.judge(puzzle, board) {
                        Some((kept, board)) => {
                            collected.new += u64::from(archive.add(&board, kept.work)?);
                        }
                        None => collected.bad += 1,
                    }
                }
                if !boards.is_empty() {
                    archive.sync()?;
                    archive.save()?;
                }
                self.tell_best(archive).await?;
                tell(archive, collected);
                if interrupt::stop().load(Ordering::Relaxed) || over && boards.is_empty() && !lost {
                    return Ok(collected);
                }
                if lost {
                    break;
                }
            }
        }
    }

    /// Something that hands out boards from the first that was not read.
    async fn consumer(&self) -> Result<String> {
        let config = pull::Config {
            filter_subject: format!("mq.board.{}.*", self.id),
            ack_policy: AckPolicy::None,
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: self.next },
            inactive_threshold: Duration::from_secs(60),
            ..pull::Config::default()
        };
        let made = self.link.streams.create_consumer_on_stream(config, streams::BOARDS);
        let made = self.link.ask(made).await?;
        Ok(made.cached_info().name.clone())
    }

    /// The next boards, and whether the engine has forgotten us.
    async fn ask(&mut self, consumer: &str) -> Result<(Vec<Message>, bool)> {
        self.link.check()?;
        let client = &self.link.client;
        let inbox = client.new_inbox();
        let mut delivered = self.link.ask(client.subscribe(inbox.clone())).await?;
        let ask = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{consumer}", streams::BOARDS);
        let request = format!("{{\"batch\":{BATCH},\"expires\":{}}}", ASK.as_nanos());
        self.link.ask(client.publish_with_reply(ask, inbox, request.into())).await?;
        let mut boards = Vec::new();
        let lost = loop {
            match tokio::time::timeout(4 * ASK, delivered.next()).await {
                Ok(Some(message)) => match message.status {
                    None => boards.push(message),
                    Some(StatusCode::TIMEOUT | StatusCode::NOT_FOUND) => break false,
                    Some(_) => break true,
                },
                Ok(None) | Err(_) => break true,
            }
            if boards.len() == BATCH {
                break false;
            }
        };
        for board in &boards {
            let context = self.link.streams.clone();
            let message = jetstream::Message { message: board.clone(), context };
            if let Ok(info) = message.info() {
                self.next = self.next.max(info.stream_sequence + 1);
            }
        }
        if lost {
            tokio::time::sleep(ASK).await;
        }
        Ok((boards, lost))
    }

    /// The board of a message, if it is one of the puzzle and as good as it says.
    fn judge(&self, puzzle: &Puzzle, message: &Message) -> Option<(Kept, marquetry::edge::Board)> {
        let kept: Kept = serde_json::from_slice(&message.payload).ok()?;
        let board = kept.board(puzzle)?;
        Some((kept, board))
    }

    /// Tells hunters of a better board.
    async fn tell_best(&mut self, archive: &Archive<'_>) -> Result<()> {
        let Some(best) = archive.index().best().filter(|best| best.score > self.told) else {
            return Ok(());
        };
        let threshold = archive.head.threshold;
        let told = BestTold { score: best.score, threshold, cells: BoardLine::of(&best.board) };
        self.link.put(&streams::best_subject(&self.id), serde_json::to_vec(&told)?).await?;
        self.told = best.score;
        Ok(())
    }
}
