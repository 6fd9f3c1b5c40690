//! Runs as they come from an engine to their keeper, in order and again after a lost connection.

use super::link::Link;
use super::streams;
use anyhow::Result;
use async_nats::{Message, StatusCode};
use futures_util::StreamExt;
use std::sync::mpsc;
use std::time::Duration;

/// The most runs that are asked for, or written to the store, at once.
pub(super) const BATCH: usize = 500;
/// How long the engine waits with an answer that it has nothing.
const ASK: Duration = Duration::from_secs(2);

/// What comes to the one who keeps the store.
pub(super) enum Came {
    Run(Message),
    /// What the engine had when we came is all there.
    CaughtUp,
    /// The connection was made anew: whatever is not off the engine comes again.
    Anew,
    Failed(anyhow::Error),
}

/// Asks for runs and hands them over as they come.
pub(super) async fn drain(link: Link, campaign: String, send: mpsc::Sender<Came>) {
    if let Err(error) = drain_all(&link, &campaign, &send).await {
        _ = send.send(Came::Failed(error));
    }
}

async fn drain_all(link: &Link, campaign: &str, send: &mpsc::Sender<Came>) -> Result<()> {
    let inbox = link.client.new_inbox();
    let mut delivered = link.ask(link.client.subscribe(inbox.clone())).await?;
    let ask = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", streams::RUNS, streams::keeper(campaign));
    let mut caught_up = false;
    loop {
        let request = match caught_up {
            true => format!("{{\"batch\":{BATCH},\"expires\":{}}}", ASK.as_nanos()),
            false => format!("{{\"batch\":{BATCH},\"no_wait\":true}}"),
        };
        let mut renewed = std::pin::pin!(link.renewed());
        let asked = link.client.publish_with_reply(ask.clone(), inbox.clone(), request.into());
        link.ask(asked).await?;
        let mut left = BATCH;
        while left > 0 {
            let message = tokio::select! {
                message = delivered.next() => message,
                () = &mut renewed => {
                    // What was under way to the lost connection would come only after a minute.
                    if return_to(link, campaign, send).await.is_err() {
                        link.check()?;
                    }
                    break;
                }
                () = tokio::time::sleep(2 * ASK) => break,
            };
            let Some(message) = message else { return Ok(()) };
            match message.status {
                None => {
                    left -= 1;
                    if send.send(Came::Run(message)).is_err() {
                        return Ok(());
                    }
                }
                Some(StatusCode::NOT_FOUND) => {
                    caught_up = true;
                    _ = send.send(Came::CaughtUp);
                    break;
                }
                Some(StatusCode::TIMEOUT) => break,
                // The engine has forgotten us, or is about to leave.
                Some(_) => {
                    tokio::time::sleep(ASK / 10).await;
                    // Without an answer the next question finds out.
                    if return_to(link, campaign, send).await.is_err() {
                        link.check()?;
                    }
                    break;
                }
            }
        }
    }
}

/// Makes what a keeper needs on an engine that does not know it any more.
async fn return_to(link: &Link, campaign: &str, send: &mpsc::Sender<Came>) -> Result<()> {
    _ = send.send(Came::Anew);
    streams::ensure(link).await?;
    streams::ensure_keeper(link, campaign).await
}
