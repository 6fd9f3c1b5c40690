//! `analyse`: what can be said of a puzzle before solving it.

use super::Done;
use super::typed::ink;
use crate::terminal::in_locale;
use crate::{args, output};
use anyhow::Result;
use marquetry::draw::chart::{Group, histogram_svg, histogram_text};
use marquetry::edge::Colour;
use marquetry::edge::analyse::{Analysis, ColourCount, analyse as analyse_puzzle};

pub(super) fn analyse(args: &args::Analyse) -> Result<Done> {
    let on_stdout = args.pictures.on_stdout(args.json)?;
    args.pictures.among(args.puzzle.sources()).check()?;
    let loaded = args.puzzle.load()?;
    let analysis = analyse_puzzle(&loaded.puzzle);
    let frame = counts(&analysis, |count| count.frame_sides);
    let inner = counts(&analysis, |count| count.inner_sides);
    let groups = [("frame sides", &frame), ("inner sides", &inner)]
        .map(|(title, counts)| Group { title, counts })
        .into_iter()
        .filter(|group| !group.counts.is_empty())
        .collect::<Vec<_>>();
    let signed = loaded.puzzle.signed();
    args.pictures.save(args.json, || Ok(histogram_svg(&groups, signed)))?;
    if args.json {
        output::print_json(&analysis)?;
    } else if !on_stdout {
        loaded.tell();
        output::print(&analysis.to_string())?;
        let bars = histogram_text(&groups, ink(None), signed);
        output::print_data(&in_locale(&format!("\n{bars}")))?;
    }
    Ok(Done::Yes)
}

fn counts(analysis: &Analysis, of: impl Fn(&ColourCount) -> u64) -> Vec<(Colour, usize)> {
    analysis.colours.iter().map(|c| (c.colour, of(c) as usize)).filter(|&(_, n)| n > 0).collect()
}
