//! More than one machine: campaigns and hunts on an engine, a NATS server with JetStream.
//!
//! SQLite stays the only store and the archive the only home of boards; the engine is transit. Whatever
//! dies, the same command goes on: what was acknowledged is on a disk, and what was not comes again.
//! `docs/cluster.md` says what happens when what dies, and names the test of each line.

mod aside;
mod collect;
mod credentials;
mod hunter;
mod incoming;
mod init;
mod keeper;
mod link;
mod message;
mod posting;
mod roster;
mod runner;
mod streams;
mod worker;

pub use collect::{Collected, collect};
pub use credentials::Engine;
pub use hunter::{Hunter, Uploads};
pub use init::{Made, Wanted, init};
pub use keeper::{AHEAD, Keeper, Kept, LEASE};
pub use link::{Link, Role};
pub use worker::{Work, Worked, work};
