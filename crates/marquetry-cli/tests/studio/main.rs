//! The studio's server, asked without a browser: who is let in, what is kept, what it answers.

#[path = "../desk/mod.rs"]
mod desk;

mod answers;
mod client;
mod guard;
mod life;
