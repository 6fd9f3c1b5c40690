//! Logarithms of counts, looked up.

/// Counts up to this are looked up; of more, which boards of some hundred pieces have if their
/// colours are few, the logarithm is computed.
const MOST: usize = 1 << 16;

/// The natural logarithms of counts.
#[derive(Debug)]
pub(super) struct Logs(Vec<f32>);

impl Logs {
    /// Those of counts up to `most` are there at once.
    pub(super) fn new(most: usize) -> Self {
        Self((0..=most.min(MOST) as i32).map(ln).collect())
    }

    /// The logarithm of a count, at least of 1.
    #[inline]
    pub(super) fn of(&self, count: i32) -> f32 {
        let known = self.0.get(count.max(0) as usize);
        known.map_or_else(|| ln(count), |ln| *ln)
    }
}

/// The natural logarithm of a count, at least of 1, the same on every machine.
fn ln(count: i32) -> f32 {
    let bits = (count.max(1) as f32).to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    // ln m = 2 artanh t, with t at most 1/3.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = [2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 2.0];
    let ln = series.into_iter().fold(0.0, |sum, term| sum * square + term) * t;
    exponent as f32 * std::f32::consts::LN_2 + ln
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        let logs = Logs::new(1000);
        for count in (1..100_000).chain([1 << 20, (1 << 28) + 12_345]) {
            assert!((f64::from(logs.of(count)) - f64::from(count).ln()).abs() < 2e-5, "{count}");
        }
        assert_eq!(logs.of(0), 0.0);
        assert_eq!(logs.of(-5), 0.0);
    }
}
