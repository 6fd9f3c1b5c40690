//! What the tests share.

/// The number of grids with even lines for every number of tokens, by listing them all: the cells
/// but the last row and column are free, and these follow.
pub(super) fn even_grids(rows: usize, columns: usize) -> Vec<u64> {
    let free = (rows - 1) * (columns - 1);
    assert!(free <= 25 && rows * columns < 64);
    let bit = |row: usize, column: usize| 1u64 << (row * columns + column);
    // A free cell with what follows from it.
    let corners: Vec<u64> = (0..free)
        .map(|cell| {
            let (row, column) = (cell / (columns - 1), cell % (columns - 1));
            let (last_row, last_column) = (rows - 1, columns - 1);
            bit(row, column)
                | bit(row, last_column)
                | bit(last_row, column)
                | bit(last_row, last_column)
        })
        .collect();
    let mut found = vec![0; rows * columns + 1];
    let mut grid = 0u64;
    for step in 1..=1u64 << free {
        found[grid.count_ones() as usize] += 1;
        // Gray's code: each grid differs from the last by one free cell.
        grid ^= corners.get(step.trailing_zeros() as usize).copied().unwrap_or(0);
    }
    found
}
