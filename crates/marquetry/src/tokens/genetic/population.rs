//! A population, its children and who of them lives on.

use super::super::{Puzzle, State};
use super::crossover::{Columns, bmoc, bpmx};
use super::mutation::{inversion, swap};
use super::{Crossover, Ga, Mutation};
use crate::search::{Rng, Run};
use std::collections::HashSet;

/// States in fixed slots: those of the dead are used again.
pub(super) struct Population<'p> {
    puzzle: &'p Puzzle,
    slots: Vec<State>,
    /// The slots of the living.
    living: Vec<usize>,
    /// The slots of the children made last.
    children: Vec<usize>,
    free: Vec<usize>,
    columns: Columns,
}

impl<'p> Population<'p> {
    /// Random grids, so many as the run has steps for.
    pub fn random(puzzle: &'p Puzzle, size: usize, run: &mut Run<'_, Puzzle>) -> Self {
        let mut slots = Vec::new();
        while slots.len() < size && run.step() {
            slots.push(State::random(puzzle, &mut run.rng));
        }
        Self {
            puzzle,
            living: (0..slots.len()).collect(),
            slots,
            children: Vec::with_capacity(size),
            free: Vec::with_capacity(size),
            columns: Columns::none(puzzle.columns()),
        }
    }

    /// A slot for a child.
    fn slot(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.slots.push(State::empty(self.puzzle.rows(), self.puzzle.columns()));
            self.slots.len() - 1
        })
    }

    /// The living one with fewest odd lines.
    pub fn best(&self) -> Option<&State> {
        self.living.iter().map(|&slot| &self.slots[slot]).min_by_key(|state| state.odd())
    }

    /// Makes so many children, one for each step of the run.
    pub fn breed(&mut self, ga: &Ga, count: usize, run: &mut Run<'_, Puzzle>) {
        while self.children.len() < count && !self.living.is_empty() {
            let rng = &mut run.rng;
            let parents = [(); 2].map(|()| self.tournament(ga.tournament.get().into(), rng));
            let crossed = rng.unit() < ga.crossover_rate;
            match ga.crossover {
                Crossover::Bpmx => self.columns.between_two_points(rng),
                Crossover::Bmoc => self.columns.before_a_split(rng),
            }
            for pair in [parents, [parents[1], parents[0]]] {
                if self.children.len() < count {
                    if !run.step() {
                        return;
                    }
                    self.bear(ga, pair, crossed, &mut run.rng);
                }
            }
        }
    }

    /// Makes one child.
    fn bear(&mut self, ga: &Ga, parents: [usize; 2], crossed: bool, rng: &mut Rng) {
        let slot = self.slot();
        let mut child = std::mem::replace(&mut self.slots[slot], State::empty(0, 0));
        let both = parents.map(|parent| &self.slots[parent]);
        match (crossed, ga.crossover) {
            (false, _) => child.copy_from(both[0]),
            (true, Crossover::Bpmx) => {
                bpmx(&mut child, both, &self.columns, ga.repair, self.puzzle, rng);
            }
            (true, Crossover::Bmoc) => bmoc(&mut child, both, &self.columns, self.puzzle, rng),
        }
        if rng.unit() < ga.mutation_rate {
            match ga.mutation {
                Mutation::Swap => swap(&mut child, self.puzzle, rng),
                Mutation::Inversion => inversion(&mut child, self.puzzle, rng),
            }
        }
        self.slots[slot] = child;
        self.children.push(slot);
    }

    /// The best of so many living drawn at random, the first drawn of equals.
    fn tournament(&self, rivals: usize, rng: &mut Rng) -> usize {
        let drawn = (0..rivals).map(|_| self.living[rng.below(self.living.len())]);
        drawn.min_by_key(|&slot| self.slots[slot].odd()).unwrap_or(0)
    }

    /// GENITOR: the worst are replaced. Of children and parents the best `size` live on, children
    /// before parents as good as they; with `distinct` no grid lives twice.
    pub fn survive(&mut self, size: usize, distinct: bool) {
        self.children.append(&mut self.living);
        // Stable: children stay before their equals.
        let mut ranked = std::mem::take(&mut self.children);
        ranked.sort_by_key(|&slot| self.slots[slot].odd());
        let mut seen = HashSet::with_capacity(2 * size);
        for &slot in &ranked {
            let room = self.living.len() < size;
            let lives = room && (!distinct || seen.insert(self.slots[slot].key()));
            if lives { &mut self.living } else { &mut self.free }.push(slot);
        }
        ranked.clear();
        self.children = ranked;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Algorithm, Conclusion, Setup, solve};
    use std::num::NonZeroU16;

    /// Plays with a population inside a run.
    struct Play<F>(F);

    impl<F: Fn(&Puzzle, &mut Run<'_, Puzzle>) + Send + Sync> Algorithm<Puzzle> for Play<F> {
        fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
            (self.0)(puzzle, run);
            Conclusion::Stopped
        }
    }

    fn play(puzzle: &Puzzle, play: impl Fn(&Puzzle, &mut Run<'_, Puzzle>) + Send + Sync) -> u64 {
        solve(puzzle, &Play(play), &Setup::default(), &mut |_, _| {}).work
    }

    #[test]
    fn the_best_live_on_and_no_grid_twice() {
        let puzzle = Puzzle::new(6, 6, 18).unwrap();
        let ga = Ga { tournament: NonZeroU16::new(3).unwrap(), ..Ga::default() };
        let work = play(&puzzle, |puzzle, run| {
            for distinct in [true, false] {
                let mut population = Population::random(puzzle, 41, run);
                let mut last = u32::MAX;
                for _ in 0..30 {
                    population.breed(&ga, 41, run);
                    assert_eq!(population.children.len(), 41);
                    let all = population.children.iter().chain(&population.living);
                    let least = all.map(|&slot| population.slots[slot].odd()).min();
                    population.survive(41, distinct);
                    let best = population.best().unwrap().odd();
                    assert!(best <= last && Some(best) == least);
                    last = best;
                    let keys = population.living.iter().map(|&s| population.slots[s].key());
                    let keys: HashSet<u64> = keys.collect();
                    let slots = population.living.len() + population.free.len();
                    assert!(slots == population.slots.len() && slots <= 82);
                    assert!(!distinct || keys.len() == population.living.len());
                    assert!(distinct || population.living.len() == 41);
                }
            }
        });
        assert_eq!(work, 2 * 41 * 31);
    }

    /// A grid so small that there are not enough different ones.
    #[test]
    fn small_grids_have_small_populations() {
        let puzzle = Puzzle::new(2, 2, 1).unwrap();
        play(&puzzle, |puzzle, run| {
            let mut population = Population::random(puzzle, 50, run);
            for _ in 0..5 {
                population.breed(&Ga::default(), 50, run);
                population.survive(50, true);
            }
            assert!((1..=4).contains(&population.living.len()));
        });
    }
}
