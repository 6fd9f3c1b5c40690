// A puzzle as a picture before anything is laid.

import type { Cells, PuzzleView } from "./wire";

/** Its pieces in the order of the list, with the clues at their places. */
export function spread(puzzle: PuzzleView): Cells {
  const cells: Cells = new Array(puzzle.summary.width * puzzle.summary.height).fill(null);
  const clued = new Set(puzzle.clues.map((clue) => clue.piece));
  for (const { cell, piece, turn } of puzzle.clues) cells[cell] = [piece, turn];
  let next = 1;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell]) continue;
    while (clued.has(next)) next++;
    cells[cell] = next <= puzzle.pieces.length ? [next++, 0] : null;
  }
  return cells;
}

/** Cells with clues. */
export function clueCells(puzzle: PuzzleView): number[] {
  return puzzle.clues.map((clue) => clue.cell);
}
