//! Campaigns: a plan becomes jobs, a job becomes a run, and every run is kept in a store.

mod account;
mod calibrate;
mod crew;
pub mod export;
mod folder;
mod machine;
mod plan;
mod play;
mod record;
pub mod report;
mod shard;
mod store;
mod subject;
pub mod tune;

pub use account::Account;
pub use calibrate::calibrate;
pub use crew::{Crew, Said};
pub use machine::{compiler, machine};
pub use plan::{
    Campaign, Cell, Chosen, Claim, Drawn, Measure, Measurement, Missing, Paper, Plan, Seeds, Shown,
    Test, plans, setting,
};
pub use play::{last_words, play};
pub use record::{Ending, Improvement, Record, Spec};
pub use shard::Shard;
pub use store::{Added, Glance, Merged, Store, Survey};
pub use subject::{Studied, Subject};
