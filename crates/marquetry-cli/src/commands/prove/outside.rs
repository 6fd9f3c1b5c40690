//! A SAT solver that is another program.

use anyhow::{Context, Result, bail};
use marquetry::algorithms::Proven;
use marquetry::edge::cnf::{Encoding, ModelError, read_model};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// The longest answer that is read: a model of the largest formula is shorter.
const MOST: u64 = 1 << 28;
/// Time between two looks at the program.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A program that is called as those of the SAT competitions are: formula, then proof.
pub(super) struct Outside {
    program: String,
}

impl Outside {
    pub(super) fn new(program: &str) -> Self {
        Self { program: program.to_owned() }
    }

    pub(super) fn name(&self) -> &str {
        &self.program
    }

    /// Asks it, and ends it when `stop` says so. A proof is there whole or not at all.
    pub(super) fn ask(
        &self,
        encoding: &Encoding,
        formula: &Path,
        proof: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Proven> {
        let part = crate::output::with_suffix(proof, ".part");
        let proven = self.answer(encoding, formula, &part, stop);
        if matches!(proven, Ok(Proven::Unsolvable { .. })) {
            let kept = fs::rename(&part, proof);
            kept.with_context(|| format!("{} left no proof in {}", self.program, part.display()))?;
        }
        // It may be there or not.
        _ = fs::remove_file(&part);
        proven
    }

    fn answer(
        &self,
        encoding: &Encoding,
        formula: &Path,
        part: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Proven> {
        let mut child = Command::new(&self.program)
            .args([formula, part])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", self.program))?;
        let output = child.stdout.take();
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            // What cannot be read is no answer.
            _ = output.map(|output| output.take(MOST).read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let Some(status) = wait(&mut child, stop)? else { return Ok(Proven::Stopped) };
        let text = reader.join().unwrap_or_default();
        match read_model(&text) {
            Err(ModelError::Unsatisfiable) => Ok(Proven::Unsolvable { clauses: 0 }),
            Ok(model) => {
                let board = encoding.decode(&model);
                board.map(Proven::Solvable).context("the solver's model is not one of a board")
            }
            Err(_) => bail!("{} gave no answer ({status})", self.program),
        }
    }
}

/// How a program ended; nothing if it was ended.
fn wait(child: &mut Child, stop: &dyn Fn() -> bool) -> Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK_EVERY);
    }
}
