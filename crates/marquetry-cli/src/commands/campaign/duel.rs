//! `campaign duel`: two algorithms until it is clear which is better, or that neither is.

use super::super::{Done, typed};
use crate::args;
use crate::campaign::{Cell, Crew, Glance, Store, Subject};
use crate::load::{self, ClueSource};
use crate::statistics::Sequence;
use crate::{interrupt, output};
use anyhow::{Context, Result, bail};
use marquetry::search::Rng;
use serde::Serialize;
use serde_json::json;
use std::cmp::Ordering;
use std::sync::Arc;

/// What a duel came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Decision {
    First,
    Second,
    Negligible,
    Open,
}

/// The games so far.
struct Duel {
    sequence: Sequence,
    negligible: f64,
    wins: usize,
    draws: usize,
    losses: usize,
}

pub(super) fn duel(args: &args::CampaignDuel) -> Result<Done> {
    let mut score = Duel::new(args)?;
    let pairings = pairings(args)?;
    let mut store = match &args.store {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    interrupt::catch()?;
    let workers = args.jobs.count(1);
    // As many games at a time as keep all workers busy.
    let batch = u32::try_from(workers.div_ceil(2)).unwrap_or(1);
    let mut played = 0;
    while played < args.most && score.verdict() == Decision::Open {
        let games: Vec<[Cell; 2]> = (played..args.most.min(played.saturating_add(batch)))
            .map(|game| {
                let seed = args.seed.wrapping_add(u64::from(game));
                // Drawn, not taken in turn: every game is then like every other.
                let pair = &pairings[Rng::new(seed).below(pairings.len())];
                pair.clone().map(|cell| Cell { seeds: vec![seed], ..cell })
            })
            .collect();
        let crew = Crew::new(games.iter().flatten(), &store, false, workers)?;
        if !crew.work(&mut store, &mut |_| {})? {
            break;
        }
        let known = store.glances()?;
        for pair in &games {
            let [first, second] = pair
                .each_ref()
                .map(|cell| cell.jobs().next().and_then(|(job, _)| known.get(&job)).copied());
            let (first, second) = first.zip(second).context("a run is missing")?;
            // Games that were played beside the deciding one do not count: how many there are
            // depends on the machine.
            if score.verdict() == Decision::Open {
                score.add(compare(&first, &second, args.limits.time.is_some()))?;
            }
            played += 1;
        }
        if !args.json {
            output::say(&score.line());
        }
    }
    tell(args, &score)?;
    Ok(Done::from(score.verdict() != Decision::Open))
}

/// For every puzzle the two cells, without seeds.
fn pairings(args: &args::CampaignDuel) -> Result<Vec<[Cell; 2]>> {
    let mut pairings = Vec::new();
    for spec in &args.on {
        let puzzle = load::puzzle(spec, &ClueSource::default())?.puzzle;
        let subject = Arc::new(Subject::Edge(puzzle));
        pairings.push([cell(args, &args.first, &subject)?, cell(args, &args.second, &subject)?]);
    }
    Ok(pairings)
}

/// `tabu length=100` on a puzzle.
fn cell(args: &args::CampaignDuel, side: &str, subject: &Arc<Subject>) -> Result<Cell> {
    let mut words = side.split_whitespace();
    let algorithm = words.next().context("expected an algorithm, found nothing")?;
    let given = typed::parameters(words)?;
    let cell =
        Cell::lone(Arc::clone(subject), algorithm, &given, args.limits.work, args.limits.time)?;
    Ok(Cell { algorithm: side.to_owned(), ..cell })
}

/// Which run is better: the higher score; of two that reached their goal the one that was there first.
fn compare(first: &Glance, second: &Glance, timed: bool) -> Ordering {
    let sooner = || match timed {
        true => second.wall_s.total_cmp(&first.wall_s),
        false => second.work.cmp(&first.work),
    };
    let (a, b) = (!first.failed, !second.failed);
    let by_score = a.cmp(&b).then(first.score.cmp(&second.score));
    if first.solved && second.solved { by_score.then_with(sooner) } else { by_score }
}

impl Duel {
    fn new(args: &args::CampaignDuel) -> Result<Self> {
        let sequence = Sequence::new(args.level).context("expected a level between 0 and 1")?;
        if args.limits.work == Some(0) || args.limits.time.is_some_and(|time| time.is_zero()) {
            bail!("a budget of nothing");
        }
        let negligible = args.negligible;
        if !(negligible > 0.0 && negligible < 0.5) {
            bail!("expected a negligible share between 0 and 0.5, found {negligible}");
        }
        Ok(Self { sequence, negligible, wins: 0, draws: 0, losses: 0 })
    }

    fn add(&mut self, game: Ordering) -> Result<()> {
        let (points, tally) = match game {
            Ordering::Greater => (1.0, &mut self.wins),
            Ordering::Equal => (0.5, &mut self.draws),
            Ordering::Less => (0.0, &mut self.losses),
        };
        *tally += 1;
        Ok(self.sequence.add(points)?)
    }

    /// Decided as soon as the confidence sequence excludes a draw, or everything but nearly a draw.
    fn verdict(&self) -> Decision {
        let (low, high) = self.sequence.interval();
        if low > 0.5 - self.negligible && high < 0.5 + self.negligible {
            Decision::Negligible
        } else if low > 0.5 {
            Decision::First
        } else if high < 0.5 {
            Decision::Second
        } else {
            Decision::Open
        }
    }

    fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    fn line(&self) -> String {
        let (low, high) = self.sequence.interval();
        let Self { wins, draws, losses, .. } = self;
        let (games, share) = (self.games(), self.share());
        format!("{games} games  +{wins} ={draws} -{losses}  share {share:.3} ({low:.3}-{high:.3})")
    }
}

fn tell(args: &args::CampaignDuel, score: &Duel) -> Result<()> {
    let verdict = score.verdict();
    let (low, high) = score.sequence.interval();
    if args.json {
        return output::print_json(&json!({
            "first": args.first, "second": args.second, "verdict": verdict, "games": score.games(),
            "wins": score.wins, "draws": score.draws, "losses": score.losses,
            "share": score.share(), "low": low, "high": high, "level": args.level, "seed": args.seed,
        }));
    }
    let words = match verdict {
        Decision::First => format!("{} is better", args.first),
        Decision::Second => format!("{} is better", args.second),
        Decision::Negligible => "the difference is negligible".to_owned(),
        Decision::Open => "not decided".to_owned(),
    };
    output::print(&format!("{words}: {}", score.line()))
}
