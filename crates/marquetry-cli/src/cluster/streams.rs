//! The streams of an engine and the names of what is in them.

use super::Link;
use anyhow::Result;
use async_nats::Message;
use async_nats::jetstream;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
use std::time::Duration;

/// Jobs that wait for a worker or are leased to one.
pub(super) const JOBS: &str = "MQ_JOBS";
/// Runs that wait for their keeper.
pub(super) const RUNS: &str = "MQ_RUNS";
/// The puzzles of all jobs.
pub(super) const PUZZLES: &str = "MQ_PUZZLES";
/// The boards of hunts.
pub(super) const BOARDS: &str = "MQ_BOARDS";
/// The sessions of hunts and their best boards.
pub(super) const HUNT: &str = "MQ_HUNT";
/// Where workers tell how they are.
pub(super) const SIGNS: &str = "mq.sign.*";

/// The most bytes of boards; more would be somebody's mischief.
const MOST_BOARDS: i64 = 1 << 30;
/// More than an engine delivers at a time, so that no worker waits for another's acknowledgement.
const MANY: i64 = 100_000;
/// The most runs in a keeper's hands: what it holds in memory until they are in its store.
const IN_HAND: i64 = 2_000;
/// How long what nobody asks for any more is remembered.
const FORGET: Duration = Duration::from_secs(7 * 24 * 3600);

/// This program's version, as part of a subject: only workers of it get its jobs.
pub(super) fn version() -> String {
    env!("CARGO_PKG_VERSION").replace('.', "_")
}

/// Where a job waits.
pub(super) fn job_subject(campaign: &str, job: &str) -> String {
    format!("mq.job.{}.{campaign}.{job}", version())
}

/// Where a run waits.
pub(super) fn run_subject(campaign: &str, job: &str) -> String {
    format!("mq.run.{campaign}.{job}")
}

/// Where the text of a puzzle is.
pub(super) fn puzzle_subject(id: &str) -> String {
    format!("mq.puzzle.{id}")
}

/// Where a board is, by what tells it from all others of its puzzle.
pub(super) fn board_subject(puzzle: &str, key: u64) -> String {
    format!("mq.board.{puzzle}.{key:016x}")
}

/// Where hunters get the numbers of their sessions.
pub(super) fn session_subject(puzzle: &str) -> String {
    format!("mq.session.{puzzle}")
}

/// Where the best board of a hunt is told.
pub(super) fn best_subject(puzzle: &str) -> String {
    format!("mq.best.{puzzle}")
}

/// Whose campaign a job or run is of, and the job's name: the last two words of its subject.
pub(super) fn read_subject(subject: &str) -> Option<(&str, &str)> {
    let (rest, job) = subject.rsplit_once('.')?;
    Some((rest.rsplit_once('.')?.1, job))
}

/// What workers of this version ask for jobs.
pub(super) fn workers() -> String {
    format!("workers-{}", version())
}

/// Who keeps the runs of a campaign.
pub(super) fn keeper(campaign: &str) -> String {
    format!("keeper-{campaign}")
}

/// Makes the streams that are not there.
///
/// # Errors
/// If the engine refuses.
pub(super) async fn ensure(link: &Link) -> Result<()> {
    let base = |name: &str, subjects: &[&str]| Config {
        name: name.to_owned(),
        subjects: subjects.iter().map(|&subject| subject.to_owned()).collect(),
        num_replicas: 1,
        ..Config::default()
    };
    // One message a subject and no more: what is there is never replaced.
    let once = |config: Config| Config {
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        ..config
    };
    let queue = |config: Config| Config { retention: RetentionPolicy::WorkQueue, ..config };
    let last =
        |config: Config| Config { max_messages_per_subject: 1, allow_direct: true, ..config };
    for config in [
        queue(once(base(JOBS, &["mq.job.>"]))),
        // No queue: each removal would be a write of its own. A keeper takes off many at once.
        once(base(RUNS, &["mq.run.>"])),
        last(base(PUZZLES, &["mq.puzzle.*"])),
        Config { max_bytes: MOST_BOARDS, ..once(base(BOARDS, &["mq.board.*.*"])) },
        last(base(HUNT, &["mq.session.*", "mq.best.*"])),
    ] {
        link.ask(link.streams.get_or_create_stream(config)).await?;
    }
    Ok(())
}

/// Makes, or changes, what workers ask for jobs.
///
/// # Errors
/// If the engine refuses.
pub(super) async fn ensure_workers(link: &Link, lease: Duration) -> Result<()> {
    let config = pull::Config {
        durable_name: Some(workers()),
        filter_subject: format!("mq.job.{}.>", version()),
        ack_wait: lease,
        // Without a limit: a job that has used up its deliveries would never come back.
        max_deliver: -1,
        max_ack_pending: MANY,
        max_waiting: MANY,
        inactive_threshold: FORGET,
        ..explicit()
    };
    link.ask(link.streams.create_consumer_on_stream(config, JOBS)).await?;
    Ok(())
}

/// Makes what a keeper asks for runs; what was delivered to the keeper before comes again at once.
///
/// # Errors
/// If the engine refuses.
pub(super) async fn ensure_keeper(link: &Link, campaign: &str) -> Result<()> {
    let name = keeper(campaign);
    // There is one keeper at a time, it has the lock of the store: the one before is dead.
    _ = link.streams.delete_consumer_from_stream(&name, RUNS).await;
    let config = pull::Config {
        durable_name: Some(name),
        filter_subject: run_subject(campaign, "*"),
        ack_wait: Duration::from_secs(60),
        max_ack_pending: IN_HAND,
        inactive_threshold: FORGET,
        ..explicit()
    };
    link.ask(link.streams.create_consumer_on_stream(config, RUNS)).await?;
    Ok(())
}

fn explicit() -> pull::Config {
    pull::Config {
        ack_policy: AckPolicy::Explicit,
        deliver_policy: DeliverPolicy::All,
        ..pull::Config::default()
    }
}

/// Takes the jobs and runs of a campaign that is done off the engine.
///
/// # Errors
/// If the engine refuses or does not answer.
pub(super) async fn clear(link: &Link, campaign: &str) -> Result<()> {
    for (stream, filter) in [(JOBS, job_subject(campaign, "*")), (RUNS, run_subject(campaign, "*"))]
    {
        let stream = link.ask(link.streams.get_stream_no_info(stream)).await?;
        link.ask(stream.purge().filter(filter).into_future()).await?;
    }
    _ = link.streams.delete_consumer_from_stream(keeper(campaign), RUNS).await;
    Ok(())
}

/// Takes the runs of a campaign up to this number off the engine.
///
/// # Errors
/// If the engine refuses or does not answer.
pub(super) async fn clear_runs(link: &Link, campaign: &str, last: u64) -> Result<()> {
    let stream = link.ask(link.streams.get_stream_no_info(RUNS)).await?;
    let purge = stream.purge().filter(run_subject(campaign, "*")).sequence(last + 1);
    link.ask(purge.into_future()).await?;
    Ok(())
}

/// The number of a delivered message in its stream.
pub(super) fn number(link: &Link, message: &Message) -> Option<u64> {
    delivery(link, message).map(|(number, _)| number)
}

/// The number of a delivered message in its stream, and how often it was delivered.
pub(super) fn delivery(link: &Link, message: &Message) -> Option<(u64, i64)> {
    let context = link.streams.clone();
    let message = jetstream::Message { message: message.clone(), context };
    message.info().ok().map(|info| (info.stream_sequence, info.delivered))
}

/// How many jobs of a campaign are on the engine, and how many runs.
///
/// # Errors
/// If the engine refuses or does not answer.
pub(super) async fn count(link: &Link, campaign: &str) -> Result<(usize, usize)> {
    let (jobs, runs) = (job_subject(campaign, "*"), run_subject(campaign, "*"));
    Ok((count_of(link, JOBS, &jobs).await?, count_of(link, RUNS, &runs).await?))
}

async fn count_of(link: &Link, stream: &str, filter: &str) -> Result<usize> {
    use futures_util::TryStreamExt;
    let stream = link.ask(link.streams.get_stream_no_info(stream)).await?;
    let info = link.ask(stream.info_with_subjects(filter)).await?;
    link.ask(info.try_fold(0, |sum, _| async move { Ok(sum + 1) })).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        assert_eq!(read_subject(&job_subject("c0", "j1")), Some(("c0", "j1")));
        assert_eq!(read_subject(&run_subject("c0", "j1")), Some(("c0", "j1")));
        assert_eq!(read_subject("mq"), None);
        assert_eq!(board_subject("p", 255), "mq.board.p.00000000000000ff");
    }
}
