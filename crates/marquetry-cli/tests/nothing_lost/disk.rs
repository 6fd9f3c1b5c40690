//! A hunt on a full disk: a limit on the size of files stands in for it, and is lifted again.

#![cfg(target_os = "linux")]

use super::Desk;
use marquetry::edge::Puzzle;
use marquetry::edge::builtin::builtin;
use marquetry_cli::archive::Kept;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Room for a dozen boards. A write beyond it fails as it does on a full disk.
const ROOM: &str = "trap '' XFSZ; ulimit -S -f 8; exec \"$0\" \"$@\"";
const ROOM_BYTES: u64 = 8 * 1024;
const WORDS: &str = "hunt twin-6x6 --archive a --keep 36 --seed 1 --with local --set accept=equal \
                     --set patience=2000 --threads 1 --log-every 1s";

struct Hunt {
    child: Child,
    lines: Receiver<String>,
}

impl Hunt {
    fn start(desk: &Desk) -> Self {
        let mut command = desk.program("bash");
        command.args(["-c", ROOM, env!("CARGO_BIN_EXE_marquetry")]).args(WORDS.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let said = BufReader::new(child.stderr.take().expect("it is piped"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            said.lines().map_while(Result::ok).try_for_each(|l| send.send(l))
        });
        Self { child, lines }
    }

    /// The next line that has this in it.
    fn hear(&self, what: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|_| panic!("nobody said {what:?}"));
            if line.contains(what) {
                return line;
            }
        }
    }

    fn give_room(&self) {
        let pid = self.child.id().to_string();
        let lifted = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
        assert!(lifted.is_ok_and(|status| status.success()), "the limit can be lifted");
    }

    /// Ends it politely: the code, and everything that was said since.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let code = self.child.wait().expect("it ends").code();
        (code, self.lines.iter().collect())
    }
}

fn puzzle() -> Puzzle {
    builtin("twin-6x6").and_then(|built| built.puzzle().ok()).expect("it is built in")
}

/// The scores in the archive; every line must be a board that scores what it says. While a hunt goes on, the last may
/// be half written, as any reader must expect: it has no end of line yet.
fn scores(desk: &Desk, ended: bool) -> Vec<u32> {
    let puzzle = puzzle();
    let score = |line: &str| {
        let kept: Kept = serde_json::from_str(line).expect("a board");
        assert!(kept.board(&puzzle).is_some(), "the judge says otherwise: {line}");
        kept.score
    };
    let text = desk.get("a/boards.jsonl");
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    assert!(!ended || whole == text.len(), "a line is torn");
    text[..whole].lines().map(score).collect()
}

/// The score and the link in a line.
fn link(line: &str) -> (u32, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.iter().position(|word| word.contains("://")).expect("a link");
    (words[place - 1].trim_end_matches(':').parse().expect("a score"), words[place].to_owned())
}

#[test]
fn a_hunt_on_a_full_disk_ends_well_if_room_returns() {
    let desk = Desk::new();
    let hunt = Hunt::start(&desk);
    let first = hunt.hear("warning: ");
    assert!(first.contains("cannot write a/boards.jsonl") && first.contains("the hunt goes on"));
    let again = hunt.hear("lower boards made room for better ones");
    let (best, link) = link(&again);
    let checked = desk.json(0, &format!("check twin-6x6 {link}"));
    assert_eq!(checked["score"], best);
    let kept = scores(&desk, false);
    assert!(kept.iter().max() >= Some(&best), "the best is on disk: {kept:?}");
    assert!(desk.get("a/boards.jsonl").len() as u64 <= ROOM_BYTES);
    hunt.give_room();
    hunt.hear("note: the archive is written again");
    let (code, said) = hunt.end();
    assert_eq!(code, Some(0), "{said:?}");
    assert!(said.iter().all(|line| !line.contains("unsaved")), "{said:?}");
    let status = desk.json(0, "hunt twin-6x6 --archive a --status");
    assert_eq!(status["kept"], scores(&desk, true).len());
    assert!(desk.get("a/boards.jsonl").len() as u64 > ROOM_BYTES);
}

#[test]
fn a_hunt_whose_disk_stays_full_hands_over_its_boards() {
    let desk = Desk::new();
    let hunt = Hunt::start(&desk);
    hunt.hear("warning: ");
    hunt.hear("warning: ");
    let (code, said) = hunt.end();
    assert_eq!(code, Some(2), "{said:?}");
    let errors: Vec<_> = said.iter().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 1, "{said:?}");
    assert!(errors[0].contains("the archive is incomplete"), "{errors:?}");
    let unsaved: Vec<_> = said.iter().filter(|line| line.starts_with("unsaved: ")).collect();
    assert!(!unsaved.is_empty(), "{said:?}");
    let (score, link) = link(unsaved[0]);
    assert_eq!(desk.json(0, &format!("check twin-6x6 {link}"))["score"], score);
    // The best are on disk.
    let kept = scores(&desk, true);
    assert!(kept.iter().max() >= Some(&score), "{kept:?} and {score}");
}
