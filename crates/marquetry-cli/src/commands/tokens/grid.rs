//! `tokens check` and `tokens show`: a grid judged, a grid drawn.

use super::super::{Done, show};
use super::{read, size, svg};
use crate::args;
use crate::{output, png};
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
    let on_stdout = [&args.svg, &args.png].map(|path| output::is_stdout(path.as_ref()));
    let [svg_out, png_out] = on_stdout;
    output::one_stream(&[("--json", args.json), ("--svg -", svg_out), ("--png -", png_out)])?;
    let grid = read(&args.grid)?;
    if let Some(path) = &args.svg {
        output::save(path, svg(&grid, args.cell)?.as_bytes())?;
    }
    if let Some(path) = &args.png {
        output::save(path, &png::render(&svg(&grid, args.cell)?)?)?;
    }
    let odd = Verdict::of(&grid).odd();
    if args.json {
        output::print_json(&json!({
            "rows": grid.rows(), "columns": grid.columns(), "tokens": grid.tokens(), "odd": odd,
            "svg": args.svg, "png": args.png,
        }))?;
    } else if args.svg.is_none() && args.png.is_none() {
        output::print(&draw::grid_text(&grid, show::ink(args.colour)))?;
        let (tokens, lines) = (grid.tokens(), if odd == 1 { "line" } else { "lines" });
        output::say(&format!("{tokens} tokens, {odd} odd {lines}"));
    }
    Ok(Done::Yes)
}
