//! Algorithm 1 of the paper, line by line.

use super::moves::{Desk, Neighbourhood, SHAKES};
use super::{Constructor, Count, Gvns, NeighbourhoodOrder, Pivot, Return, build};
use crate::algorithms::shared::Accept;
use crate::edge::{Puzzle, State};
use crate::search::{Rng, Run};

/// From the border to the centre, as the paper lists it.
pub(super) const BORDER_TO_CENTRE: [Neighbourhood; 4] = [
    Neighbourhood::SwapCorner,
    Neighbourhood::SwapSide,
    Neighbourhood::Rotate,
    Neighbourhood::SwapRotateCentre,
];

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// A new start (line 2).
    Build,
    /// A shaken copy of the board (lines 8 to 12).
    Shake,
    /// The descent of a new start (line 3) or of a shaken board (line 13): the place in the order, and whether it has
    /// gained there.
    Descend { fresh: bool, place: usize, gained: bool },
}

/// A multistart general variable neighbourhood search. It can stop after any evaluation and go on
/// later exactly where it was.
#[derive(Clone, Debug)]
pub(super) struct Multistart<'p> {
    puzzle: &'p Puzzle,
    parameters: Gvns,
    /// `LevelMax`.
    levels: u32,
    rng: Rng,
    /// The board `s` and its copy that is shaken and descends: `s'` and then `s''`.
    home: Desk<'p>,
    away: Desk<'p>,
    phase: Next,
    /// The order of this descent.
    order: [Neighbourhood; 4],
    /// Descents so far.
    descents: u64,
    /// `p` and `iter`.
    level: u32,
    iteration: u32,
    /// Evaluations made but not yet paid for.
    owed: u64,
}

impl<'p> Multistart<'p> {
    /// A search that has not begun. It goes on from a board, if there is one.
    pub(super) fn new(
        puzzle: &'p Puzzle,
        parameters: &Gvns,
        start: Option<State<'p>>,
        seed: u64,
    ) -> Self {
        let given = start.is_some();
        let state = start.unwrap_or_else(|| State::with_clues(puzzle));
        let home = Desk::new(puzzle, state, parameters.turning);
        let longest = puzzle.width().max(puzzle.height()) as u32;
        let mut search = Self {
            puzzle,
            parameters: parameters.clone(),
            levels: if parameters.level_max == 0 { longest } else { parameters.level_max.into() },
            rng: Rng::new(seed),
            away: home.clone(),
            home,
            phase: Next::Build,
            order: BORDER_TO_CENTRE,
            descents: 0,
            level: 0,
            iteration: 0,
            owed: 0,
        };
        if given {
            search.owed = 1;
            search.descend(true);
        }
        search
    }

    /// Works until the run is over, offering every board. A board that a constructor or a
    /// shake has made is one step, as a candidate scored is.
    pub(super) fn advance(&mut self, run: &mut Run<'_, Puzzle>) {
        while !run.over() {
            // What was found counts once it is paid for, so that it does not matter where a share
            // of the work ends.
            self.owed -= run.take(self.owed);
            if self.owed > 0 {
                return;
            }
            // Before the first build there is nothing but clues.
            if self.phase != Next::Build {
                run.offer(self.away.state.score(), || self.away.state.board());
            }
            self.owed = self.step();
        }
    }

    /// The board at the end of the first descent.
    #[cfg(test)]
    pub(super) fn descended(mut self) -> State<'p> {
        while self.phase != Next::Shake {
            self.step();
        }
        self.home.state
    }

    /// How often the first descent changes the board and not its score.
    #[cfg(test)]
    pub(super) fn level_moves(mut self) -> usize {
        let (mut before, mut level) = (self.away.state.board(), 0);
        while self.phase != Next::Shake {
            let score = self.away.state.score();
            self.step();
            let board = self.away.state.board();
            level += usize::from(self.away.state.score() == score && board != before);
            before = board;
        }
        level
    }

    /// Does one thing; how many evaluations it takes.
    fn step(&mut self) -> u64 {
        match self.phase {
            Next::Build => {
                let state = match self.parameters.start {
                    Constructor::Random => State::random(self.puzzle, &mut self.rng),
                    greedy => build::build(self.puzzle, greedy, &mut self.rng),
                };
                self.away = Desk::new(self.puzzle, state, self.parameters.turning);
                (self.level, self.iteration) = (0, 0);
                self.descend(true);
                1
            }
            Next::Shake => {
                self.away.copy(&self.home);
                for _ in 0..self.level + 2 {
                    self.shake();
                }
                self.descend(false);
                1
            }
            Next::Descend { fresh, place, gained } => self.explore(fresh, place, gained),
        }
    }

    /// Lines 10 and 11: a random move of a random neighbourhood among those that have any.
    fn shake(&mut self) {
        let mut kinds = SHAKES;
        self.rng.shuffle(&mut kinds);
        let one = kinds.into_iter().find_map(|kind| self.away.random(kind, &mut self.rng));
        if let Some(one) = one {
            self.away.make(one);
        }
    }

    /// Begins a descent.
    fn descend(&mut self, fresh: bool) {
        self.order = BORDER_TO_CENTRE;
        let to_border = match self.parameters.order {
            NeighbourhoodOrder::BorderToCentre => false,
            NeighbourhoodOrder::CentreToBorder => true,
            NeighbourhoodOrder::Both => self.rng.coin(),
            NeighbourhoodOrder::Alternate => self.descents % 2 == 1,
            NeighbourhoodOrder::Random => {
                self.rng.shuffle(&mut self.order);
                false
            }
        };
        if to_border {
            self.order.reverse();
        }
        self.descents += 1;
        self.phase = Next::Descend { fresh, place: 0, gained: false };
    }

    /// Explores one neighbourhood of the descent, and moves if that gains. It may have `gained` there before.
    fn explore(&mut self, fresh: bool, place: usize, gained: bool) -> u64 {
        let Some(&neighbourhood) = self.order.get(place) else {
            self.compare(fresh);
            return 0;
        };
        let (gains, scored) = match self.parameters.improvement {
            Pivot::Random => self.wander(neighbourhood, 0),
            Pivot::RandomGain => self.wander(neighbourhood, 1),
            improvement => {
                let (found, scored) = self.away.scan(neighbourhood, improvement);
                found.into_iter().for_each(|one| self.away.make(one));
                (found.is_some(), scored)
            }
        };
        let (place, gained) = match (gains, self.parameters.after) {
            (true, Return::First) => (0, false),
            (true, Return::Same) => (place, false),
            (true, Return::Exhausted) => (place, true),
            (false, _) if gained => (0, false),
            (false, _) => (place + 1, false),
        };
        self.phase = Next::Descend { fresh, place, gained };
        match self.parameters.count {
            Count::Once => scored,
            Count::Twice => 2 * scored,
        }
    }

    /// Makes random moves that gain at least so much until one gains something; whether one did, and how many were
    /// scored.
    fn wander(&mut self, neighbourhood: Neighbourhood, least: i32) -> (bool, u64) {
        for scored in 1..=u64::from(self.parameters.tries.get()) {
            let Some((found, gain)) = self.away.any(neighbourhood, &mut self.rng) else {
                return (false, scored - 1);
            };
            if gain >= least {
                self.away.make(self.away.as_move(neighbourhood, found));
            }
            if gain > 0 {
                return (true, scored);
            }
        }
        (false, self.parameters.tries.get().into())
    }

    /// The end of a descent: lines 3 to 6 and 14 to 21. The paper prints `<` in line 14, though f
    /// is maximised; better is meant.
    fn compare(&mut self, fresh: bool) {
        let (score, home) = (self.away.state.score(), self.home.state.score());
        let better = score > home;
        let sideways = score == home && self.parameters.accept == Accept::Equal;
        if fresh || better || sideways {
            self.home.copy(&self.away);
        }
        if better && !fresh {
            (self.level, self.iteration) = (0, 0);
        }
        if !fresh {
            self.iteration += 1;
        }
        // An improvement sets p to 0 within the loop over iterations; line 21 still adds one when
        // that loop ends.
        if self.iteration >= self.parameters.iter_max.get().into() {
            self.level += 1;
            self.iteration = 0;
        }
        self.phase = if self.level < self.levels { Next::Shake } else { Next::Build };
    }
}
