//! What a command reads it never writes, and no two outputs go to one file.

use super::Desk;
use std::fs;

/// Every call is refused in one line, and changes nothing.
fn refused(desk: &Desk, calls: &[(&str, &str)]) {
    let before = desk.files();
    for (words, expected) in calls {
        let said = desk.error(*words);
        assert!(said.contains(expected), "{words}: {said}");
        assert_eq!(desk.files(), before, "{words} changed a file");
    }
}

/// A desk with a puzzle, its solution in some forms, hints, and links to the puzzle.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.out(0, "generate 4x4 --seed 1 --clues 1 --out p.json --solution s.json");
    desk.out(0, "convert p.json --to hints --out h.txt");
    fs::create_dir(desk.path("sub")).expect("a folder can be made");
    fs::hard_link(desk.path("p.json"), desk.path("hard.json")).expect("a link can be made");
    #[cfg(unix)]
    std::os::unix::fs::symlink("p.json", desk.path("soft.json")).expect("a link can be made");
    #[cfg(not(unix))]
    fs::hard_link(desk.path("p.json"), desk.path("soft.json")).expect("a link can be made");
    desk
}

#[test]
fn outputs_never_take_the_place_of_inputs() {
    let desk = desk();
    desk.out(1, "solve twin-8x8 --work 300 --seed 1 --with local --log run.log --out l.json");
    let puzzle = "would overwrite the puzzle";
    refused(
        &desk,
        &[
            ("solve p.json --work 1 --out p.json", puzzle),
            ("solve p.json --work 1 --out sub/../p.json", puzzle),
            ("solve p.json --work 1 --out soft.json", puzzle),
            ("solve p.json --work 1 --out hard.json --force", puzzle),
            ("solve soft.json --work 1 --log hard.json", puzzle),
            ("solve p.json --hints h.txt --work 1 --out h.txt", "would overwrite --hints"),
            ("solve p.json --with local --from s.json --work 1 --out s.json", "overwrite --from"),
            ("solve p.json --with local --from s.json --work 1 --log s.json", "overwrite --from"),
            ("meta p.json 1 p.json", puzzle),
            ("replay run.log --speed 0 --out run.log", "would overwrite the log"),
            ("show p.json s.json --svg p.json", puzzle),
            ("show p.json s.json --png s.json", "would overwrite the board"),
            ("show p.json --hints h.txt --svg h.txt", "would overwrite --hints"),
            ("analyse p.json --png hard.json", puzzle),
            ("convert p.json --to pieces --out soft.json", "would overwrite the input"),
            ("convert s.json --puzzle p.json --to grid --out p.json", "would overwrite --puzzle"),
            ("count p.json --list p.json", puzzle),
            ("count p.json --checkpoint hard.json", puzzle),
            ("count p.json --hints h.txt --list h.txt", "would overwrite --hints"),
        ],
    );
}

#[test]
fn no_two_outputs_are_one_file() {
    let desk = desk();
    let same = "name the same file";
    refused(
        &desk,
        &[
            ("solve p.json --work 1 --out a --log a", same),
            ("solve p.json --work 1 --out a --log sub/../a", same),
            ("solve p.json --work 1 --out a --log a.part", same),
            ("show p.json --svg a --png a", same),
            ("analyse p.json --svg a --png ./a", same),
            ("generate 4x4 --out a --solution a", same),
            ("count p.json --list a --checkpoint a", same),
        ],
    );
    // Streams and devices hold nothing that could be lost.
    #[cfg(unix)]
    desk.out(0, "show p.json --svg /dev/null --png /dev/null");
}

#[test]
fn puzzles_on_the_shelf_are_inputs_too() {
    let desk = desk();
    desk.out(0, "puzzles add p.json --name mine");
    let before = desk.get("data/puzzles/mine.json");
    let said = desk.error("solve mine --work 1 --out data/puzzles/mine.json --force");
    assert!(said.contains("would overwrite the puzzle"), "{said}");
    assert_eq!(desk.get("data/puzzles/mine.json"), before);
}

#[test]
fn tokens_keep_their_inputs() {
    let desk = Desk::new();
    desk.out(0, "tokens generate 6 --remove 12 --seed 1 --out g.txt");
    let from = "tokens solve 6 12 --with sa --from g.txt --work 10 --out g.txt";
    refused(
        &desk,
        &[
            (from, "would overwrite --from"),
            ("tokens show g.txt --svg ./g.txt", "would overwrite the grid"),
            ("tokens show g.txt --svg a --png a", "name the same file"),
        ],
    );
}

#[test]
fn archives_and_exports_keep_the_puzzle() {
    let desk = Desk::new();
    let words = "generate 4x4 --seed 1 --out";
    fs::create_dir(desk.path("a")).expect("a folder can be made");
    desk.out(0, &format!("{words} a/lock"));
    let before = desk.get("a/lock");
    let said = desk.error("hunt a/lock --archive a --work 10 --with local");
    assert!(said.contains("the archive would overwrite the puzzle"), "{said}");
    desk.out(0, &format!("{words} p.json"));
    desk.out(0, "hunt p.json --archive b --work 10 --with local --json");
    fs::create_dir(desk.path("x")).expect("a folder can be made");
    fs::copy(desk.path("p.json"), desk.path("x/links.txt")).expect("it can be copied");
    let said = desk.error("hunt x/links.txt --archive b --export x");
    assert!(said.contains("--export would overwrite the puzzle"), "{said}");
    assert_eq!((desk.get("a/lock"), desk.get("x/links.txt")), (before.clone(), before));
}

#[test]
fn campaigns_keep_plan_and_store() {
    let desk = Desk::new();
    let plan = "name = \"mine\"\ntitle = \"t\"\nseeds = \"1-2\"\nbudget = { evaluations = 20 }\n\
                puzzle = [{ puzzle = \"twin-4x4\" }]\nalgorithm = [{ with = \"local\" }]\n";
    fs::create_dir(desk.path("pages")).expect("a folder can be made");
    desk.put("pages/report.md", plan);
    desk.out(0, "campaign run pages/report.md --store s.sqlite --quiet");
    desk.out(0, "campaign export s.sqlite --to jsonl --puzzles --out all.jsonl");
    let before = desk.files();
    for (words, expected) in [
        ("campaign export s.sqlite --to csv --out s.sqlite", "would overwrite the store"),
        ("campaign export s.sqlite --to csv --out s.sqlite-wal", "a part of the store"),
        ("campaign export all.jsonl --to csv --out ./all.jsonl", "would overwrite the store"),
        ("campaign report pages/report.md --store s.sqlite --out pages", "overwrite the plan"),
    ] {
        let said = desk.error(words);
        assert!(said.contains(expected), "{words}: {said}");
    }
    assert_eq!(desk.get("pages/report.md"), plan);
    let names = |files: Vec<(std::path::PathBuf, _)>| -> Vec<_> {
        files.into_iter().map(|(path, _)| path).collect()
    };
    assert_eq!(desk.json(0, "campaign status pages/report.md --store s.sqlite")["done"], 2);
    assert_eq!(names(desk.files()), names(before));
}
