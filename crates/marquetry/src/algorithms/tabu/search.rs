//! The flow of the paper's figure 2.

use super::list::{Element, List};
use super::pairs::Pairs;
use super::{Count, Length, Tabu, Turns};
use crate::algorithms::shared::Choice;
use crate::edge::{Fits, Ground, Kind, Move, Placed, Puzzle, State, each, keep_or_fit};
use crate::search::{Chances, Rng, Run, Score};

/// Where the search is.
#[derive(Clone, Debug)]
enum Phase {
    /// Phase I: the inside is empty and this much lies ready for it.
    Outside { iterations: u32, inside: Vec<(usize, Placed)>, top: (Score, Vec<(usize, Placed)>) },
    /// Phase II.
    Whole,
    /// The annealing of phase II, with the neighbours left at this temperature.
    Cooling { temperature: f64, chances: Chances, left: u64 },
}

/// A search that can stop after any piece of work and go on later exactly where it was.
#[derive(Clone, Debug)]
pub(super) struct TwoPhaseSearch<'p> {
    tabu: &'p Tabu,
    rng: Rng,
    ground: Ground,
    outside: Pairs,
    inside: Pairs,
    pairs: Pairs,
    state: State<'p>,
    fits: Fits,
    list: List,
    stage: Phase,
    /// The best score known, forgotten by each perturbation.
    best: Score,
    /// Iterations without improvement.
    idle: u32,
    /// What the last iteration chose, until its work is paid for.
    chosen: Option<Move>,
    owed: u64,
    /// Swaps of a perturbation, to be paid for as well.
    debt: u64,
}

impl<'p> TwoPhaseSearch<'p> {
    /// Begins with the user's board in phase II, or with a random one in phase I.
    pub(super) fn new(tabu: &'p Tabu, puzzle: &'p Puzzle, run: &mut Run<'_, Puzzle>) -> Self {
        let mut rng = Rng::new(run.rng.bits());
        let mut state = match run.start() {
            Some(board) => State::from_board(puzzle, board),
            None => State::random(puzzle, &mut rng),
        };
        run.offer(state.score(), || state.board());
        let ground = Ground::new(puzzle);
        let outside =
            Pairs::new(&ground, Kind::ALL.into_iter().filter(|&kind| kind != Kind::Inner));
        let phase_one = tabu.outside > 0 && outside.total() > 0 && run.start().is_none();
        let stage = if !phase_one {
            Phase::Whole
        } else {
            let cells = ground.cells(Kind::Inner).iter().map(|&cell| usize::from(cell));
            let inside = cells.filter_map(|cell| Some((cell, state.lift(cell)?))).collect();
            Phase::Outside { iterations: 0, inside, top: (0, Vec::new()) }
        };
        Self {
            tabu,
            rng,
            inside: Pairs::new(&ground, [Kind::Inner]),
            pairs: Pairs::new(&ground, Kind::ALL),
            outside,
            ground,
            fits: Fits::new(&state),
            list: List::new(tabu.length),
            stage,
            best: state.score(),
            idle: 0,
            chosen: None,
            owed: 0,
            debt: 0,
            state,
        }
    }

    /// Works until the run is over, offering every board.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            if let Phase::Cooling { .. } = self.stage {
                self.cool(run);
                continue;
            }
            // A neighbour is taken once the work of its iteration is paid for, so that it does not
            // matter where a share ends.
            self.owed -= run.take(self.owed);
            if self.owed > 0 {
                return;
            }
            if let Some(change) = self.chosen.take() {
                self.take(change);
                if let Phase::Outside { .. } = self.stage {
                    run.present(|| Some(self.state.board()));
                    self.close_ring();
                } else {
                    run.offer(self.state.score(), || self.state.board());
                    self.escape();
                }
                if let Phase::Whole = self.stage {
                    // Phase I or a perturbation may just have made this board.
                    run.offer(self.state.score(), || self.state.board());
                }
            }
            if !matches!(self.stage, Phase::Cooling { .. }) {
                self.scan();
            }
        }
    }

    /// One iteration: scores the neighbourhood of section 2.3.1 and chooses.
    fn scan(&mut self) {
        let Self { tabu, rng, ground, state, fits, list, .. } = self;
        let whole = matches!(self.stage, Phase::Whole);
        let pairs = if whole { &self.pairs } else { &self.outside };
        let score = state.score() as i32;
        let aspired = self.best as i32 - score;
        let mut choice = Choice::none();
        let mut scored = 0;
        let tabu_now = |state: &State<'_>, gain: i32, change: Move| {
            // Section 2.3.3: better than the best known is never tabu.
            gain <= aspired
                && Element::after(state, change).is_some_and(|after| list.contains(after))
        };
        for &cell in ground.turnable().iter().filter(|_| whole) {
            let cell = usize::from(cell);
            let Some(placed) = state.get(cell) else { continue };
            let turns = state.puzzle().layout().turns(placed.piece(), cell);
            for turn in each(turns & !(1 << placed.turn())) {
                scored += 1;
                let gain = state.turn_gain(cell, turn);
                let change = Move::Turn { cell, turn };
                if gain >= choice.gain() && !tabu_now(state, gain, change) {
                    choice.consider(gain, change, rng);
                }
            }
        }
        for _ in 0..tabu.drawn(pairs.total()) {
            let Some((a, b)) = pairs.draw(rng) else { break };
            scored += tabu.price(state, a, b);
            let (gain, change) = match tabu.turns {
                Turns::Best => {
                    let gain = fits.swap_gain(state, a, b);
                    if gain < choice.gain() {
                        continue;
                    }
                    (gain, Move::best_swap(state, a, b))
                }
                Turns::Random => {
                    let swap = random_swap(state, a, b, rng);
                    (swap.gain(state), swap)
                }
            };
            if gain >= choice.gain() && !tabu_now(state, gain, change) {
                choice.consider(gain, change, rng);
            }
        }
        self.chosen = Some(choice.change().unwrap_or(Move::Nothing));
        self.owed = scored.max(1) + std::mem::take(&mut self.debt);
    }

    /// Makes the chosen move and lists what it leaves.
    fn take(&mut self, change: Move) {
        if let Some(left) = Element::now(&self.state, change) {
            self.list.push(left);
        }
        self.make(change);
        match change {
            Move::Swap { a, b, .. } => self.fits.refresh(&self.state, &[a, b]),
            Move::Turn { cell, .. } => self.fits.refresh(&self.state, &[cell]),
            Move::Nothing => {}
        }
    }

    fn make(&mut self, change: Move) {
        change.make(&mut self.state);
        self.idle += 1;
        if self.state.score() > self.best {
            self.best = self.state.score();
            self.idle = 0;
        }
    }

    /// Phase I ends when the ring is complete or after I1 iterations (section 2.1). The best ring
    /// stays and the inside is laid around it.
    fn close_ring(&mut self) {
        let Phase::Outside { iterations, inside, top } = &mut self.stage else { return };
        let puzzle = self.state.puzzle();
        let laid = || (0..puzzle.size()).filter_map(|c| Some((c, self.state.get(c)?)));
        if top.1.is_empty() || self.state.score() > top.0 {
            *top = (self.state.score(), laid().collect());
        }
        let joins = laid().map(|(cell, _)| self.state.neighbours(cell)).sum::<u32>() / 2;
        *iterations += 1;
        if top.0 < joins && *iterations < self.tabu.outside {
            return;
        }
        let mut state = State::new(puzzle);
        top.1.iter().chain(inside.iter()).for_each(|&(cell, placed)| state.place(cell, placed));
        self.state = state;
        self.enter_whole();
        self.list.clear();
    }

    /// Phase II goes on from the board as it lies, which becomes the best known.
    fn enter_whole(&mut self) {
        self.fits = Fits::new(&self.state);
        self.best = self.state.score();
        self.idle = 0;
        self.stage = Phase::Whole;
    }

    /// Perturbation after I3 iterations without improvement, annealing after every I2 (section 2.1).
    fn escape(&mut self) {
        if self.idle >= self.tabu.perturb.get() {
            self.perturb();
        } else if self.idle > 0 && self.idle % self.tabu.anneal == 0 {
            self.heat(self.tabu.hot);
        }
    }

    /// Section 2.5: inside and outside pairs with equal probability, and a new best known.
    fn perturb(&mut self) {
        let swaps = (self.state.puzzle().size() as f64 * self.tabu.shaken).round() as u64;
        for _ in 0..swaps {
            let (first, second) = match self.rng.coin() {
                true => (&self.inside, &self.outside),
                false => (&self.outside, &self.inside),
            };
            let pair = first.draw(&mut self.rng).or_else(|| second.draw(&mut self.rng));
            let Some((a, b)) = pair else { break };
            kept_swap(&self.state, a, b).make(&mut self.state);
        }
        // No swap is scored, but they take time: the next iteration pays for them.
        self.debt = swaps;
        self.enter_whole();
    }

    fn heat(&mut self, temperature: f64) {
        let left = match self.tabu.neighbours {
            Length::One => 1,
            Length::Neighbourhood => {
                (3 * self.ground.turnable().len()) as u64 + self.tabu.drawn(self.pairs.total())
            }
        };
        let chances = Chances::new(temperature);
        self.stage = Phase::Cooling { temperature, chances, left: left.max(1) };
    }

    /// Section 2.4: neighbours of the same kind, one by one, accepted by equation (1).
    fn cool(&mut self, run: &mut Run<'_, Puzzle>) {
        while let Phase::Cooling { temperature, left, .. } = &mut self.stage {
            if *left == 0 {
                let next = *temperature * self.tabu.cooling;
                if next < self.tabu.frozen.max(self.tabu.cold) {
                    self.fits = Fits::new(&self.state);
                    self.stage = Phase::Whole;
                    return;
                }
                self.heat(next);
                continue;
            }
            if !run.step() {
                return;
            }
            *left -= 1;
            self.jump();
            run.offer(self.state.score(), || self.state.board());
        }
    }

    /// Tries one neighbour of the annealing.
    fn jump(&mut self) {
        let Phase::Cooling { chances, .. } = &self.stage else { return };
        let turns = 3 * self.ground.turnable().len();
        let all = turns + self.tabu.drawn(self.pairs.total()) as usize;
        let (state, rng) = (&self.state, &mut self.rng);
        let pair = self.pairs.draw(rng).filter(|_| rng.below(all) >= turns);
        let change = match (pair, self.tabu.turns) {
            (None, _) => self.ground.turn(state, rng),
            (Some((a, b)), Turns::Best) => Move::best_swap(state, a, b),
            (Some((a, b)), Turns::Random) => random_swap(state, a, b, rng),
        };
        if chances.accept(change.gain(state), rng) {
            let idle = self.idle;
            self.make(change);
            // Only iterations of the tabu search are counted.
            self.idle = self.idle.min(idle);
        }
    }
}

impl Tabu {
    /// The evaluations of a swap.
    #[inline]
    fn price(&self, state: &State<'_>, a: usize, b: usize) -> u64 {
        if self.count == Count::Swap {
            return 1;
        }
        let ways = |placed: Option<Placed>, cell| {
            placed.map_or(1, |p| state.puzzle().layout().turns(p.piece(), cell).count_ones())
        };
        u64::from(ways(state.get(b), a) * ways(state.get(a), b))
    }
}

/// A swap with any turns the frame allows.
fn random_swap(state: &State<'_>, a: usize, b: usize, rng: &mut Rng) -> Move {
    let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else { return Move::Nothing };
    let layout = state.puzzle().layout();
    let turn_a = keep_or_fit(rng.below(4) as u8, layout.turns(at_b.piece(), a));
    let turn_b = keep_or_fit(rng.below(4) as u8, layout.turns(at_a.piece(), b));
    Move::Swap { a, turn_a, b, turn_b }
}

/// A swap that turns only what the frame turns.
pub(super) fn kept_swap(state: &State<'_>, a: usize, b: usize) -> Move {
    let (Some(at_a), Some(at_b)) = (state.get(a), state.get(b)) else { return Move::Nothing };
    let layout = state.puzzle().layout();
    let turn_a = keep_or_fit(at_b.turn(), layout.turns(at_b.piece(), a));
    let turn_b = keep_or_fit(at_a.turn(), layout.turns(at_a.piece(), b));
    Move::Swap { a, turn_a, b, turn_b }
}
