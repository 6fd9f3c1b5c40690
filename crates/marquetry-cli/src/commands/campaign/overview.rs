//! How far a campaign is.

use super::super::table;
use crate::campaign::{Campaign, Cell, Glance, Record};
use crate::observe::{Screen, clock};
use crate::terminal::{Room, cut};
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
    /// What is known of workers elsewhere, a line each.
    workers: Vec<String>,
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
        Self { campaign, tallies, cells, missing, started, made, workers: Vec::new(), screen }
    }

    /// Notes what workers elsewhere are doing.
    pub(super) fn hear(&mut self, workers: &[String]) {
        workers.clone_into(&mut self.workers);
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
    fn left(&self, seconds: f64) -> Option<f64> {
        let pace = seconds / self.made.max(1) as f64;
        (self.made > 0).then(|| pace * self.missing.saturating_sub(self.made) as f64)
    }

    fn head(&self, seconds: f64) -> String {
        let failed = match self.failed() {
            0 => String::new(),
            failed => format!("  {failed} failed"),
        };
        let left =
            self.left(seconds).map_or_else(String::new, |left| format!("  {} left", clock(left)));
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

    /// Draws it in place.
    pub(super) fn show(&mut self) {
        let lines = self.lines(Room::of_stderr(), self.started.elapsed().as_secs_f64());
        self.screen.show(&lines);
    }

    /// The screen after so many seconds: as many cells as there is room for, each in its place. Of more
    /// than that, the page where the first is not done.
    fn lines(&self, room: Room, seconds: f64) -> Vec<String> {
        let crowd = self.workers.len().min(room.rows / 3);
        let page = room.rows.saturating_sub(4 + crowd).clamp(1, 40);
        let first =
            self.tallies.iter().position(|tally| !tally.is_done()).unwrap_or(0) / page * page;
        let tallies: Vec<&Tally> = self.tallies.iter().skip(first).take(page).collect();
        let mut lines = vec![self.head(seconds)];
        lines.extend(cells_table(&tallies, Some(room.line())).lines().map(str::to_owned));
        let others = self.tallies.len() - tallies.len();
        if others > 0 {
            lines.push(format!("cells {} to {}; {others} more", first + 1, first + tallies.len()));
        }
        lines.extend(self.workers.iter().take(crowd).cloned());
        let lines = lines.into_iter().take(room.rows.max(2) - 1);
        lines.map(|line| cut(&line, room.line())).collect()
    }

    /// The whole table.
    pub(super) fn table(&self) -> String {
        let tallies: Vec<&Tally> = self.tallies.iter().collect();
        let seconds = self.started.elapsed().as_secs_f64();
        format!("{}\n\n{}", self.head(seconds), cells_table(&tallies, None))
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

/// A row for every cell, on lines of so many columns if somebody says.
fn cells_table(tallies: &[&Tally], columns: Option<usize>) -> String {
    let mut shown = table(&["puzzle", "algorithm", "done", "solved", "best", "mean", "seconds"]);
    if let Some(columns) = columns {
        shown.set_width(u16::try_from(columns).unwrap_or(u16::MAX));
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::Plan;
    use crate::observe::screens::{SIZES, framed, seen};

    fn campaign() -> Campaign {
        let grid =
            "grid = { patience = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200] }";
        let text = format!(
            "name = \"mine\"\ntitle = \"Two ways to climb\"\nseeds = \"1-5\"\nbudget = {{ evaluations = 5000 }}\n\
             puzzle = [{{ puzzle = \"twin-6x6\" }}, {{ puzzle = \"twin-8x8\" }}]\n\
             [[algorithm]]\nwith = \"local\"\n{grid}\n[[algorithm]]\nwith = \"greedy\"\n"
        );
        Campaign::new(Plan::parse(&text, "test").unwrap(), false).unwrap()
    }

    #[test]
    fn screens_of_a_campaign() {
        let campaign = campaign();
        let glance =
            |score: u32| Glance { failed: false, score, solved: false, wall_s: 1.5, work: 5000 };
        // The first fifteen cells are done, the next one begun.
        let jobs = campaign.cells.iter().flat_map(|cell| cell.jobs().map(|(job, _)| job));
        let known: HashMap<String, Glance> =
            jobs.take(77).zip((30..60).cycle()).map(|(job, score)| (job, glance(score))).collect();
        let mut overview = CampaignOverview::new(&campaign, &known);
        overview.made = 10;
        for room in SIZES {
            let lines = overview.lines(room, 60.0);
            assert!(lines[0].contains("4 m 18 s left"), "{}", lines[0]);
            insta::assert_snapshot!(format!("campaign_{}", seen(room)), framed(&lines, room, 1));
        }
    }

    /// A cell that is done stays where it was.
    #[test]
    fn rows_stay_in_place() {
        let campaign = campaign();
        let overview = CampaignOverview::new(&campaign, &HashMap::new());
        let names = |overview: &CampaignOverview| -> Vec<String> {
            let lines = overview.lines(SIZES[2], 1.0);
            lines.iter().skip(2).map(|line| line.split("  ").take(2).collect()).collect()
        };
        let before = names(&overview);
        let jobs = campaign.cells[3].jobs().map(|(job, _)| job);
        let glance = Glance { failed: false, score: 1, solved: true, wall_s: 0.0, work: 1 };
        let known = jobs.map(|job| (job, glance)).collect();
        assert_eq!(names(&CampaignOverview::new(&campaign, &known)), before);
    }
}
