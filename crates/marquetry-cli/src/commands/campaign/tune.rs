//! `campaign tune`.

use super::Done;
use crate::args::TuneAction;
use crate::campaign::tune::{Answer, Scenario, Written, call};
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::path::Path;

pub(super) fn tune(action: &TuneAction) -> Result<Done> {
    match action {
        TuneAction::Scenario { algorithm, on, work, runs, only, out, json } => {
            let scenario = Scenario {
                algorithm: algorithm.clone(),
                puzzles: on.clone(),
                work: *work,
                runs: *runs,
                only: only.clone(),
            };
            tell(out, &scenario.write(out)?, *json)?;
        }
        TuneAction::Run { with, work, seed, puzzle, parameters, .. } => {
            match call(with, *work, *seed, puzzle, parameters)? {
                Answer::Cost(cost) => output::print(&cost.to_string())?,
                Answer::Refusal(objection) => {
                    output::say(&format!("note: {objection}"));
                    output::print("Inf")?;
                }
            }
        }
    }
    Ok(Done::Yes)
}

fn tell(out: &Path, written: &Written, json: bool) -> Result<()> {
    let Written { parameters, fixed } = written;
    if json {
        return output::print_json(&json!({
            "folder": out, "parameters": parameters, "fixed": fixed,
        }));
    }
    if !fixed.is_empty() {
        output::say(&format!("note: irace cannot tune {}", fixed.join(", ")));
    }
    let count = parameters.len();
    let plural = if count == 1 { "" } else { "s" };
    let out = out.display();
    output::print(&format!("{count} parameter{plural} to tune: run irace in {out}"))
}
