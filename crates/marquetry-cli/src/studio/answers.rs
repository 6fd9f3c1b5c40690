//! The addresses of the studio, and what each answers.

use super::guard::guard;
use super::puzzles::Keyed;
use super::refusal::Refusal;
use super::runs::{self, Ready};
use super::wire::{
    About, AlgorithmInfo, BoardAnswer, BoardRequest, Emblem, ExportRequest, FitsAnswer,
    FitsRequest, HintAnswer, JudgeAnswer, KeepRequest, MakeAnswer, MakeRequest, Motif, PlayState,
    PuzzleSummary, PuzzleView, ReadAnswer, ReadRequest, RunDetail, RunRequest, RunSummary,
    UniqueAnswer, UniqueRequest, WatchRequest,
};
use super::{Studio, making, news, page, playing, puzzles};
use crate::{cores, shelf};
use anyhow::anyhow;
use axum::Router;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use futures_util::stream::unfold;
use marquetry::algorithms;
use marquetry::draw;
use marquetry::edge::format::MAX_BYTES;
use marquetry::edge::format::official::{self, Recognition};
use marquetry::edge::{MAX_COLOUR, Puzzle};
use marquetry::search::{Entry, Parameters};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::AsyncReadExt;
use tokio::sync::Semaphore;

type Shared = State<Arc<Studio>>;
type Answer<T> = Result<Json<T>, Refusal>;

/// A body that is JSON of the right shape.
struct Sent<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<Studio>> for Sent<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, Refusal> {
        let Json(value) = Json::from_request(request, studio)
            .await
            .map_err(|error: JsonRejection| Refusal::new(error.status(), error.body_text()))?;
        Ok(Self(value))
    }
}

/// A part of an address; one that makes no sense leads nowhere.
struct Named<T>(T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<Studio>> for Named<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, studio: &Arc<Studio>) -> Result<Self, Refusal> {
        let found = Path::<T>::from_request_parts(parts, studio).await;
        found.map(|Path(part)| Self(part)).map_err(|_| nothing_at(&parts.uri))
    }
}

/// All addresses, behind the guard.
pub(super) fn router(studio: Arc<Studio>) -> Router {
    let api = Router::new()
        .route("/about", get(about))
        .route("/algorithms", get(catalogue))
        .route("/puzzles", get(shelf).post(keep))
        .route("/puzzles/{key}", get(puzzle))
        .route("/puzzles/{key}/picture", get(picture))
        .route("/puzzles/{key}/remove", post(remove_puzzle))
        .route("/read", post(read))
        .route("/generate", post(make))
        .route("/unique", post(unique))
        .route("/judge", post(judge))
        .route("/fits", post(fits))
        .route("/hint", post(hint))
        .route("/export", post(export))
        .route("/play/{key}", get(game).post(save_game))
        .route("/runs", get(all_runs).post(start))
        .route("/runs/{id}", get(run))
        .route("/runs/{id}/boards/{index}", get(board))
        .route("/runs/{id}/log", get(log))
        .route("/runs/{id}/stop", post(stop))
        .route("/runs/{id}/remove", post(remove_run))
        .route("/runs/{id}/watch", post(watch))
        .route("/news", get(news::news))
        .route("/events", get(news::events));
    Router::new()
        .nest("/api", api)
        .route("/studio.js", get(page::script))
        .route("/studio.css", get(page::style))
        .route("/", get(page::page))
        .route("/make", get(page::page))
        .route("/compare", get(page::page))
        .route("/play/{key}", get(page::page))
        .route("/run/{id}", get(page::page))
        .fallback(nowhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .layer(from_fn_with_state(Arc::clone(&studio), guard))
        .with_state(studio)
}

async fn nowhere(address: Uri) -> Refusal {
    nothing_at(&address)
}

fn nothing_at(address: &Uri) -> Refusal {
    Refusal::unknown(format!("there is nothing at {}", address.path()))
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method")
}

/// Does what takes a while beside the answers that do not. Only so many at a time.
async fn slowly<T: Send + 'static>(
    places: &Semaphore,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let _place = places.acquire().await.map_err(|error| anyhow!(error))?;
    tokio::task::spawn_blocking(work).await.map_err(|_| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the studio stumbled, please report it")
    })?
}

/// Raised when nobody waits for an answer any more.
#[derive(Default)]
struct Patience(Arc<AtomicBool>);

impl Drop for Patience {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn about() -> Json<About> {
    let mut motifs: Vec<Motif> = Vec::new();
    let mut emblems = |signed| -> Vec<Emblem> {
        let emblem = |colour| {
            let look = draw::look(colour, signed);
            let place = look.motif.map(|motif| {
                let known = motifs.iter().position(|known| known.name == motif.name);
                known.unwrap_or_else(|| {
                    motifs.push(Motif { name: motif.name.into(), path: motif.path.into() });
                    motifs.len() - 1
                })
            });
            let place = place.map_or(-1, |place| place as i32);
            (place, look.ground.to_string(), look.tint.to_string(), look.filled)
        };
        (0..=MAX_COLOUR).map(emblem).collect()
    };
    let (plain, signed) = (emblems(false), emblems(true));
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Json(About { version, cores: cores(), motifs, plain, signed })
}

async fn catalogue() -> Answer<Vec<AlgorithmInfo>> {
    let info = |entry: &Entry<Puzzle>| -> Result<AlgorithmInfo, Refusal> {
        Ok(AlgorithmInfo {
            name: entry.name.into(),
            about: entry.about.into(),
            source: entry.source.into(),
            step: entry.step.into(),
            children: entry.children.map(str::to_owned),
            resumes: entry.resumes,
            defaults: entry.parameters(Parameters::new()).map_err(|error| anyhow!(error))?,
            schema: entry.schema(),
            trials: entry.settings().skip(1).collect(),
        })
    };
    algorithms::catalogue().iter().map(info).collect::<Result<_, _>>().map(Json)
}

async fn shelf(State(studio): Shared) -> Answer<Vec<PuzzleSummary>> {
    slowly(&studio.slow, || Ok(puzzles::list())).await.map(Json)
}

async fn keep(State(studio): Shared, Sent(request): Sent<KeepRequest>) -> Answer<PuzzleSummary> {
    puzzles::add(&studio.folder, &request).map(Json)
}

async fn puzzle(State(studio): Shared, Named(key): Named<String>) -> Answer<PuzzleView> {
    Ok(Json(Keyed::find(&studio.folder, &key)?.view()))
}

async fn picture(State(studio): Shared, Named(key): Named<String>) -> Result<Response, Refusal> {
    let picture = Keyed::find(&studio.folder, &key)?.picture();
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

async fn remove_puzzle(Named(key): Named<String>) -> Result<StatusCode, Refusal> {
    shelf::remove(&key)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read(State(studio): Shared, Sent(request): Sent<ReadRequest>) -> Answer<ReadAnswer> {
    let own = Arc::clone(&studio);
    slowly(&studio.slow, move || puzzles::read(&own.folder, &request)).await.map(Json)
}

async fn make(State(studio): Shared, Sent(request): Sent<MakeRequest>) -> Answer<MakeAnswer> {
    slowly(&studio.slow, move || making::make(&request)).await.map(Json)
}

async fn unique(State(studio): Shared, Sent(request): Sent<UniqueRequest>) -> Answer<UniqueAnswer> {
    let puzzle = puzzles::own_file(&request.text)?;
    let patience = Patience::default();
    let stop = Arc::clone(&patience.0);
    slowly(&studio.exact, move || Ok(making::unique(&puzzle, &stop))).await.map(Json)
}

async fn judge(State(studio): Shared, Sent(request): Sent<BoardRequest>) -> Answer<JudgeAnswer> {
    let keyed = Keyed::find(&studio.folder, &request.puzzle)?;
    let board = keyed.board(&request.cells)?;
    slowly(&studio.slow, move || Ok(playing::judge(&keyed.puzzle, &board))).await.map(Json)
}

async fn fits(State(studio): Shared, Sent(request): Sent<FitsRequest>) -> Answer<FitsAnswer> {
    let keyed = Keyed::find(&studio.folder, &request.puzzle)?;
    let board = keyed.board(&request.cells)?;
    let (cell, piece) = (request.cell, request.piece);
    slowly(&studio.slow, move || Ok(playing::fits(&keyed.puzzle, &board, cell, piece)))
        .await
        .map(Json)
}

async fn hint(State(studio): Shared, Sent(request): Sent<BoardRequest>) -> Answer<HintAnswer> {
    let keyed = Keyed::find(&studio.folder, &request.puzzle)?;
    let board = keyed.board(&request.cells)?;
    let patience = Patience::default();
    let stop = Arc::clone(&patience.0);
    slowly(&studio.exact, move || playing::hint(&keyed.puzzle, &board, &stop)).await.map(Json)
}

async fn export(
    State(studio): Shared,
    Sent(request): Sent<ExportRequest>,
) -> Result<Response, Refusal> {
    let keyed = Keyed::find(&studio.folder, &request.puzzle)?;
    let export = move || playing::export(&keyed, &request);
    let (kind, bytes) = slowly(&studio.slow, export).await?;
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}

async fn game(State(studio): Shared, Named(key): Named<String>) -> Answer<Option<PlayState>> {
    let keyed = Keyed::find(&studio.folder, &key)?;
    playing::game(&studio.folder, &keyed.puzzle).map(Json)
}

async fn save_game(
    State(studio): Shared,
    Named(key): Named<String>,
    Sent(state): Sent<PlayState>,
) -> Result<StatusCode, Refusal> {
    let keyed = Keyed::find(&studio.folder, &key)?;
    playing::save_game(&studio.folder, &keyed, &state)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn all_runs(State(studio): Shared) -> Json<Vec<RunSummary>> {
    Json(studio.runs.all().iter().map(|run| run.summary()).collect())
}

async fn start(
    State(studio): Shared,
    Sent(request): Sent<RunRequest>,
) -> Result<(StatusCode, Json<RunSummary>), Refusal> {
    let ready = Ready::new(&studio.folder, request)?;
    let run = studio.runs.add(ready)?;
    Ok((StatusCode::CREATED, Json(run.summary())))
}

async fn run(State(studio): Shared, Named(id): Named<String>) -> Answer<RunDetail> {
    let own = Arc::clone(&studio);
    slowly(&studio.slow, move || detail(&own, &id)).await.map(Json)
}

fn detail(studio: &Studio, id: &str) -> Result<RunDetail, Refusal> {
    let run = studio.runs.find(id)?;
    let spec = &run.spec;
    let keyed = run.keyed(&studio.folder)?;
    let entry = algorithms::find(&spec.request.algorithm).map_err(|error| anyhow!(error))?;
    let parameters = |given| entry.parameters(given).map_err(|error| anyhow!(error));
    let alike =
        studio.runs.all().into_iter().filter(|run| run.spec.fingerprint == spec.fingerprint);
    let best_here = alike.map(|run| run.record().score()).max().unwrap_or(0);
    let official = official::recognise(&keyed.puzzle) == Recognition::Official;
    let summary = run.summary();
    let record = run.whole_record()?;
    Ok(RunDetail {
        summary,
        request: spec.request.clone(),
        puzzle: keyed.view(),
        parameters: parameters(spec.request.parameters.clone())?,
        defaults: parameters(Parameters::new())?,
        points: record.points(0),
        phases: record.phases.iter().cloned().collect(),
        live: record.live(),
        best_here,
        record: official.then_some(official::RECORD),
        conclusion: record.conclusion.clone(),
        signature: record.signature.clone(),
        trouble: record.trouble.clone(),
        command: runs::command(spec),
        plan: runs::plan(spec),
    })
}

async fn board(
    State(studio): Shared,
    Named((id, index)): Named<(String, usize)>,
) -> Answer<BoardAnswer> {
    let own = Arc::clone(&studio);
    let look = move || {
        let run = own.runs.find(&id)?;
        let board = run.board(index)?;
        let board =
            board.ok_or_else(|| Refusal::unknown(format!("run {id} has no best {index}")))?;
        own.shown(&run, index, &board)
    };
    slowly(&studio.slow, look).await.map(Json)
}

async fn log(State(studio): Shared, Named(id): Named<String>) -> Result<Response, Refusal> {
    let run = studio.runs.find(&id)?;
    let file = tokio::fs::File::open(run.log()).await;
    let file = file.map_err(|_| Refusal::unknown("it has no log yet"))?;
    // Piece by piece: a log may be larger than memory should be.
    let pieces = unfold(file, |mut file| async {
        let mut piece = vec![0; 1 << 16];
        match file.read(&mut piece).await {
            Ok(0) => None,
            Ok(length) => {
                piece.truncate(length);
                Some((Ok(piece), file))
            }
            Err(error) => Some((Err(error), file)),
        }
    });
    let name = format!("attachment; filename=\"marquetry-run-{id}.jsonl\"");
    let kind = [(CONTENT_TYPE, "application/x-ndjson".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((kind, Body::from_stream(pieces)).into_response())
}

async fn stop(State(studio): Shared, Named(id): Named<String>) -> Result<StatusCode, Refusal> {
    studio.runs.stop(&*studio.runs.find(&id)?)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove_run(
    State(studio): Shared,
    Named(id): Named<String>,
) -> Result<StatusCode, Refusal> {
    studio.runs.remove(&*studio.runs.find(&id)?)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn watch(
    State(studio): Shared,
    Named(id): Named<String>,
    Sent(request): Sent<WatchRequest>,
) -> Result<StatusCode, Refusal> {
    let run = studio.runs.find(&id)?;
    studio.runs.watch(&run, request.steps, request.pause_ms.min(10_000));
    Ok(StatusCode::NO_CONTENT)
}
