//! The files irace reads: parameters, a first configuration, puzzles, settings, and whom to call.

use super::super::folder;
use super::space::{Tunable, space};
use crate::output;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// What to tune, and on what.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The algorithm.
    pub algorithm: String,
    /// The puzzles.
    pub puzzles: Vec<String>,
    /// Steps of each run.
    pub work: u64,
    /// How many runs irace may make.
    pub runs: u32,
    /// Only these parameters; all if empty.
    pub only: Vec<String>,
}

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The parameters to be tuned.
    pub parameters: Vec<String>,
    /// Those that stay as they are because irace cannot tune them.
    pub fixed: Vec<String>,
}

impl Scenario {
    /// Writes `parameters.txt`, `configurations.txt`, `instances.txt`, `scenario.txt` and
    /// `target-runner`.
    ///
    /// # Errors
    /// If the algorithm cannot search one of the puzzles, nothing of it can be tuned, or the folder
    /// is not empty.
    pub fn write(&self, path: &Path) -> Result<Written> {
        let Self { algorithm, work, runs, .. } = self;
        if *work == 0 {
            bail!("a run of no steps");
        }
        let puzzles = self.instances()?;
        let first = self.puzzles.first().context("expected a puzzle")?;
        let (schema, defaults) = super::schema(&super::subject(first)?, algorithm)?;
        let (tunable, fixed) = space(&schema, &defaults, &self.only)
            .with_context(|| format!("algorithm {algorithm}"))?;
        folder::fill(path, |path| {
            let save = |name: &str, text: &str| output::save(&path.join(name), text.as_bytes());
            save("parameters.txt", &parameters(algorithm, &tunable))?;
            save("configurations.txt", &defaults_table(&tunable))?;
            save("instances.txt", &(puzzles.join("\n") + "\n"))?;
            save("scenario.txt", &settings(*runs))?;
            let runner = path.join("target-runner");
            output::save(&runner, target_runner(algorithm, *work).as_bytes())?;
            executable(&runner)
        })?;
        let parameters = tunable.into_iter().map(|one| one.name).collect();
        Ok(Written { parameters, fixed })
    }

    /// The puzzles as irace hands them over: names, or paths that hold wherever it runs.
    fn instances(&self) -> Result<Vec<String>> {
        let mut instances = Vec::with_capacity(self.puzzles.len());
        for spec in &self.puzzles {
            let subject = super::subject(spec)?;
            subject
                .parameters(&self.algorithm, &Default::default())
                .with_context(|| format!("puzzle {spec}"))?;
            let instance = match Path::new(spec).is_file() {
                true => fs::canonicalize(spec)?.to_string_lossy().into_owned(),
                false => spec.clone(),
            };
            // irace pastes it into a command line as it is.
            let plain = |c: char| c.is_alphanumeric() || "-_./+,@%:\\".contains(c);
            if instance == "-" || !instance.chars().all(plain) {
                bail!("irace cannot hand over the puzzle {instance:?}: give it a plain name");
            }
            instances.push(instance);
        }
        Ok(instances)
    }
}

fn parameters(algorithm: &str, tunable: &[Tunable]) -> String {
    let width = tunable.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let line = |one: &Tunable| {
        let switch = format!("\"--{} \"", one.name);
        format!("{:width$} {switch:1$} {2}\n", one.name, width + 5, one.range)
    };
    format!(
        "# Parameters of {algorithm}: name, switch, type, range.\n\
         # Numbers go from a tenth of the default to ten times as much, shares up to 1: change what\n\
         # you know better.\n{}",
        tunable.iter().map(line).collect::<String>()
    )
}

fn defaults_table(tunable: &[Tunable]) -> String {
    let row =
        |cell: fn(&Tunable) -> &str| tunable.iter().map(cell).collect::<Vec<_>>().join(" ") + "\n";
    row(|one| &one.name) + &row(|one| &one.default)
}

fn settings(runs: u32) -> String {
    format!(
        "# Paths are relative to this file. Run irace in this folder.\n\
         parameterFile = \"./parameters.txt\"\n\
         configurationsFile = \"./configurations.txt\"\n\
         trainInstancesDir = \"\"\n\
         trainInstancesFile = \"./instances.txt\"\n\
         targetRunner = \"./target-runner\"\n\
         maxExperiments = {runs}\n\
         deterministic = 0\n"
    )
}

fn target_runner(algorithm: &str, work: u64) -> String {
    format!(
        "#!/bin/sh\n\
         # irace calls this with configuration, instance, seed, puzzle and parameters. It prints the\n\
         # joins that are not matched. MARQUETRY is the program, if it is not on the path.\n\
         exec \"${{MARQUETRY:-marquetry}}\" campaign tune run --with '{algorithm}' --work {work} \"$@\"\n"
    )
}

#[cfg(unix)]
fn executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make {} executable", path.display()))
}

/// Elsewhere no mark makes a file a program.
#[cfg(not(unix))]
fn executable(_: &Path) -> Result<()> {
    Ok(())
}
