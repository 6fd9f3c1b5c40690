//! Who may do what, and the one line of everything that is refused.

use crate::desk::Desk;
use crate::engine::{Server, free_port};
use async_nats::{Client, ConnectOptions, Event};
use std::io::Write;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const PLAN: &str = r#"
name = "p"
title = "A plan"
seeds = "1-2"
budget = { evaluations = 1000 }
puzzle = [{ puzzle = "twin-6x6" }]
algorithm = [{ with = "local" }]
"#;

/// A client with the credentials of a role; what the server objected to when it did something.
fn objections(
    desk: &Desk,
    server: &Server,
    creds: &str,
    act: impl AsyncFnOnce(Client),
) -> Vec<String> {
    let path = desk.path(&format!("engine/{creds}.creds"));
    let text = std::fs::read_to_string(&path).expect("credentials");
    let seed =
        text.lines().find_map(|line| line.strip_prefix("seed: ")).expect("a seed").to_owned();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&heard);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let role = creds.split('-').next().expect("a role");
        let client = ConnectOptions::with_nkey(seed)
            .add_root_certificates(path)
            .custom_inbox_prefix(format!("_INBOX.{role}"))
            .request_timeout(Some(Duration::from_secs(2)))
            .event_callback(move |event| {
                if let Event::ServerError(error) = &event {
                    told.lock().expect("no panic").push(error.to_string());
                }
                async {}
            })
            .connect(server.tls())
            .await
            .expect("a connection");
        act(client.clone()).await;
        client.flush().await.expect("a flush");
        tokio::time::sleep(Duration::from_millis(100)).await;
    });
    let heard = heard.lock().expect("no panic");
    heard.clone()
}

#[test]
fn each_role_may_do_its_own_and_no_more() {
    let desk = Desk::new();
    let Some(server) = Server::guarded(&desk, "--hunt twin-6x6") else { return };
    let url = server.tls();
    desk.put("p.toml", PLAN);
    let creds = "--creds engine";
    let keeper =
        desk.start(&format!("campaign run p.toml --quiet --on {url} {creds}/keeper.creds"));
    let worker = desk.json(0, &format!("worker {url} {creds}/worker.creds --jobs 1 --idle 1s"));
    assert_eq!(worker["made"], 2, "workers work over TLS");
    assert_eq!(keeper.output().status.code(), Some(0));
    let forbidden = |role: &str, subjects: &[&str]| {
        for subject in subjects {
            let said = objections(&desk, &server, role, async |client: Client| {
                _ = client.publish((*subject).to_owned(), "{}".into()).await;
            });
            assert!(
                said.iter().any(|said| said.contains("Permissions Violation")),
                "{role} {subject}: {said:?}"
            );
        }
    };
    let deaf = |role: &str, subjects: &[&str]| {
        for subject in subjects {
            let said = objections(&desk, &server, role, async |client: Client| {
                _ = client.subscribe((*subject).to_owned()).await;
            });
            assert!(
                said.iter().any(|said| said.contains("Permissions Violation")),
                "{role} {subject}: {said:?}"
            );
        }
    };
    let admin = [
        "mq.job.0_1_0.c.j",
        "$JS.API.STREAM.DELETE.MQ_JOBS",
        "$JS.API.STREAM.PURGE.MQ_RUNS",
        "$JS.API.STREAM.CREATE.MQ_MORE",
        "$JS.API.CONSUMER.DELETE.MQ_JOBS.workers-0_1_0",
        "$JS.API.CONSUMER.MSG.NEXT.MQ_RUNS.keeper-c",
        "$SYS.REQ.SERVER.PING",
    ];
    forbidden("worker", &[&admin[..], &["mq.puzzle.p", "mq.best.p", "mq.board.p.k"]].concat());
    forbidden(
        "hunter-twin-6x6",
        &[&admin[..], &["mq.run.c.j", "mq.board.other.k", "mq.best.other"]].concat(),
    );
    // What others are told or have is not for them, nor is anything about accounts and connections.
    deaf("worker", &["mq.run.>", "$SYS.>", "_INBOX.keeper.>", ">"]);
    deaf("hunter-twin-6x6", &["mq.job.>", "mq.board.>", "$SYS.>", "_INBOX.worker.>"]);
    // The server itself holds no secret that could be read there.
    let conf = desk.get("engine/nats.conf");
    for creds in ["keeper", "worker", "hunter-twin-6x6"] {
        let text = desk.get(&format!("engine/{creds}.creds"));
        let seed = text.lines().find_map(|line| line.strip_prefix("seed: ")).expect("a seed");
        assert!(!conf.contains(seed), "{creds}");
    }
}

#[test]
fn whatever_is_wrong_with_an_engine_is_one_line() {
    let desk = Desk::new();
    let Some(server) = Server::guarded(&desk, "--hunt twin-6x6") else { return };
    let Some(plain) = Server::open(&desk) else { return };
    let (url, tls_of_plain) = (server.tls(), plain.url().replace("nats:", "tls:"));
    desk.put("p.toml", PLAN);
    let other = Desk::new();
    other.out(0, "engine init engine");
    let stranger = other.path("engine/worker.creds").display().to_string();
    // A key the server does not know, with the certificate it has.
    let own = desk.get("engine/worker.creds");
    let strange = std::fs::read_to_string(&stranger).expect("credentials");
    let seed = |text: &str| {
        text.lines().find(|line| line.starts_with("seed: ")).expect("a seed").to_owned()
    };
    desk.put("wrong.creds", own.replace(&seed(&own), &seed(&strange)));
    desk.put("password.creds", own.replace(&seed(&own), "user: me\npassword: wrong"));
    desk.put("empty.creds", "");
    let role = "these credentials do not allow it";
    for (words, expected) in [
        (format!("worker {url} --creds wrong.creds"), "refuses these credentials"),
        (format!("worker {url} --creds password.creds"), "refuses these credentials"),
        (
            format!("campaign run p.toml --quiet --on {url} --creds wrong.creds"),
            "refuses these credentials",
        ),
        (
            format!("hunt twin-6x6 --quiet --on {url} --creds wrong.creds"),
            "refuses these credentials",
        ),
        (format!("worker {url} --creds {stranger}"), "no TLS: invalid peer certificate"),
        (format!("worker {tls_of_plain}"), "no TLS"),
        (format!("campaign run p.toml --quiet --on {tls_of_plain}"), "no TLS"),
        (format!("campaign run p.toml --quiet --on {url} --creds engine/worker.creds"), role),
        (format!("worker {url} --quiet --creds engine/keeper.creds"), role),
        (format!("hunt twin-8x8 --quiet --on {url} --creds engine/hunter-twin-6x6.creds"), role),
        (format!("worker {url} --creds empty.creds"), "expected credentials"),
        (format!("worker {url} --creds none.creds"), "cannot read none.creds"),
        ("worker nats://me:word@127.0.0.1:4222".to_owned(), "an address has no password"),
        ("worker http://127.0.0.1".to_owned(), "expected an engine such as tls://host:4222"),
        (
            "campaign run p.toml --quiet --on nats://127.0.0.1:1 --lease 10ms".to_owned(),
            "at least a second",
        ),
        ("worker nats://127.0.0.1:1 --name a.b".to_owned(), "expected a name"),
        ("engine init engine --host a/b".to_owned(), "expected the name or number of a machine"),
    ] {
        let said = desk.error(&words);
        assert!(said.contains(expected), "{words}: {said}");
    }
}

/// An engine as old as Debian's, which does not know how to sync every write.
#[test]
fn an_engine_that_is_too_old_is_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let info = "INFO {\"server_id\":\"x\",\"version\":\"2.9.10\",\"jetstream\":true,\"headers\":true,\
                        \"max_payload\":1048576,\"proto\":1,\"host\":\"x\",\"port\":1}\r\nPONG\r\n";
            _ = stream.write_all(info.as_bytes());
            std::thread::sleep(Duration::from_secs(2));
        }
    });
    let said = Desk::new().error(&format!("worker nats://127.0.0.1:{port}"));
    assert!(said.contains("nats-server 2.9.10 is too old, expected 2.10.23 or newer"), "{said}");
}

/// There are jobs, but for workers of another version.
#[test]
fn a_worker_of_another_version_declines() {
    let desk = Desk::new();
    let Some(server) = Server::open(&desk) else { return };
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.expect("a connection");
        for (subject, body) in [
            (
                "$JS.API.STREAM.CREATE.MQ_JOBS",
                "{\"name\":\"MQ_JOBS\",\"subjects\":[\"mq.job.>\"],\"retention\":\"workqueue\"}",
            ),
            (
                "$JS.API.CONSUMER.DURABLE.CREATE.MQ_JOBS.workers-9_9_9",
                "{\"stream_name\":\"MQ_JOBS\",\"config\":{\"durable_name\":\"workers-9_9_9\",\
                 \"ack_policy\":\"explicit\",\"filter_subject\":\"mq.job.9_9_9.>\"}}",
            ),
            ("mq.job.9_9_9.c.j", "{}"),
        ] {
            let answer = client.request(subject, body.into()).await.expect("an answer");
            assert!(!String::from_utf8_lossy(&answer.payload).contains("error"), "{answer:?}");
        }
    });
    let said = desk.error(&format!("worker {} --quiet", server.url()));
    assert!(said.contains("the engine has jobs for version 9.9.9, this is version"), "{said}");
}

#[test]
fn nobody_there_is_one_line_too() {
    let said = Desk::new().error(&format!("worker nats://127.0.0.1:{}", free_port()));
    assert!(said.contains("no engine there"), "{said}");
}
