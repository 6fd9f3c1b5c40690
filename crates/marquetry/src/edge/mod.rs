//! Edge-matching puzzles: pieces, boards, the judge, files.

mod board;
mod broken;
mod fingerprint;
mod fits;
mod fitting;
mod judge;
mod kind;
mod layout;
mod line;
mod moves;
mod order;
mod piece;
mod puzzle;
mod scan;
mod state;
mod walk;

pub mod analyse;
pub mod builtin;
pub mod cnf;
pub mod format;
pub mod generate;
pub mod greedy;
pub mod theory;

pub use board::{Board, Placed};
pub(crate) use broken::Broken;
pub(crate) use fits::Fits;
pub use fitting::Fitting;
pub use judge::{Fault, Faults, Verdict, judge, prefix};
pub use kind::Kind;
pub use layout::Layout;
pub use line::{BoardLine, BoardLineError, Numbers};
pub use moves::{Ground, Move};
pub(crate) use moves::{each, keep_or_fit};
pub use order::{Order, OrderError};
pub use piece::{Colour, GREY, MAX_COLOUR, Piece, SIDES, Side};
pub use puzzle::{Clue, Frame, MAX_SIDE, Obstacle, Puzzle, PuzzleError};
pub use scan::Start;
pub(crate) use scan::{WAYS, scan};
pub use state::State;
pub use walk::BoardWalk;
