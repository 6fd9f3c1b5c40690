//! `tokens formula`: the puzzle for SAT solvers.

use super::super::Done;
use super::{puzzle, side};
use crate::args;
use crate::output;
use anyhow::Result;
use marquetry::tokens::Encoding;
use serde_json::json;

pub(super) fn formula(args: &args::TokensFormula) -> Result<Done> {
    let out = output::is_stdout(args.out.as_ref());
    output::one_stream(&[("--json", args.json), ("--out -", out)])?;
    let puzzle = puzzle(&args.puzzle)?;
    let encoding = Encoding::new(&puzzle)?;
    let text = encoding.to_dimacs();
    output::deliver(&text, args.out.as_deref(), args.json)?;
    if args.json {
        output::print_json(&json!({
            "n": side(&puzzle), "rows": puzzle.rows(), "columns": puzzle.columns(),
            "remove": puzzle.removed(), "variables": encoding.variables(),
            "clauses": encoding.clauses().count(), "text": text,
        }))?;
    }
    Ok(Done::Yes)
}
