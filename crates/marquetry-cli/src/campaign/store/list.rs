//! Single runs of a store.

use super::super::Record;
use super::Store;
use super::rows::{ORDER, SELECT, record};
use anyhow::{Result, bail};

/// How many jobs are named when several begin alike.
const NAMED: usize = 4;

impl Store {
    /// Hands over every run without its improvements, one at a time, in an order that does not
    /// depend on when it was made.
    ///
    /// # Errors
    /// If they cannot be read, or whoever gets them fails.
    pub fn each(&self, mut take: impl FnMut(Record) -> Result<()>) -> Result<()> {
        let mut read = self.ok(self.connection.prepare(&format!("{SELECT} {ORDER}")))?;
        let mut rows = self.ok(read.query([]))?;
        while let Some(row) = self.ok(rows.next())? {
            take(self.ok(record(row))?)?;
        }
        Ok(())
    }

    /// The run of the job whose name begins so, without its improvements. Of a job that failed and
    /// was done in the end, the end.
    ///
    /// # Errors
    /// If there is none, there are several, or it cannot be read.
    pub fn pick(&self, start: &str) -> Result<Record> {
        let start = start.trim().to_lowercase();
        let read =
            "SELECT DISTINCT job FROM run WHERE substr(job, 1, length(?1)) = ?1 ORDER BY job";
        let mut read = self.ok(self.connection.prepare(read))?;
        let jobs = read.query_map([&start], |row| row.get(0)).and_then(Iterator::collect);
        let jobs: Vec<String> = self.ok(jobs)?;
        let job = match &jobs[..] {
            [] => bail!(
                "{} has no job that begins with {start:?}; `marquetry campaign runs` lists them",
                self.name
            ),
            [job] => job,
            several => {
                let named = several.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
                let more = if several.len() > NAMED { ", ..." } else { "" };
                let (count, named) = (several.len(), named.join(", "));
                bail!("{count} jobs begin with {start:?}: {named}{more}; say more of the name")
            }
        };
        let read = format!("{SELECT} WHERE job = ?1 ORDER BY conclusion = 'failed' LIMIT 1");
        self.ok(self.connection.query_row(&read, [job], record))
    }
}
