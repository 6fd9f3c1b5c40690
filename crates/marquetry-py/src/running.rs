//! A run that goes on in a thread of its own while Python does something else.

use crate::event::PyEvent;
use crate::game::{Found, Game};
use crate::job::{Ended, Job, failure};
use crate::method::Method;
use crate::outcome::PyOutcome;
use marquetry::search::{Event, Stamp};
use marquetry_cli::campaign::last_words;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often a wait looks whether the user pressed Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How many events may wait for a reader. Beyond that only improvements and the end are told, so that
/// a reader who is slow or asleep costs no memory.
const MOST_UNREAD: usize = 1_024;

type Told = (Stamp, Event<Found>);

/// A run that goes on: an iterator of its events. When it is dropped, the run is stopped.
#[pyclass(frozen, name = "Running", module = "marquetry")]
pub(crate) struct Running {
    inbox: Mutex<Receiver<Told>>,
    unread: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    /// Whether someone ended it.
    interrupted: AtomicBool,
    method: Option<Arc<Method>>,
    thread: Mutex<Option<JoinHandle<Result<Ended, String>>>>,
    ended: OnceLock<Result<Ended, String>>,
}

impl Running {
    /// Starts a run; only one whose events are wanted tells them.
    pub(crate) fn start<P: Game>(job: Job<P>, tells: bool) -> PyResult<Self> {
        let (send, inbox) = channel::<Told>();
        let (unread, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let method = job.method();
        let (waiting, stopped) = (Arc::clone(&unread), Arc::clone(&stop));
        let work = move || {
            job.play(&stopped, &mut |stamp, event| {
                let needed = matches!(event, Event::Improved { .. } | Event::Finished { .. });
                if tells && (needed || waiting.load(Ordering::Relaxed) < MOST_UNREAD) {
                    waiting.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more once the reader is gone.
                    _ = send.send((stamp, event));
                }
            })
        };
        let thread = thread::Builder::new().name("marquetry".to_owned()).spawn(work)?;
        Ok(Self {
            inbox: Mutex::new(inbox),
            unread,
            stop,
            interrupted: AtomicBool::new(false),
            method,
            thread: Mutex::new(Some(thread)),
            ended: OnceLock::new(),
        })
    }

    /// The next event; `None` once the run has ended. Ctrl-C ends the run, not the wait for its end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Told>> {
        loop {
            let next = py.detach(|| {
                let inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
                inbox.recv_timeout(LOOK_EVERY)
            });
            match next {
                Ok(told) => {
                    self.unread.fetch_sub(1, Ordering::Relaxed);
                    return Ok(Some(told));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => self.look(py)?,
            }
        }
    }

    /// Looks whether the user pressed Ctrl-C, or another signal raised something.
    fn look(&self, py: Python<'_>) -> PyResult<()> {
        let Err(error) = py.check_signals() else { return Ok(()) };
        self.stop();
        match error.is_instance_of::<PyKeyboardInterrupt>(py) {
            true => Ok(()),
            false => Err(error),
        }
    }

    /// Waits for the thread. Whoever comes meanwhile waits as well; nobody may hold Python's lock.
    fn end(&self) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            let ended = thread.join().unwrap_or_else(|panic| Err(last_words(&*panic)));
            self.ended.get_or_init(|| ended);
        }
    }

    /// What came of the run, once its thread has nothing more to tell.
    fn settle(&self, py: Python<'_>) -> PyResult<PyOutcome> {
        py.detach(|| self.end());
        let ended = match self.ended.get() {
            Some(Ok(ended)) => ended.clone(),
            Some(Err(words)) => return Err(failure(words)),
            None => return Err(failure("the run has no end")),
        };
        let interrupted = match &self.method {
            Some(method) => method.raised(py)?,
            None => false,
        };
        PyOutcome::new(py, ended, interrupted || self.interrupted.load(Ordering::Relaxed))
    }
}

#[pymethods]
impl Running {
    fn __iter__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyEvent>> {
        match self.next(py)? {
            Some((stamp, event)) => Ok(Some(PyEvent::new(py, stamp, event)?)),
            None => self.settle(py).map(|_| None),
        }
    }

    /// Asks the run to end; its last events and its outcome are still told.
    fn stop(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end and tells what came of it. Events not yet read are passed over.
    pub(crate) fn outcome(&self, py: Python<'_>) -> PyResult<PyOutcome> {
        while self.next(py)?.is_some() {}
        self.settle(py)
    }

    fn __enter__(own: Py<Self>) -> Py<Self> {
        own
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) {
        self.close(py);
    }

    /// Stops the run and waits for its end.
    fn close(&self, py: Python<'_>) {
        self.stop();
        py.detach(|| self.end());
    }

    fn __repr__(&self) -> String {
        // Not asked of the thread: whoever waits for it holds its place.
        format!("<Running {}>", if self.ended.get().is_some() { "over" } else { "on" })
    }
}

impl Drop for Running {
    /// Leaves no thread behind. A method needs Python's lock to come to its end, so it is given up.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        Python::try_attach(|py| py.detach(|| self.end()));
    }
}
