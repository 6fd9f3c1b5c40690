//! `engine`: what a nats-server needs.

use super::Done;
use crate::args::{EngineAction, EngineInit};
use crate::cluster::{Made, Wanted, init};
use crate::load::{self, ClueSource};
use crate::output;
use anyhow::Result;
use serde_json::json;

pub(super) fn engine(action: &EngineAction) -> Result<Done> {
    match action {
        EngineAction::Init(args) => prepare(args),
    }
}

fn prepare(args: &EngineInit) -> Result<Done> {
    let mut hunts = Vec::new();
    for spec in &args.hunt {
        let puzzle = load::puzzle(spec, &ClueSource::default())?.puzzle;
        hunts.push((puzzle.name().to_owned(), puzzle.fingerprint()));
    }
    let wanted = Wanted { hosts: args.host.clone(), port: args.port, hunts };
    let Made { configuration, credentials, hosts } = init(&args.folder, &wanted)?;
    if args.json {
        output::print_json(&json!({
            "configuration": configuration, "credentials": credentials, "hosts": hosts,
            "port": args.port,
        }))?;
        return Ok(Done::Yes);
    }
    let files = credentials.iter().map(|file| format!("\n  {}", file.display()));
    output::print(&format!(
        "start the engine:   nats-server -c {}\nit is reached as:   {}\ncredentials, each for one role:{}",
        configuration.display(),
        hosts.join(" "),
        files.collect::<String>()
    ))?;
    Ok(Done::Yes)
}
