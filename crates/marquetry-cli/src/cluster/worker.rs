//! A worker: makes runs for whatever campaigns an engine has, as many at a time as it has cores.

use super::keeper::runtime;
use super::link::{Link, Role};
use super::message::Sign;
use super::{Engine, runner, streams};
use crate::campaign::{Record, Subject, machine};
use crate::interrupt;
use anyhow::{Context, Result, bail};
use async_nats::jetstream::consumer::Info;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// Runs that are made and not yet on the engine's disk, for each core: the next one need not wait for
/// the last, but a lost engine must not fill the memory.
const UNSENT: usize = 16;
/// How often a worker tells how it is.
const SIGN: Duration = Duration::from_secs(2);
/// How quickly it hears that it shall leave.
const BLINK: Duration = Duration::from_millis(50);
/// How long runs that are made may take to be sent off when it leaves.
const LEAVE: Duration = Duration::from_secs(5);
/// How long to wait before the engine is asked again whether there is anything for us.
const LOOK: Duration = Duration::from_millis(500);

/// What a worker is asked for.
#[derive(Clone, Debug)]
pub struct Work {
    /// The engine.
    pub engine: Engine,
    /// What it is called.
    pub name: String,
    /// Runs at a time.
    pub cores: usize,
    /// After how long without a job it leaves.
    pub idle: Option<Duration>,
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worked {
    /// Runs made.
    pub made: u64,
    /// Those of them that failed.
    pub failed: u64,
    /// Steps they took.
    pub work: u64,
    /// Seconds they took, added up.
    pub seconds: f64,
}

/// Works until Ctrl-C, or until there was nothing to do for long enough. `tell` hears now and then how
/// it goes, and of anything strange.
///
/// # Errors
/// If the engine refuses us or has only work for another version.
pub fn work(asked: &Work, tell: impl Fn(&str) + Send + Sync + 'static) -> Result<Worked> {
    let runtime = runtime()?;
    let worked = runtime.block_on(async {
        let link = Link::open(&asked.engine, Role::Worker).await?;
        let shop = Arc::new(Shop::new(link, asked, Box::new(tell)));
        shop.say(&format!("{} works for {}, {} at a time", asked.name, asked.engine, asked.cores));
        let hands = (0..asked.cores).map(|_| tokio::spawn(runner::run(Arc::clone(&shop))));
        let hands: Vec<_> = hands.collect();
        let signs = tokio::spawn(tell_signs(Arc::clone(&shop)));
        let mut result = Ok(());
        for hand in hands {
            let ended = hand.await.context("a hand is gone").and_then(|ended| ended);
            if ended.is_err() {
                shop.leave();
            }
            result = result.and(ended);
        }
        signs.abort();
        let all = (asked.cores * UNSENT) as u32;
        let sent = tokio::time::timeout(LEAVE, shop.unsent.acquire_many(all)).await;
        if sent.is_err() {
            shop.say("note: some runs could not be sent off; others will make them again");
        }
        shop.sign(true).await;
        _ = tokio::time::timeout(LEAVE, shop.link.client.flush()).await;
        result.map(|()| shop.worked())
    });
    runtime.shutdown_timeout(Duration::from_millis(100));
    worked
}

/// What the hands of a worker share.
pub(super) struct Shop {
    pub(super) link: Link,
    /// One permit for each run that may be made without being on the engine's disk.
    pub(super) unsent: Arc<Semaphore>,
    name: String,
    cores: usize,
    idle: Option<Duration>,
    state: Mutex<State>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
    seats: AtomicU64,
}

struct State {
    worked: Worked,
    on: HashMap<u64, String>,
    puzzles: HashMap<String, Arc<Subject>>,
    busy: Instant,
    looked: Instant,
    leaves: bool,
}

impl Shop {
    fn new(link: Link, asked: &Work, tell: Box<dyn Fn(&str) + Send + Sync>) -> Self {
        let now = Instant::now();
        let state = State {
            worked: Worked::default(),
            on: HashMap::new(),
            puzzles: HashMap::new(),
            busy: now,
            looked: now,
            leaves: false,
        };
        Self {
            link,
            unsent: Arc::new(Semaphore::new(asked.cores * UNSENT)),
            name: asked.name.clone(),
            cores: asked.cores,
            idle: asked.idle,
            state: Mutex::new(state),
            tell,
            seats: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn worked(&self) -> Worked {
        self.state().worked
    }

    pub(super) fn say(&self, words: &str) {
        (self.tell)(words);
    }

    /// Notes a run that was made.
    pub(super) fn note(&self, record: &Record) {
        let worked = &mut self.state().worked;
        worked.made += 1;
        worked.failed += u64::from(record.failed());
        worked.work += record.work;
        worked.seconds += record.wall_s;
    }

    /// Notes that there is work.
    pub(super) fn busy(&self) {
        self.state().busy = Instant::now();
    }

    /// Whether it is time to leave: someone said so, or there was nothing to do for long enough.
    pub(super) fn leaves(&self) -> bool {
        let state = self.state();
        let idle = state.on.is_empty() && self.idle.is_some_and(|idle| state.busy.elapsed() > idle);
        state.leaves || idle || interrupt::stop().load(Ordering::Relaxed)
    }

    fn leave(&self) {
        self.state().leaves = true;
    }

    /// Returns when it is time to leave.
    pub(super) async fn leaving(&self) {
        while !self.leaves() {
            sleep(BLINK).await;
        }
    }

    /// Says what is being made until the seat is dropped.
    pub(super) fn sit(self: &Arc<Self>, what: String) -> Seat {
        let number = self.seats.fetch_add(1, Ordering::Relaxed);
        self.state().on.insert(number, what);
        Seat { shop: Arc::clone(self), number }
    }

    /// The puzzle of an id, from the engine the first time.
    pub(super) async fn puzzle(&self, id: &str) -> Result<Arc<Subject>> {
        if let Some(known) = self.state().puzzles.get(id) {
            return Ok(Arc::clone(known));
        }
        let subject = match Subject::restore(id, None)? {
            Some(subject) => subject,
            None => {
                let subject = streams::puzzle_subject(id);
                let ask = format!("$JS.API.DIRECT.GET.{}.{subject}", streams::PUZZLES);
                let found = self.link.ask(self.link.client.request(ask, "".into())).await?;
                let text = String::from_utf8_lossy(&found.payload).into_owned();
                let restored = Subject::restore(id, Some(&text));
                restored?.with_context(|| format!("the engine does not have puzzle {id}"))?
            }
        };
        let subject = Arc::new(subject);
        self.state().puzzles.insert(id.to_owned(), Arc::clone(&subject));
        Ok(subject)
    }

    /// Nobody hands out jobs of our version. Waits a little; an error if there are jobs of another.
    pub(super) async fn look_around(&self) -> Result<()> {
        sleep(LOOK).await;
        {
            let mut state = self.state();
            if state.looked.elapsed() < LOOK {
                return Ok(());
            }
            state.looked = Instant::now();
        }
        let ask = format!("$JS.API.CONSUMER.LIST.{}", streams::JOBS);
        let Ok(found) = self.link.client.request(ask, "".into()).await else {
            return self.link.check();
        };
        let Ok(page) = serde_json::from_slice::<Page>(&found.payload) else { return Ok(()) };
        let ours = streams::workers();
        if page.consumers.iter().any(|one| one.name == ours) {
            return Ok(());
        }
        let has_jobs = |one: &&Info| one.num_pending > 0 || one.num_ack_pending > 0;
        if let Some(other) = page.consumers.iter().find(has_jobs) {
            let other = other.name.trim_start_matches("workers-").replace('_', ".");
            let own = env!("CARGO_PKG_VERSION");
            bail!("the engine has jobs for version {other}, this is version {own}");
        }
        Ok(())
    }

    /// Tells how it is. That nobody listens is no error.
    async fn sign(&self, leaves: bool) {
        let sign = {
            let state = self.state();
            let Worked { made, failed, work, seconds } = state.worked;
            let mut on: Vec<String> = state.on.values().cloned().collect();
            on.sort();
            let machine = machine().to_owned();
            let (worker, cores) = (self.name.clone(), self.cores);
            Sign { worker, machine, cores, made, failed, work, seconds, on, leaves }
        };
        let bytes = serde_json::to_vec(&sign).unwrap_or_default();
        let subject = format!("mq.sign.{}", self.name);
        _ = self.link.client.publish(subject, bytes.into()).await;
    }
}

/// What an engine says of those who ask for jobs.
#[derive(Debug, Deserialize)]
struct Page {
    #[serde(default)]
    consumers: Vec<Info>,
}

/// A run being made.
pub(super) struct Seat {
    shop: Arc<Shop>,
    number: u64,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.shop.state().on.remove(&self.number);
        self.shop.busy();
    }
}

async fn tell_signs(shop: Arc<Shop>) {
    loop {
        shop.sign(false).await;
        sleep(SIGN).await;
    }
}
