//! Our statistics against SciPy's, on the cases that `fixtures/scipy/make.py` made.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use marquetry::search::Rng;
use marquetry_cli::statistics as ours;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How far a number may be off, relatively or absolutely.
const TOLERANCE: f64 = 1e-9;

/// So many cases of each kind: none may go missing unnoticed.
const KINDS: [(&str, usize); 9] = [
    ("bootstrap", 28),
    ("friedman", 39),
    ("holm", 8),
    ("mann_whitney", 72),
    ("quantile", 16),
    ("studentised_range", 87),
    ("summary", 16),
    ("wilcoxon", 53),
    ("wilson", 65),
];

#[test]
fn agrees_with_scipy() {
    let text = include_str!("fixtures/scipy/cases.json");
    let file: Value = serde_json::from_str(text).unwrap();
    assert_eq!(file["scipy"], "1.17.1");
    let mut seen: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for case in file["cases"].as_array().unwrap() {
        let kind = case["kind"].as_str().unwrap();
        let answer = answer(kind, &case["given"]);
        let off = deviation(&answer, &case["expected"]);
        assert!(off < TOLERANCE, "{kind} of {}: {answer}, not {}", case["given"], case["expected"]);
        let (count, worst) = seen.entry(kind).or_default();
        *count += 1;
        *worst = worst.max(off);
    }
    println!("{seen:#?}");
    let counts: Vec<(&str, usize)> = seen.iter().map(|(&kind, &(n, _))| (kind, n)).collect();
    assert_eq!(counts, KINDS);
}

/// Small samples of awkward numbers: nothing panics, and what is said stays within its bounds.
#[test]
fn awkward_numbers() {
    const AWKWARD: [f64; 12] = [
        0.0,
        -0.0,
        1.0,
        1.0,
        2.5,
        -3.0,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    let mut rng = Rng::new(17);
    let mut answers = [0; 6];
    for round in 0..2000 {
        // Every other round without the last three, which many functions refuse.
        let kinds = if round % 2 == 0 { AWKWARD.len() } else { AWKWARD.len() - 3 };
        let mut draw = |n: usize| (0..n).map(|_| AWKWARD[rng.below(kinds)]).collect::<Vec<f64>>();
        let (x, y) = (draw(round % 7), draw(round % 5));
        let runs: Vec<(f64, bool)> = x.iter().map(|&spent| (spent, spent > 0.5)).collect();
        let pairs: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        let blocks: Vec<Vec<f64>> = (0..round % 4).map(|_| draw(round % 6)).collect();
        let fair = |floor: f64, p: f64| (floor * (1.0 - 1e-9)..=1.0).contains(&p);
        let said = [
            ours::Summary::of(&x).map(|s| s.min <= s.median && s.median <= s.max),
            ours::bootstrap_mean(&x, 0.9, 1).map(|(low, high)| low <= high),
            ours::ert(&runs).map(|time| time >= 0.0),
            ours::wilcoxon(&pairs).map(|test| fair(test.floor, test.p)),
            ours::mann_whitney(&x, &y).map(|test| fair(test.floor, test.p)),
            ours::friedman(&blocks).ok().map(|test| fair(test.floor, test.p)),
        ];
        for (count, said) in answers.iter_mut().zip(said) {
            assert_ne!(said, Some(false), "{x:?} {y:?} {blocks:?}");
            *count += usize::from(said.is_some());
        }
        assert_eq!(ours::holm(&x).len(), x.len());
    }
    assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
}

/// What we say.
fn answer(kind: &str, given: &Value) -> Value {
    let of = |name: &str| sample(&given[name]);
    let whole = |name: &str| given[name].as_u64().unwrap() as usize;
    let level = || given["level"].as_f64().unwrap();
    match kind {
        "summary" => show(ours::Summary::of(&of("sample")).unwrap()),
        "quantile" => {
            let mut sorted = of("sample");
            sorted.sort_by(f64::total_cmp);
            let quantile = |&share: &f64| ours::quantile(&sorted, share).unwrap();
            show(of("shares").iter().map(quantile).collect::<Vec<f64>>())
        }
        "wilson" => show(ours::wilson(whole("successes"), whole("trials"), level())),
        "bootstrap" => {
            show(ours::bootstrap_mean(&of("sample"), level(), whole("seed") as u64).unwrap())
        }
        "wilcoxon" => {
            let pairs: Vec<(f64, f64)> = of("x").into_iter().zip(of("y")).collect();
            show(ours::wilcoxon(&pairs).unwrap())
        }
        "mann_whitney" => show(ours::mann_whitney(&of("x"), &of("y")).unwrap()),
        "holm" => show(ours::holm(&of("sample"))),
        "friedman" => {
            let rows: Vec<Vec<f64>> =
                of("sample").chunks(whole("methods")).map(<[f64]>::to_vec).collect();
            show(ours::friedman(&rows).unwrap())
        }
        "studentised_range" => {
            let share = given["share"].as_f64().unwrap();
            show(ours::studentised_range(share, whole("values")).unwrap())
        }
        _ => panic!("unknown kind {kind}"),
    }
}

fn show(answer: impl Serialize) -> Value {
    json!(answer)
}

/// The numbers of a sample, given or drawn as `make.py` says.
fn sample(given: &Value) -> Vec<f64> {
    if let Some(list) = given.as_array() {
        return list.iter().map(|value| value.as_f64().unwrap()).collect();
    }
    let whole = |name: &str| given[name].as_u64().unwrap();
    let real = |name: &str| given[name].as_f64().unwrap();
    let mut state = whole("seed");
    (0..whole("n"))
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % whole("levels")) as f64 * real("scale") + real("shift")
        })
        .collect()
}

/// How far two values are apart at most; infinitely if they differ in anything but numbers.
fn deviation(ours: &Value, expected: &Value) -> f64 {
    let worst = |offs: &mut dyn Iterator<Item = f64>| offs.fold(0.0, f64::max);
    match (ours, expected) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() / b.abs().max(1.0)
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            worst(&mut a.iter().zip(b).map(|(a, b)| deviation(a, b)))
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            worst(&mut a.iter().map(|(key, a)| deviation(a, &b[key])))
        }
        (a, b) if a == b => 0.0,
        _ => f64::INFINITY,
    }
}
