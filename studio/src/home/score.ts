// The score of a board that is only looked at. What is kept is scored by the judge.

import { mate } from "../play/fit";
import type { Cells, Lain, PuzzleView } from "../wire";

export interface Scored { score: number; breaks: [number, number][] }

export function scored(puzzle: PuzzleView, cells: Cells): Scored {
  const { width } = puzzle.summary;
  const side = ([piece, turn]: Lain, at: number) => puzzle.pieces[piece - 1]?.[(at + 4 - turn) % 4] ?? 0;
  const result: Scored = { score: 0, breaks: [] };
  const join = (one: number, other: number, at: number) => {
    const [here, there] = [cells[one], cells[other]];
    if (!here || !there) return;
    const colour = side(here, at);
    if (colour && mate(puzzle, colour) === side(there, at + 2)) result.score++;
    else result.breaks.push([one, other]);
  };
  cells.forEach((_, cell) => {
    if ((cell + 1) % width) join(cell, cell + 1, 1);
    if (cell + width < cells.length) join(cell, cell + width, 2);
  });
  return result;
}
