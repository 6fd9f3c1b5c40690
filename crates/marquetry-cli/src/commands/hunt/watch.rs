//! The observer of a hunt: archives what is found and shows how it goes.

use super::company::Company;
use super::herald::Herald;
use super::overview::{HuntOverview, Session};
use super::trouble::{Trouble, link};
use crate::archive::{Archive, now};
use crate::observe::Screen;
use crate::terminal::{Room, is_live};
use crate::{args, output};
use anyhow::{Context, Result};
use marquetry::edge::{Board, Puzzle};
use marquetry::search::{Budget, Event, Stamp};
use std::path::Path;
use std::time::Duration;

/// Seconds until a new best is safe from a loss of power; from the end of the process it is at
/// once.
const SYNC_BEST: f64 = 0.1;
/// Seconds until any other board is: waiting for the disk at every board would slow the search.
const SYNC_EVERY: f64 = 1.0;
/// Seconds of work that may be missing from the totals after a crash.
const SAVE_EVERY: f64 = 5.0;
/// Seconds between two pictures on a terminal, or two lines that tell of a new best.
const SHOW_EVERY: f64 = 0.5;

/// How a hunt is shown.
enum Showing {
    Nothing,
    Screen(Screen),
    /// A line every so many seconds.
    Lines(f64),
}

/// Watches one session.
pub(super) struct Watch<'a> {
    puzzle: &'a Puzzle,
    folder: &'a Path,
    archive: Archive<'a>,
    session: Session,
    /// Seconds and steps of the sessions before.
    before: (f64, u64),
    show: Showing,
    /// A new best that is not shown yet, and one that is not safe yet.
    new_best: bool,
    best_waits: bool,
    synced_at: f64,
    saved_at: f64,
    shown_at: f64,
    trouble: Trouble,
    herald: Option<Herald>,
    company: &'a Company,
    /// Seconds and steps of the runs of this session that have ended.
    spent: (f64, u64),
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        args: &args::Hunt,
        puzzle: &'a Puzzle,
        folder: &'a Path,
        archive: Archive<'a>,
        threads: usize,
        company: &'a Company,
    ) -> Self {
        company.has(archive.index().best_score());
        let show = match (args.quiet || args.json, is_live()) {
            (true, _) => Showing::Nothing,
            (false, true) => Showing::Screen(Screen::default()),
            (false, false) => Showing::Lines(args.log_every.as_secs_f64()),
        };
        Self {
            puzzle,
            folder,
            before: (archive.head.seconds, archive.head.work),
            archive,
            session: Session { threads, ..Session::default() },
            show,
            new_best: false,
            best_waits: false,
            synced_at: 0.0,
            saved_at: 0.0,
            shown_at: 0.0,
            trouble: Trouble::new(args.log_every.as_secs_f64()),
            herald: args.on_best.clone().map(Herald::new),
            company,
            spent: (0.0, 0),
        }
    }

    pub(super) fn company(&self) -> &'a Company {
        self.company
    }

    /// Begins another run of this session, from a board that was heard of.
    pub(super) fn turn(&mut self) {
        self.spent = (self.session.seconds, self.session.work);
    }

    /// What the runs of this session so far have left of a budget.
    pub(super) fn left(&self, budget: Budget) -> Budget {
        let (seconds, work) = self.spent;
        let spent = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Budget {
            work: budget.work.map(|all| all.saturating_sub(work)),
            time: budget.time.map(|all| all.saturating_sub(spent)),
            ..budget
        }
    }

    pub(super) fn archive(&self) -> &Archive<'a> {
        &self.archive
    }

    pub(super) fn threads(&self) -> usize {
        self.session.threads
    }

    /// Everything there is to say.
    pub(super) fn overview(&self) -> HuntOverview<'_> {
        let (puzzle, folder, session) = (self.puzzle, self.folder, Some(&self.session));
        let Archive { head, .. } = &self.archive;
        let (index, bests) = (self.archive.index(), self.archive.bests());
        HuntOverview { puzzle, folder, head, index, bests, now: now(), session }
    }

    /// Notes an event.
    pub(super) fn notice(&mut self, stamp: Stamp, event: &Event<Board>) {
        let (seconds, work) = self.spent;
        let stamp = Stamp { elapsed_s: stamp.elapsed_s + seconds, work: stamp.work + work };
        (self.session.seconds, self.session.work) = (stamp.elapsed_s, stamp.work);
        let (seconds, work) = self.before;
        self.archive.head.seconds = seconds + stamp.elapsed_s;
        self.archive.head.work = work + stamp.work;
        match event {
            Event::Phase { name } => name.clone_into(&mut self.session.phase),
            Event::Progress { gauges, .. } => gauges.clone_into(&mut self.session.gauges),
            Event::Improved { solution, .. } | Event::Kept { solution, .. } => {
                self.add(solution, stamp);
            }
            Event::Present { .. } => {}
            Event::Finished { .. } => return,
        }
        if let Some(board) = self.company.heard() {
            self.add(&board, stamp);
        }
        let wait = if self.best_waits { SYNC_BEST } else { SYNC_EVERY };
        if due(&mut self.synced_at, stamp, wait) {
            self.best_waits = false;
            let synced = self.archive.sync();
            self.check(stamp, synced);
            self.herald.iter_mut().for_each(|herald| _ = herald.poll());
        }
        if due(&mut self.saved_at, stamp, SAVE_EVERY) {
            let saved = self.archive.save();
            self.check(stamp, saved);
        }
        self.display(stamp);
    }

    fn add(&mut self, board: &Board, stamp: Stamp) {
        let before = self.archive.index().best_score();
        let added = self.archive.add(board, stamp.work);
        if self.archive.index().best_score() > before {
            (self.new_best, self.best_waits) = (true, true);
            let score = self.archive.index().best_score();
            let herald = self.herald.as_mut();
            herald.into_iter().for_each(|h| h.tell(self.puzzle, self.folder, score, board));
        }
        // A board whose writing failed waits to be written: it is there, too.
        let is_new = *added.as_ref().unwrap_or(&true);
        self.session.added += u64::from(is_new);
        if is_new {
            self.company.share(board, self.archive.head.sessions, stamp.work, self.puzzle);
        }
        self.check(stamp, added.map(|_| ()));
    }

    /// A disk that is full now may have room later: what was found waits, and the user hears of
    /// it now and then.
    fn check(&mut self, stamp: Stamp, result: Result<()>) {
        let news = self.trouble.news(stamp.elapsed_s, result, self.puzzle, &self.archive);
        if let Some(news) = news {
            output::say(&news);
            if let Showing::Screen(screen) = &mut self.show {
                // What was said stays: the next picture comes below it.
                *screen = Screen::default();
            }
        }
    }

    fn display(&mut self, stamp: Stamp) {
        let every = match &self.show {
            Showing::Nothing => return,
            Showing::Lines(every) if !self.new_best => *every,
            Showing::Lines(_) | Showing::Screen(_) => SHOW_EVERY,
        };
        if !due(&mut self.shown_at, stamp, every) {
            return;
        }
        self.new_best = false;
        match &self.show {
            Showing::Nothing => {}
            Showing::Lines(_) => output::say(&self.overview().line()),
            Showing::Screen(_) => {
                let (lines, picture) = self.overview().screen(Room::of_stderr());
                if let Showing::Screen(screen) = &mut self.show {
                    screen.show_with(&lines, &picture);
                }
            }
        }
    }

    /// Saves everything for good.
    pub(super) fn finish(&mut self) -> Result<()> {
        if let Showing::Screen(screen) = &mut self.show {
            screen.show(&[]);
        }
        self.herald.iter_mut().for_each(Herald::finish);
        let saved = self.archive.sync().and_then(|()| self.archive.prune());
        let saved = saved.and_then(|()| self.archive.save()).context("the archive is incomplete");
        if saved.is_err() {
            for kept in self.archive.unwritten() {
                output::say(&format!("unsaved: {} {}", kept.score, link(self.puzzle, &kept)));
            }
        }
        saved
    }
}

/// Whether something is due, and that it is done now if so.
fn due(last: &mut f64, stamp: Stamp, every: f64) -> bool {
    let due = stamp.elapsed_s - *last >= every;
    if due {
        *last = stamp.elapsed_s;
    }
    due
}
