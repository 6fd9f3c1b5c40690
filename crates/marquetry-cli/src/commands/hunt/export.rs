//! The boards of an archive as others read them.

use super::super::outfile::BoardForm;
use super::Done;
use crate::archive::{Kept, Snapshot};
use crate::{args, output};
use anyhow::{Context, Result, anyhow, bail};
use marquetry::edge::Puzzle;
use marquetry::edge::format::{Format, write_board};
use serde_json::json;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes links, boards and pictures, the best first.
pub(super) fn export(
    args: &args::Hunt,
    puzzle: &Puzzle,
    snapshot: &Snapshot,
    folder: &Path,
) -> Result<Done> {
    if folder.join("hunt.json").exists() {
        bail!("{} is an archive: name another folder", folder.display());
    }
    super::sources(args)
        .writes_into("--export", Some(folder), &["links.txt", "boards.jsonl"])
        .check()?;
    let cannot = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    let create = |name: &str| -> Result<BufWriter<File>> {
        Ok(BufWriter::new(File::create(folder.join(name)).with_context(cannot)?))
    };
    let (mut links, mut lines) = (create("links.txt")?, create("boards.jsonl")?);
    let (mut linked, mut drawn) = (0_u64, 0_usize);
    for kept in snapshot.boards() {
        let kept: Kept = kept.context("cannot read a board of the archive")?;
        let board = kept
            .cells
            .board_of(puzzle)
            .ok_or_else(|| anyhow!("the archive changed while it was read: try again"))?;
        serde_json::to_writer(&mut lines, &kept)?;
        lines.write_all(b"\n").with_context(cannot)?;
        if let Ok(link) = write_board(Format::BucasLink, puzzle, &board) {
            writeln!(links, "{} {link}", kept.score).with_context(cannot)?;
            linked += 1;
        }
        if drawn < args.best {
            drawn += 1;
            for (end, form) in [("svg", BoardForm::Svg), ("png", BoardForm::Png)] {
                let name = format!("{drawn:03}-{}.{end}", kept.score);
                output::save(&folder.join(name), &form.bytes(puzzle, &board)?)?;
            }
        }
    }
    links.flush().and_then(|()| lines.flush()).with_context(cannot)?;
    let boards = snapshot.index.len();
    if args.json {
        output::print_json(&json!({
            "folder": folder, "boards": boards, "links": linked, "pictures": drawn,
        }))?;
    } else {
        let folder = folder.display();
        output::print(&format!("{boards} boards, {linked} links, {drawn} pictures in {folder}"))?;
    }
    Ok(Done::Yes)
}
