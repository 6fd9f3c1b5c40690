//! What the pages say is true: their commands work as they stand, their pictures and tables are ours.
//!
//! Every line of a `sh` block is run, page by page, in the order shown, in a folder of its own.
//! A `--time` above a second becomes a second; nothing else is changed. Lines after `# not run: why`
//! in a block are not run, nor are those that build the project itself (`cargo`, `git`, `./test`);
//! both are listed at the end of `./test`. Every call, run or not, must be one the program knows.

mod desk;
#[path = "../../marquetry/tests/outside/mod.rs"]
mod outside;
mod pages;

use desk::{Desk, stderr};
use pages::{Page, fault, pages, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const GUIDE: &str = "docs/guide.md";

/// A line with its times shortened.
fn shortened(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        let time = humantime::parse_duration(words[at]);
        if words[at - 1] == "--time" && time.is_ok_and(|time| time > Duration::from_secs(1)) {
            words[at] = "1s";
        }
    }
    words.join(" ")
}

/// Runs the lines of a page; those not run are told, by reason. Returns how many were run.
fn follow(name: &str, desk: &Desk) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_marquetry")).parent().expect("it lies in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    let mut run = 0;
    for (line, why) in Page::read(name).lines {
        let builds = ["cargo", "git", "./test"].contains(&line.split(' ').next().unwrap_or(""));
        let why = why.or(builds.then(|| "builds or tests the project".to_owned()));
        if let Some(why) = why {
            *left.entry(why).or_default() += 1;
            continue;
        }
        let output = desk.program("sh").args(["-c", &shortened(&line)]).env("PATH", &path).output();
        let output = output.expect("a shell runs");
        let code = output.status.code();
        // That there is no perfect board, or no grid at all, is an answer.
        let answers = ["marquetry solve", "marquetry meta", "marquetry tokens feasible"];
        let answers = answers.iter().any(|start| line.starts_with(start));
        let well = code == Some(0) || answers && code == Some(1);
        assert!(well, "{name}: {line}: {code:?} {}", stderr(&output));
        run += 1;
    }
    for (why, count) in left {
        outside::skipped(&format!("{name}, {count} commands"), &why);
    }
    run
}

#[test]
fn the_guide_tells_the_truth() {
    let desk = Desk::new();
    let run = follow(GUIDE, &desk);
    assert!(run > 50, "{run}");
    for file in
        ["best.json", "better.json", "colours.svg", "six.png", "six.sol", "even.png", "marquetry.1"]
    {
        assert!(desk.path(file).exists(), "{file}");
    }
}

#[test]
fn every_other_page_tells_the_truth() {
    let others: Vec<String> = pages().into_iter().filter(|name| name != GUIDE).collect();
    assert!(others.len() > 10, "{others:?}");
    let run: usize = others.iter().map(|name| follow(name, &Desk::new())).sum();
    assert!(run > 10, "{run}");
}

#[test]
fn every_command_shown_is_one_the_program_knows() {
    let (mut shown, mut mentioned) = (0, 0);
    for name in pages() {
        let page = Page::read(&name);
        assert!(page.stray.is_empty(), "{name}: commands belong into sh blocks: {:?}", page.stray);
        for (line, _) in &page.lines {
            let fault = fault(line, false);
            assert!(
                fault.is_none(),
                "{name}: {line}: {}",
                fault.map_or(String::new(), |e| e.to_string())
            );
            shown += 1;
        }
        for line in &page.mentions {
            let fault = fault(line, true);
            assert!(
                fault.is_none(),
                "{name}: {line}: {}",
                fault.map_or(String::new(), |e| e.to_string())
            );
            mentioned += 1;
        }
    }
    assert!(shown > 80 && mentioned > 30, "{shown} shown, {mentioned} mentioned");
}

#[test]
fn commands_are_found_and_judged() {
    let page = Page::of(
        "Say `marquetry solve\nPUZZLE --time TIME` or\n\n    marquetry stray\n\n```sh\nmarquetry man . \\\n  --json\n\
         # not run: hours\nmarquetry solve 'a b' || true\n```\n```sh\nprintf x > y\n```\n```text\nmarquetry text\n```\n",
    );
    assert_eq!(page.stray, ["    marquetry stray", "marquetry text"]);
    assert_eq!(page.mentions, ["marquetry solve PUZZLE --time TIME"]);
    let whys: Vec<Option<&str>> = page.lines.iter().map(|(_, why)| why.as_deref()).collect();
    assert_eq!(whys, [None, Some("hours"), None]);
    assert!(page.lines.iter().all(|(line, _)| fault(line, false).is_none()), "{page:?}");
    assert!(fault(&page.mentions[0], true).is_none());
    for wrong in [
        "marquetry solve PUZZLE --time TIME",
        "marquetry solve p1 --tmie 3s",
        "true || marquetry magic",
        "marquetry solve a b c > d",
        "marquetry count",
    ] {
        assert!(fault(wrong, false).is_some(), "{wrong}");
    }
    for wrong in
        ["marquetry magic", "marquetry solve PUZZLE --tmie 3s", "marquetry solve p --time x"]
    {
        assert!(fault(wrong, true).is_some(), "{wrong}");
    }
    let long = "marquetry solve p --time 10s --work 5 && marquetry count q --time 300ms";
    assert_eq!(shortened(long), long.replace("10s", "1s"));
}

/// The pictures of the README and of the page on tokens are what the program draws today.
#[test]
fn the_pictures_are_ours() {
    let desk = Desk::new();
    let recipe = "generate 8x8 --preset eternity --seed 1 --name board";
    desk.out(0, &format!("{recipe} --out p.json --solution s.json"));
    desk.out(0, "show p.json s.json --svg board.svg --cell 60");
    desk.out(0, "tokens generate 8 --remove 24 --solved --seed 1 --out tokens.svg");
    for name in ["board.svg", "tokens.svg"] {
        let shown = fs::read_to_string(root().join("docs").join(name)).expect("the picture");
        assert!(desk.get(name) == shown, "docs/{name} is not what the commands in this test draw");
    }
}

/// The figures on the page on tokens are those of the runs.
#[test]
fn the_figures_of_the_token_paper_are_ours() {
    let desk = Desk::new();
    let store = root().join("results/runs/almuhaideb-tables.jsonl");
    let words = "campaign reproduce almuhaideb-tables --page --out pages --store";
    let output =
        desk.program(env!("CARGO_BIN_EXE_marquetry")).args(words.split(' ')).arg(store).output();
    assert!(output.expect("the program runs").status.success());
    let drawn = fs::read_dir(desk.path("pages/figures")).expect("a folder");
    let names: Vec<String> =
        drawn.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect();
    for number in 7..=14 {
        let named = |name: &&String| {
            name.starts_with(&format!("bars-figure-{number}-")) && name.ends_with(".svg")
        };
        let name = names.iter().find(named).expect("it is drawn");
        let shown = fs::read_to_string(root().join(format!("docs/tokens/figure-{number}.svg")));
        let same = desk.get(&format!("pages/figures/{name}")) == shown.expect("the picture");
        assert!(same, "docs/tokens/figure-{number}.svg is not what the runs give");
    }
}

/// Every page of results is what the program prints of its runs; the overview counts their verdicts,
/// and the README's table is the first table of one of them.
#[test]
fn the_results_are_those_of_their_runs() {
    let files = fs::read_dir(root().join("results/runs")).expect("the folder is there");
    let mut paths: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap_or_default();
    let mut overview = vec![
        "| page | repeats | runs | far above | above | reproduced | holds | short |".to_owned(),
        "|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    for path in &paths {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let output = Command::new(env!("CARGO_BIN_EXE_marquetry"))
            .args(["campaign", "reproduce", name, "--page", "--store"])
            .arg(path)
            .env("MARQUETRY_DATA", root().join("no such folder"))
            .output()
            .expect("the program runs");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let same = printed.lines().count() > 10 && read(&format!("results/{name}.md")) == printed;
        assert!(same, "results/{name}.md is not what its runs give");
        overview.push(summary(name, &printed));
    }
    assert!(paths.len() > 10, "{}", paths.len());
    let overview = overview.join("\n");
    assert!(read("results/README.md").contains(&overview), "results/README.md lacks\n{overview}");
    let page = read("results/record-60s.md");
    let table: Vec<&str> = page
        .lines()
        .skip_while(|line| !line.starts_with("| puzzle |"))
        .take_while(|line| line.starts_with('|'))
        .collect();
    let table = table.join("\n");
    assert!(
        table.lines().count() > 4 && read("README.md").contains(&table),
        "README.md lacks\n{table}"
    );
}

/// The line of a page in the overview.
fn summary(name: &str, page: &str) -> String {
    let source = page.lines().find_map(|line| line.strip_prefix("After ")?.strip_suffix('.'));
    let runs = page.lines().find_map(|line| line.split_once(" runs by marquetry").map(|(n, _)| n));
    let cells = page.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split('|'));
    let cells: Vec<&str> = cells.map(str::trim).collect();
    let count = |word: &str| match cells.iter().filter(|cell| **cell == word).count() {
        0 => String::new(),
        count => count.to_string(),
    };
    let verdicts = ["far above", "above", "reproduced", "holds", "short"].map(count).join(" | ");
    let (source, runs) = (source.unwrap_or("our own"), runs.unwrap_or("0"));
    format!("| [{name}]({name}.md) | {source} | {runs} | {verdicts} |")
}
