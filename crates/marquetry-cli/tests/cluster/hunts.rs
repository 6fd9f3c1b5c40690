//! Hunters among others: cut off, alike, and gone on from each other's boards.

use crate::desk::Desk;
use crate::engine::Server;
use std::collections::BTreeSet;
use std::fs;

fn boards(desk: &Desk, archive: &str) -> BTreeSet<String> {
    let text = desk.get(&format!("{archive}/boards.jsonl"));
    let cells = |line: &str| {
        let kept: serde_json::Value = serde_json::from_str(line).expect("JSON");
        kept["cells"].to_string()
    };
    text.lines().map(cells).collect()
}

fn collect(desk: &Desk, server: &Server, puzzle: &str, words: &str) -> serde_json::Value {
    let url = server.url();
    desk.json(0, &format!("hunt {puzzle} --on {url} --collect --time 0s {words}"))
}

#[test]
fn three_hunters_with_equal_boards_leave_one_of_each() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    collect(&desk, &server, "twin-8x8", "--archive all --keep 80");
    let hunt = "hunt twin-8x8 --keep 80 --work 200000 --with local --threads 1 --quiet";
    desk.out(0, &format!("{hunt} --archive first --seed 1"));
    let found = boards(&desk, "first");
    assert!(!found.is_empty());
    for name in ["second", "third"] {
        fs::create_dir(desk.path(name)).expect("a folder can be made");
        for file in ["hunt.json", "boards.jsonl"] {
            let copied = fs::copy(desk.path("first").join(file), desk.path(name).join(file));
            copied.expect("it can be copied");
        }
    }
    for name in ["first", "second", "third"] {
        let words = "hunt twin-8x8 --keep 80 --work 1 --with local --threads 1 --quiet";
        desk.out(0, &format!("{words} --archive {name} --on {}", server.url()));
    }
    let told = collect(&desk, &server, "twin-8x8", "--archive all --keep 80");
    assert_eq!(told["collected"]["read"].as_u64(), Some(found.len() as u64));
    assert_eq!(
        (told["collected"]["new"].clone(), told["collected"]["bad"].as_u64()),
        (told["collected"]["read"].clone(), Some(0))
    );
    assert_eq!(boards(&desk, "all"), found);
}

/// The engine is away while boards are found; they are in the archive, and on the engine when it is back.
#[test]
fn a_hunter_that_was_cut_off_loses_no_board() {
    let desk = Desk::new();
    let Some(mut server) = Server::open(&desk) else { return };
    let url = server.url();
    collect(&desk, &server, "twin-10x10", "--archive all --keep 165");
    // The portfolio finds hundreds of these a second for as long as it runs.
    let words = format!("hunt twin-10x10 --keep 165 --threads 1 --quiet --archive own --on {url}");
    let mut hunter = desk.start(&format!("{words} --time 55s"));
    let lines = |desk: &Desk| {
        let text = fs::read_to_string(desk.path("own/boards.jsonl")).unwrap_or_default();
        text.lines().count()
    };
    hunter.until("board", || lines(&desk) > 0);
    server.kill();
    let before = lines(&desk);
    hunter.until("boards found alone", || lines(&desk) > before + 100);
    server.start();
    hunter.signal("INT");
    let output = hunter.output();
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    // Where the time was too short to catch up, the next session does it.
    desk.run(&format!("{words} --work 1"));
    collect(&desk, &server, "twin-10x10", "--archive all --keep 165");
    assert!(boards(&desk, "own").is_subset(&boards(&desk, "all")));
}

#[test]
fn a_better_board_is_heard_judged_and_gone_on_from() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    let url = server.url();
    desk.out(
        0,
        "generate 10x10 --preset eternity --seed 1 --name ten --out ten.json --solution s.json",
    );
    let line = desk.out(0, "convert s.json --puzzle ten.json --to line");
    collect(&desk, &server, "ten.json", "--archive all");
    let head: serde_json::Value = serde_json::from_str(&desk.get("all/hunt.json")).expect("JSON");
    let id = head["fingerprint"].as_str().expect("a fingerprint").to_owned();
    let put = |subject: String, body: String| {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let client = async_nats::connect(&url).await.expect("a connection");
            client.request(subject, body.into()).await.expect("an answer");
        });
    };
    // Someone lies about a board: nobody believes it.
    let lie = format!(
        "{{\"score\":180,\"at\":1,\"session\":1,\"work\":1,\"cells\":{}}}",
        line.trim().replacen("[1,", "[2,", 1)
    );
    put(format!("mq.board.{id}.0000000000000001"), lie);
    let told = collect(&desk, &server, "ten.json", "--archive all");
    assert_eq!((told["collected"]["bad"].as_u64(), told["kept"].as_u64()), (Some(1), Some(0)));
    // Someone has the solution: the collector tells it, and the hunter ends with it.
    let kept =
        format!("{{\"score\":180,\"at\":1,\"session\":1,\"work\":1,\"cells\":{}}}", line.trim());
    put(format!("mq.board.{id}.0000000000000002"), kept);
    let told = collect(&desk, &server, "ten.json", "--archive all");
    assert_eq!(told["best"], 180);
    let hunter =
        format!("hunt ten.json --with portfolio --threads 1 --archive own --on {url} --time 30s");
    let told = desk.json(0, &hunter);
    assert_eq!(told["best"], 180, "{told}");
    // No two hunters have one session, whatever they call their seed.
    let said = |archive: &str| {
        let words = format!("hunt twin-4x4 --seed 1 --work 1 --archive {archive} --on {url}");
        desk.both(0, &words).1
    };
    assert_ne!(said("x"), said("y"));
}
