//! The researcher: plans that explain themselves, reports that say how they came about.

use super::Desk;
use std::fs;

const PLAN: &str = "name = \"mine\"\ntitle = \"Two ways\"\nseeds = \"1-3\"\nbudget = { evaluations = 3000 }\n\
    puzzle = [{ puzzle = \"twin-4x4\" }, { puzzle = \"twin-5x5\" }]\n\
    algorithm = [{ with = \"annealing\" }, { with = \"greedy\" }]\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("mine.toml", PLAN);
    desk.out(0, "campaign run mine.toml");
    desk
}

#[test]
fn a_report_opens_with_all_that_was_held_fixed() {
    let desk = desk();
    let page = desk.out(0, "campaign report mine.toml");
    let head = page.split("## Results").next().expect("a head").split_whitespace();
    let head = head.collect::<Vec<_>>().join(" ");
    for words in [
        "Plan mine, hash ",
        "Budget of a run: 3000 evaluations.",
        "Seeds: 1-3.",
        "Threads of a run: 1.",
        "12 runs by marquetry",
        "made with rustc",
        "| annealing | annealing | cold=0.12, growth=1.5, hot=0.5, walkers=1, work=50000000 |",
        "one changed board scored",
        "Caution: 4 cells have fewer than five runs",
        "a step is not the same work for all algorithms",
        "end the first cooling at 0 % of its 50000000 steps: work=3000 would fit",
    ] {
        assert!(head.contains(words), "{words}: {head}");
    }
    for words in ["seconds, processor", "seconds, wall", "runs for 80 %", "Noether"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let hash = |page: &str| page.split("hash ").nth(1).map(|rest| rest[..16].to_owned());
    desk.put("mine.toml", PLAN.replace('\n', "\r\n"));
    assert_eq!(hash(&desk.out(0, "campaign report mine.toml")), hash(&page), "line ends");
    desk.put("mine.toml", PLAN.replace("1-3", "1-2"));
    assert_ne!(hash(&desk.out(0, "campaign report mine.toml")), hash(&page));
}

#[test]
fn runs_that_had_to_share_a_core_are_told() {
    let desk = desk();
    desk.out(0, "campaign export mine.sqlite --to jsonl --out runs.jsonl");
    let starved: String = desk
        .get("runs.jsonl")
        .lines()
        .map(|line| {
            let mut run: serde_json::Value = serde_json::from_str(line).expect("JSON");
            (run["cpu_s"], run["wall_s"]) = (0.5.into(), 1.0.into());
            run.to_string() + "\n"
        })
        .collect();
    desk.put("starved.jsonl", starved);
    let page = desk.out(0, "campaign report mine.toml --store starved.jsonl");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        page.contains("12 of 12 runs had less than nine tenths of a core, the least 50 %"),
        "{page}"
    );
}

#[test]
fn a_plan_can_be_begun_checked_and_done_without() {
    let desk = Desk::new();
    let (_, said) = desk.both(0, "campaign init new.toml");
    assert!(said.contains("wrote new.toml"));
    assert_eq!(desk.out(0, "campaign init"), desk.get("new.toml"));
    assert!(desk.error("campaign init new.toml").contains("new.toml is there already"));
    let check = desk.json(0, "campaign check new.toml");
    assert_eq!(
        (&check["jobs"], &check["done"], &check["cells"]),
        (&40.into(), &0.into(), &4.into())
    );
    assert!(check["core_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{check}");
    assert!(!desk.path("mine.sqlite").exists(), "a check makes nothing");
    let text = desk.out(0, "campaign check new.toml");
    assert!(text.contains("jobs       40 in 4 cells, 0 of them in mine.sqlite"), "{text}");
    assert!(text.contains("time       at most about "), "{text}");
    desk.out(0, "campaign run new.toml --quiet");
    assert_eq!(desk.json(0, "campaign check new.toml")["done"], 40);
    desk.put("timed.toml", PLAN.replace("evaluations = 3000", "time = \"1h\""));
    let timed = desk.json(0, "campaign check timed.toml --store none.sqlite");
    assert_eq!((&timed["core_seconds"], &timed["estimated"]), (&43200.0.into(), &false.into()));
    desk.put("short.toml", PLAN);
    assert!(desk.out(0, "campaign check short.toml").contains("caution    annealing on twin-4x4"));
    for plan in ["none.toml", "mine.sqlite"] {
        desk.error(&format!("campaign check {plan}"));
    }
}

#[test]
fn a_store_reports_without_its_plan() {
    let desk = desk();
    fs::remove_file(desk.path("mine.toml")).expect("it was there");
    desk.out(0, "campaign export mine.sqlite --to jsonl --puzzles --out runs.jsonl");
    for store in ["mine.sqlite", "runs.jsonl"] {
        let page = desk.out(0, &format!("campaign report {store}"));
        for words in
            [&format!("# The runs of {store}"), "twin-4x4", "annealing", "greedy", "Mann-Whitney"]
        {
            assert!(page.contains(words), "{words}: {page}");
        }
    }
    desk.out(0, "campaign report mine.sqlite --out pages");
    assert!(desk.path("pages/report.html").exists());
    // Other budgets and parameters are other cells.
    desk.out(
        0,
        "campaign measure twin-4x4 --with annealing --seeds 1-2 --work 100 --store mine.sqlite",
    );
    desk.out(
        0,
        "campaign measure twin-4x4 --with annealing --set hot=2 --seeds 1 --work 100 --store mine.sqlite",
    );
    let page = desk.out(0, "campaign report mine.sqlite");
    for label in ["annealing, 3000 evaluations", "annealing, 100 evaluations", "annealing hot=2"] {
        assert!(page.contains(label), "{label}: {page}");
    }
    assert!(desk.error("campaign report mine.sqlite --quick").contains("is a store"));
    desk.put("not.jsonl", "{}\n");
    assert!(desk.error("campaign report not.jsonl").contains("not.jsonl, line 1"));
}

#[test]
fn a_cooling_cut_short_is_warned_of() {
    let desk = Desk::new();
    let solve = "solve twin-8x8 --with annealing --work 3500000 --seed 1";
    let (_, said) = desk.both(1, solve);
    assert!(said.contains("warning: 3500000 steps end the first cooling at 7 %"), "{said}");
    let told = desk.json(1, solve);
    assert!(told["caution"].as_str().is_some_and(|said| said.contains("work=3500000 would fit")));
    let fitting = desk.json(1, &format!("{solve} --set work=3500000"));
    assert!(fitting["caution"].is_null());
    assert!(
        fitting["score"].as_u64() > told["score"].as_u64(),
        "{} {}",
        fitting["score"],
        told["score"]
    );
}

/// The same runs, solved at once, under two budgets: the larger one has the longer axis.
#[test]
fn curves_go_on_to_the_budget() {
    let desk = Desk::new();
    let ticks = |budget: &str| {
        let plan = PLAN.replace("annealing", "dfs").replace("evaluations = 3000", budget);
        desk.put("mine.toml", plan.replace(", { with = \"greedy\" }", ""));
        desk.out(0, "campaign run mine.toml --quiet");
        desk.out(0, "campaign report mine.toml --out pages");
        let curve = desk.get("pages/figures/convergence-work-twin-4x4.svg");
        curve.matches("46V362\" fill=\"none\" stroke=\"#e3e3e3\"").count()
    };
    let (short, long) = (ticks("evaluations = 1000"), ticks("evaluations = 1000000"));
    assert!(short >= 3 && long >= short + 3, "{short} and {long} powers of ten");
}
