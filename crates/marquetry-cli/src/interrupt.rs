//! Ctrl-C: the first ends the work with everything saved, a second one ends at once.

use anyhow::{Context, Result};
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on.
///
/// # Errors
/// If the system does not let us.
pub fn catch() -> Result<()> {
    static LISTENING: AtomicBool = AtomicBool::new(false);
    if LISTENING.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// Raised by the first Ctrl-C, or by whoever finds that there is no point in going on.
#[must_use]
pub fn stop() -> &'static AtomicBool {
    &STOP
}
