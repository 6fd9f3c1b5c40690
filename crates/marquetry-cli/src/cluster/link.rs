//! A connection to an engine: made once, mended by itself, ended by a refusal.

use super::Engine;
use anyhow::{Context as _, Result, anyhow, bail};
use async_nats::client::{Request, RequestErrorKind};
use async_nats::header::NATS_EXPECTED_LAST_SUBJECT_SEQUENCE;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ClientError, ConnectErrorKind, Event, HeaderMap, ServerError};
use serde::Deserialize;
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// The oldest engine that syncs every write.
const OLDEST: (u64, u64, u64) = (2, 10, 23);
/// How long to wait for an engine that does not answer yet.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long an answer may take before it is asked for again.
const ANSWER: Duration = Duration::from_secs(5);
/// How long to wait before something refused for now is tried again.
const PAUSE: Duration = Duration::from_millis(200);

/// What we are to an engine; each has permissions of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Posts jobs, keeps runs, collects boards.
    Keeper,
    /// Makes runs.
    Worker,
    /// Uploads boards of one puzzle.
    Hunter,
}

impl Role {
    /// Its name, in the configuration too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Keeper => "keeper",
            Self::Worker => "worker",
            Self::Hunter => "hunter",
        }
    }

    /// What its inboxes begin with: answers to one role are not for another.
    #[must_use]
    pub fn inbox(self) -> String {
        format!("_INBOX.{}", self.name())
    }
}

/// A connection to an engine.
#[derive(Clone, Debug)]
pub struct Link {
    pub(super) client: Client,
    pub(super) streams: Context,
    address: Arc<str>,
    life: watch::Receiver<Life>,
}

/// How the connection fares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Life {
    /// How often it was made.
    made: u64,
    is_up: bool,
    /// Why there is no point in going on.
    refused: Option<String>,
}

/// What became of something that is created once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posted {
    /// It is there now, with this number in its stream.
    New(u64),
    /// It was there.
    Known,
    /// It is longer than the engine takes.
    TooLong,
}

/// What a stream answers to something posted.
#[derive(Debug, Deserialize)]
struct Answer {
    seq: Option<u64>,
    error: Option<Refusal>,
}

#[derive(Debug, Deserialize)]
struct Refusal {
    err_code: u64,
}

/// The engine's numbers for "there is one already".
const KNOWN: [u64; 2] = [10071, 10077];

impl Link {
    /// Connects to an engine; waits a little for one that does not answer yet.
    ///
    /// # Errors
    /// If there is none, it refuses us, is too old, or has no TLS where that is asked for.
    pub async fn open(engine: &Engine, role: Role) -> Result<Self> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match Self::try_open(engine, role).await {
                Ok(link) => return Ok(link),
                Err(NoLink::Refused(error)) => return Err(error),
                Err(NoLink::Silent(error)) if Instant::now() > deadline => return Err(error),
                Err(NoLink::Silent(_)) => sleep(PAUSE).await,
            }
        }
    }

    /// Connects to an engine, or says whether there is any point in trying again.
    pub(super) async fn try_open(engine: &Engine, role: Role) -> Result<Self, NoLink> {
        let (told, life) = watch::channel(Life::default());
        let options = engine.options().map_err(NoLink::Refused)?;
        let options = options
            .name(format!("marquetry {}", role.name()))
            .custom_inbox_prefix(role.inbox())
            .connection_timeout(ANSWER)
            .request_timeout(Some(ANSWER))
            .ignore_discovered_servers()
            .reconnect_delay_callback(|tries| Duration::from_millis(20 * tries.min(50) as u64))
            .event_callback(move |event| {
                told.send_if_modified(|life| life.note(&event));
                async {}
            });
        let client = options.connect(engine.address()).await;
        let client = client.map_err(|error| explain(engine, &error))?;
        check(engine, &client.server_info()).map_err(NoLink::Refused)?;
        let streams = jetstream::new(client.clone());
        Ok(Self { client, streams, address: engine.address().into(), life })
    }

    /// Why the engine has refused us for good, if it has.
    ///
    /// # Errors
    /// If it has.
    pub fn check(&self) -> Result<()> {
        match &self.life.borrow().refused {
            Some(why) => bail!("{}: {why}", self.address),
            None => Ok(()),
        }
    }

    /// Whether the connection stands at the moment.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.life.borrow().is_up
    }

    /// Returns when the connection was lost and made anew, or refused: what was asked before is not
    /// answered any more.
    pub(super) async fn renewed(&self) {
        let mut life = self.life.clone();
        let made = life.borrow_and_update().made;
        let new = |life: &Life| life.made != made || life.refused.is_some();
        // The sender lives as long as the client: waiting for ever is right then.
        if life.wait_for(new).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Asks for something and waits; a refusal of the role ends it at once.
    ///
    /// # Errors
    /// If the engine refuses us or `asked` fails.
    pub(super) async fn ask<T, E>(&self, asked: impl Future<Output = Result<T, E>>) -> Result<T>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let mut life = self.life.clone();
        let refused = async {
            let refused = life.wait_for(|life| life.refused.is_some()).await.is_ok();
            if !refused {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            answer = asked => answer.map_err(|error| anyhow!("{}: {}", self.address, flat(&error))),
            () = refused => Err(self.check().err().unwrap_or_else(|| anyhow!("refused"))),
        }
    }

    /// Does something on the engine, again while it does not answer: it may have died in between.
    ///
    /// # Errors
    /// If the engine refuses us, or goes on not to answer.
    pub(super) async fn persist<T>(&self, mut act: impl AsyncFnMut() -> Result<T>) -> Result<T> {
        let deadline = Instant::now() + 3 * PATIENCE;
        loop {
            match act().await {
                Ok(done) => return Ok(done),
                Err(error) if Instant::now() > deadline => return Err(error),
                Err(_) => self.check()?,
            }
            sleep(PAUSE).await;
        }
    }

    /// Puts something into a stream unless there is one of that subject, and returns when it is on the
    /// engine's disk. Tries until it is, or until there is no point.
    ///
    /// # Errors
    /// If the engine refuses us.
    pub(super) async fn post(&self, subject: &str, payload: Vec<u8>) -> Result<Posted> {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, "0");
        self.insist(subject, Some(headers), payload).await
    }

    /// Puts something into a stream, whatever is there.
    ///
    /// # Errors
    /// If the engine refuses us.
    pub(super) async fn put(&self, subject: &str, payload: Vec<u8>) -> Result<Posted> {
        self.insist(subject, None, payload).await
    }

    async fn insist(
        &self,
        subject: &str,
        headers: Option<HeaderMap>,
        payload: Vec<u8>,
    ) -> Result<Posted> {
        loop {
            self.check()?;
            let mut request = Request::new().payload(payload.clone().into());
            if let Some(headers) = &headers {
                request = request.headers(headers.clone());
            }
            let answer = tokio::select! {
                answer = self.client.send_request(subject.to_owned(), request) => answer,
                () = self.renewed() => continue,
            };
            match answer {
                Ok(message) => match serde_json::from_slice(&message.payload) {
                    Ok(Answer { seq: Some(number), error: None }) => {
                        return Ok(Posted::New(number));
                    }
                    Ok(Answer { error: Some(refusal), .. })
                        if KNOWN.contains(&refusal.err_code) =>
                    {
                        return Ok(Posted::Known);
                    }
                    // Full, or in want of something: it may have room later.
                    Ok(_) | Err(_) => sleep(5 * PAUSE).await,
                },
                Err(error) if error.kind() == RequestErrorKind::MaxPayloadExceeded => {
                    return Ok(Posted::TooLong);
                }
                // The stream is not there yet, or the engine is busy.
                Err(error) if error.kind() == RequestErrorKind::NoResponders => sleep(PAUSE).await,
                Err(_) => {}
            }
        }
    }

    /// Tells the engine what became of something it delivered.
    pub(super) async fn answer(&self, to: &async_nats::Message, word: &'static str) {
        if let Some(reply) = &to.reply {
            // An engine that is gone gives it out again: nothing is lost.
            _ = self.client.publish(reply.clone(), word.into()).await;
        }
    }
}

impl Life {
    /// Notes an event; whether it changed anything.
    fn note(&mut self, event: &Event) -> bool {
        match event {
            Event::Connected => (self.made, self.is_up) = (self.made + 1, true),
            Event::Disconnected | Event::Closed => self.is_up = false,
            Event::ServerError(ServerError::AuthorizationViolation) => self.refuse(REFUSED),
            Event::ServerError(ServerError::Other(said)) if is_refusal(said) => {
                self.refuse(&format!("these credentials do not allow it ({said})"));
            }
            // The client's own retry would go on for ever.
            Event::ClientError(ClientError::Other(said)) if is_refusal(said) => {
                self.refuse(REFUSED);
            }
            _ => return false,
        }
        true
    }

    fn refuse(&mut self, why: &str) {
        self.refused.get_or_insert_with(|| why.to_owned());
    }
}

const REFUSED: &str = "the engine refuses these credentials";

fn is_refusal(said: &str) -> bool {
    let said = said.to_lowercase();
    ["permissions violation", "authorization violation", "authentication"]
        .iter()
        .any(|word| said.contains(word))
}

/// Why there is no connection.
#[derive(Debug)]
pub(super) enum NoLink {
    /// Nobody answers; somebody may later.
    Silent(anyhow::Error),
    /// There is no point in trying again.
    Refused(anyhow::Error),
}

fn explain(engine: &Engine, error: &async_nats::ConnectError) -> NoLink {
    let cause = error.source().map_or_else(|| error.to_string(), flat);
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            NoLink::Refused(match engine.has_credentials() {
                true => anyhow!("{engine}: {REFUSED}"),
                false => anyhow!("{engine}: the engine asks for credentials: --creds FILE"),
            })
        }
        ConnectErrorKind::ServerParse => {
            NoLink::Refused(anyhow!("expected an engine such as tls://host:4222, found {engine}"))
        }
        ConnectErrorKind::Tls => NoLink::Refused(anyhow!("{engine}: no TLS: {cause}")),
        ConnectErrorKind::Io if is_tls_trouble(error) => {
            NoLink::Refused(anyhow!("{engine}: no TLS: {cause}"))
        }
        kind => NoLink::Silent(match error.source() {
            Some(_) => anyhow!("{engine}: no engine there: {cause}"),
            None => anyhow!("{engine}: no engine there: {kind}"),
        }),
    }
}

/// Whether a failed connection is one whose encryption failed: no certificate we know, or none at all.
fn is_tls_trouble(error: &async_nats::ConnectError) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<std::io::Error>());
    cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::InvalidData)
}

/// An error with its causes, in one line.
fn flat(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_said = inner.to_string();
        if !said.contains(&inner_said) {
            said += &format!(": {inner_said}");
        }
        cause = inner.source();
    }
    said.replace('\n', " ")
}

fn check(engine: &Engine, info: &async_nats::ServerInfo) -> Result<()> {
    let (major, minor, patch) = OLDEST;
    let found = version(&info.version)
        .with_context(|| format!("{engine}: expected a version, found {:?}", info.version))?;
    if found < OLDEST {
        let found = &info.version;
        bail!(
            "{engine}: nats-server {found} is too old, expected {major}.{minor}.{patch} or newer"
        );
    }
    if !info.jetstream {
        bail!(
            "{engine}: JetStream is switched off there; `marquetry engine init` writes a configuration"
        );
    }
    Ok(())
}

/// The three numbers of a version such as `2.11.0-preview.2`.
fn version(text: &str) -> Option<(u64, u64, u64)> {
    let mut numbers = text.trim_start_matches('v').split(['.', '-', '+']).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("2.10.23"), Some(OLDEST));
        assert!(version("2.9.10").is_some_and(|old| old < OLDEST));
        assert!(version("v2.11.0-preview.2").is_some_and(|new| new > OLDEST));
        assert_eq!(version("two"), None);
    }

    #[test]
    fn a_refusal_ends_it_and_the_first_reason_stays() {
        let mut life = Life::default();
        assert!(life.note(&Event::Connected) && life.is_up && life.made == 1);
        assert!(!life.note(&Event::ClientError(ClientError::Other("timed out".to_owned()))));
        let said = "Permissions Violation for Publish to \"mq.job.x\"".to_owned();
        assert!(life.note(&Event::ServerError(ServerError::Other(said))));
        assert!(life.note(&Event::ServerError(ServerError::AuthorizationViolation)));
        assert!(life.refused.is_some_and(|why| why.contains("Publish to \"mq.job.x\"")));
    }
}
