//! From values to places on an axis.

/// Values beyond this are clamped, so that no span overflows.
const VAST: f64 = 1e15;
/// The least value of a log axis.
const TINY: f64 = 1e-9;

/// One axis: the values at its ends and how those between are spaced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    log: bool,
    /// The least distance of two ticks.
    least: f64,
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub label: String,
}

impl Scale {
    /// Equal distances for equal differences. Without a span it is 0 to 1.
    pub fn linear(span: Option<(f64, f64)>) -> Self {
        let (low, high) = span.unwrap_or((0.0, 1.0));
        let (low, high) = (low.clamp(-VAST, VAST), high.clamp(-VAST, VAST));
        let size = low.abs().max(high.abs());
        let room = match size {
            _ if size < 1e-12 => 1.0,
            _ if high - low > size * 1e-9 => 0.0,
            _ if size >= 1.0 => (size * 0.01).max(1.0),
            _ => size * 0.5,
        };
        Self { low: low - room, high: high + room, log: false, least: 0.0 }
    }

    /// Equal distances for equal ratios; zero and less lie at the low end.
    pub fn log(span: Option<(f64, f64)>) -> Self {
        let (low, high) = span.unwrap_or((1.0, 10.0));
        let (low, high) = (low.clamp(TINY, VAST), high.clamp(TINY, VAST));
        let room = if high > low * 1.0001 { 1.0 } else { 2.0 };
        Self { low: low / room, high: high * room, log: true, least: 0.0 }
    }

    /// Log if the values above zero span more than two decades and none is below zero, else linear.
    pub fn fitting(values: impl Iterator<Item = f64> + Clone) -> Self {
        let span = super::sample::span(values.clone());
        let above = super::sample::span(values.filter(|&v| v > 0.0));
        match (span, above) {
            (Some((low, _)), Some((least, high))) if low >= 0.0 && high > 100.0 * least => {
                Self::log(above)
            }
            _ => Self::linear(span),
        }
    }

    /// The same axis, longer by a share of its length at both ends.
    pub fn padded(self, share: f64) -> Self {
        let (low, high) = (self.warp(self.low), self.warp(self.high));
        let room = (high - low) * share;
        let back = |v: f64| if self.log { 10f64.powf(v) } else { v };
        Self { low: back(low - room), high: back(high + room), ..self }
    }

    /// The same axis, ticks on whole numbers only.
    pub fn whole(self) -> Self {
        Self { least: 1.0, ..self }
    }

    pub fn is_log(&self) -> bool {
        self.log
    }

    fn warp(&self, value: f64) -> f64 {
        if self.log { value.max(TINY * TINY).log10() } else { value }
    }

    /// Where a value lies from 0 at the low to 1 at the high end; clamped to them.
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = (self.warp(self.low), self.warp(self.high));
        let place = (self.warp(value) - low) / (high - low);
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }

    /// At most as many ticks as wanted (which is 2 or more), ascending.
    pub fn ticks(&self, wanted: usize) -> Vec<Tick> {
        let wanted = wanted.max(2);
        if !self.log {
            return self.linear_ticks(wanted);
        }
        let fine = self.decades(&[1.0, 2.0, 5.0], 1);
        if fine.len() < 3 {
            return self.linear_ticks(wanted);
        }
        let coarser = (1..30).map(|stride| self.decades(&[1.0], stride));
        let values = [fine].into_iter().chain(coarser).find(|values| values.len() <= wanted);
        let tick = |value| Tick { value, label: amount(value) };
        values.unwrap_or_default().into_iter().map(tick).collect()
    }

    /// Places for small marks between the ticks: none, or every digit of every decade.
    pub fn marks(&self) -> Vec<f64> {
        if !self.log || self.high > self.low * 1e7 {
            return Vec::new();
        }
        self.decades(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], 1)
    }

    /// The multiples of every power of ten whose exponent the stride divides, within the axis.
    fn decades(&self, multiples: &[f64], stride: i32) -> Vec<f64> {
        let (low, high) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let powers = (low..=high).filter(|power| power % stride == 0);
        let values = powers.flat_map(|power| multiples.iter().map(move |m| m * 10f64.powi(power)));
        let (low, high) = (self.low * (1.0 - 1e-9), self.high * (1.0 + 1e-9));
        values.filter(|v| (low..=high).contains(v)).collect()
    }

    fn linear_ticks(&self, wanted: usize) -> Vec<Tick> {
        let step = self.step(wanted);
        let first = (self.low / step - 1e-6).ceil();
        let values: Vec<f64> = (0..wanted)
            .map(|i| (first + i as f64) * step)
            .take_while(|v| *v <= self.high + step * 1e-6)
            .collect();
        let most = values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        values.into_iter().map(|value| Tick { value, label: label(value, step, most) }).collect()
    }

    /// The least of 1, 2, 5, 10, 20, ... and their tenths that needs no more ticks than wanted.
    fn step(&self, wanted: usize) -> f64 {
        let rough = ((self.high - self.low) / wanted as f64).max(f64::MIN_POSITIVE).max(self.least);
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0].map(|m| m * power);
        let count = |step: f64| {
            let (low, high) = (self.low / step - 1e-6, self.high / step + 1e-6);
            (high.floor() - low.ceil()) as usize + 1
        };
        let fits = |step: &f64| *step >= rough * 0.999 && count(*step) <= wanted;
        steps.into_iter().find(fits).unwrap_or(50.0 * power)
    }
}

const PREFIXES: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];

/// A number as short as it can be: 0.05, 20, 1k, 2.5M.
pub(super) fn amount(value: f64) -> String {
    let size = value.abs();
    if size > 0.0 && size < 1e-3 {
        return format!("{value:.0e}");
    }
    let (unit, prefix) = PREFIXES.into_iter().find(|p| size >= p.0).unwrap_or((1.0, ""));
    format!("{}{prefix}", (value / unit * 1000.0).round() / 1000.0)
}

/// The label of one tick of a row that lie a step apart: one prefix and as many decimals for all.
fn label(value: f64, step: f64, most: f64) -> String {
    if most < 1e-3 {
        let value = if value == 0.0 { 0.0 } else { value };
        return if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}") };
    }
    let decimals = |unit: f64| (-(step / unit).log10() - 1e-6).ceil().clamp(0.0, 12.0) as usize;
    let known = PREFIXES.into_iter().find(|p| most >= p.0 && most >= 1e4 && decimals(p.0) <= 2);
    let (unit, prefix) = known.unwrap_or((1.0, ""));
    // Not "-0" and not "0k".
    if value.abs() < step / 2.0 {
        return "0".to_owned();
    }
    format!("{:.*}{prefix}", decimals(unit), value / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, wanted: usize) -> Vec<String> {
        scale.ticks(wanted).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let linear = |low, high| Scale::linear(Some((low, high)));
        assert_eq!(labels(linear(0.0, 10.0), 6), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(linear(441.3, 467.2), 6), ["445", "450", "455", "460", "465"]);
        assert_eq!(labels(linear(-1.0, 1.0), 5), ["-1.0", "-0.5", "0", "0.5", "1.0"]);
        assert_eq!(labels(linear(0.0, 60_000.0), 4), ["0", "20k", "40k", "60k"]);
        assert_eq!(
            labels(linear(0.0, 3e9), 8),
            ["0", "0.5G", "1.0G", "1.5G", "2.0G", "2.5G", "3.0G"]
        );
        assert_eq!(labels(linear(1e6, 1e6 + 4.0), 3), ["1000000", "1000002", "1000004"]);
        assert_eq!(labels(linear(3.0, 5.0).whole(), 8), ["3", "4", "5"]);
        assert_eq!(labels(linear(0.0, 2e-5), 3), ["0", "1.0e-5", "2.0e-5"]);
    }

    #[test]
    fn log_ticks_are_as_fine_as_asked() {
        let log = |low, high| Scale::log(Some((low, high)));
        assert_eq!(labels(log(0.01, 1e6), 9).len(), 9);
        assert_eq!(labels(log(0.01, 1e6), 5), ["0.01", "1", "100", "10k", "1M"]);
        assert_eq!(labels(log(1.0, 20.0), 8), ["1", "2", "5", "10", "20"]);
        assert_eq!(labels(log(1.0, 1.4), 5), ["1.0", "1.1", "1.2", "1.3", "1.4"]);
        assert_eq!(labels(log(0.0, 1e15), 4), ["1e-6", "1", "1M", "1T"]);
    }

    #[test]
    fn any_axis_has_few_ascending_ticks_within() {
        let values = [0.0, 1e-320, 1e-12, 0.3, 1.0, 7.0, 480.0, 1e9, 1e15, 1e300];
        let ends = || values.into_iter().flat_map(|v| [v, -v]);
        for (a, b) in ends().flat_map(|a| ends().map(move |b| (a, b))).filter(|(a, b)| a <= b) {
            for scale in [Scale::linear(Some((a, b))), Scale::log(Some((a, b)))] {
                for scale in [scale, scale.padded(0.05), scale.whole()] {
                    let ticks = scale.ticks(6);
                    let places: Vec<f64> = ticks.iter().map(|t| scale.place(t.value)).collect();
                    assert!(ticks.len() <= 6, "{scale:?} {ticks:?}");
                    assert!(places.is_sorted_by(|a, b| a < b), "{scale:?} {ticks:?}");
                    assert!(places.iter().all(|p| (0.0..=1.0).contains(p)), "{scale:?}");
                    assert!(scale.least > 0.0 || ticks.len() >= 2, "{scale:?} {ticks:?}");
                    assert!(ticks.iter().all(|t| t.label.len() < 20), "{ticks:?}");
                }
            }
        }
    }

    #[test]
    fn the_ends_hold_what_lies_beyond() {
        let log = Scale::log(Some((1.0, 100.0)));
        let places =
            [f64::NEG_INFINITY, 0.0, 1.0, 10.0, 100.0, f64::INFINITY].map(|v| log.place(v));
        assert_eq!(places, [0.0, 0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!(log.place(f64::NAN), 0.0);
        assert!(Scale::fitting([0.0, 1.0, 101.0].into_iter()).is_log());
        assert!(!Scale::fitting([0.0, 1.0, 99.0].into_iter()).is_log());
        assert!(!Scale::fitting([-1.0, 1.0, 999.0].into_iter()).is_log());
    }
}
