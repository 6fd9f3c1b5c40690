//! One of the portfolios that work side by side.

use super::Portfolio;
use super::elite::Elite;
use super::pool::Pool;
use super::round::Round;
use crate::edge::Puzzle;
use crate::search::Run;

/// Work of each lane between two meetings, about a second: a lane waits for the slowest by one layer of
/// a beam at most, so that hardly any time is lost however many there are.
const SHARE: u64 = 1 << 26;

/// A pool of rounds of its own, and the one under way.
pub(super) struct Lane<'p> {
    pub(super) pool: Pool<'p>,
    round: Option<Round<'p>>,
}

impl<'p> Lane<'p> {
    pub(super) fn new(pool: Pool<'p>) -> Self {
        Self { pool, round: None }
    }

    /// Plays a round to its end, or until the run is over.
    fn play(&mut self, puzzle: &'p Puzzle, portfolio: &Portfolio, run: &mut Run<'_, Puzzle>) {
        let mut round = self.round.take().unwrap_or_else(|| self.pool.next());
        round.play(puzzle, portfolio, run);
        match round.done() {
            true => self.pool.settle(&round),
            false => self.round = Some(round),
        }
    }
}

/// Lets all lanes play for a while. A single one plays a round with all threads of the run; of several
/// each has a thread for itself, and they tell each other the best board when they meet.
pub(super) fn play<'p>(
    lanes: &mut [Lane<'p>],
    puzzle: &'p Puzzle,
    portfolio: &Portfolio,
    run: &mut Run<'_, Puzzle>,
) {
    if let [lane] = lanes {
        return lane.play(puzzle, portfolio, run);
    }
    run.fork(lanes, SHARE, |lane, run| {
        while !run.over() {
            lane.play(puzzle, portfolio, run);
        }
    });
    let bests = lanes.iter().filter_map(|lane| lane.pool.best());
    let Some(best) = bests.max_by_key(|elite| elite.score).cloned() else { return };
    let behind = |lane: &&mut Lane<'_>| lane.pool.best().is_none_or(|own| own.score < best.score);
    for lane in lanes.iter_mut().filter(behind) {
        lane.pool.admit(Elite { tries: 0, ..best.clone() }, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::State;
    use crate::edge::generate::Recipe;
    use crate::search::{Algorithm, Budget, Conclusion, Rng, Setup, solve};

    /// Two lanes, one of which knows a board.
    struct Meeting;

    impl Algorithm<Puzzle> for Meeting {
        fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
            let portfolio = Portfolio::default();
            let lane = |seed| {
                let beams = portfolio.beams().prepare(puzzle);
                Lane::new(Pool::new(&portfolio, beams, Rng::new(seed)))
            };
            let mut lanes = [lane(1), lane(2)];
            let state = State::random(puzzle, &mut run.rng);
            let known = Elite { board: state.board(), score: state.score(), way: None, tries: 7 };
            lanes[0].pool.admit(known.clone(), None);
            play(&mut lanes, puzzle, &portfolio, run);
            let told = lanes[1].pool.best().expect("the other told of it");
            assert_eq!((&told.board, told.score, told.tries), (&known.board, known.score, 0));
            Conclusion::Stopped
        }
    }

    #[test]
    fn lanes_tell_each_other_of_their_best_board() {
        let puzzle = Recipe::eternity_like(10, 10, 1).make().unwrap().puzzle;
        let budget = Budget { work: Some(2000), ..Budget::default() };
        let setup = Setup { budget, threads: 2, ..Setup::default() };
        solve(&puzzle, &Meeting, &setup, &mut |_, _| {});
    }

    #[test]
    fn lanes_share_the_memory() {
        let of = |memory: u32, lanes: u16| {
            let (memory, lanes) = (memory.try_into().unwrap(), lanes.try_into().unwrap());
            Portfolio { memory, lanes, ..Portfolio::default() }.beams().memory.get()
        };
        assert_eq!([of(9, 1), of(9, 3), of(2, 64)], [9, 3, 1]);
    }
}
