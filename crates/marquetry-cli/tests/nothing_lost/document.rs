//! The rows on clues in docs/exact.md are those of the command it gives.

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
    for row in page.lines().filter(|row| row.contains("`--clues")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        // Size and options, colours, distinct, nodes, and three times.
        let [_, made, _, distinct, nodes, _, _, _, _] = cells[..] else { continue };
        if !is_quick(nodes) {
            continue;
        }
        rows += 1;
        let made = made.replace('`', "");
        desk.out(0, &format!("generate {made} --seed 1 --out p.json"));
        let told = desk.json(0, "count p.json --threads 1");
        let found = (told["distinct"].to_string(), told["nodes"].as_u64().map(shown));
        assert_eq!(found, (distinct.to_owned(), Some(nodes.to_owned())), "{row}");
    }
    assert!(rows >= 4, "{rows} rows were counted");
}
