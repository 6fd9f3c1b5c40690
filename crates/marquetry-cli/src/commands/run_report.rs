//! What is said of a run when it has ended.

use super::board_run::{BoardRun, Saved};
use crate::output;
use crate::terminal::{Room, cut};
use anyhow::Result;
use marquetry::edge::Board;
use marquetry::edge::analyse::obstacles;
use marquetry::edge::format::{Format, native_board, write_board};
use marquetry::search::{Conclusion, Outcome};
use serde_json::{Value, json};
use std::io::{self, IsTerminal};

impl BoardRun<'_> {
    /// Prints what came of the run.
    pub(super) fn report(&self, files: &Saved, outcome: &Outcome<Board>) -> Result<()> {
        let proven = outcome.conclusion == Conclusion::Exhausted;
        let reason = proven.then(|| obstacles(self.puzzle)).and_then(|why| why.into_iter().next());
        if self.request.json {
            return output::print_json(&self.json(files, outcome, reason));
        }
        // On a terminal the link would push the board off the screen.
        let room = (!self.request.link && io::stdout().is_terminal()).then(Room::of_stdout);
        let text = self.summary(files, outcome, reason, room);
        let taken =
            [&self.request.out, &self.request.log].map(|path| output::is_stdout(path.as_ref()));
        if taken.contains(&true) {
            output::say(&text);
            return Ok(());
        }
        output::print(&text)
    }

    fn json(&self, files: &Saved, outcome: &Outcome<Board>, reason: Option<String>) -> Value {
        let board = outcome.solution.as_ref();
        let written = board.map(|board| native_board(self.puzzle, board));
        let mut value = json!({
            "puzzle": self.puzzle.name(),
            "algorithm": self.entry.name,
            "parameters": self.parameters,
            "seed": self.request.seed,
            "threads": self.request.threads,
            "score": outcome.score,
            "joins": self.puzzle.joins(),
            "perfect": board.is_some_and(|board| self.puzzle.verdict(board).perfect),
            "conclusion": outcome.conclusion,
            "work": outcome.work,
            "elapsed_s": outcome.elapsed.as_secs_f64(),
            "signature": outcome.signature,
            "notes": self.notes,
            "caution": self.caution(outcome.work).filter(|_| outcome.conclusion == Conclusion::Stopped),
            "out": files.board.as_ref().map(|landed| &landed.path),
            "board": written.and_then(|text| serde_json::from_str::<Value>(&text).ok()),
        });
        if let (Some(reason), Some(object)) = (reason, value.as_object_mut()) {
            object.insert("reason".to_owned(), Value::String(reason));
        }
        value
    }

    /// What came of the run, a line each; lines that a terminal has no room for are cut.
    fn summary(
        &self,
        files: &Saved,
        outcome: &Outcome<Board>,
        reason: Option<String>,
        room: Option<Room>,
    ) -> String {
        let end = match (outcome.conclusion, reason) {
            (Conclusion::Solved, _) if outcome.score == self.puzzle.joins() => " (perfect)".into(),
            (Conclusion::Solved, _) => " (target reached)".into(),
            (_, Some(reason)) => format!(" (unsolvable: {reason})"),
            (Conclusion::Exhausted, None) => " (proven: no perfect board exists)".into(),
            (Conclusion::Stopped, None) => String::new(),
        };
        let mut lines = vec![
            format!("score      {} of {}{end}", outcome.score, self.puzzle.joins()),
            format!(
                "run        {}, seed {}, {} steps, {:.1} s",
                self.entry.name,
                self.request.seed,
                outcome.work,
                outcome.elapsed.as_secs_f64(),
            ),
            format!("signature  {}", outcome.signature),
        ];
        let board = files.board.as_ref().map(|landed| landed.path.display());
        lines.extend(board.map(|path| format!("board      {path}")));
        lines.extend(files.picture.iter().map(|path| format!("picture    {}", path.display())));
        let link = self.link(outcome).map(|link| format!("link       {link}"));
        lines.extend(link.map(|link| room.map_or(link.clone(), |room| short_link(&link, room))));
        lines.join("\n")
    }

    /// A link to the board, where links can hold it.
    fn link(&self, outcome: &Outcome<Board>) -> Option<String> {
        write_board(Format::BucasLink, self.puzzle, outcome.solution.as_ref()?).ok()
    }
}

/// A link as a terminal has room for it, and how to have it whole.
fn short_link(link: &str, room: Room) -> String {
    const WHOLE: &str = " (--link: whole)";
    if link.len() <= room.line() {
        return link.to_owned();
    }
    cut(link, room.line().saturating_sub(WHOLE.len())) + WHOLE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::screens::SIZES;

    #[test]
    fn a_link_is_cut_where_there_is_no_room_for_it_and_says_so() {
        let long = format!("link       https://example.org/#{}", "abcd".repeat(300));
        for room in SIZES {
            let shown = short_link(&long, room);
            assert!(shown.len() <= room.line() && shown.ends_with("(--link: whole)"), "{shown}");
            assert!(shown.starts_with("link       https://example.org/#abcd"), "{shown}");
            assert_eq!(short_link("link       short", room), "link       short");
        }
    }
}
