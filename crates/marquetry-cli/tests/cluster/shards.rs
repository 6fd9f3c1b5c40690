//! Parts of a plan for batch systems, and budgets measured once for all of them.

use crate::desk::Desk;
use crate::engine::assert_same;
use crate::outside;
use crate::slurm::Slurm;

const PLAN: &str = r#"
name = "parts"
title = "A plan in parts"
seeds = "1-20"
budget = { evaluations = 2000 }
puzzle = [{ puzzle = "twin-6x6" }, { tokens = { n = 4, remove = 4 } }]
algorithm = [
  { with = "local", puzzles = ["twin-6x6"] },
  { with = "exact", puzzles = ["tokens-4x4-4"] },
]
"#;

#[test]
fn parts_merged_are_one_run() {
    let desk = Desk::new();
    desk.put("parts.toml", PLAN);
    desk.out(0, "campaign run parts.toml --store whole.sqlite --quiet");
    for of in [1, 2, 7] {
        let mut stores = Vec::new();
        for number in 0..of {
            desk.out(0, &format!("campaign run parts.toml --shard {number}/{of} --quiet"));
            stores.push(format!("parts-{number}-of-{of}.sqlite"));
        }
        let told = desk.json(0, &format!("campaign merge all{of}.sqlite {}", stores.join(" ")));
        assert_eq!((told["new"].as_u64(), told["known"].as_u64()), (Some(40), Some(0)));
        assert_same(&desk, "parts.toml", "whole.sqlite", &format!("all{of}.sqlite"));
    }
    for bad in ["1/1", "3", "a/b", "-1/2"] {
        let output = desk.run(&["campaign", "run", "parts.toml", &format!("--shard={bad}")]);
        assert_eq!(output.status.code(), Some(2), "{bad}");
    }
}

#[test]
fn calibrated_budgets_are_measured_once_and_are_work() {
    let desk = Desk::new();
    let plan = PLAN.replace("evaluations = 2000", "calibrate = \"50ms\"").replace("1-20", "1-3");
    desk.put("parts.toml", &plan);
    assert!(desk.error("campaign run parts.toml --shard 0/2").contains("is not calibrated yet"));
    assert!(desk.error("campaign status parts.toml").contains("is not calibrated yet"));
    assert_eq!(desk.json(0, "campaign calibrate parts.toml")["measured"], 2);
    let measured = desk.get("parts.calibration.toml");
    assert_eq!(desk.json(0, "campaign calibrate parts.toml")["measured"], 0);
    for number in 0..2 {
        desk.out(0, &format!("campaign run parts.toml --shard {number}/2 --quiet"));
    }
    desk.out(0, "campaign merge all.sqlite parts-0-of-2.sqlite parts-1-of-2.sqlite");
    desk.out(0, "campaign run parts.toml --store whole.sqlite --quiet");
    assert_eq!(measured, desk.get("parts.calibration.toml"));
    assert_same(&desk, "parts.toml", "whole.sqlite", "all.sqlite");
    assert!(!desk.out(0, "campaign export all.sqlite --to jsonl").contains("\"time_s\":0"));
    desk.put("both.toml", plan.replace("calibrate", "evaluations = 5, calibrate"));
    assert!(desk.error("campaign run both.toml").contains("both evaluations and calibrate"));
}

#[test]
fn plans_with_clocks_say_that_machines_differ() {
    let desk = Desk::new();
    desk.put("parts.toml", PLAN.replace("evaluations = 2000", "time = \"1ms\""));
    let (_, said) = desk.both(0, "campaign run parts.toml --shard 0/7");
    assert!(said.contains("different machines are not comparable"), "{said}");
    // Two machines in one store: the report says so.
    let runs = desk.out(0, "campaign export parts-0-of-7.sqlite --to jsonl");
    let mut lines: Vec<String> = runs.lines().map(str::to_owned).collect();
    let mut run: serde_json::Value = serde_json::from_str(&lines[0]).expect("JSON");
    run["machine"] = "another one".into();
    lines[0] = run.to_string();
    desk.put("mixed.jsonl", lines.join("\n"));
    let report = desk.out(0, "campaign report parts.toml --store mixed.jsonl");
    assert!(report.contains("they are not comparable"), "{report}");
    let report = desk.out(0, "campaign report parts.toml --store parts-0-of-7.sqlite");
    assert!(!report.contains("they are not comparable"), "{report}");
}

/// Through a real Slurm, where its programs are there.
#[test]
fn a_slurm_array_makes_the_parts() {
    let desk = Desk::new();
    let slurm = match Slurm::start(&desk) {
        Ok(slurm) => slurm,
        Err(why) => return outside::skipped("cluster::a_slurm_array_makes_the_parts", &why),
    };
    desk.put("parts.toml", PLAN);
    desk.out(0, "campaign run parts.toml --store whole.sqlite --quiet");
    let program = env!("CARGO_BIN_EXE_marquetry");
    for of in [1, 2, 7] {
        let script = format!(
            "#!/bin/sh\nexec {program} campaign run parts.toml --quiet --store shard-$SLURM_ARRAY_TASK_ID.sqlite \
             --shard $SLURM_ARRAY_TASK_ID/{of}\n"
        );
        desk.put("array.sh", script);
        let array = format!("--array=0-{}", of - 1);
        let words = [array.as_str(), "--wait", "--output=slurm-%a.log", "array.sh"];
        let output = slurm.command(&desk, "sbatch").args(words).output().expect("sbatch runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stores: Vec<String> = (0..of).map(|number| format!("shard-{number}.sqlite")).collect();
        desk.out(0, &format!("campaign merge all{of}.sqlite {}", stores.join(" ")));
        assert_same(&desk, "parts.toml", "whole.sqlite", &format!("all{of}.sqlite"));
        stores
            .iter()
            .for_each(|store| std::fs::remove_file(desk.path(store)).expect("it was there"));
    }
}
