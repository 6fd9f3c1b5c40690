//! `estimate`: how large a search tree is, without searching it.

use super::typed::{cores, fresh_seed};
use super::{Done, exact};
use crate::args;
use crate::observe::{short, span};
use crate::output;
use anyhow::Result;
use marquetry::edge::Puzzle;
use marquetry::edge::analyse::{Analysis, analyse};
use marquetry::exact::{Counter, Depth, Estimate, Exact, Mean, Request, estimate as estimate_tree};
use marquetry::search::Conclusion;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the speed is measured.
const SAMPLE: Duration = Duration::from_millis(500);
/// The longest bar.
const BAR: f64 = 30.0;

/// Nodes per second of a real search on all cores.
struct TreeSpeed {
    nodes_per_s: f64,
    threads: usize,
}

pub(super) fn estimate(args: &args::Estimate) -> Result<Done> {
    let loaded = args.puzzle.load()?;
    let how = exact::how(&args.tree)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let puzzle = &loaded.puzzle;
    let estimate = estimate_tree(puzzle, &how, args.probes, seed, args.enumerate)?;
    let analysis = analyse(puzzle);
    let speed = match (estimate.real, estimate.reasons.is_empty()) {
        (None, true) => measure(puzzle, &how)?,
        _ => None,
    };
    if args.json {
        output::print_json(&json(puzzle, &estimate, &analysis, seed, speed.as_ref())?)?;
        return Ok(Done::Yes);
    }
    loaded.tell();
    output::print(&report(puzzle, &estimate, &analysis, seed, speed.as_ref()))?;
    Ok(Done::Yes)
}

/// The speed of the search itself; nothing if it is over too soon to tell.
fn measure(puzzle: &Puzzle, how: &Exact) -> Result<Option<TreeSpeed>> {
    let threads = cores();
    let stop = AtomicBool::new(false);
    let time = Some(SAMPLE);
    let request = Request { threads, time, limit: None, boards: false, stop: &stop, from: None };
    let counted = Counter::new(puzzle, how, None)?.run(&request, &mut |_| ())?;
    let nodes_per_s = counted.session_nodes as f64 / counted.session_s.max(1e-9);
    Ok((counted.conclusion == Conclusion::Stopped).then_some(TreeSpeed { nodes_per_s, threads }))
}

/// Where the tree is widest, by a measure of every depth.
fn widest(estimate: &Estimate, of: impl Fn(&Depth) -> f64) -> Option<&Depth> {
    estimate.depths.iter().max_by(|a, b| of(a).total_cmp(&of(b)))
}

/// The last depth that chance lets a search reach.
fn reach(estimate: &Estimate) -> usize {
    let reached = estimate.depths.iter().rev().find(|depth| depth.chance_log10 >= 0.0);
    reached.map_or(0, |depth| depth.depth)
}

/// The last depth that a probe reached.
fn probed(estimate: &Estimate) -> usize {
    estimate.depths.iter().rev().find(|d| d.probed.mean > 0.0).map_or(0, |depth| depth.depth)
}

fn json(
    puzzle: &Puzzle,
    estimate: &Estimate,
    analysis: &Analysis,
    seed: u64,
    speed: Option<&TreeSpeed>,
) -> Result<Value> {
    let mut value = serde_json::to_value(estimate)?;
    if let (Some(object), Value::Object(more)) = (
        value.as_object_mut(),
        json!({
            "puzzle": puzzle.name(),
            "seed": seed,
            "real": estimate.real.map(|(nodes, looks)| json!({"nodes": nodes, "looks": looks})),
            "expected": analysis.expected,
            "widest_probed": widest(estimate, |depth| depth.probed.mean).map(|d| d.depth),
            "widest_chance": widest(estimate, |depth| depth.chance_log10).map(|d| d.depth),
            "reach_probed": probed(estimate),
            "reach_chance": reach(estimate),
            "chance_log10": chance_log10(estimate),
            "nodes_per_s": speed.map(|speed| speed.nodes_per_s),
            "threads": speed.map(|speed| speed.threads),
        }),
    ) {
        object.extend(more);
    }
    Ok(value)
}

fn report(
    puzzle: &Puzzle,
    estimate: &Estimate,
    analysis: &Analysis,
    seed: u64,
    speed: Option<&TreeSpeed>,
) -> String {
    let mut lines = Vec::new();
    if !estimate.reasons.is_empty() {
        lines.push(format!("result     unsolvable: {}", estimate.reasons.join("; ")));
        return lines.join("\n");
    }
    lines.extend(table(puzzle, estimate));
    lines.push(String::new());
    lines.push("chance: nodes that pieces coloured by chance would give; probed: the mean of samples, with its error".to_owned());
    lines.push(String::new());
    lines.extend(totals(puzzle, estimate, analysis, seed));
    if let Some(TreeSpeed { nodes_per_s, threads }) = speed {
        let time = |nodes: f64| span(nodes / nodes_per_s.max(1e-9));
        lines.push(format!(
            "time       {} by probes, {} by chance, at {}/s as measured just now on {}",
            time(estimate.nodes.mean),
            time(10_f64.powf(chance_log10(estimate))),
            short(*nodes_per_s),
            exact::threads(*threads)
        ));
    }
    lines.join("\n")
}

/// All nodes that chance would give, as a decimal logarithm.
fn chance_log10(estimate: &Estimate) -> f64 {
    let most = widest(estimate, |depth| depth.chance_log10).map_or(0.0, |d| d.chance_log10);
    let sum: f64 = estimate.depths.iter().map(|d| 10_f64.powf(d.chance_log10 - most)).sum();
    most + sum.max(f64::MIN_POSITIVE).log10()
}

/// One line per depth, with a bar as long as the logarithm of what chance would give.
fn table(puzzle: &Puzzle, estimate: &Estimate) -> Vec<String> {
    let real = estimate.real.is_some();
    let most = widest(estimate, |depth| depth.chance_log10).map_or(1.0, |d| d.chance_log10);
    let header = format!(
        "{:>5}  {:>7}  {:>8}  {:>18}{}",
        "depth",
        "row,col",
        "chance",
        "probed",
        if real { format!("  {:>12}", "real") } else { String::new() }
    );
    let line = |depth: &Depth| {
        let cell = usize::from(depth.cell);
        let place = format!("{},{}", cell / puzzle.width(), cell % puzzle.width());
        let chance = power(depth.chance_log10);
        let mut line =
            format!("{:>5}  {place:>7}  {chance:>8}  {:>18}", depth.depth, walked(depth.probed));
        if let Some(real) = depth.real {
            _ = write!(line, "  {real:>12}");
        }
        let bar = (BAR * depth.chance_log10 / most.max(1.0)).round().clamp(0.0, BAR) as usize;
        format!("{line}  {}", "#".repeat(bar)).trim_end().to_owned()
    };
    std::iter::once(header).chain(estimate.depths.iter().map(line)).collect()
}

fn totals(puzzle: &Puzzle, estimate: &Estimate, analysis: &Analysis, seed: u64) -> Vec<String> {
    let Estimate { probes, depths, real, times, .. } = estimate;
    let order = exact::order_words(puzzle, &estimate.order, estimate.lookahead);
    let turned = if *times > 1 {
        format!("; each solution found stands for {times}, turned")
    } else {
        String::new()
    };
    let ahead = if estimate.lookahead { ", without looking ahead" } else { "" };
    let mut lines = vec![
        format!("order      {order}{turned}"),
        format!("nodes      {} by {probes} probes, seed {seed}", mean(estimate.nodes)),
        format!("           {} by chance{ahead}", power(chance_log10(estimate))),
    ];
    lines.extend(real.map(|(nodes, _)| format!("           {nodes} by searching them all")));
    lines.push(match estimate.looks {
        looks if looks.mean > 0.0 => format!("boards     {} perfect by probes", mean(looks)),
        _ => "boards     no probe met a perfect one".to_owned(),
    });
    let expected = &analysis.expected;
    let (amount, by) = match &expected.pairing {
        Some(pairing) => (pairing, "pairing all sides at random"),
        None => (&expected.shares, "the colours' shares"),
    };
    lines.push(format!("           {amount} by chance, {by} (a planted one comes on top)"));
    lines.extend(real.map(|(_, looks)| format!("           {looks} by searching them all")));
    let at = |depth: &Depth, amount: String| format!("{amount} at depth {}", depth.depth);
    let chance = widest(estimate, |depth| depth.chance_log10)
        .map(|depth| at(depth, power(depth.chance_log10)));
    let walked = widest(estimate, |depth| depth.probed.mean)
        .map(|depth| at(depth, short_or_power(depth.probed.mean)));
    if let (Some(chance), Some(walked)) = (chance, walked) {
        lines.push(format!("widest     {chance} by chance, {walked} by probes"));
    }
    let (deepest, reached, last) = (reach(estimate), probed(estimate), depths.len());
    lines.push(format!("deepest    {deepest} of {last} by chance, {reached} by probes"));
    if reached < last && real.is_none() {
        lines.push(format!("           below {reached} the probes know nothing: trust chance, and take their nodes for too few"));
    }
    lines
}

/// What probes met at a depth; nothing is not the same as none.
fn walked(probed: Mean) -> String {
    if probed.mean > 0.0 { mean(probed) } else { "-".to_owned() }
}

fn power(log10: f64) -> String {
    format!("10^{log10:.1}")
}

/// A mean and its error.
fn mean(Mean { mean, error }: Mean) -> String {
    format!("{} ± {}", short_or_power(mean), short_or_power(error))
}

fn short_or_power(value: f64) -> String {
    match value {
        v if v > 0.0 && v < 9.995 => format!("{v:.2}"),
        v if v < 1e15 => short(v),
        v => power(v.log10()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_short_whatever_their_size() {
        let shown = |mean: f64, error: f64| super::mean(Mean { mean, error });
        assert_eq!(shown(0.0, 0.0), "0 ± 0");
        assert_eq!(shown(0.123, 12.0), "0.12 ± 12");
        assert_eq!(shown(4.56e6, 7e3), "4.56M ± 7.00k");
        assert_eq!(shown(3.2e45, 1e44), "10^45.5 ± 10^44.0");
    }
}
