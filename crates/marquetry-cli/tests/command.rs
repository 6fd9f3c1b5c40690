//! The command as scripts and people use it, and as they misuse it.

mod desk;
#[path = "../../marquetry/tests/outside/mod.rs"]
mod outside;

use desk::{Desk, Running, stderr};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn solve_prints_the_contract() {
    let desk = Desk::new();
    let call = ["solve", "p7", "--work", "300", "--seed", "5", "--threads", "2", "--json"];
    let value = desk.json(1, &call);
    for key in ["puzzle", "algorithm", "score", "perfect", "conclusion", "elapsed_s", "signature"] {
        assert!(!value[key].is_null(), "{key}");
    }
    assert_eq!(
        (&value["seed"], &value["threads"], &value["work"]),
        (&5.into(), &2.into(), &300.into())
    );
    assert_eq!(value["conclusion"], "stopped");
    desk.put("board.json", value["board"].to_string());
    let checked = desk.json(0, &["check", "p7", "board.json", "--json"]);
    assert_eq!(checked["score"], value["score"]);
    assert_eq!(checked["faults"], Value::Array(vec![]));
    let again =
        desk.json(1, &["solve", "p7", "--work", "300", "--seed", "5", "--threads", "5", "--json"]);
    assert_eq!(again["signature"], value["signature"]);
    assert!(!desk.path("boards").exists(), "--json alone writes no files");
}

#[test]
fn a_perfect_board_or_a_reached_target_is_success() {
    let desk = Desk::new();
    let value = desk.json(0, &["solve", "twin-4x4", "--time", "60s", "--target", "20", "--json"]);
    assert_eq!(value["conclusion"], "solved");
    desk.out(0, &["generate", "3x3", "--seed", "1", "--out", "p.json", "--solution", "s.json"]);
    let value = desk.json(0, &["solve", "p.json", "--from", "s.json", "--json"]);
    assert_eq!((&value["perfect"], &value["work"]), (&true.into(), &0.into()));
}

#[test]
fn people_get_a_board_a_picture_and_a_link() {
    let desk = Desk::new();
    let text = desk.out(1, &["solve", "p7", "--work", "100", "--seed", "2"]);
    for word in ["score", "seed 2", "signature", "board ", "picture ", "link       https://"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let files = fs::read_dir(desk.path("boards")).expect("the folder was made");
    let mut names: Vec<_> =
        files.flatten().map(|f| f.file_name().into_string().unwrap_or_default()).collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    let ends = ["-link.txt", ".json", ".png"];
    assert!(names.iter().zip(ends).all(|(name, end)| name.ends_with(end)), "{names:?}");
    let link = text.lines().find_map(|l| l.strip_prefix("link       ")).unwrap_or_default();
    let from_link = desk.json(0, &["check", link, "--json"]);
    let score = from_link["score"].to_string();
    assert!(text.starts_with(&format!("score      {score} of 180")), "{text}");
}

#[test]
fn streams_flow_both_ways() {
    let desk = Desk::new();
    let puzzle = desk.out(0, &["generate", "5x5", "--seed", "1"]);
    let mut child = desk
        .command(&["convert", "-", "--to", "pieces"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(puzzle.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 26);
    let board = desk.out(1, &["solve", "p7", "--work", "1", "--out", "-"]);
    desk.put("streamed.json", board);
    assert_eq!(desk.json(0, &["check", "p7", "streamed.json", "--json"])["valid"], true);
    let log = desk.out(1, &["solve", "p7", "--work", "1", "--log", "-"]);
    assert!(log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{log}");
    for call in [
        ["solve", "p1", "--json", "--out", "-"],
        ["solve", "p1", "--log", "-", "--json"],
        ["generate", "4x4", "--json", "--out", "-"],
        ["show", "p1", "--json", "--svg", "-"],
        ["analyse", "p1", "--json", "--png", "-"],
    ] {
        assert!(desk.error(&call).contains("standard output can carry one thing"), "{call:?}");
    }
    assert!(desk.error(&["generate", "4x4", "--solution", "-"]).contains("one thing"));
}

#[test]
fn a_broken_pipe_is_success() {
    let desk = Desk::new();
    let program = env!("CARGO_BIN_EXE_marquetry");
    let script =
        format!("{program} puzzles show twin-16x16 --json | head -n 1; exit ${{PIPESTATUS[0]}}");
    let output = desk.program("bash").args(["-c", &script]).output();
    let output = output.expect("bash runs");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn mistakes_get_one_clear_line() {
    let desk = Desk::new();
    desk.put("empty.txt", "");
    desk.put("bytes", [0xff, 0xfe, 0x00, 0x80]);
    desk.put("short.txt", "4 4\n1 2 3\n");
    desk.put("huge.json", r#"{"format":"marquetry-puzzle/1","name":"x","width":1000000000000,"height":1,"frame":"grey","pieces":[]}"#);
    fs::create_dir(desk.path("folder")).expect("a folder can be made");
    let cases: [(&[&str], &str); 14] = [
        (&["check", "nowhere.json", "b"], "nowhere.json: no such file"),
        (&["solve", "empty.txt"], "empty.txt"),
        (&["solve", "bytes"], "bytes: line 1: expected text in UTF-8"),
        (&["solve", "short.txt"], "short.txt: line 2: expected"),
        (&["solve", "huge.json"], "1000000000000"),
        (&["solve", "folder"], "is a folder"),
        (
            &["solve", "p1", "--with", "magic"],
            "unknown algorithm \"magic\", expected one of annealing, annealing:modern, ants",
        ),
        (&["solve", "p1", "--set", "speed=9"], "unknown field `speed`"),
        (&["solve", "p1", "--set", "speed"], "KEY=VALUE"),
        (&["solve", "p1", "--set", "walkers=0"], "above 0"),
        (&["solve", "p1", "--work", "1", "--out", "no/such/folder/b.json"], "cannot write"),
        (&["generate", "65x3"], "outside 1x1 to 64x64"),
        (&["generate", "8x8", "--colours", "1"], "distinct"),
        (&["convert", "p1", "--to", "grid"], "holds a board"),
    ];
    for (arguments, expected) in cases {
        let said = desk.error(arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(said.starts_with("error: "), "{said}");
    }
}

#[test]
fn a_piece_used_twice_is_refused() {
    let desk = Desk::new();
    desk.out(0, &["generate", "4x4", "--seed", "1", "--out", "p.json", "--solution", "s.json"]);
    let text = fs::read_to_string(desk.path("s.json")).expect("it was written");
    let mut board: Value = serde_json::from_str(&text).expect("JSON");
    board["cells"][5] = board["cells"][6].clone();
    desk.put("twice.json", board.to_string());
    let value = desk.json(1, &["check", "p.json", "twice.json", "--json"]);
    assert_eq!(value["valid"], false);
    assert!(value["faults"].to_string().contains("is used 2 times"), "{value}");
}

#[test]
fn unsolvable_puzzles_are_told_with_the_reason() {
    let desk = Desk::new();
    desk.put("three.txt", "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n");
    let value = desk.json(1, &["solve", "three.txt", "--json"]);
    assert_eq!(value["conclusion"], "exhausted");
    assert_eq!(value["reason"], "the rim needs 4 corner pieces, the set has 3");
    assert_eq!(value["board"], Value::Null);
}

#[test]
fn runs_are_recorded_replayed_and_repeated() {
    let desk = Desk::new();
    desk.out(
        1,
        &["solve", "twin-8x8", "--with", "local", "--work", "5000", "--log", "r", "--quiet"],
    );
    let watched = desk.json(0, &["replay", "r", "--json", "--out", "last.json"]);
    let checked = desk.json(0, &["check", "twin-8x8", "last.json", "--json"]);
    assert_eq!(checked["score"], watched["score"]);
    let again = desk.json(0, &["replay", "r", "--again", "--json"]);
    assert_eq!(again["same"], true);
    let log = fs::read_to_string(desk.path("r")).expect("the log");
    desk.put("cut", &log[..log.len() - 20]);
    let output = desk.run(&["replay", "cut", "--speed", "0"]);
    assert!(stderr(&output).contains("cut short"));
    desk.put("lie", log.replacen("\"score\":", "\"score\":1", 3));
    assert!(desk.error(&["replay", "lie", "--speed", "0"]).contains("the judge says"));
}

#[test]
fn the_thesis_view_counts_and_prints_the_editors_quads() {
    let desk = Desk::new();
    let call = ["solve", "niang-4x4", "--with", "ga", "--seed", "1", "--work", "100000"];
    let output = desk.run(&[&call[..], &["--view", "thesis", "--log", "r"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let said = stderr(&output);
    let first = "Selection Method: Tournament Selection [3] *** Crossover operator: \
                 Region Exchange Crossover";
    for line in [first, "Crossover Rate: 0.9 *** Mutation Rate: 0.1", "2x2: 0", "Tiles: 0"] {
        assert!(said.lines().any(|said| said == line), "{line}: {said}");
    }
    let last = said.lines().rev().find(|line| line.starts_with("Generations: ")).expect("counts");
    assert!(last.contains("/100, Mutations: ") && last.contains("Evaluations: "), "{last}");
    let quads: Vec<&str> = said.lines().filter(|line| line.matches('|').count() == 16).collect();
    assert_eq!(quads.len(), 4, "{said}");
    desk.put("quads.txt", quads.join("\n"));
    let judged = desk.json(0, &["check", "niang-4x4", "quads.txt", "--json"]);
    assert_eq!(judged["perfect"], true);
    let again = stderr(&desk.run(&["replay", "r", "--speed", "0", "--view", "thesis"]));
    assert!(again.contains(last), "{again}");
}

/// Starts a run that nobody waits for and returns once its checkpoint is on disk.
fn started(desk: &Desk) -> Running {
    let call =
        ["solve", "twin-16x16", "--time", "60s", "--seed", "1", "--out", "best.json", "--quiet"];
    let mut run = desk.start(&call);
    run.until("a checkpoint", || desk.path("best.json.part").exists());
    run
}

#[test]
#[cfg(unix)]
fn an_interrupt_saves_the_best_board() {
    let desk = Desk::new();
    let mut run = started(&desk);
    run.signal("INT");
    assert_eq!(run.output().status.code(), Some(1));
    assert!(!desk.path("best.json.part").exists());
    assert_eq!(desk.json(0, &["check", "twin-16x16", "best.json"])["valid"], true);
}

#[test]
#[cfg(unix)]
fn a_killed_run_goes_on_from_its_checkpoint() {
    let desk = Desk::new();
    let mut run = started(&desk);
    run.signal("KILL");
    run.output();
    assert!(!desk.path("best.json").exists());
    let part = desk.json(0, &["check", "twin-16x16", "best.json.part"])["score"].as_u64();
    assert!(part.is_some_and(|score| score > 0), "{part:?}");
    let call = ["solve", "twin-16x16", "--from", "best.json.part", "--work", "1"];
    assert!(desk.json(1, &call)["score"].as_u64() >= part);
}

#[test]
fn what_an_earlier_run_left_is_not_overwritten() {
    let desk = Desk::new();
    desk.out(
        0,
        &["generate", "4x4", "--seed", "1", "--out", "p.json", "--solution", "b.json.part"],
    );
    let said = desk.error(&["solve", "p.json", "--work", "1", "--out", "b.json"]);
    assert!(said.contains("go on with --from b.json.part"), "{said}");
    desk.out(0, &["solve", "p.json", "--out", "b.json", "--from", "b.json.part"]);
    assert_eq!(desk.json(0, &["check", "p.json", "b.json", "--json"])["perfect"], true);
    assert!(!desk.path("b.json.part").exists());
}

#[test]
#[cfg(unix)]
fn links_are_followed_and_pipes_are_written_to() {
    let desk = Desk::new();
    desk.put("target.txt", "");
    std::os::unix::fs::symlink("target.txt", desk.path("link.txt")).expect("a link can be made");
    desk.out(0, &["convert", "p1", "--to", "pieces", "--out", "link.txt"]);
    assert!(desk.path("link.txt").is_symlink());
    assert!(fs::read_to_string(desk.path("target.txt")).is_ok_and(|text| text.starts_with("4 4")));
    let made = Command::new("mkfifo").arg(desk.path("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let pipe = desk.path("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap_or_default());
    desk.out(0, &["convert", "p1", "--to", "pieces", "--out", "pipe"]);
    assert!(reader.join().is_ok_and(|text| text.starts_with("4 4")));
}

#[test]
fn hints_are_added_to_the_clues() {
    let desk = Desk::new();
    let recipe = ["generate", "5x5", "--seed", "2", "--clues", "3", "--solution", "s.json"];
    desk.out(0, &[&recipe[..], &["--out", "p.json"]].concat());
    let text = desk.out(0, &["convert", "p.json", "--to", "hints"]);
    let mut lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 3);
    lines.truncate(1);
    desk.put("one.txt", format!("1\n{}\n", lines[0]));
    let bare = ["convert", "p.json", "--to", "puzzle", "--clues", "none", "--hints", "one.txt"];
    for (call, count) in [(&bare[..4], 3), (&bare[..6], 0), (&bare[..8], 1)] {
        let puzzle: Value = serde_json::from_str(&desk.out(0, call)).expect("JSON");
        assert_eq!(puzzle["clues"].as_array().map(Vec::len), Some(count), "{call:?}");
    }
    let both = ["convert", "p.json", "--to", "puzzle", "--hints", "one.txt"];
    let puzzle: Value = serde_json::from_str(&desk.out(0, &both)).expect("JSON");
    assert_eq!(puzzle["clues"].as_array().map(Vec::len), Some(3));
}

#[test]
fn every_command_speaks_json() {
    let desk = Desk::new();
    desk.out(0, &["convert", "p1", "--to", "pieces", "--out", "p1.txt"]);
    desk.json(0, &["man", ".", "--json"]);
    desk.json(0, &["completions", "fish", "--json"]);
    let output = desk.run(&["meta", "p1.txt", "0.2", "p1.sol", "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(desk.json(0, &["check", "p1", "p1.sol", "--json"])["score"], value["score"]);
    desk.out(0, &["puzzles", "add", "p1.txt", "--name", "mine"]);
    assert_eq!(desk.json(0, &["puzzles", "remove", "mine", "--json"])["removed"], "mine");
}

#[test]
fn the_shelf_keeps_puzzles() {
    let desk = Desk::new();
    desk.out(0, &["generate", "3x3", "--seed", "4", "--out", "mine.json", "--name", "Mine own"]);
    desk.out(0, &["puzzles", "add", "mine.json"]);
    assert!(desk.error(&["puzzles", "add", "mine.json"]).contains("--replace"));
    assert!(desk.error(&["puzzles", "add", "mine.json", "--name", "p1"]).contains("built-in"));
    desk.out(0, &["puzzles", "add", "mine.json", "--name", "../../escape"]);
    let list = desk.out(0, &["puzzles", "list", "--json"]);
    let names: Vec<Value> = list
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).expect("JSON")["name"].clone())
        .collect();
    assert_eq!(names.len(), 30);
    assert!(names.contains(&"mine-own".into()), "{names:?}");
    desk.put("data/puzzles/broken.json", "{");
    assert_eq!(desk.out(0, &["puzzles", "list", "--json"]).lines().count(), 30);
    desk.out(1, &["solve", "mine-own", "--work", "0", "--quiet"]);
    desk.out(0, &["puzzles", "remove", "mine-own"]);
    assert!(desk.error(&["puzzles", "show", "mine-own"]).contains("no puzzle named"));
}

#[test]
fn formats_survive_a_round_trip() {
    let desk = Desk::new();
    desk.out(
        0,
        &[
            "generate",
            "6x6",
            "--seed",
            "9",
            "--name",
            "six",
            "--out",
            "p.json",
            "--solution",
            "s.json",
        ],
    );
    for to in ["board", "bucas", "dev", "board-doc", "grid", "quads", "meta"] {
        desk.out(0, &["convert", "s.json", "--puzzle", "p.json", "--to", to, "--out", "there"]);
        let value = desk.json(0, &["check", "p.json", "there", "--json"]);
        assert_eq!(value["perfect"], true, "{to}");
    }
    for to in ["puzzle", "pieces", "puzzle-json", "csv"] {
        desk.out(0, &["convert", "p.json", "--to", to, "--out", "there"]);
        let value = desk.json(0, &["check", "there", "s.json", "--json"]);
        assert_eq!(value["perfect"], true, "{to}");
    }
}

#[test]
fn every_size_and_kind_is_made_solved_and_drawn() {
    let desk = Desk::new();
    let cases: [&[&str]; 7] = [
        &["1x1"],
        &["1x6", "--colours", "3", "--duplicates"],
        &["2x2"],
        &["7x3", "--frame", "open", "--colours", "5", "--signed"],
        &["6x6", "--preset", "hardest", "--clues", "4"],
        &["9x9", "--frame-colours", "3", "--inner-colours", "200", "--spread", "random"],
        &["64x64", "--preset", "eternity"],
    ];
    for case in cases {
        let mut call = vec!["generate", "--seed", "3", "--out", "p.json", "--solution", "s.json"];
        call.extend(case);
        desk.out(0, &call);
        let value = desk.json(0, &["check", "p.json", "s.json", "--json"]);
        assert_eq!(value["perfect"], true, "{case:?}");
        let call = ["solve", "p.json", "--with", "local", "--work", "20", "--seed", "1", "--json"];
        let output = desk.run(&call);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{case:?}");
        desk.out(0, &["show", "p.json", "s.json", "--svg", "s.svg"]);
        desk.out(0, &["show", "p.json", "--colour", "plain", "--compact"]);
        desk.out(0, &["analyse", "p.json"]);
    }
}

/// The name of a file from outside, as it is typed.
fn instance(name: &str) -> Option<String> {
    outside::instance(name).map(|path| path.to_string_lossy().into_owned())
}

#[test]
fn the_official_set_is_known_and_gets_its_clues() {
    let [Some(official), Some(pinned), Some(meta)] =
        ["e2_official.json", "pinned/variant_00.json", "meta2010/meta_10x10.txt"].map(instance)
    else {
        return;
    };
    let desk = Desk::new();
    for (clues, count) in [(None, 1), (Some("start"), 1), (Some("all"), 5), (Some("none"), 0)] {
        let mut call = vec!["convert", &official, "--to", "puzzle", "--json"];
        call.extend(clues.iter().flat_map(|clues| ["--clues", clues]));
        let value = desk.json(0, &call);
        let puzzle: Value =
            serde_json::from_str(value["text"].as_str().unwrap_or("")).expect("JSON");
        assert_eq!(puzzle["clues"].as_array().map(Vec::len), Some(count), "{clues:?}");
        assert!(value["notes"].to_string().contains("the official Eternity II set"), "{value}");
    }
    let pinned = desk.json(0, &["convert", &pinned, "--to", "puzzle", "--json"]);
    let puzzle: Value = serde_json::from_str(pinned["text"].as_str().unwrap_or("")).expect("JSON");
    assert_eq!(puzzle["clues"].as_array().map(Vec::len), Some(8));
    let value = desk.json(1, &["solve", &meta, "--work", "5", "--json"]);
    assert_eq!(value["joins"], 180);
}

/// The literals a SAT solver would print for a board of distinct pieces, worked out from the
/// comments of the formula.
fn literals_of(formula: &str, cells: &Value) -> Vec<usize> {
    let comment = |start: String| {
        let line = formula.lines().find_map(|line| line.strip_prefix(&start));
        line.unwrap_or_else(|| panic!("no {start:?}"))
    };
    let cell = |(i, placed): (usize, &Value)| {
        let line = comment(format!("c row {} col {}: variables ", i / 4, i % 4));
        let (first, list) = (line.split(' ').next(), line.rsplit(' ').next());
        let list = comment(format!("c list {}: ", list.unwrap_or_default()));
        let placed = format!("{}/{}", placed[0], placed[1]);
        let place = list.split(' ').position(|look| look == placed);
        first.and_then(|first| first.parse::<usize>().ok()).unwrap_or_default()
            + place.unwrap_or_else(|| panic!("no {placed} in {list}"))
    };
    cells.as_array().expect("a list").iter().enumerate().map(cell).collect()
}

#[test]
fn formulas_go_out_and_models_come_back() {
    let desk = Desk::new();
    desk.out(
        0,
        &[
            "generate",
            "4x4",
            "--preset",
            "eternity",
            "--seed",
            "1",
            "--out",
            "p.json",
            "--solution",
            "s.json",
        ],
    );
    let formula = desk.out(0, &["convert", "p.json", "--to", "dimacs"]);
    assert!(formula.contains("\np cnf "), "{}", &formula[..200]);
    desk.out(0, &["convert", "p.json", "--to", "dimacs", "--out", "p.cnf"]);
    assert_eq!(fs::read_to_string(desk.path("p.cnf")).ok(), Some(formula.clone()));
    let text = fs::read_to_string(desk.path("s.json")).unwrap_or_default();
    let board: Value = serde_json::from_str(&text).expect("a board");
    let literals: Vec<String> =
        literals_of(&formula, &board["cells"]).iter().map(ToString::to_string).collect();
    let literals = literals.join(" ");
    let back = ["convert", "model", "--puzzle", "p.json", "--to", "board"];
    for answer in [
        format!("c hello\ns SATISFIABLE\nv {literals} -999\nv 0\n"),
        format!("SAT\n{literals} 0\n"),
    ] {
        desk.put("model", answer);
        let read: Value = serde_json::from_str(&desk.out(0, &back)).expect("a board");
        assert_eq!((&read["cells"], &read["score"]), (&board["cells"], &24.into()));
        assert!(desk.out(0, &["check", "p.json", "model"]).contains("perfect"));
    }
    desk.put("model", "s UNSATISFIABLE\n");
    assert!(desk.error(&back).contains("no perfect board exists"));
    desk.put("model", "v 1 2 0\n");
    assert!(desk.error(&back).contains("not one of this puzzle's formula"));
    desk.out(0, &["generate", "64x64", "--frame", "open", "--seed", "1", "--out", "large.json"]);
    assert!(desk.error(&["convert", "large.json", "--to", "dimacs"]).contains("literals"));
}

/// What an entry of the catalogue says of itself is told, and `--from` goes by it.
#[test]
fn the_facts_of_an_algorithm_are_told_and_hold() {
    let desk = Desk::new();
    for line in desk.out(0, &["algorithms", "--json"]).lines() {
        let facts: Value = serde_json::from_str(line).expect("a JSON object a line");
        let (name, step) = (facts["name"].as_str().expect("a name"), facts["step"].as_str());
        assert!(step.is_some_and(|step| !step.is_empty()), "{line}");
        assert!(facts["children"].is_string() || facts["children"].is_null(), "{line}");
        let resumes = facts["resumes"].as_bool().expect("yes or no");
        let said =
            desk.error(&["solve", "twin-4x4", "--with", name, "--from", "gone", "--work", "1"]);
        let refused = format!("{name} begins anew, expected one of annealing, annealing:modern, ");
        assert_eq!(said.contains("gone: no such file"), resumes, "{said}");
        assert_eq!(said.contains(&refused), !resumes, "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let told = desk.out(0, &["algorithms", "greedy"]);
    for fact in ["step      one board built", "children  builders", "--from    not taken"] {
        assert!(told.contains(fact), "{told}");
    }
    assert!(desk.out(0, &["algorithms", "local"]).contains("--from    goes on"));
}

/// The contest's words are a puzzle and a file, whatever they look like.
#[test]
fn contest_files_may_be_named_like_options() {
    let desk = Desk::new();
    desk.out(0, &["generate", "3x3", "--seed", "1", "--out=./--time"]);
    desk.out(0, &["meta", "--", "--time", "5", "--quiet"]);
    assert_eq!(desk.json(0, &["check", "./--time", "./--quiet", "--json"])["perfect"], true);
}
