//! What a store promises.

use super::*;
use crate::campaign::{Cell, play};
use crate::load::{self, ClueSource};
use marquetry::search::Curve;

fn cell() -> Cell {
    let puzzle = load::puzzle("twin-4x4", &ClueSource::default()).unwrap().puzzle;
    let subject = Arc::new(Subject::Edge(puzzle));
    Cell::lone(subject, "local", &Default::default(), Some(50), None).unwrap()
}

fn played(seeds: std::ops::Range<u64>) -> Vec<Record> {
    let cell = cell();
    seeds.map(|seed| play(&cell, seed).unwrap().unwrap()).collect()
}

/// A disk that is full in the middle of a campaign: an error, and everything before it is kept.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let mut store = Store::open(&path).unwrap();
    let runs = played(0..200);
    store.add(&runs[..2]).unwrap();
    let pages: i64 =
        store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let error = store.add(&runs[2..]).unwrap_err();
    assert!(format!("{error:#}").contains("the disk is full"), "{error:#}");
    assert_eq!(store.records(true).unwrap().len(), 2);
    // Room again: the same runs go in.
    store.connection.pragma_update(None, "max_page_count", 1_000_000).unwrap();
    store.add(&runs[2..]).unwrap();
    drop(store);
    assert_eq!(Store::read(&path).unwrap().records(true).unwrap().len(), 200);
}

/// Another program in the middle of a write: an error after some patience, not a hang.
#[test]
fn a_locked_store_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let mut store = Store::open(&path).unwrap();
    store.connection.busy_timeout(Duration::from_millis(20)).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store.add(&played(0..1)).unwrap_err();
    assert!(format!("{error:#}").contains("locked by another program"), "{error:#}");
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(store.add(&played(0..1)).unwrap(), [Added::New]);
}

#[test]
fn runs_come_back_as_they_went_in_and_cannot_be_changed() {
    let mut store = Store::in_memory().unwrap();
    let mut runs = played(0..3);
    runs[0].counts.insert("odd".to_owned(), 0.1 + 0.2);
    runs[1].spec.seed = u64::MAX;
    runs[1].job = runs[1].spec.job();
    let mut curve = Curve::new("fitness", "generation");
    [(0, 0.1 + 0.2), (7, 0.3), (u64::MAX, 0.0)]
        .iter()
        .for_each(|&(at, value)| curve.add(at, value));
    runs[2].curves.push(curve);
    store.add(&runs).unwrap();
    let back = store.records(true).unwrap();
    assert!(back.len() == 3 && runs.iter().all(|run| back.contains(run)));
    for change in ["UPDATE run SET score = 9", "DELETE FROM run", "DELETE FROM trace"] {
        assert!(store.connection.execute_batch(change).is_err(), "{change}");
    }
    assert_eq!(store.add(&runs).unwrap(), [Added::Known; 3]);
}

/// A store of version 1 has no curves: it is read as it is, and changed by whoever writes to it.
#[test]
fn a_store_without_curves_is_read_and_gets_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/before/store.sqlite");
    std::fs::copy(old, &path).unwrap();
    let version = |store: &Store| store.kind().unwrap().1;
    let read = Store::read(&path).unwrap();
    let before = read.records(true).unwrap();
    assert_eq!((version(&read), before.len()), (1, 8));
    drop(read);
    let mut store = Store::open(&path).unwrap();
    assert_eq!((version(&store), store.records(true).unwrap()), (2, before.clone()));
    let run = play(&cell(), 1).unwrap().unwrap();
    let run = Record { curves: vec![Curve::new("a", "b")], ..run };
    store.add(std::slice::from_ref(&run)).unwrap();
    drop(store);
    let after = Store::read(&path).unwrap().records(true).unwrap();
    assert!(
        after.len() == 9 && after.contains(&run) && before.iter().all(|run| after.contains(run))
    );
}
