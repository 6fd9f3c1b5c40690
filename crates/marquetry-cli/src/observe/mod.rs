//! Observers: what is done with the events of a run. A recorded run replays through the same ones.

mod checkpoint;
mod live;
mod record;

pub use checkpoint::Checkpoint;
pub use live::Live;
pub(crate) use live::short;
pub use record::{Header, Line, Recorder, read_log};
