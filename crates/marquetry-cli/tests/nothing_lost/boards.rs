//! A better board never falls to a worse one unless someone says so.

use super::Desk;

const POOR: &str = "solve p.json --with greedy --work 1 --seed 1";

/// A desk with a puzzle and its perfect board.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.out(0, "generate 8x8 --seed 1 --out p.json --solution best.json");
    desk
}

#[test]
fn a_better_board_stays_and_the_new_one_is_kept_beside_it() {
    let desk = desk();
    let best = desk.get("best.json");
    let (_, said) = desk.both(1, &format!("{POOR} --target 1 --out best.json --quiet"));
    assert!(said.contains("best.json holds a better board (112) and stays"), "{said}");
    assert!(said.contains("best-2.json"), "{said}");
    assert_eq!(desk.get("best.json"), best);
    let beside = desk.json(0, "check p.json best-2.json");
    assert!(beside["score"].as_u64().is_some_and(|score| score < 112), "{beside}");
    assert!(!desk.path("best.json.part").exists());
    let again = desk.json(1, &format!("{POOR} --out best.json"));
    assert_eq!((&again["out"], desk.get("best.json")), (&"best-3.json".into(), best));
    // The same score may take its place, a better one does, and --force lets any.
    let (poor, _) = (desk.get("best-2.json"), desk.both(1, &format!("{POOR} --out best-2.json")));
    assert_eq!(desk.get("best-2.json"), poor);
    desk.out(1, &format!("{POOR} --out best.json --force --quiet"));
    assert_eq!(desk.get("best.json"), poor);
}

#[test]
fn other_things_are_not_taken_for_boards() {
    let desk = desk();
    desk.out(0, "generate 8x8 --seed 2 --out other.json --solution others.json");
    desk.put("notes.txt", "what I must not forget\n");
    desk.put("empty.json", "");
    let before = desk.files();
    for file in ["notes.txt", "other.json", "others.json"] {
        let said = desk.error(&format!("{POOR} --out {file}"));
        assert!(said.contains("holds no board of this puzzle"), "{said}");
        let said = desk.error(&format!("meta p.json 1 {file}"));
        assert!(said.contains("holds no board of this puzzle"), "{said}");
    }
    assert_eq!(desk.files(), before);
    desk.out(1, &format!("{POOR} --out empty.json"));
    desk.out(1, &format!("{POOR} --out notes.txt --force"));
    assert_eq!(desk.json(0, "check p.json notes.txt")["valid"], true);
}

#[test]
fn replays_and_contests_keep_better_boards() {
    let desk = desk();
    desk.out(1, &format!("{POOR} --log run.log --out poor.json"));
    let best = desk.get("best.json");
    let (_, said) = desk.both(1, "replay run.log --speed 0 --out best.json");
    assert!(said.contains("best-2.json"), "{said}");
    assert_eq!((desk.get("best.json"), desk.get("best-2.json")), (best, desk.get("poor.json")));
    desk.out(0, "replay run.log --speed 0 --out best.json --force");
    assert_eq!(desk.get("best.json"), desk.get("poor.json"));
    // The contest's own form, and its own name for the file.
    desk.out(0, "generate 12x12 --seed 3 --out q.json --solution q-best.json");
    desk.out(0, "convert q-best.json --puzzle q.json --to meta --out solution");
    let best = desk.get("solution");
    let (_, said) = desk.both(1, "meta q.json 0.01 solution");
    assert!(said.contains("solution holds a better board (264) and stays"), "{said}");
    assert_eq!((desk.get("solution"), desk.path("solution-2").exists()), (best.clone(), true));
    desk.out(1, "meta q.json 0.01 solution --force");
    assert_ne!(desk.get("solution"), best);
}

#[test]
fn conversions_keep_better_boards() {
    let desk = desk();
    desk.out(1, &format!("{POOR} --out poor.json"));
    let best = desk.get("best.json");
    let words = "convert poor.json --puzzle p.json --to board --out best.json";
    let (_, said) = desk.both(2, words);
    assert!(said.contains("holds a better board (112): say --force"), "{said}");
    assert_eq!(desk.get("best.json"), best);
    desk.out(0, &format!("{words} --force"));
    assert_eq!(desk.get("best.json"), desk.get("poor.json"));
}

#[test]
fn a_better_grid_stays() {
    let desk = Desk::new();
    desk.out(0, "tokens solve 10 50 --out g.txt");
    let best = desk.get("g.txt");
    let words = "tokens solve 10 50 --with sa --work 1 --seed 1 --out g.txt";
    let (_, said) = desk.both(1, words);
    assert!(said.contains("g.txt holds a better board") && said.contains("g-2.txt"), "{said}");
    assert_eq!(desk.get("g.txt"), best);
    assert_ne!(desk.json(1, "tokens check g-2.txt")["odd"], 0);
    desk.out(1, &format!("{words} --force"));
    assert_ne!(desk.get("g.txt"), best);
    desk.put("other.txt", "0110\n");
    let said = desk.error("tokens solve 10 50 --out other.txt");
    assert!(said.contains("holds no board of this puzzle"), "{said}");
}
