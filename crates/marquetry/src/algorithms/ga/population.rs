//! The generations (Niang, section 4, algorithm 5).

use super::Ga;
use super::crossover::cross;
use super::fitness::{Fitness, Rules};
use super::individual::Individual;
use super::mutation::mutate;
use super::repair::{DeadlockWatch, Mender, Rearrange, Remedy, Tagging};
use super::selection::ascending;
use super::terrain::{Freedom, Terrain};
use crate::edge::Puzzle;
use crate::search::{Run, Score};

/// What the thesis's screen counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    pub(super) generation: u64,
    pub(super) crossovers: u64,
    pub(super) mutations: u64,
    pub(super) evaluations: u64,
    pub(super) repairs: u64,
}

/// Individuals that live at the same time.
#[derive(Debug)]
pub(super) struct Population<'a, 'p> {
    terrain: &'a Terrain<'p>,
    mender: Mender<'p>,
    ga: &'a Ga,
    rules: Rules<'a>,
    individuals: Vec<Individual>,
    next: Vec<Individual>,
    /// Of the best: the others are watched one by one, if they are.
    watch: DeadlockWatch,
    /// The best fitness that was offered in this population.
    offered: f64,
    /// Whether everyone is scored.
    pub(super) scored: bool,
    pub(super) counters: Counters,
}

impl<'a, 'p> Population<'a, 'p> {
    /// A random population, not yet scored, that goes on counting.
    pub(super) fn new(
        terrain: &'a Terrain<'p>,
        rules: Rules<'a>,
        first: Option<Individual>,
        counters: Counters,
        run: &mut Run<'_, Puzzle>,
    ) -> Self {
        let ga = rules.ga;
        let mut individuals: Vec<Individual> = first.into_iter().collect();
        while individuals.len() < usize::from(ga.population.get()) {
            individuals.push(Individual::random(terrain, &mut run.rng));
        }
        Self {
            terrain,
            mender: Mender::new(terrain),
            ga,
            rules,
            next: individuals.clone(),
            individuals,
            watch: DeadlockWatch::default(),
            offered: -1.0,
            scored: false,
            counters,
        }
    }

    /// The best fitness now.
    pub(super) fn best(&self) -> Fitness {
        let best = self.individuals.iter().map(|individual| individual.fitness);
        best.max_by(|a, b| a.value.total_cmp(&b.value)).unwrap_or_default()
    }

    /// Scores every individual, one step each; false if the run is over.
    pub(super) fn evaluate(&mut self, run: &mut Run<'_, Puzzle>) -> bool {
        self.scored = (0..self.individuals.len()).all(|i| {
            let go_on = self.score(i, run);
            self.counters.evaluations += u64::from(go_on);
            go_on
        });
        self.scored
    }

    fn score(&mut self, i: usize, run: &mut Run<'_, Puzzle>) -> bool {
        if !run.step() {
            return false;
        }
        let individual = &mut self.individuals[i];
        individual.score(self.terrain, self.rules);
        let value = individual.fitness.value;
        if self.terrain.freedom == Freedom::Kept {
            let score: Score = self.terrain.puzzle.joins() - individual.fitness.edges;
            run.offer(score, || individual.board(self.terrain));
        } else if value > self.offered {
            self.offered = value;
            let state = individual.fitted(self.terrain, &mut run.rng);
            run.offer(state.score(), || state.board());
        } else {
            // With numbers of its own: whether anyone looks must not matter.
            let mut rng = run.rng.clone();
            run.present(|| Some(individual.fitted(self.terrain, &mut rng).board()));
        }
        true
    }

    /// One generation: selection, crossover, mutation, evaluation, elitism, repair. False if the
    /// run is over.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) -> bool {
        self.counters.generation += 1;
        let values: Vec<f64> = self.individuals.iter().map(|i| i.fitness.value).collect();
        let pool = self.ga.pool(&values, &mut run.rng);
        let best = ascending(&values).into_iter().rev().take(self.ga.elitism.into());
        let elite: Vec<Individual> = best.map(|i| self.individuals[i].clone()).collect();
        for (child, &parent) in self.next.iter_mut().zip(&pool) {
            child.copy(&self.individuals[parent]);
        }
        std::mem::swap(&mut self.individuals, &mut self.next);
        self.cross(run);
        self.mutate(run);
        let go_on = self.evaluate(run);
        self.keep(elite);
        go_on && self.mend_deadlocks(run)
    }

    /// Crosses the mating pool pair by pair.
    fn cross(&mut self, run: &mut Run<'_, Puzzle>) {
        for pair in self.individuals.chunks_exact_mut(2) {
            if run.rng.unit() >= self.ga.crossover_rate {
                continue;
            }
            self.counters.crossovers += 1;
            let parents = [&*pair[0].cells, &*pair[1].cells];
            let Ga { crossover, regions, .. } = *self.ga;
            let children = cross(crossover, regions, self.terrain, parents, &mut run.rng);
            for (individual, cells) in pair.iter_mut().zip(children) {
                individual.cells = cells;
            }
        }
    }

    fn mutate(&mut self, run: &mut Run<'_, Puzzle>) {
        for individual in &mut self.individuals {
            if run.rng.unit() < self.ga.mutation_rate
                && let Some(&mutation) = run.rng.pick(&self.ga.mutations)
            {
                self.counters.mutations += 1;
                mutate(mutation, self.terrain, &mut individual.cells, &mut run.rng);
            }
        }
    }

    /// The best of the last generation replace the worst of this one (section 4.4.4).
    fn keep(&mut self, elite: Vec<Individual>) {
        let values: Vec<f64> = self.individuals.iter().map(|i| i.fitness.value).collect();
        for (old, i) in elite.into_iter().zip(ascending(&values)) {
            self.individuals[i] = old;
        }
    }

    /// Tags or repairs deadlocked individuals (sections 4.8 and 4.9); false if the run is over.
    fn mend_deadlocks(&mut self, run: &mut Run<'_, Puzzle>) -> bool {
        let stuck = match self.ga.tagging {
            _ if !self.ga.repair => Vec::new(),
            Tagging::Population => self.stuck_together(),
            Tagging::Individual => self.stuck_alone(),
        };
        stuck.into_iter().all(|i| self.repair(i, run))
    }

    /// Whom to repair if the best of the population decides; tags whoever is to be tagged.
    fn stuck_together(&mut self) -> Vec<usize> {
        let best = self.best().value;
        match self.watch.observe(self.ga, best) {
            Remedy::Nothing => {}
            Remedy::Untag => self.individuals.iter_mut().for_each(|i| i.tagged = false),
            Remedy::Tag => {
                self.suspects().into_iter().for_each(|i| self.individuals[i].tagged = true);
            }
            Remedy::Repair => {
                let all = self.individuals.iter_mut().enumerate();
                let tagged =
                    all.filter_map(|(i, one)| std::mem::take(&mut one.tagged).then_some(i));
                return tagged.collect();
            }
        }
        Vec::new()
    }

    /// Whom to repair if each of the best is watched for itself.
    fn stuck_alone(&mut self) -> Vec<usize> {
        let mut stuck = self.suspects();
        stuck.retain(|&i| {
            let one = &mut self.individuals[i];
            one.watch.observe(self.ga, one.fitness.value) == Remedy::Repair
        });
        stuck
    }

    /// The best, best first.
    fn suspects(&self) -> Vec<usize> {
        let values: Vec<f64> = self.individuals.iter().map(|i| i.fitness.value).collect();
        let best = ascending(&values).into_iter().rev();
        best.take(self.ga.suspects.get().into()).collect()
    }

    /// Repairs one; false if the run is over.
    fn repair(&mut self, i: usize, run: &mut Run<'_, Puzzle>) -> bool {
        self.counters.repairs += 1;
        let rounds = self.ga.rounds.get();
        let each = self.ga.rearrange != Rearrange::Search;
        (1..=rounds).all(|round| {
            // Many rounds may pass without a step.
            if run.cut() {
                return false;
            }
            self.mender.repair(self.ga.rearrange, &mut self.individuals[i], &mut run.rng);
            !each && round < rounds || self.score(i, run)
        })
    }
}
