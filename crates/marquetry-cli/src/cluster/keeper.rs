//! The keeper of a campaign: posts the jobs its store lacks, and keeps the runs that come in.

use super::aside::Aside;
use super::incoming::{BATCH, Came, drain};
use super::link::{Link, Role};
use super::posting::{Name, Posting, name};
use super::roster::Roster;
use super::{Engine, streams};
use crate::campaign::{Added, Cell, Record, Said, Store};
use crate::interrupt;
use crate::output::{self, with_suffix};
use anyhow::{Context, Result, bail};
use async_nats::Message;
use futures_util::StreamExt;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// How many jobs are on the engine at a time unless someone says otherwise.
pub const AHEAD: usize = 20_000;
/// How long a worker may be silent before its job is given to another, unless someone says otherwise.
pub const LEASE: Duration = Duration::from_secs(120);
/// How often the overview is drawn anew while nothing comes.
const TICK: Duration = Duration::from_millis(500);
/// How long the first of many runs waits for others: one commit is for all of them.
const GATHER: Duration = Duration::from_millis(20);
/// How long leave may take at the end.
const LEAVE: Duration = Duration::from_secs(5);

/// The keeper of a store.
#[derive(Debug)]
pub struct Keeper {
    engine: Engine,
    campaign: String,
    aside: Aside,
    lease: Duration,
    ahead: usize,
}

/// What became of the jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Whether every job has its run.
    pub finished: bool,
    /// How many results were set aside, and where.
    pub aside: usize,
    /// The file they are in.
    pub aside_path: std::path::PathBuf,
}

impl Keeper {
    /// The keeper of a store, which must be open for writing.
    ///
    /// # Errors
    /// If the name under which the engine knows the store cannot be read or written.
    pub fn new(engine: Engine, store: &Path, lease: Duration, ahead: usize) -> Result<Self> {
        if lease < Duration::from_secs(1) {
            bail!("expected a lease of at least a second");
        }
        let (campaign, aside) = (campaign_of(store)?, Aside::beside(store));
        Ok(Self { engine, campaign, aside, lease, ahead })
    }

    /// Has the jobs made by whoever works for the engine; each run is in the store before it is
    /// acknowledged.
    ///
    /// # Errors
    /// If the engine refuses us, or the store cannot be written. What was added stays, what was not
    /// waits on the engine.
    pub fn work(
        mut self,
        jobs: &[(&Cell, u64)],
        store: &mut Store,
        tell: &mut dyn FnMut(Said<'_>),
    ) -> Result<Kept> {
        if jobs.is_empty() {
            return Ok(Kept { finished: true, ..Kept::default() });
        }
        let runtime = runtime()?;
        let posting = Posting::new(self.campaign.clone(), self.lease, jobs, self.ahead);
        let posting = Arc::new(posting);
        posting.puzzles().for_each(|puzzle| store.know(Arc::clone(puzzle)));
        let link = runtime.block_on(self.prepare(&posting))?;
        let (send, receive) = mpsc::channel();
        let roster = Arc::new(Mutex::new(Roster::default()));
        runtime.spawn(drain(link.clone(), self.campaign.clone(), send.clone()));
        runtime.spawn(listen(link.clone(), Arc::clone(&roster)));
        let (kept, heard) = watch::channel(0);
        runtime.spawn(clear_kept(link.clone(), self.campaign.clone(), heard));
        let (early, last) = (Some(HashSet::new()), None);
        let mut desk = Desk { runtime: &runtime, link, posting, roster, send, early, last, kept };
        let finished = desk.keep(&receive, store, &mut self.aside, tell);
        let (link, kept) = (desk.link.clone(), *desk.kept.borrow());
        let leave = async {
            _ = match finished {
                Ok(true) => streams::clear(&link, &self.campaign).await,
                _ if kept > 0 => streams::clear_runs(&link, &self.campaign, kept).await,
                _ => Ok(()),
            };
            link.client.flush().await
        };
        // What cannot be taken off in time comes again, and is known.
        _ = runtime.block_on(async { tokio::time::timeout(LEAVE, leave).await });
        runtime.shutdown_timeout(Duration::from_millis(100));
        let finished = finished?;
        let (aside, aside_path) = (self.aside.count(), self.aside.path().to_owned());
        Ok(Kept { finished, aside, aside_path })
    }

    /// Connects, and makes sure that everything jobs need is on the engine.
    async fn prepare(&self, posting: &Posting) -> Result<Link> {
        let link = Link::open(&self.engine, Role::Keeper).await?;
        link.persist(async || {
            streams::ensure(&link).await?;
            streams::ensure_workers(&link, self.lease).await?;
            posting.put_puzzles(&link).await?;
            streams::ensure_keeper(&link, &self.campaign).await
        })
        .await?;
        Ok(link)
    }
}

/// A runtime beside the searches: one thread that only waits and passes on.
pub(super) fn runtime() -> Result<Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_all().build().context("cannot start the network's thread")
}

/// The name under which the engine knows a store, kept beside it: two stores of one plan do not get
/// each other's runs.
fn campaign_of(store: &Path) -> Result<String> {
    let path = with_suffix(store, ".campaign");
    if path.exists() {
        let text = output::read_at_most(&path.to_string_lossy(), 64)?;
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        if text.len() != 16 || !text.chars().all(|c| c.is_ascii_hexdigit()) {
            bail!("{}: expected the name of a campaign, sixteen digits", path.display());
        }
        return Ok(text);
    }
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).context("cannot draw a name")?;
    let name = format!("{:016x}", u64::from_le_bytes(bytes));
    output::save(&path, format!("{name}\n").as_bytes())?;
    Ok(name)
}

/// Where runs are received, kept and acknowledged.
struct Desk<'r> {
    runtime: &'r Runtime,
    link: Link,
    posting: Arc<Posting>,
    roster: Arc<Mutex<Roster>>,
    send: mpsc::Sender<Came>,
    /// What came before the first job was posted.
    early: Option<HashSet<Name>>,
    /// The number of the last run that came over this connection. They come in order: with it, all before it came.
    last: Option<u64>,
    /// The number of the last run that is in the store.
    kept: watch::Sender<u64>,
}

impl Desk<'_> {
    /// Keeps what comes in until every job is done with; whether that came about.
    fn keep(
        &mut self,
        receive: &mpsc::Receiver<Came>,
        store: &mut Store,
        aside: &mut Aside,
        tell: &mut dyn FnMut(Said<'_>),
    ) -> Result<bool> {
        let mut heard = Instant::now();
        loop {
            match receive.recv_timeout(TICK) {
                Ok(first) => {
                    std::thread::sleep(GATHER);
                    let came = [first].into_iter().chain(receive.try_iter().take(BATCH - 1));
                    let runs = self.sort(came)?;
                    if !runs.is_empty() {
                        self.add(&runs, store, aside, tell)?;
                        heard = Instant::now();
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    let lines = self.roster.lock().unwrap_or_else(PoisonError::into_inner).lines();
                    tell(Said::Workers(&lines));
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => bail!("the network's thread is gone"),
            }
            self.link.check()?;
            if self.posting.is_done() {
                return Ok(aside.count() == 0);
            }
            if interrupt::stop().load(Ordering::Relaxed) {
                return Ok(false);
            }
            if heard.elapsed() > 2 * self.posting.lease() {
                self.look_for_losses();
                heard = Instant::now();
            }
        }
    }

    /// The runs among what came; the first time there is nothing more, jobs begin to be posted.
    fn sort(&mut self, came: impl Iterator<Item = Came>) -> Result<Vec<Message>> {
        let mut runs = Vec::new();
        for came in came {
            match came {
                Came::Run(message) => {
                    self.last = streams::number(&self.link, &message);
                    runs.push(message);
                }
                Came::Anew => self.last = None,
                Came::CaughtUp => {
                    let Some(mut early) = self.early.take() else { continue };
                    early.extend(runs.iter().filter_map(|run| name(job_of(run))));
                    let (link, posting) = (self.link.clone(), Arc::clone(&self.posting));
                    let send = self.send.clone();
                    self.runtime.spawn(async move {
                        if let Err(error) = posting.post_all(&link, &early).await {
                            _ = send.send(Came::Failed(error));
                        }
                    });
                }
                Came::Failed(error) => return Err(error),
            }
        }
        Ok(runs)
    }

    /// Judges and commits runs, then acknowledges them. What cannot be kept is set aside.
    fn add(
        &mut self,
        runs: &[Message],
        store: &mut Store,
        aside: &mut Aside,
        tell: &mut dyn FnMut(Said<'_>),
    ) -> Result<()> {
        let mut records = Vec::with_capacity(runs.len());
        for run in runs {
            match read(run) {
                Ok(record) => records.push(record),
                Err(error) => aside.add(job_of(run), &format!("{error:#}"), &run.payload)?,
            }
        }
        let new = add(records, store, aside)?;
        self.runtime.block_on(async {
            for run in runs {
                self.link.answer(run, "+ACK").await;
            }
        });
        if let Some(last) = self.last {
            self.kept.send_replace(last);
        }
        for run in runs {
            self.posting.settle(job_of(run));
            self.early.iter_mut().for_each(|early| early.extend(name(job_of(run))));
        }
        if !new.is_empty() {
            tell(Said::Added(&new));
        }
        Ok(())
    }

    /// Nothing has come for two leases: what the engine does not have any more is posted again.
    fn look_for_losses(&self) {
        let (link, posting, send) =
            (self.link.clone(), Arc::clone(&self.posting), self.send.clone());
        self.runtime.spawn(async move {
            let look = async {
                streams::ensure(&link).await?;
                streams::ensure_workers(&link, posting.lease()).await?;
                let (jobs, runs) = streams::count(&link, posting.campaign()).await?;
                match jobs + runs < posting.waiting() {
                    true => {
                        posting.put_puzzles(&link).await?;
                        posting.post_again(&link).await
                    }
                    false => Ok(()),
                }
            };
            // An engine that does not answer is waited for; one that refuses us is told by the link.
            if let Err(error) = look.await
                && link.check().is_err()
            {
                _ = send.send(Came::Failed(error));
            }
        });
    }
}

/// The job a result is of, by its subject.
fn job_of(run: &Message) -> &str {
    streams::read_subject(&run.subject).map_or("", |(_, job)| job)
}

/// The record of a result.
fn read(run: &Message) -> Result<Record> {
    let record: Record = serde_json::from_slice(&run.payload).context("expected a run")?;
    if record.job != job_of(run) {
        bail!("the run of job {} came as that of {}", record.job, job_of(run));
    }
    if record.version != env!("CARGO_PKG_VERSION") {
        bail!("made by version {}, not {}", record.version, env!("CARGO_PKG_VERSION"));
    }
    Ok(record)
}

/// Adds runs to the store, all at once if none is bad; those that are new.
fn add(records: Vec<Record>, store: &mut Store, aside: &mut Aside) -> Result<Vec<Record>> {
    match store.add(&records) {
        Ok(added) => return Ok(only_new(records, &added)),
        Err(error) if is_of_disk(&error) => return Err(error),
        Err(_) => {}
    }
    let mut new = Vec::new();
    for record in records {
        match store.add(std::slice::from_ref(&record)) {
            Ok(added) => new.extend(only_new(vec![record], &added)),
            Err(error) if is_of_disk(&error) => return Err(error),
            Err(error) => {
                let text = serde_json::to_vec(&record).unwrap_or_default();
                aside.add(&record.job, &format!("{error:#}"), &text)?;
            }
        }
    }
    Ok(new)
}

fn only_new(records: Vec<Record>, added: &[Added]) -> Vec<Record> {
    let pairs = records.into_iter().zip(added);
    pairs.filter(|(_, added)| **added == Added::New).map(|(record, _)| record).collect()
}

/// Whether the store could not be written, as opposed to a run that is not what it says.
fn is_of_disk(error: &anyhow::Error) -> bool {
    error.chain().any(<dyn std::error::Error>::is::<rusqlite::Error>)
}

/// Takes runs that are in the store off the engine, many with one write. Those it fails to take come again and are
/// known.
async fn clear_kept(link: Link, campaign: String, mut kept: watch::Receiver<u64>) {
    while kept.changed().await.is_ok() {
        let last = *kept.borrow_and_update();
        _ = streams::clear_runs(&link, &campaign, last).await;
    }
}

/// Hears how workers are.
async fn listen(link: Link, roster: Arc<Mutex<Roster>>) {
    let Ok(mut signs) = link.client.subscribe(streams::SIGNS).await else { return };
    while let Some(sign) = signs.next().await {
        roster.lock().unwrap_or_else(PoisonError::into_inner).hear(&sign.payload);
    }
}
