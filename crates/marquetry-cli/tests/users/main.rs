//! What users of the command line expect, role by role: the first minutes, the puzzler, the hunter, the
//! researcher.

#[path = "../desk/mod.rs"]
mod desk;
mod doctor;
mod first_minutes;
mod hunter;
mod puzzler;
mod researcher;

use desk::Desk;
