//! What is new since a reader last heard: one stream for each open page.
//!
//! A reader says where it stands by a cursor, so that a dropped stream, or a studio that was started
//! again, leaves no gap and tells nothing twice.

use super::Studio;
use super::refusal::Refusal;
use super::runs::Run;
use super::wire::{BoardAnswer, News, PresentView, RunNews};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Json;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::Instant;

/// The time between two messages of a stream: five boards a second are as many as can be seen.
const PACE: Duration = Duration::from_millis(200);
/// The most runs a page watches.
const MOST_WATCHED: usize = 64;

/// What a reader asks for.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Wanted {
    /// The runs it watches, by id.
    #[serde(default)]
    watch: String,
    #[serde(default)]
    cursor: String,
}

/// Where a reader stands: the last change it heard of in which life of the studio, and how many bests
/// it knows of each run it watches.
#[derive(Clone, Debug, Default, PartialEq)]
struct Cursor {
    life: String,
    change: u64,
    known: BTreeMap<String, usize>,
}

impl Cursor {
    /// As written. What makes no sense is a reader who knows nothing.
    fn read(text: &str, life: &str) -> Self {
        let mut parts = text.split(';');
        let is_ours = parts.next() == Some(life);
        let change = parts.next().and_then(|part| part.parse().ok()).filter(|_| is_ours);
        let known = parts.filter_map(|part| {
            let (id, count) = part.split_once('=')?;
            Some((id.to_owned(), count.parse().ok()?))
        });
        let known = known.take(MOST_WATCHED).collect();
        Self { life: life.to_owned(), change: change.unwrap_or(0), known }
    }

    fn write(&self) -> String {
        let mut text = format!("{};{}", self.life, self.change);
        for (id, count) in &self.known {
            text += &format!(";{id}={count}");
        }
        text
    }
}

/// A reader and where it stands.
struct Reader {
    studio: Arc<Studio>,
    watched: Vec<String>,
    cursor: Cursor,
    changes: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    rest_until: Instant,
    _place: Option<OwnedSemaphorePermit>,
}

impl Reader {
    fn new(studio: Arc<Studio>, wanted: &Wanted, last: Option<&str>) -> Self {
        let cursor = Cursor::read(last.unwrap_or(&wanted.cursor), &studio.life);
        let watched = wanted.watch.split(',').filter(|id| !id.is_empty()).take(MOST_WATCHED);
        let watched = watched.map(str::to_owned).collect();
        let (changes, closing) = (studio.runs.changes(), studio.closing.subscribe());
        let rest_until = Instant::now();
        Self { studio, watched, cursor, changes, closing, rest_until, _place: None }
    }

    /// What is new, if anything is.
    fn news(&mut self) -> Option<News> {
        let change = *self.changes.borrow_and_update();
        let since = std::mem::replace(&mut self.cursor.change, change);
        let changed = |run: &Arc<Run>| since == 0 || run.record().changed > since;
        let runs: Vec<Arc<Run>> =
            self.studio.runs.all().into_iter().filter(|run| changed(run)).collect();
        let gone = self.studio.runs.gone_since(since);
        let watched = self.watched.iter().filter_map(|id| {
            let run = runs.iter().find(|run| run.id == *id)?;
            let known = self.cursor.known.get(id).copied().unwrap_or(0);
            self.news_of(run, known)
        });
        let watched: Vec<RunNews> = watched.collect();
        for news in &watched {
            self.cursor.known.insert(news.id.clone(), news.from + news.points.len());
        }
        if since != 0 && runs.is_empty() && gone.is_empty() {
            return None;
        }
        let runs = runs.iter().map(|run| run.summary()).collect();
        Some(News { runs, gone, watched, cursor: self.cursor.write() })
    }

    /// What is new of a run whose first bests are known.
    fn news_of(&self, run: &Run, known: usize) -> Option<RunNews> {
        let record = run.whole_record().ok()?;
        let from = known.min(record.bests.len());
        let newest = record.bests.len().checked_sub(1).filter(|&newest| newest >= from);
        let mut news = RunNews {
            id: run.id.clone(),
            from,
            points: record.points(from),
            phase: record.phases.back().map(|phase| phase.name.clone()),
            live: record.live(),
            board: None,
            present: None,
            state: record.state,
            conclusion: record.conclusion.clone(),
            signature: record.signature.clone(),
            trouble: record.trouble.clone(),
        };
        let (board, present) = (record.board.clone(), record.present.clone());
        drop(record);
        // Judged here, not on the way: what is shown is what the judge says.
        let shown = |index, board| self.studio.shown(run, index, &board).ok();
        news.board = newest.zip(board).and_then(|(index, board)| shown(index, board));
        news.present = present.and_then(|(stamp, board)| {
            let BoardAnswer { score, cells, breaks, .. } = shown(0, board)?;
            Some(PresentView { score, cells, breaks, work: stamp.work.to_string() })
        });
        Some(news)
    }

    /// The next message; none once the studio closes.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            if *self.closing.borrow() {
                return None;
            }
            tokio::time::sleep_until(self.rest_until).await;
            if let Some(news) = self.news() {
                self.rest_until = Instant::now() + PACE;
                let event = Event::default().event("news").id(news.cursor.clone());
                return Some((Ok(event.json_data(news).unwrap_or_default()), self));
            }
            tokio::select! {
                _ = self.changes.changed() => {}
                _ = self.closing.changed() => {}
            }
        }
    }
}

/// The stream of a page.
pub(super) async fn events(
    State(studio): State<Arc<Studio>>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let place = Arc::clone(&studio.streams).try_acquire_owned().map_err(|_| {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many pages are open: close some")
    })?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let reader = Reader { _place: Some(place), ..Reader::new(studio, &wanted, last) };
    Ok(Sse::new(unfold(reader, Reader::next)).keep_alive(KeepAlive::default()))
}

/// The same once, for pages beyond the connections that a browser opens.
pub(super) async fn news(
    State(studio): State<Arc<Studio>>,
    Query(wanted): Query<Wanted>,
) -> Json<News> {
    let mut reader = Reader::new(studio, &wanted, None);
    let news = reader.news().unwrap_or_else(|| News {
        runs: Vec::new(),
        gone: Vec::new(),
        watched: Vec::new(),
        cursor: reader.cursor.write(),
    });
    Json(news)
}
