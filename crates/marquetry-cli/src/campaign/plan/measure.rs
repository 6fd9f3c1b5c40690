//! A plan for those who do not write one: one algorithm on some puzzles.

use super::puzzles::PuzzleEntry;
use super::{AlgorithmEntry, BudgetEntry, Measure, Plan};
use crate::args::CampaignMeasure;
use marquetry::search::Parameters;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a measured run takes when nobody says.
pub const DEFAULT_TIME: Duration = Duration::from_secs(60);

impl Plan {
    /// The plan of what was typed after `campaign measure`.
    #[must_use]
    pub fn measure(args: &CampaignMeasure, set: Parameters) -> Self {
        let time = args.time.or(args.work.is_none().then_some(DEFAULT_TIME));
        let budget = BudgetEntry { evaluations: args.work, time, target: args.target };
        let algorithm = AlgorithmEntry {
            with: args.with.clone(),
            label: None,
            set,
            grid: BTreeMap::new(),
            puzzles: None,
            budget: BudgetEntry::default(),
            seeds: None,
        };
        Self {
            name: "measure".to_owned(),
            title: format!("What {} reaches", args.with),
            source: None,
            note: None,
            compare: true,
            measure: Measure::Score,
            seeds: args.seeds.clone(),
            threads: args.threads,
            budget,
            at: args.at.clone(),
            quick: None,
            puzzles: args.puzzles.iter().map(|p| PuzzleEntry::typed(p, &args.reading)).collect(),
            algorithms: vec![algorithm],
            papers: Vec::new(),
            tests: Vec::new(),
            claims: Vec::new(),
            figures: Vec::new(),
        }
    }
}
