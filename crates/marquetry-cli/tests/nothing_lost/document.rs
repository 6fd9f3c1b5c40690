//! The rows on clues in docs/exact.md are those of the method it names.

use super::Desk;

/// Rows whose nodes are counted in a moment.
fn is_quick(nodes: &str) -> bool {
    !nodes.starts_with('>') && (!nodes.ends_with('M') || nodes.contains('.'))
}

/// Nodes as the page writes them.
fn shown(nodes: u64) -> String {
    match nodes {
        0..10_000 => nodes.to_string(),
        10_000..1_000_000 => format!("{:.0} k", nodes as f64 / 1e3),
        _ => format!("{:.1} M", nodes as f64 / 1e6),
    }
}

#[test]
fn clue_rows_are_those_of_the_command() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/exact.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let desk = Desk::new();
    let mut rows = 0;
    for row in page.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        // Size and clues, nodes, and four times.
        let [_, made, nodes, _, _, _, _, _] = cells[..] else { continue };
        let made = made.strip_suffix(" clues").and_then(|made| made.split_once(", "));
        let Some((size, clues)) = made.filter(|_| is_quick(nodes)) else { continue };
        rows += 1;
        desk.out(0, &format!("generate {size} --clues {clues} --seed 1 --out p.json"));
        let told = desk.json(0, "solve p.json --with enumerate --threads 1");
        assert_eq!(told["work"].as_u64().map(shown), Some(nodes.to_owned()), "{row}");
    }
    assert!(rows >= 4, "{rows} rows were counted");
}
