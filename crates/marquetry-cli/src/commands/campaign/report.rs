//! `campaign report` and `campaign reproduce`.

use super::super::Done;
use super::{load, run};
use crate::args::{self, PageFormat};
use crate::campaign::report::{Document, report};
use crate::campaign::{Campaign, Plan, Store, plans};
use crate::output::{self, Files};
use crate::png;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::fs;
use std::path::Path;

/// The files of a report, besides its figures.
const PAGES: [&str; 3] = ["report.md", "report.html", "tables.tex"];

pub(super) fn show(args: &args::CampaignReport) -> Result<Done> {
    let path = Path::new(&args.plan.plan);
    if Store::is_one(path) {
        return show_store(args, path);
    }
    let (campaign, path) = load(&args.plan.plan, &args.plan.store)?;
    refuse_same_files(&args.plan.plan, &path, &args.pages)?;
    write(&campaign, &path, &args.pages)?;
    Ok(Done::Yes)
}

/// The report of a store without its plan: cells are what its runs have in common.
fn show_store(args: &args::CampaignReport, path: &Path) -> Result<Done> {
    if args.plan.store.path.is_some() || args.plan.store.quick {
        bail!("{} is a store, not a plan: --store and --quick say nothing of it", path.display());
    }
    Files::default()
        .reads_store(path)
        .writes_into("--out", args.pages.out.as_deref(), &PAGES)
        .check()?;
    let runs = Store::read(path)?.records(false)?;
    let campaign = Campaign::of_runs(&path.display().to_string(), &runs);
    write(&campaign, path, &args.pages)?;
    Ok(Done::Yes)
}

pub(super) fn reproduce(args: &args::CampaignReproduce) -> Result<Done> {
    let Some(name) = &args.name else { return list(args.pages.json) };
    if !plans().any(|known| known == name) {
        bail!("no table {name:?}, expected one of {}", plans().collect::<Vec<_>>().join(", "));
    }
    let (campaign, path) = load(name, &args.store)?;
    refuse_same_files(name, &path, &args.pages)?;
    let finished = match args.page {
        true => true,
        false => {
            let quiet = args.workers.quiet || args.pages.json;
            run::work(&campaign, &mut Store::open(&path)?, &args.workers, quiet)?.0
        }
    };
    write(&campaign, &path, &args.pages)?;
    Ok(Done::from(finished))
}

fn list(json: bool) -> Result<Done> {
    let mut table = super::super::table(&["name", "table", "runs"]);
    for name in plans() {
        let campaign = Campaign::new(Plan::load(name)?, false)?;
        let (plan, runs) = (&campaign.plan, campaign.runs());
        let source = plan.source.as_ref().unwrap_or(&plan.title);
        match json {
            true => output::print_json(&json!({
                "name": name, "title": plan.title, "source": plan.source, "runs": runs,
            }))?,
            false => _ = table.add_row([name, source, &runs.to_string()]),
        }
    }
    if !json {
        output::print(&table.trim_fmt())?;
    }
    Ok(Done::Yes)
}

/// The pages take the place of neither plan nor store.
fn refuse_same_files(plan: &str, store: &Path, pages: &args::Pages) -> Result<()> {
    let files = Files::default().reads("the plan", Some(plan)).reads_store(store);
    files.writes_into("--out", pages.out.as_deref(), &PAGES).check()
}

fn write(campaign: &Campaign, path: &Path, pages: &args::Pages) -> Result<()> {
    let figures = pages.out.is_some() || pages.format == PageFormat::Html;
    let document = report(campaign, Store::read(path)?.records(false)?, figures);
    if let Some(folder) = &pages.out {
        save(&document, folder)?;
        output::say(&format!("wrote {}", folder.join("report.html").display()));
        return Ok(());
    }
    if pages.json {
        return output::print_json(&document.json());
    }
    output::print(&match pages.format {
        PageFormat::Markdown => document.markdown(None),
        PageFormat::Html => document.html(),
        PageFormat::Latex => document.latex(),
    })
}

/// The whole report as files.
fn save(document: &Document, folder: &Path) -> Result<()> {
    let figures = folder.join("figures");
    fs::create_dir_all(&figures).with_context(|| format!("cannot make {}", figures.display()))?;
    for figure in document.figures() {
        output::save(&figures.join(format!("{}.svg", figure.name)), figure.svg.as_bytes())?;
        output::save(&figures.join(format!("{}.png", figure.name)), &png::render(&figure.svg)?)?;
    }
    let [markdown, html, latex] = PAGES.map(|name| folder.join(name));
    output::save(&markdown, document.markdown(Some("figures")).as_bytes())?;
    output::save(&html, document.html().as_bytes())?;
    output::save(&latex, document.latex().as_bytes())
}
