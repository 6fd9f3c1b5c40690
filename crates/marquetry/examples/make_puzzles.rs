//! Writes the built-in puzzles anew from their recipes and seeds into a folder, that of the crate
//! by default. To add one: name it in `edge/builtin.rs`, create an empty file, run this.

use marquetry::edge::builtin::builtins;
use std::error::Error;
use std::path::PathBuf;

/// What `edge/builtin.rs` embeds.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles");

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| FOLDER.into()));
    for builtin in builtins() {
        let path = folder.join(format!("{}.json", builtin.name));
        std::fs::write(&path, builtin.remade()?)?;
        println!("{}: {}", path.display(), builtin.about);
    }
    Ok(())
}
