//! How a gauge went over another: what a figure of a run is drawn from.

use super::Problem;
use super::run::Run;
use super::sink::Sink;
use serde::{Deserialize, Serialize};

/// The most points of a curve, so that a run of any length can be kept.
const MOST_POINTS: usize = 1000;

/// How a gauge went over another that only grows, such as the best fitness over the generations.
///
/// It has a point for every change and one for the end: a value holds until the next. Beyond a
/// thousand points it tells the value at every second place only, then at every fourth, and so on:
/// which, depends on nothing but the values.
///
/// ```
/// use marquetry::search::Curve;
///
/// let mut curve = Curve::new("fitness", "generation");
/// for (at, value) in [(0, 0.5), (1, 0.5), (2, 0.75), (3, 0.25), (4, 0.25)] {
///     curve.add(at, value);
/// }
/// assert_eq!(curve.points, [(0, 0.5), (2, 0.75), (3, 0.25), (4, 0.25)]);
/// assert_eq!((curve.value(1), curve.value(3), curve.value(9)), (Some(0.5), Some(0.25), None));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The gauge it shows.
    pub of: String,
    /// The gauge along it.
    pub over: String,
    /// The distance of two places at which the value is told: 1 if at all.
    pub every: u64,
    /// The places and the values from there on; the last place is the end.
    pub points: Vec<(u64, f64)>,
}

impl Curve {
    /// A curve without points.
    #[must_use]
    pub fn new(of: &str, over: &str) -> Self {
        Self { of: of.to_owned(), over: over.to_owned(), every: 1, points: Vec::new() }
    }

    /// Goes on to a place that is not before the last.
    pub fn add(&mut self, at: u64, value: f64) {
        self.put(at, value);
        while self.points.len() > MOST_POINTS
            && let Some(every) = self.every.checked_mul(2)
        {
            self.every = every;
            let points = std::mem::take(&mut self.points);
            points.into_iter().for_each(|(at, value)| self.put(at, value));
        }
    }

    /// The last value up to a place that is told counts there.
    fn put(&mut self, at: u64, value: f64) {
        if let [.., before, end] = self.points[..]
            && before.1 == end.1
        {
            // The end was no change.
            self.points.pop();
        }
        let at = at.checked_next_multiple_of(self.every).unwrap_or(u64::MAX);
        match self.points.last_mut() {
            Some(last) if last.0 >= at => last.1 = value,
            _ => self.points.push((at, value)),
        }
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.points.last().map(|point| point.0)
    }

    /// The value at a place, if it begins before and does not end before.
    #[must_use]
    pub fn value(&self, at: u64) -> Option<f64> {
        let within = self.end().is_some_and(|end| at <= end);
        let next = self.points.partition_point(|point| point.0 <= at);
        self.points[..next].last().filter(|_| within).map(|point| point.1)
    }

    /// How often the value fell.
    #[must_use]
    pub fn falls(&self) -> usize {
        self.points.windows(2).filter(|pair| pair[1].1 < pair[0].1).count()
    }
}

impl<P: Problem> Run<'_, P> {
    /// Adds what two [gauges](Self::gauge) say now to the [curve](Curve) of the first over the
    /// second, which the outcome has. Forked children are not heard.
    pub fn plot(&mut self, of: &str, over: &str) {
        let Sink::Lead(lead) = &mut self.sink else { return };
        let said = |name: &str| {
            lead.gauges.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
        };
        let (Some(value), Some(at)) = (said(of), said(over)) else { return };
        let known = lead.curves.iter_mut().find(|curve| curve.of == of && curve.over == over);
        match known {
            Some(curve) => curve.add(at as u64, value),
            None => {
                let mut curve = Curve::new(of, over);
                curve.add(at as u64, value);
                lead.curves.push(curve);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that change at every place.
    fn wave(at: u64) -> f64 {
        ((at * at) % 97) as f64
    }

    #[test]
    fn a_long_curve_is_small_and_true_where_it_tells_the_value() {
        let mut curve = Curve::new("fitness", "generation");
        (0..=100_000).for_each(|at| curve.add(at, wave(at)));
        assert!(curve.points.len() <= MOST_POINTS && curve.points.len() > MOST_POINTS / 4);
        assert!(curve.every.is_power_of_two() && curve.every > 64);
        for at in (0..100_000).step_by(curve.every as usize) {
            assert_eq!(curve.value(at), Some(wave(at)), "{at}");
        }
        assert_eq!(curve.end(), Some(100_000_u64.next_multiple_of(curve.every)));
    }

    #[test]
    fn only_changes_and_the_end_are_kept() {
        let mut curve = Curve::new("fitness", "generation");
        (0..100_000).for_each(|at| curve.add(at, f64::from(at > 70_000)));
        assert_eq!(
            (curve.every, &*curve.points),
            (1, &[(0, 0.0), (70_001, 1.0), (99_999, 1.0)][..])
        );
        assert_eq!(curve.falls(), 0);
        curve.add(100_000, 0.5);
        assert_eq!(
            (curve.falls(), curve.value(100_000), curve.value(100_001)),
            (1, Some(0.5), None)
        );
    }

    #[test]
    fn odd_places_are_survived() {
        let mut curve = Curve::new("a", "b");
        assert_eq!((curve.end(), curve.value(0), curve.falls()), (None, None, 0));
        (0..5000).for_each(|i| curve.add(u64::MAX - 5000 + i, wave(i)));
        (0..5000).for_each(|i| curve.add(i, wave(i)));
        assert!(curve.points.len() <= MOST_POINTS);
    }
}
