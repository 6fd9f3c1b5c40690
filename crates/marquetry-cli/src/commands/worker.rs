//! `worker`: makes runs for the campaigns of an engine.

use super::Done;
use crate::cluster::{Engine, Work, Worked, work};
use crate::{args, cores, interrupt, output};
use anyhow::{Result, bail};
use serde_json::json;

pub(super) fn worker(args: &args::Worker) -> Result<Done> {
    let engine = Engine::new(&args.engine, args.creds.as_deref())?;
    let name = match &args.name {
        Some(name) => name.clone(),
        None => format!("{}-{}", output::slug(&host()), std::process::id()),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > 100 || !name.chars().all(plain) {
        bail!("expected a name of letters, digits, - and _, found {name:?}");
    }
    interrupt::catch()?;
    let asked = Work {
        engine,
        name,
        cores: args.jobs.jobs.map_or_else(cores, usize::from),
        idle: args.idle,
    };
    let quiet = args.quiet || args.json;
    let told = work(&asked, move |words: &str| {
        if !quiet {
            output::say(words);
        }
    })?;
    let Worked { made, failed, work, seconds } = told;
    match args.json {
        true => output::print_json(&json!({
            "name": asked.name, "made": made, "failed": failed, "work": work, "seconds": seconds,
        }))?,
        false => output::print(&format!("{made} runs made, {failed} of them failed"))?,
    }
    Ok(Done::Yes)
}

/// What this machine is called, as part of a name; dots would divide it.
fn host() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host =
        host.or_else(|| std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok());
    let host = host.map(|host| host.trim().replace('.', "-"));
    host.filter(|host| host.is_ascii() && !host.is_empty()).unwrap_or_else(|| "worker".to_owned())
}
