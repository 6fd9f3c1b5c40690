//! `tokens check` and `tokens show`: a grid judged, a grid drawn.

use super::super::Done;
use super::super::typed::ink;
use super::{read, size, svg};
use crate::args;
use crate::output::{self, Files};
use anyhow::Result;
use marquetry::draw;
use marquetry::tokens::{Puzzle, Verdict, verdict};
use serde_json::json;

pub(super) fn check(args: &args::TokensCheck) -> Result<Done> {
    let grid = read(&args.grid)?;
    let (rows, columns) = (grid.rows(), grid.columns());
    let removed = rows * columns - grid.tokens();
    let puzzle = Puzzle::new(rows, columns, args.remove.unwrap_or(removed))?;
    let fault = verdict(&puzzle, &grid).err().map(|fault| fault.to_string());
    let lines = Verdict::of(&grid);
    let solved = fault.is_none() && lines.odd() == 0;
    let numbers = |lines: &[usize]| lines.iter().map(|line| line + 1).collect::<Vec<_>>();
    let (odd_rows, odd_columns) = (numbers(&lines.odd_rows), numbers(&lines.odd_columns));
    if args.json {
        output::print_json(&json!({
            "rows": rows, "columns": columns, "tokens": grid.tokens(), "removed": removed,
            "valid": fault.is_none(), "solved": solved, "odd": lines.odd(),
            "odd_rows": odd_rows, "odd_columns": odd_columns, "faults": Vec::from_iter(&fault),
        }))?;
        return Ok(Done::from(solved));
    }
    let list = |numbers: &[usize]| match numbers {
        [] => "none".to_owned(),
        _ => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    output::print(&format!("grid         {}", size(rows, columns)))?;
    output::print(&format!("tokens       {} left, {removed} removed", grid.tokens()))?;
    output::print(&format!("odd rows     {}", list(&odd_rows)))?;
    output::print(&format!("odd columns  {}", list(&odd_columns)))?;
    let word = match (&fault, solved) {
        (Some(fault), _) => format!("not valid: {fault}"),
        (None, true) => "solved".to_owned(),
        (None, false) => format!("not solved, {} odd lines", lines.odd()),
    };
    output::print(&format!("verdict      {word}"))?;
    Ok(Done::from(solved))
}

pub(super) fn show(args: &args::TokensShow) -> Result<Done> {
    let pictures = &args.drawing.pictures;
    pictures.on_stdout(args.json)?;
    pictures.among(Files::default().reads("the grid", Some(&args.grid))).check()?;
    let grid = read(&args.grid)?;
    pictures.save(args.json, || svg(&grid, args.drawing.cell))?;
    let odd = Verdict::of(&grid).odd();
    if args.json {
        output::print_json(&json!({
            "rows": grid.rows(), "columns": grid.columns(), "tokens": grid.tokens(), "odd": odd,
            "svg": pictures.svg, "png": pictures.png,
        }))?;
    } else if !pictures.any() {
        output::print_data(&draw::grid_text(&grid, ink(args.drawing.colour)))?;
        let (tokens, lines) = (grid.tokens(), if odd == 1 { "line" } else { "lines" });
        output::say(&format!("{tokens} tokens, {odd} odd {lines}"));
    }
    Ok(Done::Yes)
}
