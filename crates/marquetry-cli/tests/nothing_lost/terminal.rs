//! Nothing a file says can steer a terminal.

use super::Desk;
use serde_json::Value;

/// Sets a title, clears the screen, turns the reading direction, and what a terminal of eight bits
/// takes for an escape.
const NAME: &str = "ho\u{1b}]0;x\u{7}st\u{1b}[2Jile\u{202e}\u{9b}31m\u{7f}\r";

/// A desk with a puzzle of that name, and a solution.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.out(0, "generate 4x4 --seed 1 --out p.json --solution s.json");
    let mut puzzle: Value = serde_json::from_str(&desk.get("p.json")).expect("JSON");
    puzzle["name"] = NAME.into();
    desk.put("p.json", puzzle.to_string());
    desk
}

fn is_plain(text: &str) -> bool {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
    !text.contains(steers)
}

#[test]
fn names_do_not_steer_the_terminal() {
    let desk = desk();
    let solve = "solve p.json --with local --work 200 --seed 1 --target 1";
    for words in [
        &format!("{solve} --log run.log"),
        &format!("{solve} --view thesis --out a.json"),
        "replay run.log --speed 0",
        "replay run.log --speed 0 --view thesis",
        "count p.json",
        "hunt p.json --with local --work 100 --archive a",
        "hunt p.json --archive a --status",
        "show p.json",
        "check p.json s.json",
        "analyse p.json",
        "estimate p.json --seed 1",
        "puzzles add p.json --name mine",
        "campaign measure p.json --with local --work 50 --seeds 1-2",
    ] {
        let (out, said) = desk.both(0, words);
        assert!(is_plain(&out) && is_plain(&said), "{words}: {out:?} {said:?}");
    }
    let (_, said) = desk.both(0, &format!("{solve} --out b.json"));
    assert!(said.contains("ho]0;xst[2Jile31m"), "the rest of the name is there: {said:?}");
}

#[test]
fn logs_and_errors_do_not_steer_the_terminal() {
    let desk = desk();
    desk.out(0, "solve p.json --with local --work 200 --seed 1 --target 1 --log run.log --quiet");
    let name = serde_json::to_string(NAME).expect("JSON");
    let log = desk.get("run.log").replacen("\"local\"", &name, 1);
    desk.put("run.log", log);
    for view in ["board", "thesis"] {
        let (out, said) = desk.both(0, &format!("replay run.log --speed 0 --view {view}"));
        assert!(is_plain(&out) && is_plain(&said), "{out:?} {said:?}");
    }
    let again = desk.error("replay run.log --again");
    assert!(is_plain(&again) && again.contains("unknown algorithm"), "{again:?}");
    desk.put(
        "bad.log",
        format!("{}\n{NAME}\nmore\n", desk.get("run.log").lines().next().unwrap_or("")),
    );
    let bad = desk.error("replay bad.log --speed 0");
    assert!(is_plain(&bad), "{bad:?}");
    desk.put("plan.toml", format!("name = \"mine\"\ntitle = {name}\n"));
    let (out, said) = desk.both(2, "campaign run plan.toml");
    assert!(is_plain(&out) && is_plain(&said), "{said:?}");
}

#[test]
fn data_is_left_as_it_is() {
    let desk = desk();
    let told = desk.json(0, "solve p.json --with local --work 200 --seed 1 --target 1");
    assert_eq!(told["puzzle"], NAME);
    let (out, _) = desk.both(0, "convert p.json --to puzzle");
    let puzzle: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(puzzle["name"], NAME);
    let (out, _) = desk.both(0, "show p.json s.json --colour true");
    assert!(out.contains("\u{1b}["), "our own colours stay");
}
