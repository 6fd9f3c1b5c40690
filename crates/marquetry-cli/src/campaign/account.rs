//! The account of a run: from what it is to the record that is kept of it.

use super::machine::{compiler, machine, thread_seconds};
use super::record::FORMAT;
use super::{Ending, Improvement, Record, Spec, Studied, Subject};
use marquetry::search::{Event, Outcome, Stamp, gauge};
use std::collections::BTreeMap;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A run that is being made, whatever the algorithm: one of the catalogue or anyone's own. It is opened
/// and closed by the thread that makes the run, hears its events in between, and becomes a record.
#[derive(Clone, Debug)]
pub struct Account {
    record: Record,
    opened: Instant,
    cpu: Option<f64>,
}

impl Account {
    /// The account of a run that begins now.
    #[must_use]
    pub fn open(subject: &Subject, spec: Spec) -> Self {
        let record = Record {
            format: FORMAT.to_owned(),
            job: spec.job(),
            spec,
            puzzle_name: subject.name(),
            perfect: subject.perfect(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: Some(machine().to_owned()),
            compiler: Some(compiler().to_owned()),
            started: SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs()),
            cpu_s: None,
            wall_s: 0.0,
            work: 0,
            evaluations: 0,
            counts: BTreeMap::new(),
            score: 0,
            conclusion: Ending::Failed,
            signature: String::new(),
            trace: Vec::new(),
            curves: Vec::new(),
            board: None,
            error: None,
        };
        Self { record, opened: Instant::now(), cpu: thread_seconds() }
    }

    /// Notes an event.
    pub fn notice<S>(&mut self, stamp: Stamp, event: &Event<S>) {
        match event {
            Event::Improved { score, .. } => {
                let (time_s, work, score) = (stamp.elapsed_s, stamp.work, *score);
                self.record.trace.push(Improvement { time_s, work, score });
            }
            Event::Progress { gauges, .. } => self.record.counts = gauges.iter().cloned().collect(),
            _ => {}
        }
    }

    /// The record of a run that has ended.
    #[must_use]
    pub fn close<P: Studied>(self, problem: &P, outcome: &Outcome<P::Solution>) -> Record {
        if let Some(refused) = &outcome.refused {
            return self.fail(format!("offered a wrong board: {refused}"));
        }
        let counted = self.record.counts.get(gauge::EVALUATIONS);
        let evaluations = counted.map_or(outcome.work, |&count| count as u64);
        Record {
            wall_s: outcome.elapsed.as_secs_f64(),
            work: outcome.work,
            evaluations,
            score: outcome.score,
            conclusion: outcome.conclusion.into(),
            signature: outcome.signature.clone(),
            curves: outcome.curves.clone(),
            board: outcome.solution.as_ref().map(|solution| problem.write(solution)),
            ..self.timed()
        }
    }

    /// The record of a run that went wrong.
    #[must_use]
    pub fn fail(self, error: String) -> Record {
        let wall_s = self.opened.elapsed().as_secs_f64();
        let (trace, counts) = (Vec::new(), BTreeMap::new());
        Record { error: Some(error), wall_s, trace, counts, ..self.timed() }
    }

    /// The record with the time a processor was busy. Threads of a run beside this one are not in its
    /// account.
    fn timed(self) -> Record {
        let spent = thread_seconds().zip(self.cpu).map(|(after, before)| after - before);
        let cpu_s = spent.filter(|_| self.record.spec.threads == 1);
        Record { cpu_s, ..self.record }
    }
}
