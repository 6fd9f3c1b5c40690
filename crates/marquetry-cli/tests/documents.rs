//! The commands shown in the README and the guide work as they stand, in the order shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every line of a shell block that calls the program.
fn commands(document: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(document)).expect("the document is there");
    let mut in_shell = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_shell = line == "```sh";
        } else if in_shell && line.starts_with("marquetry ") {
            found.push(line.to_owned());
        }
    }
    found
}

#[test]
fn the_guide_tells_the_truth() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let program = Path::new(env!("CARGO_BIN_EXE_marquetry"));
    let path = format!(
        "{}:{}",
        program.parent().expect("it lies in a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let commands = commands("docs/guide.md");
    assert!(commands.len() > 20, "{}", commands.len());
    for command in commands {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .env("MARQUETRY_DATA", folder.path().join("data"))
            .output()
            .expect("a shell runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let solves =
            command.starts_with("marquetry solve") || command.starts_with("marquetry meta");
        let code = output.status.code();
        assert!(code == Some(0) || solves && code == Some(1), "{command}: {code:?} {stderr}");
    }
    for file in
        ["best.json", "better.json", "colours.svg", "six.png", "six.sol", "even.png", "marquetry.1"]
    {
        assert!(folder.path().join(file).exists(), "{file}");
    }
}

/// The pictures of the README and of the page on tokens are what the program draws today.
#[test]
fn the_pictures_are_ours() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_marquetry");
        let status = Command::new(program).args(arguments).current_dir(&folder).status();
        assert!(status.is_ok_and(|status| status.success()), "{arguments:?}");
    };
    let recipe = ["generate", "8x8", "--preset", "eternity", "--seed", "1", "--name", "board"];
    run(&[&recipe[..], &["--out", "p.json", "--solution", "s.json"]].concat());
    run(&["show", "p.json", "s.json", "--svg", "board.svg"]);
    let recipe = ["tokens", "generate", "8", "--remove", "24", "--solved", "--seed", "1"];
    run(&[&recipe[..], &["--out", "tokens.svg"]].concat());
    for name in ["board.svg", "tokens.svg"] {
        let drawn = fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        let shown = fs::read_to_string(root().join("docs").join(name)).unwrap_or_default();
        assert!(drawn == shown, "docs/{name} is not what the commands in this test draw");
    }
}

/// The tables of the token puzzle on the results page are what the recorded runs give.
#[test]
fn the_tables_of_the_studies_are_those_of_their_runs() {
    let output = Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .args(["tokens", "study", "study-1", "study-2", "study-3", "study-4", "study-5"])
        .args(["study-3-duplicates", "study-4-duplicates", "cycles"])
        .args(["--runs", "results/tokens.jsonl", "--page"])
        .current_dir(root())
        .output()
        .expect("the program runs");
    let tables = String::from_utf8_lossy(&output.stdout);
    assert!(tables.lines().count() > 80, "{tables}");
    let page = fs::read_to_string(root().join("results/README.md")).unwrap_or_default();
    assert!(page.contains(tables.trim()), "results/README.md does not hold the tables printed");
}
