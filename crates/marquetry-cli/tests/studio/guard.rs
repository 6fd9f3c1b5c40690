//! Who is let in: each line of the rules has its test.

use crate::client::Studio;
use crate::desk::{Desk, stderr};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Every address that is worth attacking.
const ADDRESSES: [&str; 6] =
    ["/", "/studio.js", "/studio.css", "/api/runs", "/api/events", "/play/twin-4x4"];

fn keep_request(name: &str) -> Vec<u8> {
    let puzzle = json!({
        "format": "marquetry-puzzle/1", "name": "tiny", "width": 1, "height": 1, "frame": "open",
        "signed": false, "pieces": [[1, 1, 1, 1]], "clues": [],
    });
    json!({ "text": puzzle.to_string(), "name": name, "replace": false }).to_string().into()
}

/// Everything below a folder, by path and content.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(tree(&path)),
            path => found.push((path.display().to_string(), fs::read(&path).unwrap_or_default())),
        }
    }
    found.sort();
    found
}

#[test]
fn it_listens_on_this_machine_only_unless_told_where() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    assert!(studio.host.starts_with("127.0.0.1:"), "{}", studio.host);
    drop(studio);
    let said = desk.error("studio --no-open --listen 0.0.0.0");
    assert!(said.contains("one address of this machine"), "{said}");
}

#[test]
fn it_answers_to_its_own_names_only() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let port = studio.host.rsplit_once(':').map(|(_, port)| port).unwrap_or_default();
    for path in ADDRESSES.into_iter().filter(|path| *path != "/api/events") {
        for own in [format!("localhost:{port}"), format!("[::1]:{port}"), studio.host.clone()] {
            let mut headers = studio.trusted();
            headers[0].1 = own;
            assert_eq!(studio.ask("GET", path, &headers, b"").status, 200, "{path}");
        }
    }
    let strange = ["evil.test", "127.0.0.1", "127.0.0.1:1", "localhost", "", "127.0.0.1.evil.test"];
    for path in ADDRESSES {
        for host in strange.map(str::to_owned).into_iter().chain([format!("evil.test:{port}")]) {
            let mut headers = studio.trusted();
            headers[0].1.clone_from(&host);
            let reply = studio.ask("GET", path, &headers, b"");
            assert!(reply.refusal(403).contains("host name"), "{path} {host}");
        }
    }
    let with_token = format!("/?token={}", studio.token);
    let reply = studio.ask("GET", &with_token, &[("host", format!("evil.test:{port}"))], b"");
    assert_eq!((reply.status, reply.header("set-cookie")), (403, None));
}

#[test]
fn the_token_opens_the_door_and_nothing_else_does() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let host = || ("host", studio.host.clone());
    assert!(studio.token.len() == 32 && studio.token.bytes().all(|b| b.is_ascii_hexdigit()));
    let short = studio.token[1..].to_owned();
    let other = studio.token.replace(|c: char| c.is_ascii_digit(), "a");
    for path in ADDRESSES {
        let (name, wrong) = (studio.cookie(), [String::new(), short.clone(), other.clone()]);
        let mut attempts = vec![vec![host()]];
        for wrong in &wrong {
            attempts.push(vec![host(), ("cookie", format!("{name}={wrong}"))]);
            attempts.push(vec![host(), ("authorization", format!("Bearer {wrong}"))]);
        }
        attempts.push(vec![host(), ("cookie", format!("marquetry-1={}", studio.token))]);
        attempts.push(vec![host(), ("authorization", format!("Basic {}", studio.token))]);
        for headers in attempts {
            let reply = studio.ask("GET", path, &headers, b"");
            assert!(reply.refusal(403).contains("token"), "{path} {headers:?}");
        }
    }
    let elsewhere = format!("/api/runs?token={}", studio.token);
    studio.ask("GET", &elsewhere, &[host()], b"").refusal(403);
    studio.ask("GET", "/?token=0", &[host()], b"").refusal(403);
    let reply = studio.ask("GET", &format!("/?token={}", studio.token), &[host()], b"");
    let cookie = reply.header("set-cookie").expect("a cookie").to_owned();
    assert_eq!((reply.status, reply.header("location")), (303, Some("/")));
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    assert_eq!(studio.ask("GET", "/", &[host(), ("cookie", pair)], b"").status, 200);
    let mut studio = studio;
    studio.running.signal("INT");
    let token = studio.token.clone();
    let output = studio.running.output();
    assert!(!stderr(&output).contains(&token), "the token is in the log");
}

#[test]
fn what_changes_anything_comes_from_our_own_page() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let before = tree(&desk.path("data"));
    let (good, body) = (studio.page(), keep_request("planted"));
    let with = |name: &'static str, value: Option<&str>| {
        let mut headers: Vec<_> = good.iter().filter(|(n, _)| *n != name).cloned().collect();
        headers.extend(value.map(|value| (name, value.to_owned())));
        headers
    };
    let attempts = [
        with("origin", Some("http://evil.test")),
        with("origin", Some("http://127.0.0.1:1")),
        with("origin", Some("null")),
        with("origin", Some(&format!("https://{}", studio.host))),
        with("origin", Some(&format!("http://{}.evil.test", studio.host))),
        with("origin", None),
        with("sec-fetch-site", Some("same-site")),
        with("sec-fetch-site", Some("cross-site")),
        with("sec-fetch-site", Some("none")),
        with("sec-fetch-site", None),
    ];
    for headers in attempts {
        let reply = studio.ask("POST", "/api/puzzles", &headers, &body);
        assert!(reply.refusal(403).contains("own page"), "{headers:?}");
    }
    let forms =
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
    for kind in forms {
        studio.ask("POST", "/api/puzzles", &with("content-type", Some(kind)), &body).refusal(415);
    }
    studio.ask("POST", "/api/puzzles", &with("content-type", None), &body).refusal(415);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
        studio.ask(method, "/api/puzzles", &good, &body).refusal(405);
    }
    for site in ["same-site", "cross-site"] {
        studio.ask("GET", "/api/runs", &with("sec-fetch-site", Some(site)), b"").refusal(403);
    }
    assert_eq!(tree(&desk.path("data")), before, "nothing may have changed");
    assert_eq!(studio.ask("POST", "/api/puzzles", &good, &body).status, 200);
    assert!(desk.path("data/puzzles/planted.json").exists());
}

#[test]
fn every_answer_tells_the_browser_to_trust_nothing_else() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let mut replies: Vec<_> = ["/", "/studio.js", "/api/runs", "/api/nothing", "/api/runs/none"]
        .map(|path| studio.get(path))
        .into();
    replies.push(studio.ask("GET", "/", &[("host", "evil.test".to_owned())], b""));
    replies.push(studio.post("/api/judge", &json!({})));
    for reply in &replies {
        let policy = reply.header("content-security-policy").expect("a policy");
        for part in
            ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        let shared = |(name, _): &&(String, String)| name.starts_with("access-control-");
        assert_eq!(reply.headers.iter().find(shared), None);
    }
}

#[test]
fn everything_is_bounded() {
    let desk = Desk::new();
    let studio = Studio::start(&desk);
    let huge = vec![b' '; (4 << 20) + 1];
    studio.ask("POST", "/api/read", &studio.trusted(), &huge).refusal(413);
    let text = format!("65 65\n{}", "1 1 1 1\n".repeat(65 * 65));
    let reply = studio.post("/api/read", &json!({"text": text, "name": null, "puzzle": null}));
    reply.refusal(422);
    let run = |key: &str, value: serde_json::Value| {
        let mut request = json!({
            "puzzle": "twin-4x4", "algorithm": "local", "parameters": {}, "seed": "1",
            "work": "10", "time_s": null, "target": null, "threads": 1, "from": null, "keep": null,
        });
        request[key] = value;
        studio.post("/api/runs", &request)
    };
    for threads in [0, 257, 1_000_000] {
        assert!(run("threads", json!(threads)).refusal(422).contains("threads"));
    }
    assert!(run("time_s", json!(1e300)).refusal(422).contains("a year"));
    assert!(run("time_s", json!(-1)).refusal(422).contains("a year"));
    assert!(run("work", json!("many")).refusal(422).contains("whole number"));
    assert!(run("work", json!(null)).refusal(422).contains("a limit"));
    assert!(run("seed", json!("-1")).refusal(422).contains("whole number"));
    assert!(run("algorithm", json!("magic")).refusal(422).contains("expected one of"));
    assert!(run("parameters", json!({"magic": 1})).refusal(422).contains("magic"));
    assert!(run("puzzle", json!("nothing")).refusal(404).contains("nothing"));
    assert!(run("from", json!([[1, 0]])).refusal(422).contains("4x4"));
    assert!(run("extra", json!(1)).refusal(422).contains("extra"));
    let streams: Vec<_> =
        (0..64).map(|_| studio.send("GET", "/api/events", &studio.trusted(), b"")).collect();
    let mut opened = streams;
    for stream in &mut opened {
        assert_eq!(crate::client::read_head(stream).0, 200);
    }
    studio.get("/api/events").refusal(429);
    assert_eq!(studio.get("/api/runs").status, 200, "it still answers");
}

#[test]
fn names_are_never_paths() {
    let desk = Desk::new();
    desk.put("secret.json", "{}");
    let studio = Studio::start(&desk);
    let outside = desk.files();
    studio.get("/api/runs/x/boards/%0d%0aset-cookie:%20a=b").refusal(404);
    studio.get("/api/judge").refusal(405);
    let names = [
        "..",
        "../secret",
        "%2e%2e%2fsecret",
        "..%2fsecret.json",
        "%2fetc%2fpasswd",
        "a%00b",
        "~..%2f..%2fsecret",
        "~0123456789abcdeg",
        "secret.json",
    ];
    for name in names {
        for path in [
            format!("/api/puzzles/{name}"),
            format!("/api/puzzles/{name}/picture"),
            format!("/api/play/{name}"),
            format!("/api/runs/{name}"),
            format!("/api/runs/{name}/log"),
            format!("/api/runs/{name}/boards/0"),
        ] {
            let reply = studio.get(&path);
            reply.refusal(404);
        }
        let reply = studio.post(&format!("/api/puzzles/{name}/remove"), &json!({}));
        assert!([400, 404, 422].contains(&reply.status), "{name}: {reply:?}");
    }
    let reply =
        studio.ask("POST", "/api/puzzles", &studio.trusted(), &keep_request("../../planted"));
    assert_eq!(reply.json()["key"], "planted");
    assert!(desk.path("data/puzzles/planted.json").exists());
    assert_eq!(desk.files(), outside, "nothing is written or removed outside");
}
