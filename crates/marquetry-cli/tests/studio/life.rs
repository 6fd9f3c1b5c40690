//! Nothing is lost: restarts, kills, and two studios on one folder.

use crate::client::{Studio, read_head};
use crate::desk::{Desk, stderr, wait_for};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, Read};
use std::time::{Duration, Instant};

/// A run that improves for a while and would go on for long.
fn long_run(studio: &Studio) -> String {
    studio.run(|request| {
        request["puzzle"] = json!("twin-16x16");
        request["algorithm"] = json!("annealing");
        request["work"] = json!(null);
        request["time_s"] = json!(600);
    })
}

/// Reads the next message of a stream.
fn next_news(stream: &mut impl BufRead) -> (String, Value) {
    let (mut id, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        assert!(stream.read_line(&mut line).expect("the stream goes on") > 0, "the stream ended");
        if let Some(found) = line.strip_prefix("id: ") {
            found.trim_end().clone_into(&mut id);
        }
        if let Some(data) = line.strip_prefix("data: ") {
            return (id, serde_json::from_str(data).expect("JSON"));
        }
    }
}

/// Points as a page puts them together.
fn take_in(points: &mut Vec<Value>, news: &Value) {
    for run in news["watched"].as_array().into_iter().flatten() {
        points.truncate(run["from"].as_u64().unwrap_or(0) as usize);
        points.extend(run["points"].as_array().into_iter().flatten().cloned());
    }
}

#[test]
fn a_killed_studio_has_lost_nothing_that_was_shown() {
    let desk = Desk::new();
    for round in 0..5 {
        let studio = Studio::start(&desk);
        let id = long_run(&studio);
        let path = format!("/api/events?watch={id}");
        let mut stream = studio.send("GET", &path, &studio.trusted(), b"");
        read_head(&mut stream);
        let (mut points, mut cursor) = (Vec::new(), String::new());
        while points.len() < 20 + 40 * round {
            let (id, news) = next_news(&mut stream);
            take_in(&mut points, &news);
            cursor = id;
        }
        let token = studio.token.clone();
        let mut studio = studio;
        studio.running.signal("KILL");
        let _ = studio.running.output();

        let studio = Studio::start(&desk);
        assert_eq!(studio.token, token, "an open page still knows the studio");
        let detail = studio.fetch(&format!("/api/runs/{id}"));
        assert_eq!(detail["summary"]["state"], "interrupted");
        let kept = detail["points"].as_array().expect("points").clone();
        assert_eq!(kept[..points.len()], points[..], "what was shown is there");
        // The page goes on from its cursor: no gap, nothing twice.
        let wanted = format!("/api/news?watch={id}&cursor={cursor}");
        take_in(&mut points, &studio.fetch(&wanted));
        assert_eq!(points, kept);
        for index in [0, kept.len() / 2, kept.len() - 1] {
            let board = studio.fetch(&format!("/api/runs/{id}/boards/{index}"));
            assert_eq!(board["score"], kept[index][2]);
        }
        let states = studio.fetch("/api/runs");
        let states: Vec<&Value> =
            states.as_array().into_iter().flatten().map(|r| &r["state"]).collect();
        assert_eq!(states, vec!["interrupted"; round + 1]);
    }
}

#[test]
fn ctrl_c_ends_it_at_once_with_everything_saved() {
    for signal in ["INT", "TERM"] {
        let desk = Desk::new();
        let studio = Studio::start(&desk);
        let ids: Vec<String> = (0..5).map(|_| long_run(&studio)).collect();
        let mut streams: Vec<_> =
            (0..8).map(|_| studio.send("GET", "/api/events", &studio.trusted(), b"")).collect();
        wait_for("improvements", || {
            studio.fetch(&format!("/api/runs/{}", ids[0]))["points"].as_array().map_or(0, Vec::len)
                > 10
        });
        let mut studio = studio;
        let begin = Instant::now();
        studio.running.signal(signal);
        let output = studio.running.output();
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(2), "{signal}: {took:?}");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        for stream in &mut streams {
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest);
        }
        let studio = Studio::start(&desk);
        for id in &ids {
            let detail = studio.fetch(&format!("/api/runs/{id}"));
            assert_eq!(detail["summary"]["state"], "interrupted", "{id}");
            let log = format!("data/studio/runs/{id}.jsonl");
            if desk.path(&log).exists() {
                let said = desk.json(0, &["replay", "--speed", "0", &log]);
                assert_eq!(said["score"], detail["summary"]["score"]);
            }
        }
    }
}

#[test]
fn two_studios_do_not_share_a_folder() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let said = desk.error("studio --no-open --port 0");
    assert!(said.contains("a studio is open already"), "{said}");
    let other = Desk::new();
    let (_, port) = studio.host.rsplit_once(':').expect("a port");
    let said = other.error(&["studio", "--no-open", "--port", port]);
    assert!(said.contains("cannot listen"), "{said}");
}

#[test]
fn a_damaged_file_keeps_nothing_else_from_being_shown() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let id = studio.run(|_| {});
    let detail = studio.wait(&id, &["finished"]);
    drop(studio);
    desk.put("data/studio/runs/7-1.json", "no run");
    desk.put("data/studio/runs/note.txt", "hello");
    fs::create_dir_all(desk.path("data/puzzles")).expect("a folder");
    desk.put("data/puzzles/broken.json", "no puzzle");
    let log = desk.get(&format!("data/studio/runs/{id}.jsonl"));
    let spec = format!("data/studio/runs/{id}.json");
    let mut cut: Value = serde_json::from_str(&desk.get(&spec)).expect("JSON");
    cut["end"] = Value::Null;
    desk.put(&spec, cut.to_string());
    desk.put(&format!("data/studio/runs/{id}.jsonl"), &log[..log.len() / 2]);
    let studio = Studio::start(&desk);
    let again = studio.fetch(&format!("/api/runs/{id}"));
    let (points, all) = (again["points"].as_array(), detail["points"].as_array());
    let (points, all) = (points.expect("points"), all.expect("points"));
    assert!(!points.is_empty() && points.len() < all.len(), "{} of {}", points.len(), all.len());
    assert_eq!(points[..], all[..points.len()]);
    assert_eq!(studio.fetch("/api/runs").as_array().map(Vec::len), Some(1));
    assert!(studio.fetch("/api/puzzles").as_array().is_some_and(|all| !all.is_empty()));
}
