//! Pictures of boards.
