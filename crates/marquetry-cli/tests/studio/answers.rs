//! What the studio answers is what the command line says.

use crate::client::Studio;
use crate::desk::Desk;
use serde_json::{Value, json};

#[test]
fn a_run_has_the_signature_of_the_command_line() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let catalogue = studio.fetch("/api/algorithms");
    for entry in catalogue.as_array().expect("a list") {
        let name = entry["name"].as_str().expect("a name");
        let change = |run: &mut Value| {
            (run["algorithm"], run["work"], run["seed"]) = (json!(name), json!("2000"), json!("7"));
            run["puzzle"] = json!("twin-6x6");
            run["threads"] = json!(2);
        };
        let id = studio.run(change);
        let detail = studio.wait(&id, &["finished"]);
        let command = detail["command"].as_str().expect("a command");
        let words: Vec<&str> = command.split(' ').skip(1).chain(["--json"]).collect();
        let output = desk.run(words.as_slice());
        let typed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(detail["signature"], typed["signature"], "{command}");
        assert_eq!(detail["summary"]["score"], typed["score"], "{command}");
        assert_eq!(detail["parameters"], typed["parameters"], "{command}");
        let log = desk.path(&format!("data/studio/runs/{id}.jsonl"));
        let again = desk.json(0, &["replay", "--again", &log.to_string_lossy()]);
        assert_eq!(again["same"], true, "{name}");
    }
}

#[test]
fn the_plan_of_a_run_is_a_plan() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let id = studio.run(|run| {
        run["parameters"] = json!({"walkers": 2});
        run["algorithm"] = json!("annealing:modern");
        run["puzzle"] = json!("twin-4x4");
        run["work"] = json!("1000");
    });
    let detail = studio.wait(&id, &["finished"]);
    desk.put("plan.toml", detail["plan"].as_str().expect("a plan"));
    desk.out(0, "campaign run plan.toml --store runs.sqlite");
    let rows = desk.out(0, "campaign runs runs.sqlite --json");
    let row: Value = serde_json::from_str(rows.lines().next().expect("a run")).expect("JSON");
    assert_eq!(row["signature"], detail["signature"], "{rows}");
}

#[test]
fn runs_wait_for_cores_and_can_be_ended() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let long = |threads: usize| {
        studio.run(|run| {
            (run["work"], run["time_s"], run["threads"]) =
                (json!(null), json!(600), json!(threads));
            run["puzzle"] = json!("twin-16x16");
        })
    };
    let (first, second) = (long(256), long(1));
    studio.wait(&first, &["running"]);
    assert_eq!(studio.wait(&second, &["queued"])["summary"]["score"], 0);
    assert_eq!(studio.post(&format!("/api/runs/{first}/remove"), &json!({})).status, 409);
    assert_eq!(studio.post(&format!("/api/runs/{first}/stop"), &json!({})).status, 204);
    let detail = studio.wait(&first, &["stopped"]);
    assert!(detail["summary"]["score"].as_u64() > Some(0), "{detail}");
    studio.wait(&second, &["running"]);
    let third = long(256);
    assert_eq!(studio.post(&format!("/api/runs/{third}/stop"), &json!({})).status, 204);
    studio.wait(&third, &["stopped"]);
    assert_eq!(studio.post(&format!("/api/runs/{first}/remove"), &json!({})).status, 204);
    assert_eq!(studio.get(&format!("/api/runs/{first}")).status, 404);
    assert!(!desk.path(&format!("data/studio/runs/{first}.jsonl")).exists());
}

#[test]
fn laid_pieces_become_clues_and_a_board_is_gone_on_from() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let solved = studio.run(|run| {
        (run["puzzle"], run["algorithm"]) = (json!("twin-5x5"), json!("dfs"));
        run["work"] = json!("100000000");
    });
    let detail = studio.wait(&solved, &["finished"]);
    let last = detail["points"].as_array().map_or(0, Vec::len) - 1;
    let solution = studio.fetch(&format!("/api/runs/{solved}/boards/{last}"))["cells"].clone();
    let mut laid = solution.clone();
    for cell in 8..25 {
        laid[cell] = Value::Null;
    }
    let id = studio.run(|run| {
        (run["puzzle"], run["algorithm"]) = (json!("twin-5x5"), json!("portfolio"));
        (run["keep"], run["work"]) = (laid.clone(), json!("20000"));
    });
    let detail = studio.wait(&id, &["finished"]);
    assert_eq!(detail["puzzle"]["clues"].as_array().map(Vec::len), Some(8));
    let last = detail["points"].as_array().map_or(0, Vec::len) - 1;
    let board = studio.fetch(&format!("/api/runs/{id}/boards/{last}"))["cells"].clone();
    assert_eq!(board.as_array().map(|b| &b[..8]), laid.as_array().map(|b| &b[..8]));
    let on = studio.run(|run| {
        (run["puzzle"], run["algorithm"]) = (json!("twin-5x5"), json!("annealing"));
        (run["from"], run["work"]) = (solution.clone(), json!("10"));
    });
    let detail = studio.wait(&on, &["finished"]);
    assert_eq!(detail["points"][0][2], 40, "it begins with that board");
}

#[test]
fn a_game_is_kept_and_the_newer_one_wins() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let empty = json!(vec![Value::Null; 16]);
    let state = |revision: u32, seconds: f64| {
        json!({"revision": revision, "cells": empty, "locked": [], "past": [[[0, null, [1, 2]]]],
            "ahead": [], "seconds": seconds, "hinted": false})
    };
    assert_eq!(studio.fetch("/api/play/twin-4x4"), Value::Null);
    assert_eq!(studio.post("/api/play/twin-4x4", &state(1, 1.5)).status, 204);
    assert_eq!(studio.post("/api/play/twin-4x4", &state(2, 2.5)).status, 204);
    let said = studio.post("/api/play/twin-4x4", &state(2, 9.5));
    assert!(said.refusal(409).contains("elsewhere"));
    drop(studio);
    let studio = Studio::start(&desk);
    assert_eq!(studio.fetch("/api/play/twin-4x4"), state(2, 2.5));
    let mut wrong = state(3, 0.0);
    wrong["cells"] = json!([null]);
    assert!(studio.post("/api/play/twin-4x4", &wrong).refusal(422).contains("4x4"));
}

#[test]
fn the_judge_and_a_hint_speak_of_the_board_that_was_sent() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let mut made = studio
        .post(
            "/api/generate",
            &json!({
                "width": 4, "height": 4, "framed": true, "preset": "eternity", "colours": null,
                "frame_colours": null, "inner_colours": null, "clues": null, "even": null,
                "distinct": null, "asymmetric": null, "signed": false, "seed": "3",
            }),
        )
        .json();
    let kept =
        studio.post("/api/puzzles", &json!({"text": made["text"], "name": null, "replace": false}));
    let key = kept.json()["key"].clone();
    let mut cells = made["solution"].take();
    let judge =
        |cells: &Value| studio.post("/api/judge", &json!({"puzzle": key, "cells": cells})).json();
    assert_eq!(judge(&cells)["perfect"], true);
    let taken = std::mem::replace(&mut cells[5], Value::Null);
    let said = judge(&cells);
    assert_eq!((&said["left"], &said["score"]), (&json!(1), &json!(20)));
    assert_eq!((&said["faults"], &said["dead"]), (&json!([]), &json!([])));
    let hint = studio.post("/api/hint", &json!({"puzzle": key, "cells": cells})).json();
    assert_eq!((&hint["cell"], &hint["piece"]), (&json!(5), &taken[0]), "{hint}");
    let fits = studio
        .post("/api/fits", &json!({"puzzle": key, "cells": cells, "cell": 5, "piece": taken[0]}));
    let fits = fits.json();
    assert_eq!((&fits["pieces"], &fits["cells"]), (&json!([taken]), &json!([[5, taken[1]]])));
}

#[test]
fn the_command_of_a_made_puzzle_makes_it_again() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let base = json!({
        "width": 6, "height": 5, "framed": true, "preset": "hard", "colours": null,
        "frame_colours": null, "inner_colours": null, "clues": null, "even": null,
        "distinct": null, "asymmetric": null, "signed": false, "seed": "18446744073709551615",
    });
    let changes = [
        json!({}),
        json!({"preset": "easy"}),
        json!({"preset": "medium", "framed": false}),
        json!({"preset": "extreme", "signed": true}),
        json!({"preset": "hardest", "even": false}),
        json!({"preset": "eternity", "clues": 4}),
        json!({"colours": 9, "distinct": false}),
        json!({"frame_colours": 4, "inner_colours": 6, "asymmetric": false}),
    ];
    for change in changes {
        let mut request = base.clone();
        let fields = change.as_object().expect("fields").clone();
        request.as_object_mut().expect("fields").extend(fields);
        let made = studio.post("/api/generate", &request).json();
        let command = made["command"].as_str().unwrap_or_else(|| panic!("{change}: {made}"));
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let typed = desk.out(0, words.as_slice());
        let typed: Value = serde_json::from_str(&typed).expect("JSON");
        let ours: Value = serde_json::from_str(made["text"].as_str().expect("text")).expect("JSON");
        assert_eq!(typed, ours, "{command}");
    }
    let mut open = base.clone();
    (open["preset"], open["framed"]) = (json!("eternity"), json!(false));
    assert!(studio.post("/api/generate", &open).refusal(422).contains("grey frame"));
}
