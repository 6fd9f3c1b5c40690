//! Counting and estimating: known numbers, lists, limits, checkpoints, and what goes wrong.

mod desk;
#[path = "../../marquetry/tests/outside/mod.rs"]
mod outside;

use desk::{Desk, stderr};
use outside::instance;
use serde_json::Value;

/// What must not depend on threads, time and interruptions.
fn numbers(value: &Value) -> [&Value; 5] {
    ["solutions", "distinct", "looks", "nodes", "conclusion"].map(|name| &value[name])
}

#[test]
fn known_counts_are_met() {
    let desk = Desk::new();
    let cases = [("p1", 12, 3), ("p2", 4, 1), ("p3", 4, 1), ("p5", 8, 1), ("p6", 4, 1)];
    for (puzzle, solutions, distinct) in cases {
        for options in ["", "--no-symmetry", "--order snake", "--lookahead on --threads 1"] {
            let value = desk.json(0, &format!("count {puzzle} {options} --json"));
            let found = (&value["solutions"], &value["distinct"], &value["conclusion"]);
            let expected = (&solutions.into(), &distinct.into(), &"exhausted".into());
            assert_eq!(found, expected, "{puzzle} {options}");
        }
    }
    let value = desk.json(0, "count p1 --json");
    for name in ["nodes", "nodes_per_s", "elapsed_s", "order", "lookahead", "threads", "reasons"] {
        assert!(!value[name].is_null(), "{name}");
    }
    assert!(!desk.path("counts").exists(), "short counts leave no files");
}

#[test]
fn the_communitys_count_of_owens_puzzle_is_met() {
    let Some(owen) = instance("owen1/pieces_06x06.txt") else { return };
    let value = Desk::new().json(0, &format!("count {}", owen.display()));
    assert_eq!((&value["solutions"], &value["distinct"]), (&260.into(), &65.into()));
}

#[test]
fn the_communitys_census_of_corners_is_met() {
    let Some(official) = instance("e2_official.json") else { return };
    for (clues, count) in [("--clues none", 2_633_221), ("", 2_582_369)] {
        let call = format!("count {} --block 3x3 --at corner {clues}", official.display());
        let value = Desk::new().json(0, &call);
        assert_eq!(value["solutions"], count, "{clues}");
        assert_eq!(value["block"]["rows"], 3);
    }
}

#[test]
fn people_are_told_what_the_numbers_mean() {
    let desk = Desk::new();
    let text = desk.out(0, "count p5");
    for words in [
        "solutions  8\n",
        "distinct   1 up to turns of the whole board\n",
        "looks      4 if equal pieces",
        "each solution found stands for 4, turned\n",
        "result     every solution was found\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = desk.out(0, "count p1 --block 2x2 --at inside");
    assert!(text.contains(" fillings of the block of 2x2\n"), "{text}");
    let text = desk.out(1, "count twin-8x8 --time 300ms");
    assert!(text.contains("result     stopped: at least 0\n"), "{text}");
    assert!(!desk.path("counts").exists(), "nothing is kept of less than ten seconds");
}

#[test]
fn lists_hold_perfect_boards_in_one_order() {
    let desk = Desk::new();
    let list = |threads: u32| {
        let call = format!("count p4 --limit 500 --list --threads {threads} --json");
        let text = desk.out(0, &call);
        let (boards, summary) = text.trim_end().rsplit_once('\n').expect("boards and a summary");
        let summary: Value = serde_json::from_str(summary).expect("JSON");
        assert_eq!((&summary["looks"], &summary["conclusion"]), (&500.into(), &"solved".into()));
        (boards.to_owned(), summary["nodes"].clone())
    };
    let (boards, nodes) = list(1);
    assert_eq!((list(2), list(5)), ((boards.clone(), nodes.clone()), (boards.clone(), nodes)));
    let mut lines: Vec<&str> = boards.lines().collect();
    for line in [lines[0], lines[1], lines[250], lines[499]] {
        desk.put("board", line);
        assert_eq!(desk.json(0, "check p4 board --json")["perfect"], true);
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 500, "every board comes once");
}

#[test]
fn lists_go_to_files_and_pipes() {
    let desk = Desk::new();
    desk.put("there", "what was there before\nis gone\n");
    let text = desk.out(0, "count p1 --list there");
    assert!(text.starts_with("solutions  12"), "{text}");
    assert_eq!(desk.get("there").lines().count(), 12);
    let output = desk.run("count p1 --list");
    assert_eq!(String::from_utf8_lossy(&output.stdout), desk.get("there"));
    assert!(stderr(&output).contains("solutions  12"));
    assert_eq!(desk.out(0, "count twin-5x5 --block 2x2 --list --limit 3").lines().count(), 3);
    assert!(desk.error("count p1 --list no/such/folder").contains("no/such/folder"));
    let program = env!("CARGO_BIN_EXE_marquetry");
    let script = format!("{program} count p4 --list | head -n 3; exit ${{PIPESTATUS[0]}}");
    let output = desk.program("bash").args(["-c", &script]).output();
    let output = output.expect("bash runs");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
}

#[test]
fn a_count_in_slices_equals_an_unbroken_one() {
    let desk = Desk::new();
    // 280 solutions: a second or two on one thread.
    desk.out(0, "generate 6x6 --frame-colours 3 --inner-colours 5 --seed 2 --out p");
    let tree = "count p --no-symmetry --order row --lookahead off --json";
    let whole = desk.json(0, &format!("{tree} --list whole"));
    let mut call = format!("{tree} --list parts --time 100ms --checkpoint c");
    let mut slices = 0;
    let parts = loop {
        let threads = 1 + slices % 3;
        let output = desk.run(&format!("{call} --threads {threads}"));
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        slices += 1;
        if output.status.code() == Some(0) {
            break value;
        }
        assert_eq!((output.status.code(), &value["checkpoint"]), (Some(1), &"c".into()));
        // A kill between two checkpoints leaves boards, and half of one, that come again.
        let listed = desk.get("parts");
        desk.put("parts", format!("{listed}{{\"format\":\"marqu"));
        call = format!("{tree} --list parts --time 100ms --resume c");
    };
    assert!(slices > 1, "the count is too short for this test");
    assert_eq!(numbers(&parts), numbers(&whole));
    assert_eq!(desk.get("parts"), desk.get("whole"));
    assert!(!desk.path("c").exists(), "a complete count leaves no checkpoint");
}

/// Starts a count and kills it once it has written its checkpoint.
fn killed(desk: &Desk, call: &str) {
    desk.start(call).until("a checkpoint", || desk.path("c").exists());
}

#[test]
fn a_killed_count_goes_on_as_if_nothing_had_happened() {
    let desk = Desk::new();
    killed(&desk, "count p4 --list parts --json --checkpoint c");
    let told = desk.get("parts").lines().count();
    assert!(told > 0, "nothing was listed in two seconds");
    // Too many boards to list them all, on any machine: some more than were listed will do.
    let limit = told + 500;
    let parts = desk.json(0, &format!("count p4 --limit {limit} --list parts --json --resume c"));
    let whole = desk.json(0, &format!("count p4 --limit {limit} --list whole --json"));
    assert_eq!(numbers(&parts), numbers(&whole));
    assert_eq!(desk.get("parts"), desk.get("whole"));
}

#[test]
#[cfg(unix)]
fn an_interrupt_saves_the_checkpoint_and_tells_what_was_counted() {
    let desk = Desk::new();
    let mut count = desk.start("count p4 --list parts --json --checkpoint c");
    count.until("a board", || desk.path("parts").metadata().is_ok_and(|file| file.len() > 0));
    count.signal("INT");
    let output = count.output();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["conclusion"], "stopped");
    let told = desk.get("parts").lines().count();
    // A board found before its turn has come is counted, and waits in the checkpoint to be listed.
    let left: Value = serde_json::from_str(&desk.get("c")).expect("JSON");
    let begun = left["count"]["begun"].as_array().expect("jobs");
    let waiting: usize = begun.iter().map(|job| job["untold"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(value["looks"], told + 4 * waiting, "each stands for four, turned");
    let limit = told + 4 * waiting + 500;
    let parts = desk.json(0, &format!("count p4 --limit {limit} --list parts --resume c"));
    let whole = desk.json(0, &format!("count p4 --limit {limit} --list whole"));
    assert_eq!(numbers(&parts), numbers(&whole));
    assert_eq!(desk.get("parts"), desk.get("whole"));
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let desk = Desk::new();
    desk.out(1, "count twin-8x8 --time 200ms --checkpoint c --json");
    let kept = desk.get("c");
    desk.put("short", &kept[..kept.len() / 2]);
    desk.put("damaged", kept.replacen("\"nodes\":", "\"nodes\":1", 1));
    desk.put("empty", "");
    for (call, words) in [
        ("count twin-7x7 --resume c", "c: the checkpoint belongs to another puzzle"),
        ("count twin-8x8 --resume c --order snake", "a count with other options"),
        ("count twin-8x8 --resume c --no-symmetry", "a count with other options"),
        ("count twin-8x8 --resume c --block 2x2", "a count with other options"),
        ("count twin-8x8 --resume c --list boards", "begun without --list"),
        ("count twin-8x8 --resume short", "short: expected the checkpoint of a count"),
        ("count twin-8x8 --resume empty", "empty: expected the checkpoint of a count"),
        ("count twin-8x8 --resume damaged", "damaged is damaged: expected signature"),
        ("count twin-8x8 --resume nowhere", "cannot read nowhere"),
        ("count twin-8x8 --resume .", "expected a file for the checkpoint, found ."),
        ("count twin-8x8 --checkpoint c", "c is there already: go on with --resume c"),
        ("count twin-8x8 --checkpoint no/such/folder", "cannot write"),
        ("count twin-8x8 --checkpoint -", "expected a file for the checkpoint"),
    ] {
        let said = desk.error(call);
        assert!(said.contains(words), "{call}: {said}");
    }
    assert_eq!(desk.get("c"), kept, "a refused call changes nothing");
    desk.out(1, "count p4 --time 200ms --list boards --checkpoint d --json");
    let boards = desk.get("boards");
    assert!(desk.error("count p5 --resume d --list boards").contains("another puzzle"));
    assert_eq!(desk.get("boards"), boards, "a refused call changes nothing");
    assert!(desk.error("count p4 --resume d --limit 1").contains("expected --limit beyond"));
    desk.put("boards", "");
    assert!(desk.error("count p4 --resume d --list boards").contains("found 0"));
}

#[test]
fn mistakes_get_one_clear_line() {
    let desk = Desk::new();
    for (call, words) in [
        ("count p1 --order zigzag", "--order expects best, row, column"),
        ("count p1 --order 0,1,2", "the order names 3 cells, the board has 16"),
        ("estimate p3 --order 0,1", "the order names 2 cells"),
        ("count twin-4x4 --order 0,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14", "names cell 0 twice"),
        ("count p1 --block 3", "--block expects rows x columns"),
        ("count p1 --block 0x3", "a block of 0x3"),
        ("count p1 --block 5x5", "does not fit on a board of 4x4"),
        ("count p1 --block 4x3 --at inside", "does not fit on a board of 4x4"),
        ("count p1 --block 99999999999x99999999999 --at side", "does not fit"),
        ("count nowhere", "nowhere: no such file"),
    ] {
        let said = desk.error(call);
        assert!(said.contains(words), "{call}: {said}");
    }
    for call in ["count p1 --limit 0", "count p1 --threads 0", "count p1 --at side", "count"] {
        assert_eq!(desk.run(call).status.code(), Some(2), "{call}");
    }
}

#[test]
fn unsolvable_puzzles_are_counted_with_the_reason() {
    let desk = Desk::new();
    desk.put("three.txt", "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n");
    desk.put("odd.txt", "2 2\n0 0 1 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n");
    let clash = r#"{"format":"marquetry-puzzle/1","name":"x","width":2,"height":1,"frame":"open",
        "pieces":[[1,1,1,1],[2,2,2,2]],
        "clues":[{"piece":1,"row":0,"col":0,"turn":0},{"piece":2,"row":0,"col":1,"turn":0}]}"#;
    desk.put("clash.json", clash);
    for (puzzle, reason) in [
        ("three.txt", "4 corner pieces, the set has 3"),
        ("odd.txt", "colour"),
        ("clash.json", "do not match"),
    ] {
        let value = desk.json(0, &format!("count {puzzle} --json"));
        assert_eq!((&value["solutions"], &value["conclusion"]), (&0.into(), &"exhausted".into()));
        assert!(value["reasons"][0].as_str().is_some_and(|r| r.contains(reason)), "{value}");
        let text = desk.out(0, &format!("count {puzzle}"));
        assert!(text.contains("result     unsolvable: "), "{text}");
        assert!(desk.out(0, &format!("estimate {puzzle}")).contains("unsolvable: "));
        assert_eq!(desk.out(0, &format!("count {puzzle} --list")), "");
    }
}

#[test]
fn estimates_agree_with_what_is_there() {
    let desk = Desk::new();
    // Few enough that the tree does not fit into the sample.
    let value = desk.json(0, "estimate twin-5x5 --seed 1 --probes 400 --json");
    let counted = desk.json(0, "count twin-5x5 --json");
    assert_eq!(value["real"]["nodes"], counted["nodes"]);
    assert_eq!(value["real"]["looks"], counted["looks"]);
    assert_eq!((&value["seed"], &value["probes"]), (&1.into(), &400.into()));
    let depths = value["depths"].as_array().expect("a table");
    assert_eq!(depths.len(), 24, "a corner is settled by symmetry");
    let [mean, error, real] = ["/nodes/mean", "/nodes/error", "/real/nodes"]
        .map(|p| value.pointer(p).and_then(Value::as_f64).expect("a number"));
    assert!((mean - real).abs() < 5.0 * error, "{mean} ± {error}, {real} are there");
    let text = desk.out(0, "estimate twin-8x8 --seed 1 --probes 100");
    for words in ["depth", "chance: ", "by 100 probes, seed 1", "widest", "deepest", "as measured"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
    assert_eq!(desk.json(0, "estimate p1 --enumerate 0 --json")["real"], Value::Null);
}
