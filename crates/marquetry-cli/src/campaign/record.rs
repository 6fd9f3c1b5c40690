//! A job and the run that came of it.

use marquetry::search::{Conclusion, Curve, Parameters, Score};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format of a written run.
pub const FORMAT: &str = "marquetry-campaign-run/1";

/// Everything that determines a run: jobs with the same are the same job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// The puzzle, by its id.
    pub puzzle: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// All its parameters, those at their defaults too, as the catalogue has them recorded.
    pub parameters: Parameters,
    /// The seed.
    pub seed: u64,
    /// Threads of the run; they never change what comes out within a number of steps.
    pub threads: u16,
    /// The most steps.
    #[serde(rename = "evaluations")]
    pub work_limit: Option<u64>,
    /// The most seconds.
    pub time_s: Option<f64>,
    /// The score that ends it.
    pub target: Option<Score>,
}

impl Spec {
    /// The job's name, made from its content.
    #[must_use]
    pub fn job(&self) -> String {
        // Maps are sorted by key and numbers written in one way: equal specs give equal bytes.
        let content = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&content).to_hex()[..32].to_owned()
    }

    /// The limits of a run, in words.
    #[must_use]
    pub fn limits(&self) -> String {
        let work = self.work_limit.map(|work| format!("{work} evaluations"));
        let time = self.time_s.map(|seconds| format!("{seconds} s"));
        let target = self.target.map(|target| format!("until {target}"));
        let limits: Vec<String> = [work, time, target].into_iter().flatten().collect();
        limits.join(" or ")
    }

    /// Whether every run of it must end alike: no clock decides.
    #[must_use]
    pub fn repeatable(&self) -> bool {
        self.time_s.is_none()
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The target or a perfect solution was reached.
    Solved,
    /// Nothing reaches it: a proof.
    Exhausted,
    /// The budget ran out.
    Stopped,
    /// The program did something wrong; the error says what.
    Failed,
}

impl Ending {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Exhausted => "exhausted",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }

    /// The ending of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let all = [Self::Solved, Self::Exhausted, Self::Stopped, Self::Failed];
        all.into_iter().find(|ending| ending.name() == name)
    }
}

impl From<Conclusion> for Ending {
    fn from(conclusion: Conclusion) -> Self {
        match conclusion {
            Conclusion::Solved => Self::Solved,
            Conclusion::Exhausted => Self::Exhausted,
            Conclusion::Stopped => Self::Stopped,
        }
    }
}

/// A better board of a run; written as seconds, steps and score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(f64, u64, Score)", into = "(f64, u64, Score)")]
pub struct Improvement {
    /// Seconds since the run began.
    pub time_s: f64,
    /// Steps taken by then.
    pub work: u64,
    /// How good it is.
    pub score: Score,
}

impl From<(f64, u64, Score)> for Improvement {
    fn from((time_s, work, score): (f64, u64, Score)) -> Self {
        Self { time_s, work, score }
    }
}

impl From<Improvement> for (f64, u64, Score) {
    fn from(Improvement { time_s, work, score }: Improvement) -> Self {
        (time_s, work, score)
    }
}

/// One finished run, as it is kept and as it is written to a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The format's name and version.
    pub format: String,
    /// The job's name: [`Spec::job`].
    pub job: String,
    /// What was run.
    #[serde(flatten)]
    pub spec: Spec,
    /// What the puzzle is called.
    pub puzzle_name: String,
    /// The score nothing can exceed.
    pub perfect: Score,
    /// The program's version.
    pub version: String,
    /// What it ran on; unknown for runs kept before this was written down.
    pub machine: Option<String>,
    /// What the program was made with.
    pub compiler: Option<String>,
    /// When it began, in seconds since 1970.
    pub started: Option<u64>,
    /// Seconds a processor was busy with it.
    pub cpu_s: Option<f64>,
    /// Seconds it took.
    pub wall_s: f64,
    /// Steps taken.
    pub work: u64,
    /// What its paper would call evaluations: steps, unless the algorithm counts them itself.
    #[serde(rename = "evaluated")]
    pub evaluations: u64,
    /// What else the algorithm counted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, f64>,
    /// The best score.
    pub score: Score,
    /// How it ended.
    pub conclusion: Ending,
    /// The hash of everything it found.
    pub signature: String,
    /// Every improvement.
    #[serde(default)]
    pub trace: Vec<Improvement>,
    /// How its gauges went, where the algorithm plots them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// The best board, in one line.
    pub board: Option<String>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Record {
    /// Whether it reached its goal.
    #[must_use]
    pub fn solved(&self) -> bool {
        self.conclusion == Ending::Solved
    }

    /// Whether it failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.conclusion == Ending::Failed
    }

    /// Whether the clock ended it before its steps were made.
    #[must_use]
    pub fn timed_out(&self) -> bool {
        let asked = self.spec.work_limit.filter(|_| self.spec.time_s.is_some());
        self.conclusion == Ending::Stopped && asked.is_some_and(|asked| self.work < asked)
    }

    /// What must be the same when the same job is run again.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        !self.spec.repeatable()
            || self.failed()
            || other.failed()
            || (self.signature == other.signature && self.score == other.score)
    }
}
