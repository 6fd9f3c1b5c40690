//! Mean ranks and which of them differ: Demšar, Statistical comparisons of classifiers over
//! multiple data sets, Journal of Machine Learning Research 7 (2006), section 3.2.4.

use super::axes::Axes;
use super::canvas::{Anchor, Canvas, Hand, INK, WIDTH, shorten};
use super::lines::draw_title;
use super::sample::span;
use super::scale::Scale;

/// A contestant and its mean rank over all instances, 1 being the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<'a> {
    /// What to call it; up to 40 characters are shown.
    pub label: &'a str,
    /// The mean rank.
    pub rank: f64,
}

/// Distance of two labels.
const ROW: f64 = 22.0;
/// Distance of two bars that join groups.
const BAR: f64 = 7.0;
/// Width of a rank and the space around it.
const RANK: f64 = 76.0;
/// The row of the axis.
const AXIS: f64 = 122.0;

/// Draws the axis of mean ranks, the best on the right as in the paper, with a bar below it for
/// each group of contestants whose ranks lie no more than the critical difference apart.
#[must_use]
pub fn critical_difference(
    title: &str,
    ranked: &[Ranked<'_>],
    instances: usize,
    difference: f64,
) -> String {
    let mut sorted: Vec<Ranked<'_>> =
        ranked.iter().copied().filter(|r| r.rank.is_finite()).collect();
    sorted.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    let difference = if difference.is_nan() { 0.0 } else { difference.clamp(0.0, 1e6) };
    let groups = groups(&sorted, difference);
    let lanes = groups.len() as f64 * BAR;
    let rows = sorted.len().div_ceil(2).max(1) as f64;
    let (right, left) = sorted.split_at(sorted.len() / 2);
    let widths = widths(left, right);
    let (low, high) = span(sorted.iter().map(|r| r.rank)).unwrap_or((1.0, 1.0));
    // From 1 to the number of contestants, or further so that the critical difference fits.
    let start = low.floor().min(1.0);
    let least = (sorted.len() as f64).max(start + difference.min(100.0).ceil()).max(2.0);
    let ends = (start, high.ceil().max(least));
    let axes = Axes {
        left: widths.0 + RANK,
        right: WIDTH - widths.1 - RANK,
        top: AXIS,
        bottom: AXIS,
        x: Scale::linear(Some(ends)).whole(),
        y: Scale::linear(None),
    };
    // The scale ascends to the right; the paper's axis descends.
    let at = |rank: f64| axes.left + axes.right - axes.x(rank);
    let mut canvas = Canvas::new(AXIS + lanes + rows * ROW + 36.0);
    draw_title(&mut canvas, title);
    draw_axis(&mut canvas, &axes, at, instances);
    draw_bar(&mut canvas, &axes, difference, ends);
    if sorted.is_empty() {
        canvas.text(Hand::Name, Anchor::Middle, WIDTH / 2.0, AXIS + 24.0, "no data");
    }
    for (i, contestant) in sorted.iter().enumerate() {
        let best = i < right.len();
        let place = if best { i } else { sorted.len() - 1 - i };
        let y = AXIS + lanes + 22.0 + place as f64 * ROW;
        draw_contestant(&mut canvas, &axes, contestant, (at(contestant.rank), y), best);
    }
    for (i, &(first, last)) in groups.iter().enumerate() {
        let y = AXIS + 9.0 + i as f64 * BAR;
        let (left, right) = (at(last) - 3.0, at(first) + 3.0);
        canvas.open("group", "no significant difference");
        canvas.line(&[(left, y), (right, y)], &format!(r#"stroke="{INK}" stroke-width="3.6""#));
        canvas.close();
    }
    canvas.finish(title)
}

/// Draws a line from the axis at x down to the row y and out to the label, on the right if best.
fn draw_contestant(
    canvas: &mut Canvas,
    axes: &Axes,
    contestant: &Ranked<'_>,
    (x, y): (f64, f64),
    best: bool,
) {
    let (end, anchor, away, room) = if best {
        (axes.right + 8.0, Anchor::Start, 1.0, WIDTH - axes.right)
    } else {
        (axes.left - 8.0, Anchor::End, -1.0, axes.left)
    };
    canvas.open("contestant", contestant.label);
    canvas.line(&[(x, AXIS), (x, y), (end, y)], &format!(r#"fill="none" stroke="{INK}""#));
    let rank = format!("{:.2}", contestant.rank.clamp(-1e6, 1e6));
    canvas.text(Hand::Small, anchor, end + away * 5.0, y, &rank);
    let after = end + away * (Hand::Small.width(&rank) + 15.0);
    let label = shorten(contestant.label, Hand::Name, room - RANK + 0.01);
    canvas.text(Hand::Name, anchor, after, y, &label);
    canvas.close();
}

/// The widths of the labels on the left and on the right. The axis keeps a third of the sheet; a
/// side may use what the other does not need.
fn widths(left: &[Ranked<'_>], right: &[Ranked<'_>]) -> (f64, f64) {
    const BOTH: f64 = WIDTH * 2.0 / 3.0 - 2.0 * RANK;
    let [left, right] = [left, right].map(|side| {
        let labels = side.iter().map(|r| shorten(r.label, Hand::Name, BOTH));
        labels.map(|label| Hand::Name.width(&label)).fold(60.0, f64::max)
    });
    let share = |own: f64, other: f64| own.min((BOTH - other).max(BOTH / 2.0));
    (share(left, right), share(right, left))
}

fn draw_axis(canvas: &mut Canvas, axes: &Axes, at: impl Fn(f64) -> f64, instances: usize) {
    let pen = format!(r#"fill="none" stroke="{INK}" stroke-width="1.3""#);
    canvas.line(&[(axes.left, AXIS), (axes.right, AXIS)], &pen);
    let fitting = ((axes.right - axes.left) / 20.0) as usize;
    for tick in axes.x.ticks(fitting.min(13)) {
        let x = at(tick.value);
        canvas.line(&[(x, AXIS - 6.0), (x, AXIS)], &pen);
        canvas.text(Hand::Small, Anchor::Middle, x, AXIS - 14.0, &tick.label);
    }
    let s = if instances == 1 { "" } else { "s" };
    let name = format!("mean rank over {instances} instance{s} (1 is best)");
    canvas.text(Hand::Name, Anchor::Middle, (axes.left + axes.right) / 2.0, AXIS - 34.0, &name);
}

/// Draws the critical difference to the scale of the axis, at its left end.
fn draw_bar(canvas: &mut Canvas, axes: &Axes, difference: f64, (low, high): (f64, f64)) {
    let long = (difference / (high - low)).min(1.0) * (axes.right - axes.left);
    let (left, y) = (axes.left, AXIS - 56.0);
    let pen = format!(r#"fill="none" stroke="{INK}" stroke-width="1.3""#);
    canvas.line(&[(left, y - 4.0), (left, y + 4.0)], &pen);
    canvas.line(&[(left, y), (left + long, y)], &pen);
    canvas.line(&[(left + long, y - 4.0), (left + long, y + 4.0)], &pen);
    let name = format!("CD = {difference:.2}");
    canvas.text(Hand::Name, Anchor::End, left - 8.0, y, &name);
}

/// The least and largest rank of every largest group that spans no more than the difference; a
/// contestant alone is no group.
fn groups(sorted: &[Ranked<'_>], difference: f64) -> Vec<(f64, f64)> {
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let mut reached = 0;
    for (i, first) in sorted.iter().enumerate() {
        let end = sorted.partition_point(|r| r.rank - first.rank <= difference);
        if end > reached.max(i + 1)
            && let Some(last) = sorted.get(end - 1)
        {
            groups.push((first.rank, last.rank));
        }
        reached = reached.max(end);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_label_takes_the_room_a_short_one_leaves() {
        let side = |label| [Ranked { label, rank: 1.0 }];
        let (long, short) = (side("a label of exactly forty characters, yes"), side("short"));
        let whole = Hand::Name.width(long[0].label);
        assert_eq!(widths(&long, &short), (whole, 60.0));
        let (left, right) = widths(&long, &long);
        assert!(left == right && left < whole, "{left} {right} {whole}");
    }

    #[test]
    fn groups_are_largest() {
        let ranked = |ranks: &[f64]| -> Vec<_> {
            ranks.iter().map(|&rank| Ranked { label: "a", rank }).collect()
        };
        let found = |ranks, difference| groups(&ranked(ranks), difference);
        assert_eq!(found(&[1.0, 2.0, 3.0, 5.0], 1.0), [(1.0, 2.0), (2.0, 3.0)]);
        assert_eq!(found(&[1.0, 2.0, 3.0, 5.0], 2.0), [(1.0, 3.0), (3.0, 5.0)]);
        assert_eq!(found(&[1.0, 2.0, 3.0, 5.0], 9.0), [(1.0, 5.0)]);
        assert_eq!(found(&[1.0, 3.0], 1.0), []);
        assert_eq!(found(&[2.0, 2.0], 0.0), [(2.0, 2.0)]);
        assert_eq!(found(&[], 1.0), []);
    }
}
