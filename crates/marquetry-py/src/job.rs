//! A run that is asked for, and how it is made.

use crate::game::{Found, Game};
use crate::given::{Whole, bad, parameters, seconds, wrong};
use crate::method::Method;
use marquetry::search::{
    self, Algorithm, Budget, Event, Outcome, Sampler, Setup, SpecError, Stamp,
};
use marquetry_cli::campaign::{Account, Record, Spec, Subject, last_words};
use marquetry_cli::{DEFAULT_TIME, cores, fresh_seed};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What Python gives besides puzzle and algorithm, by name.
pub(crate) struct Asked<'py> {
    time: Option<f64>,
    work: Option<Whole<u64>>,
    target: Option<Whole<u32>>,
    seed: Option<Whole<u64>>,
    threads: Option<Whole<u16>>,
    sample: Option<Whole<u64>>,
    /// What tables call a method of someone's own.
    name: Option<String>,
    listed: Option<Bound<'py, PyDict>>,
    named: Option<Bound<'py, PyDict>>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Asked<'py> {
    type Error = PyErr;

    /// Written out, since a derived one makes every error a `TypeError`.
    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self {
            time: given.get_item("time")?.extract()?,
            work: given.get_item("work")?.extract()?,
            target: given.get_item("target")?.extract()?,
            seed: given.get_item("seed")?.extract()?,
            threads: given.get_item("threads")?.extract()?,
            sample: given.get_item("sample")?.extract()?,
            name: given.get_item("name")?.extract()?,
            listed: given.get_item("listed")?.extract()?,
            named: given.get_item("named")?.extract()?,
        })
    }
}

/// A run that is asked for: everything that determines it.
pub(crate) struct Job<P: Game> {
    game: Arc<P>,
    player: Player<P>,
    spec: Spec,
    start: Option<P::Solution>,
    sample: u64,
}

/// Who plays.
enum Player<P> {
    /// An algorithm of the catalogue.
    Ours(Box<dyn Algorithm<P>>),
    /// A method of someone's own.
    Own(Arc<Method>),
}

/// A run that has ended.
#[derive(Clone)]
pub(crate) struct Ended {
    pub(crate) record: Record,
    pub(crate) subject: Subject,
    pub(crate) found: Option<Found>,
    /// Whether it went on from a board.
    pub(crate) resumed: bool,
}

impl<P: Game> Job<P> {
    /// The job of what was asked for. An algorithm is a name of the catalogue or something to call.
    pub(crate) fn new(
        game: Arc<P>,
        algorithm: Option<&Bound<'_, PyAny>>,
        asked: &Asked<'_>,
        start: Option<P::Solution>,
    ) -> PyResult<Self> {
        let given = parameters(asked.listed.as_ref(), asked.named.as_ref())?;
        let subject = game.subject();
        let own = algorithm.filter(|algorithm| algorithm.is_callable());
        let threads = match (asked.threads, own) {
            (Some(Whole(0)), _) => return Err(bad("a run needs a thread")),
            (Some(Whole(threads)), _) => threads,
            (None, Some(_)) => 1,
            (None, None) => u16::try_from(cores()).unwrap_or(u16::MAX),
        };
        let (name, given, player) = match own {
            Some(callable) => {
                let method = Arc::new(Method::new(callable, asked.name.as_deref(), &given)?);
                (method.name().to_owned(), given, Player::Own(method))
            }
            None => {
                let name = match algorithm {
                    Some(name) => name.extract::<String>()?,
                    None => P::DEFAULT.to_owned(),
                };
                let all = subject.parameters(&name, &given).map_err(|error| wrong(&error))?;
                let built = P::entry(&name).and_then(|entry| entry.build(all.clone()));
                let algorithm = built.map_err(|error: SpecError| bad(error))?;
                (name, all, Player::Ours(algorithm))
            }
        };
        if let Some(start) = &start {
            let resumes = P::entry(&name).map_or(true, |entry| entry.resumes);
            if !resumes {
                return Err(bad(format!("{name} begins anew: it does not go on from a board")));
            }
            let judged = game.judge(start);
            judged
                .map_err(|fault| bad(format!("expected a valid board to go on from: {fault}")))?;
        }
        let (time_s, work_limit) = limits(asked)?;
        let spec = Spec {
            puzzle: subject.id(),
            algorithm: name,
            parameters: given,
            seed: asked.seed.map_or_else(fresh_seed, |seed| seed.0),
            threads,
            work_limit,
            time_s,
            target: asked.target.map(|target| target.0),
        };
        let sample = asked.sample.map_or(0, |sample| sample.0);
        Ok(Self { game, player, spec, start, sample })
    }

    /// Who plays, if it is a method of someone's own.
    pub(crate) fn method(&self) -> Option<Arc<Method>> {
        match &self.player {
            Player::Own(method) => Some(Arc::clone(method)),
            Player::Ours(_) => None,
        }
    }

    /// Makes the run on this thread and tells everything.
    pub(crate) fn play(
        &self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Stamp, Event<Found>),
    ) -> Result<Ended, String> {
        let mut account = Account::open(&self.game.subject(), self.spec.clone());
        let search = AssertUnwindSafe(|| self.search(stop, &mut account, tell));
        let outcome = catch_unwind(search).map_err(|panic| last_words(&*panic))?;
        if let Some(refused) = outcome.refused {
            return Err(format!("{} offered a wrong board: {refused}", self.spec.algorithm));
        }
        let record = account.close(&*self.game, &outcome);
        let found = outcome.solution.map(|solution| P::found(&self.game, solution));
        Ok(Ended { record, subject: self.game.subject(), found, resumed: self.start.is_some() })
    }

    fn search(
        &self,
        stop: &AtomicBool,
        account: &mut Account,
        tell: &mut dyn FnMut(Stamp, Event<Found>),
    ) -> Outcome<P::Solution> {
        let Spec { seed, threads, work_limit: work, time_s, target, .. } = self.spec;
        let sampler = Sampler::new(self.sample);
        let setup = Setup {
            seed,
            budget: Budget { work, time: time_s.map(Duration::from_secs_f64), target },
            threads: usize::from(threads),
            stop: Some(stop),
            start: self.start.as_ref(),
            sampler: (self.sample > 0).then_some(&sampler),
            ..Setup::default()
        };
        let algorithm: &dyn Algorithm<P> = match &self.player {
            Player::Ours(algorithm) => &**algorithm,
            Player::Own(method) => &**method,
        };
        search::solve(&*self.game, algorithm, &setup, &mut |stamp, event| {
            account.notice(stamp, event);
            tell(stamp, self.shown(event));
        })
    }

    fn shown(&self, event: &Event<P::Solution>) -> Event<Found> {
        let found = |solution: &P::Solution| P::found(&self.game, solution.clone());
        match event {
            Event::Phase { name } => Event::Phase { name: name.clone() },
            Event::Improved { score, solution } => {
                Event::Improved { score: *score, solution: found(solution) }
            }
            Event::Kept { score, solution } => {
                Event::Kept { score: *score, solution: found(solution) }
            }
            Event::Present { score, solution } => {
                Event::Present { score: *score, solution: found(solution) }
            }
            Event::Progress { score, gauges } => {
                Event::Progress { score: *score, gauges: gauges.clone() }
            }
            Event::Finished { conclusion, score, signature } => Event::Finished {
                conclusion: *conclusion,
                score: *score,
                signature: signature.clone(),
            },
        }
    }
}

/// What a run that went wrong says: nobody's fault but ours.
pub(crate) fn failure(words: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("{words}, please report it"))
}

/// Seconds and steps; without any limit a run ends after a minute, as on the command line.
fn limits(asked: &Asked<'_>) -> PyResult<(Option<f64>, Option<u64>)> {
    let work = asked.work.map(|work| work.0);
    let time = asked.time.map(seconds).transpose()?;
    let time = time.or(work.is_none().then_some(DEFAULT_TIME));
    Ok((time.map(|time| time.as_secs_f64()), work))
}
