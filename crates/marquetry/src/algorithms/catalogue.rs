//! The algorithms there are for edge-matching puzzles: one line each.

use super::{
    annealing, ants, beam, breaks, dfs, duo, enumerate, ga, greedy, gvns, late, local, portfolio,
    repair, sat, tabu,
};
use crate::edge::Puzzle;
use crate::search::{Entry, SpecError, find_in};

static CATALOGUE: [Entry<Puzzle>; 21] = [
    annealing::ENTRY,
    annealing::modern::ENTRY,
    ants::ENTRY,
    ants::modern::ENTRY,
    beam::ENTRY,
    breaks::ENTRY,
    dfs::ENTRY,
    duo::ENTRY,
    enumerate::ENTRY,
    ga::ENTRY,
    ga::modern::ENTRY,
    greedy::ENTRY,
    gvns::ENTRY,
    gvns::modern::ENTRY,
    late::ENTRY,
    local::ENTRY,
    portfolio::ENTRY,
    repair::ENTRY,
    sat::ENTRY,
    tabu::ENTRY,
    tabu::modern::ENTRY,
];

/// Every algorithm there is for edge-matching puzzles.
#[must_use]
pub fn catalogue() -> &'static [Entry<Puzzle>] {
    &CATALOGUE
}

/// The algorithm of a name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find(name: &str) -> Result<&'static Entry<Puzzle>, SpecError> {
    find_in(&CATALOGUE, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_complete_and_their_trials_are_sound() {
        for (i, entry) in catalogue().iter().enumerate() {
            let name = entry.name;
            assert!(catalogue()[..i].iter().all(|other| other.name != name));
            assert_eq!(find(name).unwrap().name, name);
            assert!(![entry.about, entry.source, entry.step].contains(&""), "{name}");
            assert!(entry.bench_work > 0 && !entry.trials.is_empty(), "{name}");
            for given in entry.settings().skip(1) {
                assert!(!given.is_empty(), "{name}");
                assert!(entry.build(given).is_ok(), "{name}");
            }
        }
        assert!(find("magic").is_err_and(|e| {
            e.to_string().contains("expected one of annealing, annealing:modern, ants")
        }));
    }

    /// A parameter that nobody ever sets has no reason to be one.
    #[test]
    fn every_parameter_is_set_by_a_trial() {
        for entry in catalogue() {
            let usual = entry.parameters(serde_json::Map::new()).unwrap();
            for name in usual.as_object().unwrap().keys() {
                let set = entry.settings().any(|given| given.contains_key(name));
                assert!(set, "{}: no trial sets {name}", entry.name);
            }
        }
    }

    /// What an entry says of its children is a whole number among its parameters.
    #[test]
    fn children_are_parameters() {
        for entry in catalogue() {
            let usual = entry.parameters(serde_json::Map::new()).unwrap();
            if let Some(children) = entry.children {
                assert!(usual[children].is_u64(), "{}: {children}", entry.name);
            }
            let known = ["lanes", "walkers", "hands", "islands", "colonies", "builders"];
            let found = known.into_iter().find(|name| usual.get(name).is_some());
            assert_eq!(found, entry.children, "{}", entry.name);
        }
    }
}
