//! The studio: one page on this machine to make, play, solve, watch and compare.
//!
//! The page (`studio/`, embedded) asks; this serves. Searches run in threads of their own and write to
//! their logs; pages read on from where they stand and never keep a search waiting.

mod answers;
mod bodies;
mod folder;
mod guard;
mod making;
mod news;
mod page;
mod playing;
mod puzzles;
mod refusal;
mod runs;
mod wire;

pub use bodies::kinds_of;

use crate::output::Lock;
use anyhow::{Context, Result, bail};
use folder::Folder;
use guard::Guard;
use marquetry::edge::{Board, BoardLine, Verdict};
use refusal::Refusal;
use runs::{Run, Runs};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use wire::BoardAnswer;

/// Where the studio is if nobody says: the same place each time, so that an open page finds it again.
const PORT: u16 = 7256;
/// The most pages that are told of news at once.
const MOST_STREAMS: usize = 64;
/// How long searches may take to end.
const PATIENCE: Duration = Duration::from_millis(1200);
/// How long answers under way may take once the searches have ended.
const FAREWELL: Duration = Duration::from_millis(300);

/// Where to serve.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The port; 0 takes any that is free. If nobody says, the usual one or any.
    pub port: Option<u16>,
    /// An address of this machine that others can reach, instead of one they cannot.
    pub listen: Option<IpAddr>,
}

/// Everything an answer may need.
#[derive(Debug)]
struct Studio {
    folder: Folder,
    guard: Guard,
    runs: Arc<Runs>,
    /// Tells one life of the studio from another.
    life: String,
    streams: Arc<Semaphore>,
    /// Exact searches that people wait for, one at a time.
    exact: Semaphore,
    /// Answers that take a while.
    slow: Semaphore,
    closing: watch::Sender<bool>,
}

impl Studio {
    /// A best board of a run as it is shown: with what the judge says of it.
    fn shown(&self, run: &Run, index: usize, board: &Board) -> Result<BoardAnswer, Refusal> {
        let Verdict { score, breaks, .. } = run.keyed(&self.folder)?.puzzle.verdict(board);
        Ok(BoardAnswer { index, score, cells: BoardLine::of(board), breaks })
    }
}

/// Serves the studio until `stop` is raised; `ready` is told the address that lets a browser in.
///
/// # Errors
/// If it cannot be served, or another studio is at work on the same data.
pub fn serve(
    options: &Options,
    stop: &'static AtomicBool,
    ready: impl FnOnce(&str) -> Result<()>,
) -> Result<()> {
    let folder = Folder::open()?;
    let _lock = Lock::take(&folder.lock(), |_| {
        "a studio is open already: use that one, or end it first".to_owned()
    })?;
    let host = host(options)?;
    let engine = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let engine = engine.context("cannot start the server")?;
    let served = engine.block_on(async {
        let listener = listen(host, options.port).await?;
        let address = listener.local_addr().context("the server has no address")?;
        let guard = Guard::new(folder.token()?, address);
        let entrance = guard.address();
        let studio = Arc::new(Studio {
            runs: Arc::new(Runs::open(folder.runs())?),
            life: SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis().to_string(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            exact: Semaphore::new(1),
            slow: Semaphore::new(4),
            closing: watch::Sender::new(false),
            folder,
            guard,
        });
        ready(&entrance)?;
        run(listener, studio, stop).await
    });
    // Requests that still work on something have nothing to save.
    engine.shutdown_background();
    served
}

/// The address to listen at: this machine's own, unless others were invited.
fn host(options: &Options) -> Result<IpAddr> {
    let own = IpAddr::V4(Ipv4Addr::LOCALHOST);
    match options.listen {
        Some(address) if address.is_unspecified() => {
            bail!("--listen expects one address of this machine, not {address} for all of them")
        }
        Some(address) if !address.is_loopback() => {
            crate::output::say(&format!(
                "warning: everyone who can reach {address} and has the printed address can use this \
                 machine; what they send and see is not encrypted"
            ));
            Ok(address)
        }
        Some(address) => Ok(address),
        None => Ok(own),
    }
}

async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    let usual = TcpListener::bind(SocketAddr::new(host, port.unwrap_or(PORT))).await;
    let listener = match (usual, port) {
        (Err(_), None) => TcpListener::bind(SocketAddr::new(host, 0)).await,
        (listener, _) => listener,
    };
    let port = port.map_or_else(String::new, |port| format!(", port {port}"));
    listener.with_context(|| format!("cannot listen at {host}{port}"))
}

/// Answers until it is to stop, then ends streams, searches and connections, in this order.
async fn run(listener: TcpListener, studio: Arc<Studio>, stop: &'static AtomicBool) -> Result<()> {
    let router = answers::router(Arc::clone(&studio));
    let mut closing = studio.closing.subscribe();
    let server = axum::serve(listener, router).with_graceful_shutdown(async move {
        _ = closing.changed().await;
    });
    let mut server = tokio::spawn(server.into_future());
    while !stop.load(Ordering::Relaxed) {
        tokio::select! {
            ended = &mut server => return Ok(ended.context("the server broke down")??),
            () = tokio::time::sleep(Duration::from_millis(50)) => {}
        }
    }
    studio.closing.send_replace(true);
    let runs = Arc::clone(&studio.runs);
    tokio::task::spawn_blocking(move || runs.close(PATIENCE)).await?;
    // Connections that are kept open for nothing need not be waited for.
    _ = tokio::time::timeout(FAREWELL, server).await;
    Ok(())
}
