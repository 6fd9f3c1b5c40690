//! The constructions as an algorithm.

use super::super::uniform::{self, Uniform};
use super::super::{Puzzle, construct};
use crate::search::{Algorithm, Conclusion, Run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which solution comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Draw {
    /// Lines with numbers of tokens as equal as can be; not every solution is one of these.
    Balanced,
    /// Every solution equally likely, on grids of up to 128 rows and columns.
    Uniform,
}

/// A solution at once, or the proof that there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Exact {
    /// Which solution comes out.
    pub draw: Draw,
}

impl Default for Exact {
    fn default() -> Self {
        Self { draw: Draw::Balanced }
    }
}

impl Algorithm<Puzzle> for Exact {
    fn objection(&self, puzzle: &Puzzle) -> Option<String> {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let large = self.draw == Draw::Uniform && rows.max(columns) > uniform::MOST_DRAWN;
        large.then(|| {
            let most = uniform::MOST_DRAWN;
            format!("draw=uniform expects at most {most} columns and rows, found {columns}x{rows}")
        })
    }

    fn solve(&self, puzzle: &Puzzle, run: &mut Run<'_, Puzzle>) -> Conclusion {
        let uniform = match self.draw {
            Draw::Balanced => Ok(None),
            Draw::Uniform => Uniform::prepare(puzzle, || run.due()),
        };
        let Ok(uniform) = uniform else { return Conclusion::Exhausted };
        if self.draw == Draw::Uniform && uniform.is_none() {
            return Conclusion::Stopped;
        }
        while run.step() {
            let grid = match &uniform {
                Some(uniform) => uniform.draw(&mut run.rng, 1),
                None => match construct(puzzle, &mut run.rng) {
                    Ok(grid) => Some(grid),
                    Err(_) => return Conclusion::Exhausted,
                },
            };
            if let Some(grid) = grid {
                run.offer((puzzle.rows() + puzzle.columns()) as u32, || grid);
            }
        }
        Conclusion::Stopped
    }
}
