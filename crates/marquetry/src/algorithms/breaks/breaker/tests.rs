use super::*;
use crate::edge::generate::Recipe;
use crate::edge::{Clue, Frame, Kind, Order, Placed};
use crate::search::{Budget, Conclusion, Problem, Setup, solve};
use std::collections::HashSet;
use std::num::NonZeroU16;

fn made(recipe: &Recipe) -> Puzzle {
    recipe.make().unwrap().puzzle
}

/// Small enough to try everything.
fn small() -> Vec<Puzzle> {
    let (grey, open) = (Frame::Grey, Frame::Open);
    let recipe = |w, h, frame, colours, seed| Recipe::random(w, h, frame, colours, seed);
    vec![
        made(&recipe(3, 3, grey, 3, 1)),
        made(&recipe(3, 3, grey, 2, 2)),
        made(&recipe(4, 3, grey, 4, 3)),
        made(&recipe(3, 2, open, 4, 4)),
        made(&recipe(2, 3, open, 2, 5)),
        made(&recipe(1, 4, open, 3, 6)),
        made(&Recipe { clues: 2, ..recipe(4, 4, grey, 4, 7) }),
        made(&Recipe { signed: true, clues: 1, ..recipe(3, 3, grey, 4, 8) }),
        made(&Recipe { signed: true, ..recipe(3, 2, open, 4, 9) }),
    ]
}

/// The rules of the search, written plainly: everything that may lie on the cells of an order.
struct Brute<'a> {
    puzzle: &'a Puzzle,
    settings: &'a Breaks,
    order: &'a [u16],
    budget: u32,
    found: HashSet<Vec<[u8; 4]>>,
    fewest: Option<u32>,
}

impl Brute<'_> {
    fn joins_along_the_rim(&self, a: usize, b: usize) -> bool {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let (row, col) = (a / width, a % width);
        let rim = if b == a + 1 || a == b + 1 {
            row == 0 || row == height - 1
        } else {
            col == 0 || col == width - 1
        };
        rim && self.puzzle.frame() == Frame::Grey
    }

    /// Breaks a piece brings, by the neighbours that lie; `None` if it may not.
    fn cost(&self, board: &Board, cell: usize, placed: Placed) -> Option<u32> {
        let sides = self.puzzle.sides(placed);
        let mut cost = 0;
        for side in 0..4_u8 {
            let Some(other) = route::neighbour(self.puzzle, cell, side) else { continue };
            let Some(there) = board.get(other) else { continue };
            let facing = self.puzzle.sides(there)[usize::from((side + 2) % 4)];
            if self.puzzle.mate(sides[usize::from(side)]) != facing {
                if !self.settings.frame && self.joins_along_the_rim(cell, other) {
                    return None;
                }
                cost += 1;
            }
        }
        (cost <= u32::from(self.settings.per_piece)).then_some(cost)
    }

    fn fill(&mut self, board: &mut Board, at: usize, breaks: u32) {
        let Some(&cell) = self.order.get(at) else {
            let sides = board.cells().iter().map(|p| self.puzzle.sides(p.unwrap()));
            self.found.insert(sides.collect());
            self.fewest = Some(self.fewest.map_or(breaks, |f| f.min(breaks)));
            return;
        };
        let cell = usize::from(cell);
        if board.get(cell).is_some() {
            return self.fill(board, at + 1, breaks);
        }
        for piece in 0..self.puzzle.size() {
            if board.cells().iter().flatten().any(|p| p.piece() == piece) {
                continue;
            }
            for turn in 0..4 {
                let placed = Placed::new(piece, turn);
                if !self.puzzle.layout().allows(placed, cell) {
                    continue;
                }
                if let Some(cost) = self.cost(board, cell, placed)
                    && breaks + cost <= self.budget
                {
                    board.set(cell, Some(placed));
                    self.fill(board, at + 1, breaks + cost);
                    board.set(cell, None);
                }
            }
        }
    }
}

fn brute<'a>(puzzle: &'a Puzzle, settings: &'a Breaks, order: &'a [u16], budget: u32) -> Brute<'a> {
    let (found, fewest) = (HashSet::new(), None);
    let mut brute = Brute { puzzle, settings, order, budget, found, fewest };
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    puzzle.clues().iter().for_each(|clue| board.set(clue.cell, Some(clue.placed)));
    brute.fill(&mut board, 0, u32::from(route::broken(puzzle, puzzle.clues())));
    brute
}

fn rules() -> Vec<Breaks> {
    let none = Breaks { quota: Some(Vec::new()), restart: 0, ..Breaks::default() };
    let spiral = Some(Order::Spiral);
    vec![
        none.clone(),
        Breaks { per_piece: 4, frame: true, finish: 2, ..none.clone() },
        Breaks { per_piece: 2, order: spiral.clone(), ..none.clone() },
        Breaks { frame: true, order: spiral, ..none },
    ]
}

/// Every board within a budget is found once, and no other.
#[test]
fn the_kernel_finds_what_brute_force_finds() {
    let mut boards = 0;
    for puzzle in &small() {
        for settings in &rules() {
            for budget in 0..3 {
                let schedule = Some(vec![0; budget]);
                let settings = Breaks { schedule, ..settings.clone() };
                let mut breaker = Breaker::new(puzzle, &settings, 3);
                let order = path::path(puzzle, &settings, &mut Rng::new(3));
                let brute = brute(puzzle, &settings, &order, budget as u32);
                let mut found = HashSet::new();
                loop {
                    let (_, pause) = breaker.kernel.search(&breaker.plan, &breaker.tables, 1000);
                    match pause {
                        Pause::Steps => {}
                        Pause::Exhausted => break,
                        Pause::Complete => {
                            let path: Vec<Candidate> = breaker.kernel.laid().collect();
                            let board = breaker.board(&path);
                            let score = puzzle.judge(&board).unwrap();
                            let breaks = u32::from(breaker.kernel.breaks().unwrap());
                            assert_eq!(score, puzzle.joins() - breaks);
                            let sides = board.cells().iter().map(|p| puzzle.sides(p.unwrap()));
                            assert!(found.insert(sides.collect::<Vec<_>>()), "twice");
                        }
                    }
                }
                boards += found.len();
                assert_eq!(found, brute.found, "{} {settings:?}", puzzle.name());
            }
        }
    }
    assert!(boards > 1000, "{boards}");
}

#[test]
fn an_exhaustive_run_finds_the_optimum_within_its_budget() {
    for puzzle in &small() {
        for settings in &rules() {
            let walkers = NonZeroU16::MIN;
            let schedule = Some(vec![0; 3]);
            // Another clue than the solution's, so that breaks are needed.
            let settings = Breaks { schedule, walkers, ..settings.clone() };
            let cell = puzzle.layout().cells(Kind::Inner).last().copied().unwrap_or(0);
            let piece =
                usize::from(puzzle.layout().pieces(Kind::Inner).first().copied().unwrap_or(0));
            let spare = puzzle
                .clues()
                .iter()
                .all(|c| c.cell != usize::from(cell) && c.placed.piece() != piece);
            let mut clues = puzzle.clues().to_vec();
            if spare {
                clues.push(Clue { cell: usize::from(cell), placed: Placed::new(piece, 2) });
            }
            let puzzle = puzzle.clone().with_clues(clues).unwrap();
            let mut breaker = Breaker::new(&puzzle, &settings, 5);
            let order = path::path(&puzzle, &settings, &mut Rng::new(5));
            let brute = brute(&puzzle, &settings, &order, 3);
            let mut fewest = None;
            loop {
                let best = fewest.map(|f| puzzle.joins() - u32::from(f));
                breaker.tighten(best);
                if breaker.exhausted {
                    break;
                }
                match breaker.kernel.search(&breaker.plan, &breaker.tables, 100).1 {
                    Pause::Steps => {}
                    Pause::Exhausted => break,
                    Pause::Complete => {
                        let breaks = breaker.kernel.breaks().unwrap();
                        assert!(fewest.is_none_or(|f| breaks < f), "no better");
                        fewest = Some(breaks);
                    }
                }
                if fewest == Some(0) {
                    break;
                }
            }
            assert_eq!(fewest.map(u32::from), brute.fewest, "{} {settings:?}", puzzle.name());
        }
    }
}

#[test]
fn without_breaks_it_concludes_what_dfs_concludes() {
    for seed in 1..6 {
        let solvable = made(&Recipe::random(5, 5, Frame::Grey, 5, seed));
        let inner = solvable.layout().pieces(Kind::Inner)[0];
        let wrong = Clue { cell: 12, placed: Placed::new(usize::from(inner), 1) };
        let clued = solvable.clone().with_clues(vec![wrong]).unwrap();
        for puzzle in [solvable, clued] {
            let conclude = |name: &str, given: &str| {
                let given = serde_json::from_str(given).unwrap();
                let algorithm = crate::algorithms::find(name).unwrap().build(given).unwrap();
                let budget = Budget { work: Some(50_000_000), ..Budget::default() };
                let setup = Setup { budget, ..Setup::default() };
                solve(&puzzle, &*algorithm, &setup, &mut |_, _| {}).conclusion
            };
            let expected = conclude("dfs", "{}");
            assert_ne!(expected, Conclusion::Stopped);
            assert_eq!(conclude("breaks", r#"{"schedule": []}"#), expected);
            assert_eq!(conclude("breaks", "{}"), expected);
        }
    }
}

/// Recounts breaks and quota of the deepest boards, prefix by prefix.
#[test]
fn schedule_and_quota_are_kept_at_every_depth() {
    for preset in [Preset::Fitted, Preset::Blackwood, Preset::Verhaard] {
        let puzzle = &made(&Recipe { clues: 3, ..Recipe::eternity_like(10, 10, 4) });
        let settings = Breaks { preset, ..Breaks::default() };
        let mut breaker = Breaker::new(puzzle, &settings, 1);
        breaker.tighten(Some(puzzle.joins() - 12));
        while breaker.kernel.deepest <= 50 {
            breaker.kernel.search(&breaker.plan, &breaker.tables, 200_000);
            if breaker.kernel.deepest <= 50 {
                let Scope::Quota(ease) = breaker.stage else { panic!("never deep") };
                breaker.stage = milder(ease - ease / 8);
                breaker.begin();
            }
        }
        let mut quota = breaker.quota.fixed;
        for level in 1..=breaker.kernel.deepest {
            let path = &breaker.kernel.best[..level];
            quota += u16::from(path[level - 1][7]);
            let state = State::from_board(puzzle, &breaker.board(path));
            let lie = |&cell: &usize| state.get(cell).is_some();
            let joins = (0..puzzle.size()).filter(lie).flat_map(|cell| {
                [1, 2].into_iter().filter_map(move |side| route::neighbour(puzzle, cell, side))
            });
            let joins = joins.filter(lie).count() as u32;
            let limit = breaker.kernel.limits[level - 1];
            assert!(joins - state.score() <= u32::from(limit.breaks), "{preset:?} at {level}");
            assert!(quota >= limit.quota, "{preset:?} at {level}");
        }
    }
}
