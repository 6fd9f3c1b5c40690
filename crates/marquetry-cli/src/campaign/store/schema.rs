//! The tables of a store, and what becomes of those of older programs.

use super::Store;
use anyhow::{Result, anyhow};

/// `MQRY`: what tells our files from other databases.
const APPLICATION: i64 = 0x4d51_5259;
/// The version of the schema.
const VERSION: i64 = 2;
/// The version without curves: it is read as it is, and gets their column when it is written to.
const WITHOUT_CURVES: i64 = 1;

impl Store {
    /// What kind of database it is: application and version.
    pub(super) fn kind(&self) -> Result<(i64, i64)> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get(0));
        Ok((self.ok(pragma("application_id"))?, self.ok(pragma("user_version"))?))
    }

    /// Makes sure that it is a store that can be read.
    pub(super) fn check_kind(&self) -> Result<()> {
        match self.kind()? {
            (APPLICATION, VERSION | WITHOUT_CURVES) => Ok(()),
            found => Err(foreign(&self.name, found)),
        }
    }

    /// Gives an empty database its tables, an older one what it lacks, and makes sure that any other is ours.
    pub(super) fn prepare(&mut self) -> Result<()> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 = self.ok(self.connection.query_row(tables, [], |row| row.get(0)))?;
        match self.kind()? {
            (APPLICATION, VERSION) => {}
            (APPLICATION, WITHOUT_CURVES) => self.change(include_str!("curves.sql"))?,
            (0, 0) if tables == 0 => self.change(include_str!("schema.sql"))?,
            found => return Err(foreign(&self.name, found)),
        }
        // Readers do not wait for the writer, and what was added is on disk.
        self.ok(self.connection.pragma_update(None, "journal_mode", "wal"))?;
        self.ok(self.connection.pragma_update(None, "synchronous", "full"))
    }

    /// Brings the tables to this version, or leaves them as they are.
    fn change(&mut self, how: &str) -> Result<()> {
        let begin = self.connection.transaction();
        let made = begin.and_then(|transaction| {
            transaction.execute_batch(how)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()
        });
        self.ok(made)
    }
}

fn foreign(path: &str, (application, version): (i64, i64)) -> anyhow::Error {
    match application {
        APPLICATION => anyhow!("{path} has version {version}, this program knows {VERSION}"),
        _ => anyhow!("{path} is a database, but not a store of runs"),
    }
}
