//! The sequence in which cells are filled.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A visiting order of the cells of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The one whose search tree is estimated to be smallest.
    #[default]
    Best,
    /// Row by row, each from the left.
    Row,
    /// Column by column, each from the top.
    Column,
    /// Row by row, to the right and to the left in turn.
    Snake,
    /// Around the rim clockwise and inwards.
    Spiral,
    /// The rim clockwise, then the inside row by row.
    Frame,
    /// A block in the top left corner that grows by one row and one column at a time.
    Block,
    /// Cells by number, row by row from 0, each once.
    #[serde(untagged)]
    List(Vec<u16>),
}

/// Why a list of cells is not an order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OrderError {
    #[error("the order names {found} cells, the board has {cells}")]
    Count { cells: usize, found: usize },
    #[error("the order names cell {cell}, expected 0 to {}", .cells - 1)]
    Outside { cells: usize, cell: u16 },
    #[error("the order names cell {cell} twice")]
    Twice { cell: u16 },
}

impl Order {
    /// Every named order that stands for one sequence.
    pub const NAMED: [Self; 6] =
        [Self::Row, Self::Column, Self::Snake, Self::Spiral, Self::Frame, Self::Block];

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Row => "row",
            Self::Column => "column",
            Self::Snake => "snake",
            Self::Spiral => "spiral",
            Self::Frame => "frame",
            Self::Block => "block",
            Self::List(_) => "list",
        }
    }

    /// The cells of a board in this order; [`Order::Best`] has none of its own and is by rows.
    ///
    /// # Errors
    /// If a list does not name every cell once.
    pub fn cells(&self, width: usize, height: usize) -> Result<Vec<u16>, OrderError> {
        let (columns, rows) = (0..width, 0..height);
        let cell = |row: usize, col: usize| (row * width + col) as u16;
        Ok(match self {
            Self::Best | Self::Row => (0..(width * height) as u16).collect(),
            Self::Column => columns.flat_map(|c| (0..height).map(move |r| cell(r, c))).collect(),
            Self::Snake => rows
                .flat_map(|r| {
                    let back = r % 2 == 1;
                    (0..width).map(move |c| cell(r, if back { width - 1 - c } else { c }))
                })
                .collect(),
            Self::Spiral => spiral(width, height, usize::MAX),
            Self::Frame => {
                let mut cells = spiral(width, height, 1);
                let inside = |&c: &u16| !cells.contains(&c);
                let rest: Vec<u16> = (0..(width * height) as u16).filter(inside).collect();
                cells.extend(rest);
                cells
            }
            Self::Block => {
                let mut cells = Self::Row.cells(width, height)?;
                // Each shell goes down its new column, then along its new row.
                cells.sort_by_key(|&cell| {
                    let (row, col) = (usize::from(cell) / width, usize::from(cell) % width);
                    (row.max(col), col < row, row.min(col))
                });
                cells
            }
            Self::List(list) => {
                check_list(list, width * height)?;
                list.clone()
            }
        })
    }
}

/// The rings of a board clockwise from the top left corner, at most so many.
fn spiral(width: usize, height: usize, rings: usize) -> Vec<u16> {
    let mut cells = Vec::with_capacity(width * height);
    for ring in 0..width.min(height).div_ceil(2).min(rings) {
        let (right, bottom) = (width - 1 - ring, height - 1 - ring);
        let mut go = |row: usize, col: usize| cells.push((row * width + col) as u16);
        (ring..=right).for_each(|col| go(ring, col));
        (ring + 1..=bottom).for_each(|row| go(row, right));
        if bottom > ring {
            (ring..right).rev().for_each(|col| go(bottom, col));
        }
        if right > ring {
            (ring + 1..bottom).rev().for_each(|row| go(row, ring));
        }
    }
    cells
}

fn check_list(list: &[u16], cells: usize) -> Result<(), OrderError> {
    if list.len() != cells {
        return Err(OrderError::Count { cells, found: list.len() });
    }
    let mut seen = vec![false; cells];
    for &cell in list {
        match seen.get_mut(usize::from(cell)) {
            None => return Err(OrderError::Outside { cells, cell }),
            Some(true) => return Err(OrderError::Twice { cell }),
            Some(seen) => *seen = true,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_visits_every_cell_once() {
        for (width, height) in [(1, 1), (1, 5), (4, 1), (2, 2), (2, 5), (3, 3), (7, 4), (5, 6)] {
            for order in Order::NAMED {
                let cells = order.cells(width, height).unwrap();
                assert_eq!(
                    check_list(&cells, width * height),
                    Ok(()),
                    "{order:?} {width}x{height}"
                );
            }
        }
    }

    #[test]
    fn orders_are_what_they_say() {
        let cells = |order: Order| order.cells(3, 3).unwrap();
        assert_eq!(cells(Order::Column), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
        assert_eq!(cells(Order::Snake), [0, 1, 2, 5, 4, 3, 6, 7, 8]);
        assert_eq!(cells(Order::Spiral), [0, 1, 2, 5, 8, 7, 6, 3, 4]);
        assert_eq!(cells(Order::Frame), [0, 1, 2, 5, 8, 7, 6, 3, 4]);
        assert_eq!(cells(Order::Block), [0, 1, 4, 3, 2, 5, 8, 6, 7]);
        assert_eq!(Order::Frame.cells(4, 4).unwrap()[12..], [5, 6, 9, 10]);
    }

    #[test]
    fn lists_are_checked() {
        let list = |cells: &[u16]| Order::List(cells.to_vec()).cells(2, 2);
        assert_eq!(list(&[3, 1, 0, 2]), Ok(vec![3, 1, 0, 2]));
        assert_eq!(list(&[0, 1, 2]), Err(OrderError::Count { cells: 4, found: 3 }));
        assert_eq!(list(&[0, 1, 2, 4]), Err(OrderError::Outside { cells: 4, cell: 4 }));
        assert_eq!(list(&[0, 1, 2, 1]), Err(OrderError::Twice { cell: 1 }));
    }

    #[test]
    fn orders_are_written_as_words_or_lists() {
        let read = |text: &str| serde_json::from_str::<Order>(text).ok();
        assert_eq!(read("\"spiral\""), Some(Order::Spiral));
        assert_eq!(read("[1,0]"), Some(Order::List(vec![1, 0])));
        assert_eq!(read("\"zigzag\""), None);
        assert_eq!(serde_json::to_string(&Order::Block).unwrap(), "\"block\"");
    }
}
