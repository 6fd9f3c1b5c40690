//! The expected running time.

/// The expected running time to a success with restarts (ERT, Hansen et al. 2021): what all runs
/// spent, solved or not, over the number of those that solved. `None` without a success, or if
/// something spent is negative or not finite.
#[must_use]
pub fn ert(runs: &[(f64, bool)]) -> Option<f64> {
    let legal = runs.iter().all(|(spent, _)| spent.is_finite() && *spent >= 0.0);
    let successes = runs.iter().filter(|(_, solved)| *solved).count();
    let spent: f64 = runs.iter().map(|(spent, _)| spent).sum();
    (legal && successes > 0).then(|| spent / successes as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_paid_for() {
        assert_eq!(ert(&[(10., true), (30., false), (20., true)]), Some(30.0));
        assert_eq!(ert(&[(10., true)]), Some(10.0));
    }

    #[test]
    fn what_has_no_answer() {
        assert_eq!(ert(&[]), None);
        assert_eq!(ert(&[(10., false)]), None);
        assert_eq!(ert(&[(f64::NAN, true)]), None);
        assert_eq!(ert(&[(f64::INFINITY, false), (1., true)]), None);
        assert_eq!(ert(&[(-1., true)]), None);
    }
}
