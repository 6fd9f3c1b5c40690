//! What must never happen: a file lost, a better board gone, a terminal steered, damage unseen.

mod boards;
mod checkpoints;
mod damage;
#[path = "../desk/mod.rs"]
mod desk;
mod disk;
mod document;
mod files;
mod limits;
mod terminal;

use desk::Desk;
