//! What can be said of a puzzle before solving it.
