//! The pictures as a whole.

use super::*;
use marquetry::search::Rng;
use roxmltree::Document;

const NAMES: [&str; 12] = [
    "depth-first",
    "greedy",
    "beam",
    "repair",
    "descent",
    "annealing",
    "tabu",
    "gvns",
    "ants <x> & \"y\"",
    "genetic with partition crossover (GPX-2)",
    "portfolio",
    "a label that is far too long to be shown in full anywhere",
];

/// A number from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    rng.below(1_000_000) as f64 / 1e6
}

/// Runs that improve ever more slowly, from a first board at a ten-thousandth of the time.
fn runs(rng: &mut Rng, count: usize, best: f64, time: f64) -> Vec<Vec<(f64, f64)>> {
    let run = |rng: &mut Rng| {
        let (top, mut at, mut score) = (best + (unit(rng) * 8.0).floor(), time / 1e4, best * 0.75);
        let mut run = Vec::new();
        while at < time {
            run.push((at, score.floor()));
            at *= 1.0 + unit(rng);
            score += (top - score) * 0.3 * unit(rng);
        }
        run.push((time, score.floor()));
        run
    };
    (0..count).map(|_| run(rng)).collect()
}

/// The pictures of a study of this many algorithms.
fn study(count: usize) -> Vec<(&'static str, String)> {
    let mut rng = Rng::new(7);
    let names = &NAMES[..count];
    let traces: Vec<_> =
        (0..count).map(|i| runs(&mut rng, 30, 425.0 + 4.0 * i as f64, 60.0)).collect();
    let quartiles: Vec<_> = traces.iter().map(|runs| bands(runs)).collect();
    let curves = names.iter().zip(&quartiles);
    let curves: Vec<_> = curves.map(|(&label, bands)| Curve { label, runs: 30, bands }).collect();
    let last = |runs: &Vec<Vec<(f64, f64)>>| runs.iter().map(|run| run[run.len() - 1].1).collect();
    let scores: Vec<Vec<f64>> = traces.iter().map(last).collect();
    let mut reach = |i: usize| {
        let mut time = || (0.05 * (i + 1) as f64) * (9.0 * unit(&mut rng)).exp();
        (0..30).map(|_| Some(time()).filter(|t| *t < 600.0).unwrap_or(f64::INFINITY)).collect()
    };
    let times: Vec<Vec<f64>> = (0..count).map(&mut reach).collect();
    let ranked: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(i, &label)| Ranked {
            label,
            rank: 1.3 + (count as f64 - 1.6) * (i as f64 / 12.0).sqrt(),
        })
        .collect();
    fn sample<'a>((&label, values): (&&'a str, &'a Vec<f64>)) -> Sample<'a> {
        Sample { label, values }
    }
    let bar = |(&label, values): (&&'static str, &Vec<f64>)| Bars {
        label,
        ours: values[..12].to_vec(),
        paper: values[12..24].to_vec(),
    };
    let costs: Vec<_> = names.iter().zip(&times).map(bar).collect();
    let scores: Vec<_> = names.iter().zip(&scores).map(sample).collect();
    let times: Vec<_> = names.iter().zip(&times).map(sample).collect();
    let joins = "score (matched joins)";
    let trends = names.iter().zip(&traces);
    let trends: Vec<_> = trends.map(|(&label, runs)| Trend { label, runs }).collect();
    let few: Vec<_> = traces.iter().map(|runs| runs[0][..3].to_vec()).collect();
    let few = names.iter().zip(&few);
    let few: Vec<_> = few.map(|(&label, points)| Points { label, points }).collect();
    vec![
        (
            "convergence",
            convergence("Convergence on a 16x16 puzzle", Cost::Seconds, joins, &curves),
        ),
        ("boxes", boxes("Scores after 60 s", joins, &scores)),
        ("distribution", distribution("Runs that reach 460", Cost::Seconds, &times)),
        ("profiles", profiles("Performance profiles", &times)),
        ("critical_difference", critical_difference("Nemenyi, alpha = 0.05", &ranked, 30, 2.1)),
        ("histogram", histogram("Scores of 30 runs", joins, &scores)),
        ("bars", bars("Seconds to 460", "seconds", &["n=10 m=26"; 12], &costs)),
        ("trend", trend("Scores up and down", "generation", joins, &trends)),
        ("points", points("A few scores", "cells", joins, &few)),
    ]
}

fn count(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

/// Well formed, named, without a font, nothing that is no number, at most two decimals.
fn check(name: &str, svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{name}: {e}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"), "{name}");
    assert!(root.first_element_child().is_some_and(|node| node.has_tag_name("title")), "{name}");
    for node in document.descendants() {
        for attribute in node.attributes().filter(|a| a.name() != "fill" && a.name() != "stroke") {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{name}: {value}");
            let decimals = value.split('.').skip(1);
            let digits = decimals.map(|d| d.chars().take_while(char::is_ascii_digit).count());
            assert!(digits.max().unwrap_or(0) <= 2, "{name}: {value}");
        }
        assert!(!node.has_tag_name("text"), "{name} needs a font");
    }
}

#[test]
fn every_series_is_drawn_once() {
    for size in [1, 3, 12] {
        for (name, svg) in study(size) {
            check(name, &svg);
            assert!(crate::png::render(&svg).is_ok(), "{name}");
            let class = match name {
                "boxes" => "box",
                "histogram" => "panel",
                "critical_difference" => "contestant",
                _ => "series",
            };
            assert_eq!(count(&svg, class), size, "{name}");
            let banded = matches!(name, "convergence" | "trend");
            assert_eq!(count(&svg, "band"), if banded { size } else { 0 }, "{name}");
        }
        assert_eq!(study(size), study(size));
    }
}

#[test]
fn odd_data_is_drawn_too() {
    let (nan, vast) = (f64::NAN, f64::INFINITY);
    let odd: [&[f64]; 10] = [
        &[],
        &[0.0],
        &[1.0],
        &[5.0; 9],
        &[nan, nan],
        &[vast, -vast],
        &[0.0, 1e-300, 1e300],
        &[-1e300, 1e300],
        &[nan, 3.0, vast, -2.0, 0.0],
        &[f64::MIN_POSITIVE, f64::MAX, f64::MIN],
    ];
    let mut sets: Vec<Vec<Sample<'_>>> = vec![vec![]];
    sets.extend(odd.map(|values| vec![Sample { label: "a\u{1}\n\u{1f600}]]>", values }]));
    sets.push(odd.map(|values| Sample { label: "", values }).to_vec());
    for samples in &sets {
        let levels: Vec<Vec<Band>> = samples
            .iter()
            .map(|s| {
                let pairs = s.values.iter().zip(s.values.iter().rev());
                pairs.map(|(&x, &y)| Band { x, low: y, median: x, high: nan }).collect()
            })
            .collect();
        let curves: Vec<_> = samples
            .iter()
            .zip(&levels)
            .map(|(s, bands)| Curve { label: s.label, runs: 0, bands })
            .collect();
        let ranked: Vec<_> = samples
            .iter()
            .flat_map(|s| s.values.iter().map(|&rank| Ranked { label: s.label, rank }))
            .collect();
        let title = "t".repeat(1000);
        for cost in [Cost::Seconds, Cost::Steps] {
            check("convergence", &convergence(&title, cost, &title, &curves));
            check("distribution", &distribution("", cost, samples));
        }
        let pairs = |s: &Sample<'_>| -> Vec<(f64, f64)> {
            s.values.iter().copied().zip(s.values.iter().rev().copied()).collect()
        };
        let runs: Vec<Vec<Vec<(f64, f64)>>> = samples.iter().map(|s| vec![pairs(s)]).collect();
        let few = samples.iter().zip(&runs);
        let few =
            few.flat_map(|(s, runs)| runs.iter().map(|points| Points { label: s.label, points }));
        check("points", &points(&title, "", &title, &few.collect::<Vec<_>>()));
        let trends = samples.iter().zip(&runs).map(|(s, runs)| Trend { label: s.label, runs });
        check("trend", &trend(&title, "", &title, &trends.collect::<Vec<_>>()));
        check("boxes", &boxes("", &title, samples));
        check("profiles", &profiles("", samples));
        for difference in [nan, vast, -1.0, 0.0, 1e300] {
            check("critical_difference", &critical_difference("", &ranked, 0, difference));
        }
        check("histogram", &histogram("", &title, samples));
        let both = samples.iter().map(|s| (s.label, s.values.to_vec()));
        let columns: Vec<_> =
            both.map(|(label, ours)| Bars { label, paper: ours.clone(), ours }).collect();
        for groups in [&[][..], &["", "a b c", &title]] {
            check("bars", &bars("", &title, groups, &columns));
        }
    }
}

#[test]
fn many_runs_make_a_small_picture() {
    let values: Vec<f64> = (1..200_000).map(f64::from).collect();
    let samples = [Sample { label: "many", values: &values }];
    assert!(distribution("", Cost::Steps, &samples).len() < 200_000);
    assert!(boxes("", "", &samples).len() < 200_000);
    assert!(histogram("", "", &samples).len() < 200_000);
}

#[test]
#[ignore = "no check: writes the pictures into the folder MARQUETRY_PLOTS, to be looked at"]
fn pictures_can_be_looked_at() {
    let folder = std::env::var_os("MARQUETRY_PLOTS").expect("MARQUETRY_PLOTS names a folder");
    let folder = std::path::Path::new(&folder);
    for size in [1, 4, 12] {
        for (name, svg) in study(size) {
            let file = format!("{name}-{size}");
            std::fs::write(folder.join(file.clone() + ".png"), crate::png::render(&svg).unwrap())
                .unwrap();
            std::fs::write(folder.join(file + ".svg"), svg).unwrap();
        }
    }
}
