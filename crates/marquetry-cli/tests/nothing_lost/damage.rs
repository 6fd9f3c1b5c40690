//! Damage is told: what is wrong, and what can still be read.

use super::Desk;
use std::fs;

const HUNT: &str = "hunt twin-6x6 --archive a --keep 40 --work 3000 --seed 1 --with local \
                    --set accept=equal --set patience=2000";
const STATUS: &str = "hunt twin-6x6 --archive a --status";

#[test]
fn hunts_tell_damage() {
    let desk = Desk::new();
    desk.json(0, HUNT);
    let whole = desk.get("a/boards.jsonl");
    let count = whole.lines().count();
    assert!(count > 10, "{count}");
    assert_eq!(desk.json(0, STATUS)["damage"], serde_json::json!([]));
    // A last line cut short, a line that lies, a line of another kind.
    let torn = &whole[..whole.len() - 20];
    let mut lines: Vec<String> = torn.lines().map(str::to_owned).collect();
    lines[2] = lines[2].replacen("\"score\":", "\"score\":1", 1);
    lines[3] = "{\"what\":\"a note\"}".to_owned();
    desk.put("a/boards.jsonl", lines.join("\n"));
    let (out, _) = desk.both(1, STATUS);
    for said in ["the last line was cut short", "2 lines are no boards of this puzzle"] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let told = desk.json(1, STATUS);
    assert_eq!(
        (&told["kept"], told["damage"].as_array().map(Vec::len)),
        (&(count - 3).into(), Some(2))
    );
    // The head is gone: the boards can be read all the same.
    desk.put("a/boards.jsonl", &whole);
    let head = desk.get("a/hunt.json");
    desk.put("a/hunt.json", &head[..head.len() / 2]);
    let told = desk.json(1, STATUS);
    assert_eq!(told["kept"], count);
    assert!(told["damage"][0].as_str().is_some_and(|said| said.contains("a/hunt.json")), "{told}");
    desk.put("a/hunt.json", &head);
    fs::remove_file(desk.path("a/boards.jsonl")).expect("it can be removed");
    let told = desk.json(1, STATUS);
    assert!(told["damage"][0].as_str().is_some_and(|said| said.contains("is missing")), "{told}");
}

/// A desk with a campaign of forty runs.
fn campaign() -> Desk {
    let desk = Desk::new();
    let plan = "name = \"mine\"\ntitle = \"t\"\nseeds = \"1-40\"\nbudget = { evaluations = 200 }\n\
                puzzle = [{ puzzle = \"twin-6x6\" }]\nalgorithm = [{ with = \"local\" }]\n";
    desk.put("mine.toml", plan);
    desk.out(0, "campaign run mine.toml --quiet");
    desk.out(0, "campaign export mine.sqlite --to jsonl --puzzles --out mine.jsonl");
    let told = desk.json(0, "campaign status mine.toml");
    assert_eq!((&told["done"], &told["damage"]), (&40.into(), &serde_json::json!([])));
    desk
}

fn sentences(told: &serde_json::Value) -> String {
    told["damage"].to_string()
}

#[test]
fn campaigns_tell_rows_that_lie() {
    let desk = campaign();
    let store = rusqlite::Connection::open(desk.path("mine.sqlite")).expect("a database");
    let change = "DROP TRIGGER run_kept; UPDATE run SET score = score + 1 WHERE id = 3; \
                  UPDATE run SET score = 'many' WHERE id = 5; \
                  UPDATE run SET conclusion = 'nonsense' WHERE id = 7;";
    store.execute_batch(change).expect("it can be changed");
    drop(store);
    let told = desk.json(1, "campaign status mine.toml");
    assert_eq!(told["done"], 37);
    let said = sentences(&told);
    assert!(said.contains("3 runs are damaged") && said.contains("the judge"), "{said}");
    let (out, _) = desk.both(1, "campaign status mine.toml");
    assert!(out.contains("damage: mine.sqlite: 3 runs are damaged"), "{out}");
}

#[test]
fn campaigns_tell_pages_that_are_gone() {
    let desk = campaign();
    let whole = fs::read(desk.path("mine.sqlite")).expect("it can be read");
    desk.put("mine.sqlite", &whole[..whole.len() / 2]);
    let told = desk.json(1, "campaign status mine.toml");
    assert!(sentences(&told).contains("mine.sqlite is damaged"), "{told}");
    assert!(told["done"].as_u64() <= Some(40), "{told}");
    // A page of runs overwritten: what lies before and behind it is read.
    let mut hole = whole.clone();
    let middle = whole.len() / 4096 / 2 * 4096;
    hole[middle..middle + 4096].fill(0xaa);
    desk.put("mine.sqlite", &hole);
    let told = desk.json(1, "campaign status mine.toml");
    assert!(sentences(&told).contains("damaged"), "{told}");
    // Nothing but the first words is left; and something that never was a store.
    desk.put("mine.sqlite", &whole[..40]);
    let told = desk.json(1, "campaign status mine.toml");
    assert!(told["damage"].as_array().is_some_and(|said| !said.is_empty()), "{told}");
    desk.put("mine.sqlite", "a letter to a friend, longer than the head of a database".repeat(20));
    assert!(desk.error("campaign status mine.toml").contains("is not a store of runs"));
}

#[test]
fn campaigns_tell_lines_that_are_no_runs() {
    let desk = campaign();
    let whole = desk.get("mine.jsonl");
    let status = "campaign status mine.toml --store mine.jsonl";
    assert_eq!(desk.json(0, status)["done"], 40);
    desk.put("mine.jsonl", &whole[..whole.len() - 30]);
    let told = desk.json(1, status);
    assert_eq!(told["done"], 39);
    assert!(sentences(&told).contains("1 run is damaged"), "{told}");
}
