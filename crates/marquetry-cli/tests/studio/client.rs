//! A studio under test, and a plain client that can send what no browser would.

use crate::desk::{Desk, Running};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A studio at work.
pub struct Studio {
    pub running: Running,
    pub host: String,
    pub token: String,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The one line of a refusal.
    pub fn refusal(&self, status: u16) -> &str {
        assert_eq!(self.status, status, "{self:?}");
        let line = self.body.trim_end();
        assert!(!line.is_empty() && !line.contains('\n'), "{self:?}");
        line
    }
}

impl Studio {
    /// Starts a studio on any free port.
    pub fn start(desk: &Desk) -> Self {
        Self::start_at(desk, "0")
    }

    pub fn start_at(desk: &Desk, port: &str) -> Self {
        let mut running = desk.start(&["studio", "--no-open", "--json", "--port", port]);
        let line: Value = serde_json::from_str(&running.line()).expect("one JSON object");
        let address = line["address"].as_str().expect("an address").to_owned();
        let (host, token) = address.split_once("/?token=").expect("a token");
        let host = host.strip_prefix("http://").expect("plain http").to_owned();
        Self { running, host, token: token.to_owned() }
    }

    /// The headers of a program that was given the token.
    pub fn trusted(&self) -> Vec<(&'static str, String)> {
        vec![
            ("host", self.host.clone()),
            ("authorization", format!("Bearer {}", self.token)),
            ("content-type", "application/json".to_owned()),
        ]
    }

    /// The headers of our own page.
    pub fn page(&self) -> Vec<(&'static str, String)> {
        vec![
            ("host", self.host.clone()),
            ("cookie", format!("{}={}", self.cookie(), self.token)),
            ("origin", format!("http://{}", self.host)),
            ("sec-fetch-site", "same-origin".to_owned()),
            ("content-type", "application/json".to_owned()),
        ]
    }

    pub fn cookie(&self) -> String {
        let (_, port) = self.host.rsplit_once(':').expect("a port");
        format!("marquetry-{port}")
    }

    /// Opens a connection and sends a request.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, String)],
        body: &[u8],
    ) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        // The server may answer and hang up before it has read all.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        BufReader::new(stream)
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, String)], body: &[u8]) -> Reply {
        read_reply(&mut self.send(method, path, headers, body))
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &self.trusted(), b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &self.trusted(), body.to_string().as_bytes())
    }

    /// The JSON of an answer that must be good.
    pub fn fetch(&self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        reply.json()
    }

    /// Starts a run and tells its id.
    pub fn run(&self, change: impl FnOnce(&mut Value)) -> String {
        let mut request = json!({
            "puzzle": "twin-10x10", "algorithm": "gvns", "parameters": {}, "seed": "1",
            "work": "100000", "time_s": null, "target": null, "threads": 1, "from": null,
            "keep": null,
        });
        change(&mut request);
        let reply = self.post("/api/runs", &request);
        assert_eq!(reply.status, 201, "{reply:?}");
        reply.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Waits until a run is in one of these states.
    pub fn wait(&self, id: &str, states: &[&str]) -> Value {
        let mut detail = Value::Null;
        crate::desk::wait_for("end of the run", || {
            detail = self.fetch(&format!("/api/runs/{id}"));
            states.contains(&detail["summary"]["state"].as_str().unwrap_or_default())
        });
        detail
    }
}

/// Reads status, headers and the whole body.
pub fn read_reply(reader: &mut BufReader<TcpStream>) -> Reply {
    let (status, headers) = read_head(reader);
    let mut body = Vec::new();
    reader.read_to_end(&mut body).expect("a body");
    let chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
    let body = if chunked { unchunked(&body) } else { body };
    Reply { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
}

pub fn read_head(reader: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).expect("a status line");
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).expect("a header");
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    (status, headers)
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).expect("a size");
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            break;
        }
        whole.extend(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}
