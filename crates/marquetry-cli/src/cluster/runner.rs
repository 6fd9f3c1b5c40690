//! One core of a worker: takes a job, makes its run, sends the run off, and takes the next.

use super::link::Posted;
use super::message::Job;
use super::worker::Shop;
use super::{LEASE, streams};
use crate::campaign::{Account, Record, Subject, play};
use anyhow::{Context, Result};
use async_nats::{Message, StatusCode};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How long the engine waits with an answer that it has no job.
const ASK: Duration = Duration::from_secs(30);
/// After so many deliveries a job is given up: it has killed everyone who took it.
const MOST_DELIVERIES: i64 = 5;
/// Signs of life in a lease.
const SIGNS: u32 = 4;

/// Works until it is time to leave.
pub(super) async fn run(shop: Arc<Shop>) -> Result<()> {
    let link = &shop.link;
    let inbox = link.client.new_inbox();
    let mut delivered = link.ask(link.client.subscribe(inbox.clone())).await?;
    let ask = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", streams::JOBS, streams::workers());
    let request = format!("{{\"batch\":1,\"expires\":{}}}", ASK.as_nanos());
    while !shop.leaves() {
        // What was made must be sent off before more is taken on: the engine may be slow or away.
        let room = Arc::clone(&shop.unsent).acquire_owned().await.context("closed")?;
        let renewed = link.renewed();
        // After a lost connection one may have come that was asked for before.
        if let Ok(Some(message)) = tokio::time::timeout(Duration::ZERO, delivered.next()).await {
            heed(&shop, message, room).await?;
            continue;
        }
        let asked =
            link.client.publish_with_reply(ask.clone(), inbox.clone(), request.clone().into());
        link.ask(asked).await?;
        let message = tokio::select! {
            message = delivered.next() => message,
            () = renewed => continue,
            () = sleep(2 * ASK) => continue,
            () = shop.leaving() => break,
        };
        let Some(message) = message else { break };
        heed(&shop, message, room).await?;
    }
    // What was delivered in the meantime is given back at once.
    _ = delivered.unsubscribe().await;
    _ = link.client.flush().await;
    while let Ok(Some(message)) = tokio::time::timeout(Duration::ZERO, delivered.next()).await {
        link.answer(&message, "-NAK").await;
    }
    Ok(())
}

/// Does what the engine says: there is a job, there is none, or nobody hands out any.
async fn heed(shop: &Arc<Shop>, message: Message, room: OwnedSemaphorePermit) -> Result<()> {
    match message.status {
        None => {
            shop.busy();
            take(shop, message, room).await;
        }
        Some(StatusCode::NO_RESPONDERS) => shop.look_around().await?,
        Some(_) => {}
    }
    Ok(())
}

/// Makes the run of a job and sends it off in the background.
async fn take(shop: &Arc<Shop>, message: Message, room: OwnedSemaphorePermit) {
    let job = streams::read_subject(&message.subject).context("expected a job");
    let job = job.and_then(|(_, name)| Job::read(&message.payload, name));
    let every = sign_every(job.as_ref().map_or(LEASE, Job::lease));
    let made = match job {
        Ok(job) => {
            let mut signs = interval(every);
            signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
            signs.tick().await;
            let mut made = std::pin::pin!(make(shop, &message, job));
            loop {
                tokio::select! {
                    made = &mut made => break made,
                    _ = signs.tick() => shop.link.answer(&message, "+WPI").await,
                }
            }
        }
        Err(error) => Err(error),
    };
    match made {
        Ok(Some(record)) => {
            shop.note(&record);
            tokio::spawn(send(Arc::clone(shop), message, record, every, room));
        }
        // It was stopped: whoever is there next gets it.
        Ok(None) => shop.link.answer(&message, "-NAK").await,
        Err(error) => {
            shop.say(&format!("warning: a job could not be run: {error:#}"));
            // Not at once: it would come back to us.
            shop.link.answer(&message, "-NAK {\"delay\": 5000000000}").await;
        }
    }
}

/// The run of a job; `None` if it was stopped.
async fn make(shop: &Arc<Shop>, message: &Message, job: Job) -> Result<Option<Record>> {
    let subject = shop.puzzle(&job.spec.puzzle).await?;
    let delivered = streams::delivery(&shop.link, message).map_or(1, |(_, times)| times);
    if delivered > MOST_DELIVERIES {
        return Ok(Some(given_up(&job, &subject)));
    }
    let cell = job.cell(subject);
    let seat = shop.sit(format!("{} on {} seed {}", cell.algorithm, cell.puzzle, cell.spec.seed));
    let played = tokio::task::spawn_blocking(move || play(&cell, cell.spec.seed)).await;
    drop(seat);
    played.context("the run's thread is gone")?
}

fn given_up(job: &Job, subject: &Subject) -> Record {
    let account = Account::open(subject, job.spec.clone());
    account.fail(format!("given up: {MOST_DELIVERIES} workers took it and none ended it"))
}

/// Sends a run off; only when it is on the engine's disk is the job acknowledged.
async fn send(
    shop: Arc<Shop>,
    message: Message,
    record: Record,
    every: Duration,
    room: OwnedSemaphorePermit,
) {
    let mut signs = interval(every);
    signs.tick().await;
    let mut sent = std::pin::pin!(deliver(&shop, &message, record));
    loop {
        tokio::select! {
            sent = &mut sent => {
                if let Ok(()) = sent {
                    shop.link.answer(&message, "+ACK").await;
                }
                break;
            }
            _ = signs.tick() => shop.link.answer(&message, "+WPI").await,
        }
    }
    drop(room);
}

async fn deliver(shop: &Shop, message: &Message, record: Record) -> Result<()> {
    let (campaign, job) = streams::read_subject(&message.subject).context("expected a job")?;
    let subject = streams::run_subject(campaign, job);
    let bytes = serde_json::to_vec(&record)?;
    if shop.link.post(&subject, bytes).await? == Posted::TooLong {
        let error = "its record is longer than the engine takes".to_owned();
        let (trace, counts) = (Vec::new(), Default::default());
        let failed = Record {
            conclusion: crate::campaign::Ending::Failed,
            error: Some(error),
            board: None,
            trace,
            counts,
            curves: Vec::new(),
            score: 0,
            signature: String::new(),
            ..record
        };
        shop.link.post(&subject, serde_json::to_vec(&failed)?).await?;
    }
    Ok(())
}

/// How often a sign of life is due for a job of such a lease.
fn sign_every(lease: Duration) -> Duration {
    (lease / SIGNS).max(Duration::from_millis(100))
}
