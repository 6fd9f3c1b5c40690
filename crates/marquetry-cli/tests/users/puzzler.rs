//! The puzzler at the command line: levels, one solution, links, hints.

use super::Desk;

#[test]
fn unique_puzzles_are_made_and_counted_as_such() {
    let desk = Desk::new();
    for level in ["easy", "medium", "hard", "extreme"] {
        let words = format!("generate 5x5 --level {level} --unique --seed 3 --out {level}.json");
        let (_, said) = desk.both(0, &words);
        assert!(said.contains("proved to have one solution"), "{said}");
        let text = desk.out(0, &format!("count {level}.json"));
        assert!(text.contains("unique     yes"), "{text}");
        assert_eq!(desk.json(0, &format!("count {level}.json"))["unique"], true);
    }
    let made = desk.json(0, "generate 5x5 --level extreme --unique --seed 3");
    let seed = made["seed"].to_string();
    let again = desk.json(0, &format!("generate 5x5 --level extreme --seed {seed}"));
    assert_eq!(again["puzzle"], made["puzzle"], "the seed that is told makes it again");
    assert_eq!((&made["unique"], &again["unique"]), (&true.into(), &serde_json::Value::Null));
    desk.out(0, "generate 4x4 --colours 2 --duplicates --seed 1 --out loose.json");
    assert!(desk.out(0, "count loose.json").contains("unique     no"));
    assert!(desk.out(0, "count loose.json --limit 1").contains("unique     not known"));
    let block = desk.out(0, "count twin-6x6 --block 2x2");
    assert!(!block.contains("unique"), "{block}");
}

#[test]
fn a_puzzle_without_a_board_has_a_link() {
    let desk = Desk::new();
    for recipe in ["5x5 --clues 2", "6x4", "4x4 --frame open --colours 5"] {
        desk.out(0, &format!("generate {recipe} --seed 4 --out p.json --solution s.json"));
        let (link, said) = desk.both(0, "convert p.json --to bucas");
        assert!(said.contains("its pieces are shuffled"), "{said}");
        assert_eq!(desk.out(0, "convert p.json --to bucas"), link, "always the same");
        let puzzle = desk.json(0, &["analyse", link.trim(), "--json"]);
        let own = desk.json(0, "analyse p.json");
        assert_eq!(puzzle["colours"], own["colours"]);
        desk.put("link.txt", &link);
        let solved = desk.json(0, "solve link.txt --with dfs --time 30s --clues none");
        assert_eq!(solved["perfect"], true, "{recipe}");
        let solution = desk.json(0, "check p.json s.json");
        // An open board is valid however its pieces lie.
        let code = i32::from(!recipe.contains("open"));
        let shuffled = desk.json(code, "check p.json link.txt");
        assert!(shuffled["score"].as_u64() < solution["score"].as_u64(), "{shuffled}");
    }
    assert!(desk.error("convert p1 --to grid").contains("holds a board"));
}

#[test]
fn hints_say_what_fits_next_and_why() {
    let desk = Desk::new();
    desk.out(0, "generate 4x4 --seed 1 --out p.json --solution s.json");
    let mut board: serde_json::Value = serde_json::from_str(&desk.get("s.json")).expect("JSON");
    let lifted = board["cells"][5].take();
    board["score"] = serde_json::Value::Null;
    desk.put("b.json", board.to_string());
    let hint = desk.json(0, "hint p.json b.json");
    assert_eq!((&hint["next"]["row"], &hint["next"]["col"]), (&1.into(), &1.into()));
    let fits = &hint["next"]["fits"][0];
    assert_eq!((&fits["piece"], &fits["turn"]), (&lifted[0], &lifted[1]), "{hint}");
    let words = desk.out(0, "hint p.json b.json");
    assert!(words.starts_with("next       row 1, column 1: piece "), "{words}");
    assert!(words.contains("it is the only one of 1 left that shows "), "{words}");
    assert!(words.contains(" to the north") && words.contains(" and "), "{words}");
    assert_eq!(desk.out(0, "hint p.json s.json"), "every cell holds a piece\n");
    let empty = desk.out(0, "hint p.json");
    assert!(empty.contains("the rim to the north"), "{empty}");
    // A piece in the wrong place.
    let turn = board["cells"][0][1].as_u64().expect("a turn");
    board["cells"][0][1] = ((turn + 2) % 4).into();
    desk.put("w.json", board.to_string());
    let (words, _) = desk.both(1, "hint p.json w.json");
    assert!(words.contains("wrong      ") && words.contains("lift a piece"), "{words}");
    assert!(desk.json(1, "hint p.json w.json")["next"].is_null());
    // Nothing fits.
    let mut dead: serde_json::Value = serde_json::from_str(&desk.get("s.json")).expect("JSON");
    (dead["cells"][5], dead["score"]) = (serde_json::Value::Null, serde_json::Value::Null);
    let other = dead["cells"][6].clone();
    dead["cells"][6] = lifted;
    desk.put("d.json", dead.to_string());
    assert!(!other.is_null() && desk.json(1, "hint p.json d.json")["next"].is_null());
    assert!(desk.error("hint - -").contains("standard input can hold one thing"));
}

#[test]
fn a_file_that_shadows_the_shelf_is_mentioned() {
    let desk = Desk::new();
    desk.out(0, "generate 3x3 --seed 1 --out p1");
    let (_, said) = desk.both(0, "count p1");
    assert!(
        said.contains("p1 is a file here and a puzzle on the shelf: the file is read"),
        "{said}"
    );
    let told = desk.json(0, "count p1");
    assert!(told["notes"][0].as_str().is_some_and(|note| note.contains("on the shelf")), "{told}");
    assert!(!desk.both(0, "count p5").1.contains("a file here"));
}

#[test]
fn puzzle_json_of_either_spelling_is_read() {
    let desk = Desk::new();
    let pieces = "[[0,1,1,0],[0,0,1,1],[1,1,0,0],[1,0,0,1]]";
    desk.put(
        "a.json",
        format!("{{\"name\":\"x\",\"size\":2,\"num_colors\":1,\"pieces\":{pieces}}}"),
    );
    desk.put(
        "b.json",
        format!("{{\"name\":\"x\",\"width\":2,\"height\":2,\"numColors\":1,\"pieces\":{pieces}}}"),
    );
    assert_eq!(
        desk.out(0, "convert a.json --to puzzle"),
        desk.out(0, "convert b.json --to puzzle")
    );
}
