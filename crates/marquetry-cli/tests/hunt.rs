//! Hunts that are killed, resumed, looked at and misused.

mod desk;

use desk::{Desk, Running, stderr};
use marquetry::edge::builtin::builtin;
use marquetry::edge::{Board, Puzzle};
use marquetry_cli::archive::Kept;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;

const PUZZLE: &str = "twin-6x6";
/// A walk over plateaus: many boards worth keeping, soon.
const WALK: [&str; 6] = ["--with", "local", "--set", "accept=equal", "--set", "patience=2000"];

/// The archive `a` as it stands.
fn text(desk: &Desk) -> String {
    fs::read_to_string(desk.path("a/boards.jsonl")).unwrap_or_default()
}

/// The whole lines of the archive.
fn lines(desk: &Desk) -> Vec<String> {
    let text = text(desk);
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.lines().map(str::to_owned).collect()
}

/// Starts a hunt and waits until it has found so many boards more.
fn started(desk: &Desk, words: &[&str], more: usize) -> Running {
    let wanted = lines(desk).len() + more;
    let mut hunt = desk.start(words);
    hunt.until("so many boards", || lines(desk).len() >= wanted);
    hunt
}

fn puzzle() -> Puzzle {
    builtin(PUZZLE).expect("it is built in").puzzle().expect("it is a puzzle")
}

/// Judges every line, and makes sure that no two are the same board turned or renumbered.
fn judge(puzzle: &Puzzle, lines: &[String]) {
    let look = |board: &Board| -> Vec<_> {
        board.cells().iter().flatten().map(|&placed| puzzle.sides(placed)).collect()
    };
    let mut seen = HashSet::new();
    for line in lines {
        let kept: Kept = serde_json::from_str(line).expect("a board");
        let board = kept.cells.board_of(puzzle).expect("pieces of the puzzle");
        assert_eq!(puzzle.verdict(&board).accepted(), Ok(kept.score));
        let turns = [board.turned(), board.turned().turned(), board.turned().turned().turned()];
        assert!(seen.insert(look(&board)), "the same board twice");
        assert!(turns.iter().all(|turned| !seen.contains(&look(turned))), "a board turned");
    }
}

#[test]
fn killed_hunts_lose_nothing() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--keep", "40", "--seed", "1", "--quiet"], &WALK[..]];
    let mut known = Vec::new();
    for _ in 0..4 {
        let mut hunt = started(&desk, &words.concat(), 15);
        known.extend(lines(&desk).split_off(known.len()));
        hunt.signal("KILL");
        hunt.output();
        let now = lines(&desk);
        assert_eq!(now[..known.len()], known, "boards seen before the kill are there after it");
        known = now;
    }
    let end = desk.json(0, &[PUZZLE, "--archive", "a", "--work", "3000"]);
    let lines = lines(&desk);
    assert_eq!(lines[..known.len()], known);
    assert!(known.len() >= 60, "{}", known.len());
    assert_eq!(end["kept"], lines.len());
    assert_eq!((&end["session"], &end["threshold"]), (&5.into(), &40.into()));
    assert_eq!(end["algorithm"], "local", "a hunt goes on as it began");
    judge(&puzzle(), &lines);
    let counts = end["histogram"].as_object().expect("an object");
    let sum: u64 = counts.values().filter_map(Value::as_u64).sum();
    assert_eq!(sum, lines.len() as u64);
}

#[test]
fn torn_and_damaged_lines_are_noticed() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--keep", "40", "--work", "3000"], &WALK[..]].concat();
    desk.json(0, &words);
    let whole = text(&desk);
    let count = lines(&desk).len();
    assert!(count > 10, "{count}");
    let torn: String = whole.chars().take(whole.len() - 20).collect();
    desk.put("a/boards.jsonl", &torn);
    let status = desk.json(1, &[PUZZLE, "--archive", "a", "--status"]);
    assert_eq!(status["kept"], count - 1);
    assert_eq!(text(&desk), torn, "a look changes nothing");
    let output = desk.run(&[PUZZLE, "--archive", "a", "--work", "0", "--json"]);
    let said = stderr(&output);
    assert!(said.contains("the last line was cut short"), "{said}");
    assert_eq!(lines(&desk).len(), count - 1);
    assert!(text(&desk).ends_with('\n'));
    // A line whose score is a lie is no board.
    let lie = text(&desk).replacen("\"score\":", "\"score\":9", 1);
    desk.put("a/boards.jsonl", lie);
    let output = desk.run(&[PUZZLE, "--archive", "a", "--work", "0", "--json"]);
    let said = stderr(&output);
    assert!(said.contains("1 line is no board"), "{said}");
    assert_eq!(lines(&desk).len(), count - 2);
    judge(&puzzle(), &lines(&desk));
}

#[test]
fn another_puzzle_is_refused() {
    let desk = Desk::of("hunt");
    desk.json(0, &[PUZZLE, "--archive", "a", "--work", "10", "--with", "local"]);
    for (name, word) in [("twin-5x5", "other pieces or clues"), ("nonsense", "no such file")] {
        for more in [&["--work", "10"][..], &["--status"], &["--export", "x"]] {
            let said = desk.error(&[&[name, "--archive", "a"], more].concat());
            assert!(said.contains(word) && said.lines().count() == 1, "{said}");
        }
    }
    let said = desk.error(&[PUZZLE, "--archive", "b", "--status"]);
    assert!(said.contains("no hunt in b"), "{said}");
    let said = desk.error(&[PUZZLE, "--archive", "b", "--with", "nobody"]);
    assert!(said.contains("nobody") && !desk.path("b").exists(), "{said}");
    desk.put("a/hunt.json", "{}");
    let said = desk.error(&["twin-5x5", "--archive", "a", "--work", "1"]);
    assert!(said.contains("holds no board of twin-5x5"), "{said}");
}

#[test]
fn two_hunts_do_not_share_an_archive_and_the_dead_hold_none() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--keep", "40", "--quiet"], &WALK[..]].concat();
    let mut first = started(&desk, &words, 3);
    let said = desk.error(&words);
    assert!(said.contains(&format!("another hunt has a (process {})", first.id())), "{said}");
    assert!(desk.json(0, &[PUZZLE, "--archive", "a", "--status"])["kept"].as_u64() >= Some(3));
    drop(first);
    assert_eq!(desk.json(0, &[PUZZLE, "--archive", "a", "--work", "10"])["session"], 2);
}

#[test]
fn the_archive_has_a_cap_and_keeps_the_best() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--cap", "20", "--seed", "4"], &WALK[..]].concat();
    let from = [&words[..], &["--keep", "30", "--work", "20000"]].concat();
    let first = desk.json(0, &from);
    let best = first["best"].as_u64().expect("a number");
    for session in 2..5 {
        let value = desk.json(0, &[&words[..], &["--work", "20000"]].concat());
        let lines = lines(&desk);
        assert!((15..=20).contains(&lines.len()), "{}", lines.len());
        assert_eq!((&value["kept"], &value["session"]), (&lines.len().into(), &session.into()));
        assert!(value["best"].as_u64() >= Some(best) && value["threshold"].as_u64() > Some(30));
        judge(&puzzle(), &lines);
    }
}

#[test]
fn sessions_add_up_and_the_threshold_rises_with_the_best() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--work", "5000", "--seed", "2"], &WALK[..]].concat();
    let first = desk.json(0, &words);
    let second = desk.json(0, &words);
    let best = second["best"].as_u64().expect("a number");
    assert!(first["best"].as_u64().is_some_and(|first| first <= best), "{first}");
    assert_eq!((&first["work"], &second["work"]), (&5_000.into(), &10_000.into()));
    assert_eq!((&second["session_work"], &second["session"]), (&5_000.into(), &2.into()));
    assert_eq!(second["threshold"], best - 2);
    let least = second["histogram"].as_object().and_then(|h| h.keys().next()?.parse().ok());
    assert!(least.is_some_and(|least: u64| least >= best - 2), "{second}");
    let target = (best + 1).to_string();
    let more = ["--target", &target, "--work", "1"];
    assert_eq!(desk.json(1, &[&[PUZZLE, "--archive", "a"], &more[..]].concat())["work"], 10_001);
    let more = ["--target", "1"];
    let end = desk.json(0, &[&[PUZZLE, "--archive", "a"], &more[..]].concat());
    assert_eq!((&end["conclusion"], &end["session_work"]), (&"solved".into(), &0.into()));
}

#[test]
#[cfg(unix)]
fn an_interrupted_hunt_ends_politely() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--keep", "40", "--json"], &WALK[..]].concat();
    for signal in ["INT", "TERM"] {
        let mut hunt = started(&desk, &words, 2);
        hunt.signal(signal);
        let output = hunt.output();
        assert_eq!(output.status.code(), Some(0));
        let end: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(
            (&end["conclusion"], end["kept"].as_u64()),
            (&"stopped".into(), Some(lines(&desk).len() as u64))
        );
    }
}

#[test]
fn boards_are_exported_best_first() {
    let desk = Desk::of("hunt");
    let words = [&[PUZZLE, "--archive", "a", "--keep", "40", "--work", "3000"], &WALK[..]].concat();
    let kept = desk.json(0, &words)["kept"].clone();
    let wrote = desk.json(0, &[PUZZLE, "--archive", "a", "--export", "x", "--best", "3"]);
    assert_eq!((&wrote["boards"], &wrote["links"], &wrote["pictures"]), (&kept, &kept, &3.into()));
    let links = desk.get("x/links.txt");
    let boards = desk.get("x/boards.jsonl");
    let scores = |line: &str| line.split_once(' ').and_then(|(s, _)| s.parse().ok()).unwrap_or(0);
    let scores: Vec<u32> = links.lines().map(scores).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores.last() >= Some(&40), "{scores:?}");
    let lines: Vec<String> = boards.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), scores.len());
    judge(&puzzle(), &lines);
    let first = links.lines().next().and_then(|l| l.split_once(' ')).unwrap_or_default();
    let checked = Desk::new().json(0, &["check", PUZZLE, first.1]);
    assert_eq!(checked["score"].to_string(), first.0);
    assert!(desk.path(&format!("x/001-{}.svg", first.0)).exists());
    let before = text(&desk);
    let said = desk.error(&[PUZZLE, "--archive", "a", "--export", "a"]);
    assert!(said.contains("is an archive"), "{said}");
    assert_eq!(text(&desk), before);
    let text = desk.out(0, &[PUZZLE, "--archive", "a", "--status"]);
    for word in ["best ", "boards ", "famil", "scores ", "work "] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn the_default_hunts_for_boards_of_all_kinds() {
    let desk = Desk::of("hunt");
    let words =
        ["twin-10x10", "--archive", "a", "--keep", "150", "--work", "60000000", "--seed", "1"];
    let found = desk.json(0, &words);
    assert_eq!(found["algorithm"], "portfolio");
    assert!(found["kept"].as_u64().is_some_and(|kept| kept > 50), "{found}");
    assert!(found["histogram"].as_object().is_some_and(|scores| scores.len() > 3), "{found}");
}

#[test]
fn an_algorithm_that_begins_anew_says_so_and_loses_nothing() {
    let desk = Desk::of("hunt");
    let words = ["twin-8x8", "--archive", "a", "--with", "greedy", "--work", "60"];
    assert!(!stderr(&desk.run(&words)).contains("begins anew"), "there was no board yet");
    let before = desk.json(0, &["twin-8x8", "--archive", "a", "--status"]);
    let second = stderr(&desk.run(&words));
    assert_eq!(second.matches("greedy begins anew").count(), 1, "{second}");
    let after = desk.json(0, &["twin-8x8", "--archive", "a", "--status"]);
    let best = before["best"].as_u64().expect("a number");
    assert!(after["best"].as_u64() >= Some(best), "{before} {after}");
    assert_eq!(after["session"], 2);
}
