//! `marquetry tokens`, as it is typed.

mod desk;

use desk::Desk;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::Stdio;

fn code(words: &str) -> Option<i32> {
    Desk::of("tokens").run(words).status.code()
}

#[test]
fn solve_prints_what_scripts_rely_on() {
    let desk = Desk::of("tokens");
    for with in ["exact", "ga", "sa", "cycles", "brute", "annealing", "late", "grasp", "tabu"] {
        let found = desk.json(0, &format!("solve --n 4 --remove 6 --with {with} --seed 3"));
        assert_eq!((&found["n"], &found["remove"]), (&4.into(), &6.into()));
        assert_eq!((&found["algorithm"], &found["seed"]), (&with.into(), &3.into()));
        assert_eq!((&found["feasible"], &found["reason"]), (&true.into(), &Value::Null));
        assert_eq!(found["conclusion"], "solved");
        assert!(found["evaluations"].as_u64().is_some_and(|n| n > 0), "{with}");
        assert!(found["elapsed_s"].as_f64().is_some());
        let rows: Vec<&str> =
            found["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!(rows.len(), 4);
        let even = |line: String| line.len() == 4 && line.matches('1').count().is_multiple_of(2);
        for i in 0..4 {
            assert!(even(rows[i].to_owned()), "{with} {rows:?}");
            assert!(even(rows.iter().map(|row| &row[i..=i]).collect()), "{with} {rows:?}");
        }
        assert_eq!(rows.concat().matches('1').count(), 10);
    }
}

#[test]
fn the_same_seed_gives_the_same_grid() {
    let desk = Desk::of("tokens");
    let grid = |seed: u32| desk.out(0, &format!("solve 30 400 --with sa --seed {seed}"));
    assert_eq!(grid(1), grid(1));
    assert_ne!(grid(1), grid(2));
}

#[test]
fn infeasible_puzzles_are_refused_with_the_reason() {
    let desk = Desk::of("tokens");
    for (puzzle, words) in [
        ("4 14", "2 tokens would be left"),
        ("4 2", "2 tokens would be removed"),
        ("4 3", "13 tokens would be left, an odd number"),
        ("5 3", "22 tokens would be left"),
        ("5x2 4", "multiple of 4"),
    ] {
        let found = desk.json(1, &format!("solve {puzzle}"));
        assert_eq!((&found["feasible"], &found["grid"]), (&false.into(), &Value::Null));
        assert_eq!(found["conclusion"], "exhausted");
        assert!(found["reason"].as_str().unwrap().contains(words), "{puzzle}: {found}");
        let said = desk.out(1, &format!("feasible {puzzle} --brute"));
        assert!(said.contains(words) && said.contains("brute force agrees"), "{said}");
        assert_eq!(desk.out(1, &format!("count {puzzle}")), "0\n");
    }
    assert_eq!(code("feasible 4 6 --brute"), Some(0));
    assert_eq!(code("solve --n 4 --remove 14"), Some(1));
    assert_eq!(desk.json(1, "generate 4 --remove 14 --solved")["grid"], Value::Null);
    assert_eq!(code("generate 4 --remove 14"), Some(0));
}

#[test]
fn nonsense_gets_one_clear_line() {
    let desk = Desk::of("tokens");
    for (arguments, words) in [
        ("solve --n 4 --remove 17", "cannot remove 17 of 16 tokens"),
        ("solve --n 0 --remove 0", "a grid of 0x0, expected 1 to 10000"),
        ("solve --n 1000000000 --remove 5", "expected 1 to 10000 columns"),
        ("feasible 1000000000 5", "expected 1 to 10000 columns"),
        ("count 4 17", "cannot remove 17 of 16 tokens"),
        ("count 600 100", "expected at most 262144 to be counted"),
        ("solve 4 6 --with magic", "expected one of annealing, brute, cycles, exact, ga"),
        ("solve 4 6 --with sa --set cooling=1", "expected cooling above 0, at most 0.9999"),
        ("solve 4 6 --with ga --set mutation_rate=2", "expected mutation_rate from 0 to 1"),
        ("solve 4 6 --with ga --set q=2", "unknown field `q`"),
        ("solve 4 6 --with ga --set population=100000000", "MiB here, expected at most 1024"),
        ("solve 4 6 --with sa --set cold=1e-320", "expected temperatures from 1e-9"),
        ("solve 200 400 --set draw=uniform", "expects at most 128 columns and rows, found 200x200"),
        ("solve 0x5 6", "a grid of 0x5"),
        ("solve 4 6 --with sa --from /nowhere", "cannot read /nowhere"),
        ("solve 4 6 --from /nowhere", "expected one of annealing, late, sa, tabu with --from"),
        ("solve 4 6 --out x.bmp", "x.bmp: expected a name in .txt, .json, .svg or .png"),
        ("solve 600 0 --out x.PNG", "expected at most 512 columns and rows for a picture"),
        ("solve 4 6 --out /nowhere/x.txt", "cannot write /nowhere/x.txt"),
        ("feasible 9 5 --brute", "--brute expects at most 30 cells, found 81"),
        ("show /nowhere", "cannot read /nowhere"),
        ("formula 2000 1000000", "literals, expected at most 67108864"),
        ("formula 4 6 --json --out -", "--out -"),
    ] {
        let said = desk.error(arguments);
        assert!(said.contains(words), "{arguments}: {said}");
    }
    for arguments in ["solve --n 4", "solve --n x --remove 1", "solve --n 4 --remove -1", "solve"] {
        assert_eq!(code(arguments), Some(2), "{arguments}");
    }
}

#[test]
fn counts_are_exact() {
    let desk = Desk::of("tokens");
    assert_eq!(desk.out(0, "count 4 6"), "96\n");
    assert_eq!(desk.json(0, "count 4 6")["solutions"], "96");
    assert_eq!(desk.out(0, "count 100 9996"), "24502500\n");
}

#[test]
fn a_formula_is_written_for_other_solvers() {
    let desk = Desk::of("tokens");
    let printed = desk.out(0, "formula 4 6");
    let head = printed.lines().find(|line| line.starts_with("p cnf ")).unwrap();
    let counts: Vec<usize> = head.split(' ').skip(2).map(|n| n.parse().unwrap()).collect();
    let clauses: Vec<&str> =
        printed.lines().filter(|line| !line.starts_with('c') && line.ends_with(" 0")).collect();
    assert_eq!(clauses.len(), counts[1]);
    // Formula (8) of the paper: each row, then each column, holds 0, 2 or 4 tokens.
    for first in (17..41).step_by(3) {
        let clause = format!("{first} {} {} 0", first + 1, first + 2);
        assert!(clauses.contains(&clause.as_str()), "{clause}");
    }
    let found = desk.json(0, "formula 4 6");
    assert_eq!(found["text"].as_str(), Some(printed.as_str()));
    assert_eq!(found["variables"].as_u64(), Some(counts[0] as u64));
    desk.out(0, "formula --n 4 --remove 6 --out four.cnf");
    assert_eq!(desk.get("four.cnf"), printed);
}

#[test]
fn grids_are_made_judged_and_drawn() {
    let desk = Desk::of("tokens");
    let picture = |name: &str| fs::read(desk.path(name)).unwrap().starts_with(b"\x89PNG");
    for (name, sized) in [("a.txt", "9 --remove 31"), ("b.json", "6x5 --remove 10")] {
        desk.out(0, &format!("generate {sized} --solved --seed 5 --out {name}"));
        desk.out(0, &format!("check {name}"));
        desk.out(0, &format!("show {name} --svg p-{name}.svg --png p-{name}.png"));
        assert!(desk.get(&format!("p-{name}.svg")).starts_with("<svg"));
        assert!(picture(&format!("p-{name}.png")));
    }
    desk.out(0, "generate 10 --seed 1 --out start.txt");
    let judged = desk.json(1, "check start.txt");
    assert_eq!((&judged["valid"], &judged["solved"]), (&true.into(), &false.into()));
    let removed = judged["removed"].as_u64().unwrap();
    desk.out(0, &format!("solve 10 {removed} --with sa --from start.txt --out end.png --seed 1"));
    assert!(picture("end.png"));
    desk.put("few.txt", "11\n11\n");
    desk.out(0, "check few.txt");
    assert_eq!(desk.json(1, "check few.txt --remove 2")["valid"], false);
    desk.put("bad.txt", "11\n1x\n");
    desk.error("check bad.txt");
}

/// What is printed can be read again.
#[test]
fn solve_can_be_piped_into_check() {
    let desk = Desk::of("tokens");
    let solved = desk.out(0, "solve 12 40 --with cycles --seed 4");
    for (removed, code) in [(40, 0), (42, 1)] {
        let mut check = desk.command(&format!("check - --remove {removed}"));
        let check = check.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let mut check = check.unwrap();
        check.stdin.take().unwrap().write_all(solved.as_bytes()).unwrap();
        assert_eq!(check.wait().unwrap().code(), Some(code));
    }
}
