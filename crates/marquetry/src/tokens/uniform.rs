//! A solution drawn at random, every one equally likely.

use super::{Grid, Infeasible, Puzzle};
use crate::search::Rng;

/// The most rows or columns of a grid that is drawn.
pub const MOST_DRAWN: usize = 128;
/// Halvings of the range of chances in search of the one that suits.
const HALVINGS: usize = 16;

/// Draws solutions of one puzzle.
///
/// Every cell is given a token with the same chance, under the condition that all lines are even;
/// grids with the right number of tokens are then equally likely whatever that chance is, and others
/// are thrown away. It is chosen so that the right number is the mean. Row by row, the condition
/// depends on the past only through the number of odd columns, so that the chance of each row is
/// known. The chances are 64-bit floats built from sums of products of positive numbers: each is
/// right to about twelve digits.
#[derive(Clone, Debug)]
pub struct Uniform {
    puzzle: Puzzle,
    chances: RowChances,
}

/// What tokens laid at random do to lines.
#[derive(Clone, Debug)]
struct RowChances {
    /// `rows[k][j]`: that `k` random rows of even numbers turn just the given `j` columns odd,
    /// divided so that the largest of each `k` is 1: the chances themselves may be too small for a
    /// float.
    rows: Vec<Vec<f64>>,
    /// What those of each `k` were divided by, given those of `k - 1`.
    scales: Vec<f64>,
    /// `draws[j][a]`: that `a` tokens lie on `j` given cells.
    draws: Vec<Vec<f64>>,
    /// The mean number of tokens of a grid with even lines.
    mean: f64,
}

impl RowChances {
    /// With so much of a chance for every token.
    fn new(puzzle: &Puzzle, token: f64) -> Self {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let draws = binomials(columns, token);
        let mut table = vec![vec![0.0; columns + 1]; rows + 1];
        // The same, each grid counted as often as it has tokens.
        let mut tokens = vec![0.0; columns + 1];
        let mut scales = vec![1.0; rows + 1];
        table[0][0] = 1.0;
        for left in 1..=rows {
            let mut more = vec![0.0; columns + 1];
            for odd in 0..=columns {
                let ways = Ways { odd, columns, draws: &draws, next: &table[left - 1] };
                let (mut chance, mut weighed) = (0.0, 0.0);
                for way in ways.all() {
                    chance += way.chance;
                    weighed += way.chance * (way.from_odd + way.from_even) as f64;
                    weighed += way.drawn * tokens[way.odd_after];
                }
                table[left][odd] = chance;
                more[odd] = weighed;
            }
            let most = table[left].iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            table[left].iter_mut().chain(&mut more).for_each(|chance| *chance /= most);
            (scales[left], tokens) = (most, more);
        }
        let mean = tokens[0] / table[rows][0];
        Self { rows: table, scales, draws, mean }
    }

    /// With the chance that makes the number of tokens the mean; `None` if it is cut short.
    fn fitting(puzzle: &Puzzle, cut: impl Fn() -> bool) -> Option<Self> {
        match puzzle.tokens() {
            0 => return Some(Self::new(puzzle, 0.0)),
            tokens if tokens == puzzle.cells() => return Some(Self::new(puzzle, 1.0)),
            _ => {}
        }
        let (mut least, mut most) = (0.0, 1.0);
        let mut chances = Self::new(puzzle, 0.5);
        for _ in 0..HALVINGS {
            if cut() {
                return None;
            }
            let middle = f64::midpoint(least, most);
            chances = Self::new(puzzle, middle);
            match chances.mean < puzzle.tokens() as f64 {
                true => least = middle,
                false => most = middle,
            }
        }
        Some(chances)
    }
}

impl Uniform {
    /// Prepares the draw, in time proportional to rows times columns cubed; `None` above
    /// [`MOST_DRAWN`] rows or columns.
    ///
    /// # Errors
    /// Why there is no solution.
    pub fn new(puzzle: &Puzzle) -> Result<Option<Self>, Infeasible> {
        Self::prepare(puzzle, || false)
    }

    /// The same, which takes seconds on large grids and may be `cut` short: `None` then too.
    pub(super) fn prepare(
        puzzle: &Puzzle,
        cut: impl Fn() -> bool,
    ) -> Result<Option<Self>, Infeasible> {
        puzzle.feasible()?;
        if puzzle.rows().max(puzzle.columns()) > MOST_DRAWN {
            return Ok(None);
        }
        let chances = RowChances::fitting(puzzle, cut);
        Ok(chances.map(|chances| Self { puzzle: *puzzle, chances }))
    }

    /// A solution; `None` if it has not come up in `tries` grids with even lines.
    pub fn draw(&self, rng: &mut Rng, tries: u64) -> Option<Grid> {
        (0..tries).find_map(|_| self.even_grid(rng).filter(|g| g.tokens() == self.puzzle.tokens()))
    }

    /// A random grid with even lines.
    fn even_grid(&self, rng: &mut Rng) -> Option<Grid> {
        let (rows, columns) = (self.puzzle.rows(), self.puzzle.columns());
        let mut grid = Grid::empty(rows, columns);
        // The odd columns first.
        let mut order: Vec<usize> = (0..columns).collect();
        let mut odd = 0;
        for row in 0..rows {
            let left = rows - row - 1;
            let RowChances { rows: chances, scales, draws, .. } = &self.chances;
            let ways = Ways { odd, columns, draws, next: &chances[left] };
            let mut at = rng.unit() * chances[left + 1][odd] * scales[left + 1];
            // Rounding may leave a little over: then it is the last way there is.
            let likely = ways.all().filter(|way| way.chance > 0.0);
            let way = likely.fold(None, |chosen, way| {
                let chosen = if at >= 0.0 { Some(way) } else { chosen };
                at -= way.chance;
                chosen
            })?;
            let (odd_columns, even_columns) = order.split_at_mut(odd);
            rng.shuffle(odd_columns);
            rng.shuffle(even_columns);
            // Tokens go to the end of the odd columns and to the start of the even ones, so that
            // the columns that change sides are neighbours.
            let taken = odd - way.from_odd..odd + way.from_even;
            order[taken.clone()].iter().for_each(|&column| grid.flip(row, column));
            order[taken].reverse();
            odd = way.odd_after;
        }
        Some(grid)
    }
}

/// The chances of a row, given which columns are odd.
struct Ways<'a> {
    odd: usize,
    columns: usize,
    draws: &'a [Vec<f64>],
    /// The chances of the rows to come.
    next: &'a [f64],
}

/// So many tokens on odd columns, so many on even ones.
#[derive(Clone, Copy)]
struct Way {
    from_odd: usize,
    from_even: usize,
    /// The odd columns they leave.
    odd_after: usize,
    /// That they are drawn.
    drawn: f64,
    /// That they are drawn and the rows to come make all columns even.
    chance: f64,
}

impl Ways<'_> {
    fn all(&self) -> impl Iterator<Item = Way> {
        let even = self.columns - self.odd;
        (0..=self.odd).flat_map(move |from_odd| {
            (from_odd % 2..=even).step_by(2).map(move |from_even| {
                let odd_after = self.odd - from_odd + from_even;
                let drawn = self.draws[self.odd][from_odd] * self.draws[even][from_even];
                let chance = drawn * self.next[odd_after];
                Way { from_odd, from_even, odd_after, drawn, chance }
            })
        })
    }
}

/// `[j][a]`: the chance of `a` successes in `j` tries.
fn binomials(most: usize, chance: f64) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for tries in 1..=most {
        let last: &Vec<f64> = &rows[tries - 1];
        let of = |a: usize| last.get(a).copied().unwrap_or(0.0);
        let before = |a: usize| a.checked_sub(1).map_or(0.0, of);
        let row = (0..=tries).map(|a| of(a) * (1.0 - chance) + before(a) * chance).collect();
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Problem;
    use crate::tokens::testing::even_grids;
    use std::collections::HashMap;

    /// 3x4 with 6 tokens: every solution comes up, and a chi-squared test finds nothing odd.
    #[test]
    fn solutions_are_equally_likely() {
        for (rows, columns, removed) in [(3, 4, 6), (4, 4, 6), (3, 5, 7)] {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            let uniform = Uniform::new(&puzzle).unwrap().unwrap();
            let rng = &mut Rng::new(3);
            let mut seen: HashMap<Grid, f64> = HashMap::new();
            const DRAWS: usize = 40_000;
            for _ in 0..DRAWS {
                let grid = uniform.draw(rng, 10_000).unwrap();
                assert_eq!(puzzle.judge(&grid), Ok(puzzle.perfect()));
                *seen.entry(grid).or_default() += 1.0;
            }
            let kinds = even_grids(rows, columns)[puzzle.tokens()];
            assert_eq!(seen.len() as u64, kinds);
            let expected = DRAWS as f64 / kinds as f64;
            let squares: f64 =
                seen.values().map(|n| (n - expected) * (n - expected) / expected).sum();
            // Four standard deviations of chi-squared.
            let free = kinds as f64 - 1.0;
            assert!(squares < free + 4.0 * (2.0 * free).sqrt(), "{squares} for {kinds}");
        }
    }

    /// Sparse, full and odd ones too, in few tries.
    #[test]
    fn every_kind_of_puzzle_can_be_drawn() {
        for (rows, columns, removed) in [
            (1, 1, 1),
            (5, 5, 5),
            (8, 8, 60),
            (8, 8, 0),
            (9, 7, 63),
            (2, 6, 4),
            (50, 50, 626),
            (50, 50, 2480),
            (61, 61, 61),
            (40, 60, 2396),
            (127, 5, 127),
        ] {
            let puzzle = Puzzle::new(rows, columns, removed).unwrap();
            let grid = Uniform::new(&puzzle).unwrap().unwrap().draw(&mut Rng::new(1), 2_000);
            assert_eq!(puzzle.judge(&grid.unwrap()), Ok(puzzle.perfect()), "{puzzle:?}");
        }
    }
}
