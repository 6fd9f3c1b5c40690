//! The hunter: known boards, news of bests, many hunts, many machines.

use super::Desk;
use serde_json::Value;
use std::fs;

const HUNT: &str =
    "hunt twin-6x6 --archive a --keep 40 --work 3000 --seed 1 --with local --set accept=equal";

/// A desk with a hunt in `a` and its boards exported to `x`.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.out(0, HUNT);
    desk.out(0, "hunt --archive a --export x --best 2");
    desk
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn known_boards_are_brought_in() {
    let desk = desk();
    let kept = desk.json(0, "hunt --archive a --status")["kept"].clone();
    for (archive, from) in [("b", "x/links.txt"), ("c", "x/boards.jsonl"), ("d", "a/boards.jsonl")]
    {
        let words = format!("hunt twin-6x6 --archive {archive} --keep 40 --work 0 --from {from}");
        let (_, said) = desk.both(0, &words);
        assert!(said.contains(&format!("{kept} boards read, {kept} of them new")), "{said}");
        let again = desk.both(0, &words).1;
        assert!(again.contains("0 of them new"), "{again}");
        assert_eq!(desk.json(0, &format!("hunt --archive {archive} --status"))["kept"], kept);
    }
    // One board, by a link.
    let links = desk.get("x/links.txt");
    let link = links.lines().next().and_then(|line| line.split_once(' ')).expect("a link").1;
    desk.out(0, &["hunt", "twin-6x6", "--archive", "e", "--work", "0", "--from", link]);
    assert_eq!(desk.json(0, "hunt --archive e --status")["kept"], 1);
    // Lines that are none are told, and a file without any board is an error before anything is made.
    desk.put("some.txt", format!("{links}44 https://e2.bucas.name/#board_edges=abc\n"));
    let (_, said) = desk.both(0, "hunt twin-6x6 --archive f --work 0 --from some.txt");
    assert!(said.contains("1 lines are none, the first: some.txt, line "), "{said}");
    let said = desk.error("hunt twin-5x5 --archive g --work 0 --from x/links.txt");
    assert!(said.contains("--from: x/links.txt, line 1") && !desk.path("g").exists(), "{said}");
    assert!(desk.error("hunt twin-6x6 --archive g --from none.txt").contains("none.txt"));
}

#[test]
#[cfg(unix)]
fn every_new_best_is_told() {
    let desk = Desk::new();
    desk.put(
        "tell.sh",
        "echo \"$MARQUETRY_SCORE of $MARQUETRY_JOINS $MARQUETRY_PUZZLE $MARQUETRY_ARCHIVE\" >> told\n\
         echo noise; cat > board.json; echo \"$MARQUETRY_LINK\" > link.txt\n",
    );
    let words = format!("{HUNT} --json --on-best");
    let mut words: Vec<&str> = words.split(' ').collect();
    words.push("sh tell.sh");
    let end = desk.json(0, words.as_slice());
    let told = desk.get("told");
    let best = format!("{} of 60 twin-6x6 a", end["best"]);
    assert_eq!(told.lines().last(), Some(best.as_str()), "{told}");
    for board in ["board.json", "link.txt"] {
        assert_eq!(desk.json(0, &format!("check twin-6x6 {board}"))["score"], end["best"]);
    }
    // A command that fails is warned of once and costs no board.
    let words = HUNT.replace("--archive a", "--archive b") + " --on-best";
    let mut words: Vec<&str> = words.split(' ').collect();
    words.push("exit 3");
    let (_, said) = desk.both(0, words.as_slice());
    assert_eq!(said.matches("the command of --on-best ended with").count(), 1, "{said}");
}

#[test]
fn bests_have_a_history_and_the_end_says_how_to_go_on() {
    let desk = Desk::new();
    let text = desk.out(0, HUNT);
    assert!(text.contains("go on      marquetry hunt --archive a --keep 40"), "{text}");
    let status = desk.json(0, "hunt --archive a --status");
    let bests = status["bests"].as_array().expect("a list");
    let scores: Vec<u64> = bests.iter().map(|best| number(&best["score"])).collect();
    assert!(scores.len() > 1 && scores.is_sorted_by(|a, b| a < b), "{scores:?}");
    assert_eq!(scores.last(), Some(&number(&status["best"])));
    let text = desk.out(0, "hunt --archive a --status");
    assert!(text.contains("before     ") && text.lines().count() > 15, "the best board: {text}");
    // An archive of old has no history: it begins anew.
    fs::remove_file(desk.path("a/bests.jsonl")).expect("it was there");
    desk.out(0, "hunt --archive a --work 0");
    let bests = desk.json(0, "hunt --archive a --status")["bests"].clone();
    assert_eq!((bests.as_array().map(Vec::len), &bests[0]["score"]), (Some(1), &status["best"]));
}

#[test]
fn hunts_are_told_apart_by_clues_and_listed() {
    let desk = Desk::new();
    desk.out(0, "generate 6x6 --clues 3 --seed 1 --name six --out six.json");
    desk.out(0, "hunt six.json --work 500 --with local --seed 1");
    desk.out(0, "hunt six.json --work 500 --with local --seed 1 --clues none");
    desk.out(0, "hunt six.json --work 500 --with local");
    let (text, _) = desk.both(0, "hunt list");
    for word in ["hunt/six ", "hunt/six-3-clues", "puzzle", "best"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert_eq!(desk.out(0, "hunt --status"), text, "without a puzzle, all of them");
    let lines = desk.out(0, "hunt list --json");
    let sessions: Vec<u64> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).map_or(0, |value| number(&value["session"]))
        })
        .collect();
    assert_eq!(sessions, [1, 2], "{lines}");
    let (text, said) = desk.both(0, "hunt list nowhere");
    assert!(text.is_empty() && said.contains("no hunts in nowhere"), "{said}");
    assert!(desk.error("hunt").contains("name a puzzle"));
    assert!(desk.error("hunt --archive nowhere --status").contains("no hunt in nowhere"));
    assert!(desk.error("hunt --archive hunt/six --clues all --status").contains("another hunt"));
    // What an archive of old lacks, the shelf has.
    desk.out(0, "hunt twin-4x4 --archive old --with local --work 10");
    fs::remove_file(desk.path("old/puzzle.json")).expect("it was there");
    desk.out(0, "hunt --archive old --status");
}

#[test]
fn a_lost_head_is_rebuilt_from_the_boards() {
    let desk = desk();
    let before = desk.json(0, "hunt --archive a --status");
    for damage in ["lost", "damaged"] {
        match damage {
            "lost" => fs::remove_file(desk.path("a/hunt.json")).expect("it was there"),
            _ => desk.put("a/hunt.json", "{\"format\": 7"),
        }
        let status = desk.json(1, "hunt --archive a --status");
        assert_eq!(status["kept"], before["kept"]);
        let (_, said) = desk.both(0, "hunt twin-6x6 --archive a --work 0 --keep 40 --json");
        assert!(said.contains("a/hunt.json was rebuilt from the boards"), "{said}");
        let after = desk.json(0, "hunt --archive a --status");
        assert_eq!((&after["kept"], &after["best"]), (&before["kept"], &before["best"]));
    }
    let files = fs::read_dir(desk.path("a")).expect("a folder").flatten();
    let aside =
        |file: &fs::DirEntry| file.file_name().to_string_lossy().starts_with("hunt-damaged-");
    assert_eq!(files.filter(aside).count(), 1, "nothing is lost");
}

#[test]
fn archives_of_several_machines_become_one() {
    let desk = desk();
    desk.out(0, &HUNT.replace("--archive a", "--archive b").replace("--seed 1", "--seed 2"));
    let kept = |archive: &str| {
        number(&desk.json(0, &format!("hunt --archive {archive} --status"))["kept"])
    };
    let (a, b) = (kept("a"), kept("b"));
    let merged = desk.json(0, "hunt merge all a b");
    assert_eq!(number(&merged["read"]), a + b);
    assert!(number(&merged["kept"]) <= a + b && number(&merged["kept"]) > a.max(b), "{merged}");
    let again = desk.json(0, "hunt merge all a b");
    assert_eq!((&again["added"], &again["kept"]), (&0.into(), &merged["kept"]), "once is enough");
    assert_eq!(kept("all"), number(&merged["kept"]));
    desk.out(0, "hunt --archive all --work 100");
    assert!(desk.error("hunt merge a a").contains("into itself"));
    desk.out(0, "hunt twin-5x5 --archive other --with local --work 10");
    let said = desk.error("hunt merge all other");
    assert!(said.contains("other pieces or clues"), "{said}");
    assert!(desk.error("hunt merge new nowhere").contains("no hunt in nowhere"));
    assert!(!desk.path("new").exists());
}

#[test]
fn an_export_has_pictures_and_links() {
    let desk = desk();
    let names: Vec<String> = fs::read_dir(desk.path("x"))
        .expect("a folder")
        .flatten()
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    for end in [".png", ".svg"] {
        assert_eq!(names.iter().filter(|name| name.ends_with(end)).count(), 2, "{names:?}");
    }
    assert!(names.contains(&"links.txt".to_owned()));
}
