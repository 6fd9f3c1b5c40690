//! Make a puzzle, search it, judge the board: `cargo run --release --example solve`.

use marquetry::algorithms;
use marquetry::edge::generate::Recipe;
use marquetry::search::{Budget, Event, Parameters, Setup, solve};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Recipe::eternity_like(10, 10, 1).make()?.puzzle;
    let algorithm = algorithms::find("local")?.build(Parameters::new())?;
    let budget = Budget { time: Some(Duration::from_secs(5)), ..Budget::default() };
    let setup = Setup { seed: 1, budget, ..Setup::default() };
    let outcome = solve(&puzzle, &*algorithm, &setup, &mut |stamp, event| {
        if let Event::Improved { score, .. } = event {
            println!("{:8.3} s  {score}", stamp.elapsed_s);
        }
    });
    if let Some(board) = &outcome.solution {
        let verdict = puzzle.verdict(board);
        println!("{} of {} joins match", verdict.score, puzzle.joins());
        println!("{} breaks, {} faults", verdict.breaks.len(), verdict.faults.len());
    }
    Ok(())
}
