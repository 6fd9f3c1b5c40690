//! The backtracker with breaks, a machine that can stop and go on anywhere.

#[cfg(test)]
mod tests;

use super::kernel::{Kernel, Limit, Pause};
use super::quota::Quota;
use super::route::{self, Route};
use super::schedule::{BLACKWOOD, Model};
use super::tables::{Candidate, Tables, look_of};
use super::{Breaks, Preset, path};
use crate::edge::{Board, Puzzle, State, greedy};
use crate::search::{Rng, Run, Score};

/// Steps of the first start; each further one takes twice as many, up to the parameters' limit.
const FIRST_SPAN: u64 = 1 << 20;

/// Boards a start should complete, by the model, which is too hopeful.
const BOARDS: f64 = 1024.0;

/// The kernel looks up from its work this often.
const CHUNK: u64 = 1 << 14;

/// The quota as published, in the 256ths that make it milder, and the mildest worth keeping.
const FULL: u16 = 256;
const MILDEST: u16 = 64;

/// What a start searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// With a quota, made milder to so many 256ths.
    Quota(u16),
    /// Without.
    Plain,
    /// Without, and all breaks allowed everywhere.
    Open,
}

/// A search that can be stopped after any step and resumed.
pub(crate) struct Breaker<'p> {
    parameters: Breaks,
    rng: Rng,
    plan: Route<'p>,
    quota: Quota,
    tables: Tables,
    model: Model,
    kernel: Kernel,
    stage: Scope,
    /// Breaks among the clues, which nobody can help.
    given: u16,
    /// The most breaks worth having.
    cap: u16,
    span: u64,
    spent: u64,
    /// The deepest board that was offered of this start.
    shown: usize,
    exhausted: bool,
}

impl<'p> Breaker<'p> {
    /// A search of a whole board. The puzzle has no obstacle.
    pub(crate) fn new(puzzle: &'p Puzzle, parameters: &Breaks, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let order = path::path(puzzle, parameters, &mut rng);
        let fixed = puzzle.clues().to_vec();
        let given = route::broken(puzzle, &fixed);
        let plan = Route::new(puzzle, &order, fixed, parameters.frame);
        let none = parameters.preset == Preset::Verhaard && parameters.quota.is_none();
        let stage = if none { Scope::Plain } else { Scope::Quota(FULL) };
        let quota = Quota::none(&plan);
        let model = Model::new(&plan, &quota, parameters);
        let tables = Tables::new(&plan, &quota.counts, &mut rng);
        let kernel = Kernel::new(&plan, &tables, Vec::new(), parameters.per_piece, (0, 0));
        let parameters = parameters.clone();
        let cap = puzzle.joins().min(u32::from(u16::MAX)) as u16;
        let (span, exhausted) = (Self::first_span(&parameters), false);
        let (spent, shown) = (0, 0);
        let mut breaker = Self {
            parameters,
            rng,
            plan,
            quota,
            tables,
            model,
            kernel,
            stage,
            given,
            cap,
            span,
            spent,
            shown,
            exhausted,
        };
        breaker.begin();
        breaker
    }

    fn first_span(parameters: &Breaks) -> u64 {
        if parameters.restart == 0 { u64::MAX } else { parameters.restart.min(FIRST_SPAN) }
    }

    /// Whether everything was tried. Then there is no perfect board.
    pub(crate) fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// Searches until the run is over or nothing is left to try.
    pub(crate) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !self.exhausted && !run.over() {
            self.tighten(run.best().map(|_| run.best_score()));
            if self.exhausted {
                break;
            }
            if self.plan.steps.is_empty() {
                self.offer(run);
                self.exhausted = true;
                return;
            }
            let most = run.work_left().min(CHUNK).min(self.span - self.spent);
            let (nodes, pause) = self.kernel.search(&self.plan, &self.tables, most);
            run.take(nodes);
            self.spent += nodes;
            run.present(|| Some(self.board(&self.kernel.laid().collect::<Vec<_>>())));
            match pause {
                Pause::Complete => self.offer(run),
                Pause::Exhausted => self.give_up(run),
                Pause::Steps if self.spent >= self.span => self.restart(run),
                Pause::Steps => {}
            }
        }
        self.show(run);
    }

    /// Offers the complete board.
    fn offer(&mut self, run: &mut Run<'_, Puzzle>) {
        let score =
            self.puzzle().joins() - Score::from(self.kernel.breaks().unwrap_or(self.plan.broken));
        let path: Vec<Candidate> = self.kernel.laid().collect();
        run.offer(score, || self.board(&path));
    }

    /// Offers the deepest board of this start, completed greedily.
    fn show(&mut self, run: &mut Run<'_, Puzzle>) {
        if self.kernel.deepest <= self.shown {
            return;
        }
        self.shown = self.kernel.deepest;
        let board = self.board(&self.kernel.best);
        let mut state = State::from_board(self.plan.puzzle, &board);
        greedy::complete(&mut state, greedy::Placement::Regular, &mut self.rng);
        run.offer(state.score(), || state.board());
    }

    fn board(&self, path: &[Candidate]) -> Board {
        let mut board = Board::empty(self.puzzle().width(), self.puzzle().height());
        self.plan.fixed.iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
        let mut laid = vec![0; self.plan.looks.len()];
        for (&candidate, step) in path.iter().zip(&self.plan.steps) {
            let look = look_of(candidate);
            let placed = self.plan.placed(look, laid[look], candidate[6]);
            laid[look] += 1;
            board.set(usize::from(step.cell), Some(placed));
        }
        board
    }

    fn puzzle(&self) -> &'p Puzzle {
        self.plan.puzzle
    }

    /// Goes on to a new start when the steps of this one are used up.
    fn restart(&mut self, run: &mut Run<'_, Puzzle>) {
        self.show(run);
        match self.stage {
            // A start that never got past its quota asks for a milder one.
            Scope::Quota(ease) if self.kernel.deepest <= self.quota.end() => {
                self.stage = milder(ease - ease / 8);
            }
            _ => self.span = self.span.saturating_mul(2).min(self.parameters.restart),
        }
        self.begin();
    }

    /// Goes on where nothing is left to try.
    fn give_up(&mut self, run: &mut Run<'_, Puzzle>) {
        self.show(run);
        self.stage = match self.stage {
            Scope::Quota(ease) if self.parameters.quota.is_none() => milder(ease - ease / 8),
            Scope::Quota(_) => Scope::Plain,
            Scope::Plain if self.parameters.schedule.is_none() && self.parameters.restart > 0 => {
                Scope::Open
            }
            Scope::Plain | Scope::Open => {
                self.exhausted = true;
                return;
            }
        };
        self.begin();
    }

    /// Begins a start: new colours, new lists, nothing laid.
    fn begin(&mut self) {
        self.quota = match self.stage {
            Scope::Quota(ease) => Quota::new(&self.plan, &self.parameters, ease, &mut self.rng),
            Scope::Plain | Scope::Open => Quota::none(&self.plan),
        };
        self.model = Model::new(&self.plan, &self.quota, &self.parameters);
        self.tables = Tables::new(&self.plan, &self.quota.counts, &mut self.rng);
        let fixed = (self.plan.broken, self.quota.fixed);
        let limits = self.limits();
        let per_piece = self.parameters.per_piece;
        self.kernel = Kernel::new(&self.plan, &self.tables, limits, per_piece, fixed);
        (self.spent, self.shown) = (0, 0);
    }

    /// Allows only breaks that can still lead to a better board.
    fn tighten(&mut self, best: Option<Score>) {
        let Some(best) = best else { return };
        let Some(cap) = self.puzzle().joins().checked_sub(best + 1) else { return };
        if cap >= u32::from(self.cap) {
            return;
        }
        self.cap = cap as u16;
        if self.cap < self.plan.broken {
            self.exhausted = true;
            return;
        }
        self.kernel.limits = self.limits();
        self.kernel.prune();
    }

    /// Breaks and quota of every step.
    fn limits(&self) -> Vec<Limit> {
        let kept = self.plan.broken - self.given;
        let budget = self.cap.saturating_sub(self.given);
        let schedule = self.schedule(usize::from(budget), usize::from(kept));
        let allowed = |depth: u16| schedule.iter().filter(|&&from| from <= depth).count() as u16;
        let limit = |(step, &quota): (&route::Step, &u16)| Limit {
            breaks: self.given + allowed(step.depth).clamp(kept, budget.max(kept)),
            quota,
        };
        self.plan.steps.iter().zip(&self.quota.needs).map(limit).collect()
    }

    /// The depths from which one more break is allowed, `kept` of them spent already.
    fn schedule(&self, budget: usize, kept: usize) -> Vec<u16> {
        if let Some(schedule) = &self.parameters.schedule {
            return schedule.clone();
        }
        if self.stage == Scope::Open {
            return vec![0; budget];
        }
        if self.parameters.preset == Preset::Blackwood {
            let scaled =
                |&depth: &u16| (u32::from(depth) * self.puzzle().size() as u32 / 256) as u16;
            return BLACKWOOD.iter().map(scaled).collect();
        }
        let level = BOARDS / self.span.max(FIRST_SPAN) as f64;
        let mut schedule = vec![0; kept];
        schedule.extend(self.model.within(level, budget.saturating_sub(kept)));
        schedule
    }
}

fn milder(ease: u16) -> Scope {
    if ease < MILDEST { Scope::Plain } else { Scope::Quota(ease) }
}
