//! The marquetry command.
fn main() {}
