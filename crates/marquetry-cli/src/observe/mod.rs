//! Observers: what is done with the events of a run. A recorded run replays through the same ones.

mod count_checkpoint;
mod listing;
mod live;
mod meter;
mod part;
mod record;
mod screen;
mod thesis;
mod token_line;
mod view;

pub use count_checkpoint::{CheckpointFile, LeftCount, read_checkpoint};
pub use listing::Listing;
pub use live::{Live, RunTitle};
pub(crate) use live::{clock, picture_within, short};
pub use meter::Meter;
pub(crate) use meter::span;
pub use part::PartFile;
pub use record::{Header, LogLine, Recorder, read_log};
pub use screen::Screen;
pub(crate) use screen::show_line;
#[cfg(test)]
pub(crate) use screen::tests as screens;
pub use thesis::Thesis;
pub use token_line::TokenLine;
pub use view::{View, ViewKind};
