//! `analyse`: what can be said of a puzzle before solving it.

use super::Done;
use crate::args;
use crate::{load, output, png};
use anyhow::Result;
use marquetry::draw::Ink;
use marquetry::draw::chart::{Group, histogram_svg, histogram_text};
use marquetry::edge::Colour;
use marquetry::edge::analyse::{Analysis, ColourCount, analyse as analyse_puzzle};
use std::io::{self, IsTerminal};

pub(super) fn analyse(args: &args::Analyse) -> Result<Done> {
    let (svg, png) = (output::is_stdout(args.svg.as_ref()), output::is_stdout(args.png.as_ref()));
    output::one_stream(&[("--json", args.json), ("--svg -", svg), ("--png -", png)])?;
    let loaded = load::puzzle(&args.puzzle)?;
    let analysis = analyse_puzzle(&loaded.puzzle);
    let frame = counts(&analysis, |count| count.frame_sides);
    let inner = counts(&analysis, |count| count.inner_sides);
    let groups = [("frame sides", &frame), ("inner sides", &inner)]
        .map(|(title, counts)| Group { title, counts })
        .into_iter()
        .filter(|group| !group.counts.is_empty())
        .collect::<Vec<_>>();
    let signed = loaded.puzzle.signed();
    if let Some(path) = &args.svg {
        output::save(path, histogram_svg(&groups, signed).as_bytes())?;
    }
    if let Some(path) = &args.png {
        output::save(path, &png::render(&histogram_svg(&groups, signed))?)?;
    }
    if args.json {
        output::print_json(&analysis)?;
    } else if !svg && !png {
        loaded.tell();
        let ink = Ink::detect(io::stdout().is_terminal(), |name| std::env::var(name).ok());
        output::print(&analysis.to_string())?;
        output::print(&format!("\n{}", histogram_text(&groups, ink, signed)))?;
    }
    Ok(Done::Yes)
}

fn counts(analysis: &Analysis, of: impl Fn(&ColourCount) -> u64) -> Vec<(Colour, usize)> {
    analysis.colours.iter().map(|c| (c.colour, of(c) as usize)).filter(|&(_, n)| n > 0).collect()
}
