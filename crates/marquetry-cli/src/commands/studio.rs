//! `studio`: the page in the browser.

use super::Done;
use crate::args;
use crate::studio::{Options, serve};
use crate::{interrupt, output};
use anyhow::Result;
use serde_json::json;

pub(super) fn studio(args: &args::Studio) -> Result<Done> {
    interrupt::catch()?;
    let options = Options { port: args.port, listen: args.listen };
    serve(&options, interrupt::stop(), |address| {
        if args.json {
            output::print_json(&json!({ "address": address }))?;
        } else {
            output::print(&format!("the studio is at  {address}"))?;
            output::say("Ctrl-C ends it; every board is kept.");
        }
        if !args.no_open && open::that_detached(address).is_err() {
            output::say("no browser could be opened: open the address yourself");
        }
        Ok(())
    })?;
    Ok(Done::Yes)
}
