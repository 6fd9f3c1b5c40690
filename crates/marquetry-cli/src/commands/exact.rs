//! What `count` and `estimate` share: from what was typed to a search, and the words for it.

use crate::args::{AtChoice, Tree};
use anyhow::{Context, Result};
use marquetry::edge::{Order, Puzzle};
use marquetry::exact::{Block, Exact};

/// How the tree is searched.
pub(super) fn how(tree: &Tree) -> Result<Exact> {
    let (lookahead, symmetry) = (tree.lookahead.into(), !tree.no_symmetry);
    Ok(Exact { order: order(&tree.order)?, lookahead, symmetry })
}

fn order(text: &str) -> Result<Order> {
    if let Some(named) = Order::NAMED.into_iter().chain([Order::Best]).find(|o| o.name() == text) {
        return Ok(named);
    }
    let cells = text.split(',').map(|cell| cell.trim().parse()).collect::<Result<_, _>>();
    let names = Order::NAMED.map(|order| order.name()).join(", ");
    cells.map(Order::List).ok().with_context(|| {
        let found: String = text.chars().take(60).collect();
        format!("--order expects best, {names} or cells by number such as 0,1,3,2, found {found:?}")
    })
}

/// The block that `RxC` and its place describe.
pub(super) fn block(text: &str, at: AtChoice) -> Result<Block> {
    let parts = text.split_once(['x', 'X']);
    let (rows, columns) = parts
        .and_then(|(rows, columns)| Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)))
        .with_context(|| format!("--block expects rows x columns such as 3x3, found {text:?}"))?;
    Ok(Block { rows, columns, at: at.into() })
}

/// A number of threads in words.
pub(super) fn threads(count: usize) -> String {
    if count == 1 { "1 thread".to_owned() } else { format!("{count} threads") }
}

/// An order as people call it, with how it is searched.
pub(super) fn order_words(puzzle: &Puzzle, order: &Order, lookahead: bool) -> String {
    let ahead = if lookahead { ", looking ahead" } else { "" };
    let name = match order {
        Order::List(cells) => scan(puzzle, cells).unwrap_or_else(|| {
            let first: Vec<_> = cells.iter().take(12).map(ToString::to_string).collect();
            let more = if cells.len() > first.len() { ",..." } else { "" };
            format!("{}{more}", first.join(","))
        }),
        named => named.name().to_owned(),
    };
    name + ahead
}

/// The words for a scan from another corner than the top left one.
fn scan(puzzle: &Puzzle, cells: &[u16]) -> Option<String> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let ends = [("top", 0, "left", 0), ("top", 0, "right", width - 1)].into_iter();
    let ends =
        ends.chain([("bottom", height - 1, "left", 0), ("bottom", height - 1, "right", width - 1)]);
    for (down, row, across, col) in ends {
        let flipped = |&cell: &u16| {
            let (r, c) = (usize::from(cell) / width, usize::from(cell) % width);
            (r.abs_diff(row) * width + c.abs_diff(col)) as u16
        };
        let seen: Vec<u16> = cells.iter().map(flipped).collect();
        for order in [Order::Row, Order::Column] {
            if order.cells(width, height).is_ok_and(|cells| cells == seen) {
                return Some(format!("{} from the {down} {across}", order.name()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::edge::{Frame, Piece};

    #[test]
    fn orders_are_read_and_named() {
        let read = |text: &str| order(text).map_err(|e| e.to_string());
        assert_eq!(read("spiral"), Ok(Order::Spiral));
        assert_eq!(read("best"), Ok(Order::Best));
        assert_eq!(read("3, 0,1,2"), Ok(Order::List(vec![3, 0, 1, 2])));
        for wrong in ["", "list", "0,,1", "0,-1", "0;1", "99999", "Row"] {
            assert!(read(wrong).is_err_and(|e| e.contains("--order expects best")), "{wrong}");
        }
        let pieces = vec![Piece([1; 4]); 6];
        let puzzle = Puzzle::new("x", 3, 2, Frame::Open, pieces).expect("a puzzle");
        let words = |cells: &[u16]| order_words(&puzzle, &Order::List(cells.to_vec()), true);
        assert_eq!(words(&[5, 4, 3, 2, 1, 0]), "row from the bottom right, looking ahead");
        assert_eq!(words(&[2, 5, 1, 4, 0, 3]), "column from the top right, looking ahead");
        assert_eq!(words(&[0, 5, 1, 4, 2, 3]), "0,5,1,4,2,3, looking ahead");
        assert_eq!(order_words(&puzzle, &Order::Snake, false), "snake");
    }

    #[test]
    fn blocks_are_read() {
        let read = |text: &str| block(text, AtChoice::Side).map(|b| (b.rows, b.columns)).ok();
        assert_eq!(read("3x4"), Some((3, 4)));
        assert_eq!(read(" 3 X 4 "), Some((3, 4)));
        assert_eq!([read("3"), read("3x"), read("x3"), read("-1x3"), read("3x3x3")], [None; 5]);
    }
}
