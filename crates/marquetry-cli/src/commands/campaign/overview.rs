//! How far a campaign is.

use super::super::table;
use crate::campaign::{Campaign, Cell, Glance, Record};
use crate::observe::{Screen, clock};
use crate::terminal::Room;
use marquetry::search::Score;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

/// How far a campaign is, cell by cell.
pub(super) struct CampaignOverview<'a> {
    campaign: &'a Campaign,
    tallies: Vec<Tally<'a>>,
    /// The cells each job belongs to.
    cells: HashMap<String, Vec<usize>>,
    /// Jobs to make when it began.
    missing: usize,
    started: Instant,
    /// Runs made since then.
    made: usize,
    screen: Screen,
}

/// How far a cell is.
struct Tally<'a> {
    cell: &'a Cell,
    done: usize,
    failed: usize,
    solved: usize,
    best: Option<Score>,
    sum: f64,
    seconds: f64,
}

impl<'a> CampaignOverview<'a> {
    pub(super) fn new(campaign: &'a Campaign, known: &HashMap<String, Glance>) -> Self {
        let mut tallies: Vec<Tally<'a>> = Vec::new();
        let mut cells: HashMap<String, Vec<usize>> = HashMap::new();
        let mut missing = 0;
        for cell in &campaign.cells {
            let mut tally = Tally::new(cell);
            let jobs: Vec<String> = cell.jobs().map(|(job, _)| job).collect();
            jobs.iter().filter_map(|job| known.get(job)).for_each(|glance| tally.add(glance));
            // A missing puzzle whose runs nobody has is no part of it, nor is a stand-in for one whose
            // runs are there.
            let spare = tallies.iter().any(|other: &Tally| {
                cell.stands_for.as_ref() == Some(&other.cell.puzzle)
                    && cell.algorithm == other.cell.algorithm
            });
            if spare || cell.subject.is_none() && tally.done == 0 {
                continue;
            }
            for job in jobs {
                missing += usize::from(!known.contains_key(&job) && !cells.contains_key(&job));
                cells.entry(job).or_default().push(tallies.len());
            }
            tallies.push(tally);
        }
        let (started, made, screen) = (Instant::now(), 0, Screen::default());
        Self { campaign, tallies, cells, missing, started, made, screen }
    }

    pub(super) fn add(&mut self, record: &Record) {
        let glance = Glance::of(record);
        self.made += 1;
        for &cell in self.cells.get(&record.job).into_iter().flatten() {
            self.tallies.get_mut(cell).iter_mut().for_each(|tally| tally.add(&glance));
        }
    }

    pub(super) fn all(&self) -> usize {
        self.tallies.iter().map(|tally| tally.cell.seeds.len()).sum()
    }

    pub(super) fn done(&self) -> usize {
        self.tallies.iter().map(|tally| tally.done).sum()
    }

    pub(super) fn failed(&self) -> usize {
        self.tallies.iter().map(|tally| tally.failed).sum()
    }

    /// Seconds that are left at the pace so far.
    fn left(&self) -> Option<f64> {
        let pace = self.started.elapsed().as_secs_f64() / self.made.max(1) as f64;
        (self.made > 0).then(|| pace * self.missing.saturating_sub(self.made) as f64)
    }

    fn head(&self) -> String {
        let failed = match self.failed() {
            0 => String::new(),
            failed => format!("  {failed} failed"),
        };
        let left = self.left().map_or_else(String::new, |left| format!("  {} left", clock(left)));
        let name = &self.campaign.plan.name;
        format!("{name}  {} of {} runs{failed}{left}", self.done(), self.all())
    }

    /// One line for a run that was just added.
    pub(super) fn line(&self, record: &Record) -> String {
        let label = self.cells.get(&record.job).and_then(|cells| self.tallies.get(*cells.first()?));
        let label = label.map_or_else(String::new, Tally::label);
        let end = match &record.error {
            Some(error) => format!("failed: {error}"),
            None => format!("{} of {}", record.score, record.perfect),
        };
        let (done, all, seed) = (self.done(), self.all(), record.spec.seed);
        format!("{done}/{all}  {label}  seed {seed}  {end}  {:.1} s", record.wall_s)
    }

    /// Draws it in place, as many cells as the terminal has room for: those that are not done first.
    pub(super) fn show(&mut self) {
        let Room { columns, rows, .. } = Room::of_stderr();
        let mut tallies: Vec<&Tally> = self.tallies.iter().collect();
        tallies.sort_by_key(|tally| (tally.done == 0, tally.is_done()));
        let room = rows.saturating_sub(4).clamp(1, 40);
        let mut lines = vec![self.head()];
        lines.extend(cells_table(&tallies[..tallies.len().min(room)]).lines().map(str::to_owned));
        if tallies.len() > room {
            lines.push(format!("and {} more cells", tallies.len() - room));
        }
        let cut = |line: String| line.chars().take(columns.saturating_sub(1)).collect();
        self.screen.show(&lines.into_iter().map(cut).collect::<Vec<String>>());
    }

    /// The whole table.
    pub(super) fn table(&self) -> String {
        let tallies: Vec<&Tally> = self.tallies.iter().collect();
        format!("{}\n\n{}", self.head(), cells_table(&tallies))
    }

    /// One line at the end.
    pub(super) fn summary(&self, path: &Path) -> String {
        let failed = match self.failed() {
            0 => String::new(),
            failed => format!(", {failed} of them failed"),
        };
        format!("{} of {} runs in {}{failed}", self.done(), self.all(), path.display())
    }

    pub(super) fn json(&self, path: &Path) -> Value {
        let cell = |tally: &Tally| {
            json!({
                "puzzle": tally.cell.puzzle,
                "algorithm": tally.cell.algorithm,
                "runs": tally.cell.seeds.len(),
                "done": tally.done,
                "failed": tally.failed,
                "solved": tally.solved,
                "best": tally.best,
                "mean": tally.mean(),
                "seconds": tally.seconds,
            })
        };
        json!({
            "plan": self.campaign.plan.name,
            "store": path,
            "runs": self.all(),
            "done": self.done(),
            "failed": self.failed(),
            "cells": self.tallies.iter().map(cell).collect::<Vec<_>>(),
        })
    }
}

impl<'a> Tally<'a> {
    fn new(cell: &'a Cell) -> Self {
        Self { cell, done: 0, failed: 0, solved: 0, best: None, sum: 0.0, seconds: 0.0 }
    }

    fn add(&mut self, glance: &Glance) {
        self.done += 1;
        self.failed += usize::from(glance.failed);
        self.solved += usize::from(glance.solved);
        self.seconds += glance.wall_s;
        if !glance.failed {
            self.best = self.best.max(Some(glance.score));
            self.sum += f64::from(glance.score);
        }
    }

    fn is_done(&self) -> bool {
        self.done == self.cell.seeds.len()
    }

    fn mean(&self) -> Option<f64> {
        let runs = self.done - self.failed;
        (runs > 0).then(|| self.sum / runs as f64)
    }

    fn label(&self) -> String {
        format!("{}  {}", self.cell.puzzle, self.cell.algorithm)
    }
}

fn cells_table(tallies: &[&Tally]) -> String {
    let mut shown = table(&["puzzle", "algorithm", "done", "solved", "best", "mean", "seconds"]);
    for tally in tallies {
        let dash = || "-".to_owned();
        shown.add_row([
            tally.cell.puzzle.clone(),
            tally.cell.algorithm.clone(),
            format!("{}/{}", tally.done, tally.cell.seeds.len()),
            tally.solved.to_string(),
            tally.best.map_or_else(dash, |best| best.to_string()),
            tally.mean().map_or_else(dash, |mean| format!("{mean:.1}")),
            format!("{:.1}", tally.seconds),
        ]);
    }
    shown.trim_fmt()
}
