//! The commands shown in the README and the guide work as they stand, in the order shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every line of a shell block that calls the program or writes a file for it.
fn commands(document: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(document)).expect("the document is there");
    let mut in_shell = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_shell = line == "```sh";
        } else if in_shell && (line.starts_with("marquetry ") || line.starts_with("printf ")) {
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

/// Every page of results is what the program prints of its runs; the overview counts their verdicts,
/// and the README's table is the first table of one of them.
#[test]
fn the_results_are_those_of_their_runs() {
    let files = fs::read_dir(root().join("results/runs")).expect("the folder is there");
    let mut paths: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap_or_default();
    let mut overview = vec![
        "| page | repeats | runs | above | holds | short |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
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
        .skip_while(|line| !line.starts_with('|'))
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
    let [above, holds, short] = ["above", "holds", "short"].map(count);
    let (source, runs) = (source.unwrap_or("our own"), runs.unwrap_or("0"));
    format!("| [{name}]({name}.md) | {source} | {runs} | {above} | {holds} | {short} |")
}
