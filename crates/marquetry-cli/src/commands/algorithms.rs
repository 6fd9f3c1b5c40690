//! `algorithms`: the catalogue and its parameters.

use super::{Done, table};
use crate::args;
use crate::output;
use anyhow::{Result, bail};
use marquetry::algorithms;
use marquetry::search::{Entry, Parameters, Problem};
use serde_json::{Map, Value, json};

pub(super) fn algorithms(args: &args::Algorithms) -> Result<Done> {
    let entry = args.name.as_deref().map(algorithms::find).transpose()?;
    list(entry, algorithms::catalogue(), args.json)
}

/// One entry of a catalogue, or all.
pub(super) fn list<P: Problem>(
    entry: Option<&Entry<P>>,
    all: &[Entry<P>],
    as_json: bool,
) -> Result<Done> {
    match entry {
        Some(entry) => one(entry, as_json)?,
        None if as_json => {
            for entry in all {
                output::print_json(&facts(entry))?;
            }
        }
        None => {
            let mut rows = table(&["name", "what it does", "children", "--from", "source"]);
            for entry in all {
                let children = entry.children.unwrap_or("-");
                let from = if entry.resumes { "yes" } else { "-" };
                rows.add_row([entry.name, entry.about, children, from, entry.source]);
            }
            output::print(&rows.trim_fmt())?;
        }
    }
    Ok(Done::Yes)
}

fn one<P: Problem>(entry: &Entry<P>, as_json: bool) -> Result<()> {
    let (schema, defaults) = (entry.schema(), entry.parameters(Parameters::new())?);
    if as_json {
        let mut facts = facts(entry);
        facts.insert("defaults".to_owned(), defaults);
        facts.insert("schema".to_owned(), schema);
        return output::print_json(&facts);
    }
    let words = schema["description"].as_str().unwrap_or_default();
    output::print(&format!("{}: {}\n{}\n\n{words}\n\n", entry.name, entry.about, entry.source))?;
    output::print(&format!("step      {}", entry.step))?;
    output::print(&format!("children  {}", entry.children.unwrap_or("none")))?;
    let from = if entry.resumes { "goes on from there" } else { "not taken: it begins anew" };
    output::print(&format!("--from    {from}\n\n"))?;
    let mut rows = table(&["parameter", "default", "values", "meaning"]);
    for (name, default) in defaults.as_object().into_iter().flatten() {
        let property = &schema["properties"][name];
        let meaning = property["description"].as_str().unwrap_or_default().replace('\n', " ");
        rows.add_row([name.clone(), plain(default), values(property, &schema), meaning]);
    }
    output::print(&rows.trim_fmt())
}

/// What the catalogue knows of an algorithm.
fn facts<P: Problem>(entry: &Entry<P>) -> Map<String, Value> {
    let Entry { name, about, source, step, children, resumes, .. } = entry;
    [
        ("name", json!(name)),
        ("about", json!(about)),
        ("source", json!(source)),
        ("step", json!(step)),
        ("children", json!(children)),
        ("resumes", json!(resumes)),
    ]
    .map(|(key, fact)| (key.to_owned(), fact))
    .into_iter()
    .collect()
}

/// Makes sure that an algorithm goes on from what `--from` names.
pub(super) fn ensure_resumes<P: Problem>(entry: &Entry<P>, all: &[Entry<P>]) -> Result<()> {
    if entry.resumes {
        return Ok(());
    }
    let others = all.iter().filter(|other| other.resumes).map(|other| other.name);
    let others = others.collect::<Vec<_>>().join(", ");
    bail!("{} begins anew, expected one of {others} with --from", entry.name)
}

/// What a parameter may be, in words.
fn values(property: &Value, schema: &Value) -> String {
    let target = property["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    let kind = target.map_or(property, |name| &schema["$defs"][name]);
    let choices = kind["oneOf"].as_array().or(kind["enum"].as_array());
    match choices {
        Some(choices) => {
            let choice = |c: &Value| plain(c.get("const").unwrap_or(c));
            choices.iter().map(choice).collect::<Vec<_>>().join(" | ")
        }
        // A parameter that may be left open has two types.
        None => match &kind["type"] {
            Value::Array(types) => types.iter().map(plain).collect::<Vec<_>>().join(" | "),
            kind => kind.as_str().unwrap_or("value").to_owned(),
        },
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
