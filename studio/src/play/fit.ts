// What fits where. The page asks itself: the answer has to be there while a piece is being dragged.

import type { Cells, Lain, PuzzleView } from "../wire";

/** The colour that fits a colour. */
export function mate(puzzle: PuzzleView, colour: number): number {
  if (!puzzle.summary.signed || colour === 0) return colour;
  return colour % 2 ? colour + 1 : colour - 1;
}

/** What a cell asks of its sides: a colour, anything (null), or on inner sides of framed boards anything but grey. */
function wants(puzzle: PuzzleView, cells: Cells, cell: number): (number | null)[] {
  const { width, height, framed } = puzzle.summary;
  const [row, column] = [Math.floor(cell / width), cell % width];
  const around = [
    row > 0 ? cell - width : null,
    column + 1 < width ? cell + 1 : null,
    row + 1 < height ? cell + width : null,
    column > 0 ? cell - 1 : null,
  ];
  return around.map((other, side) => {
    if (other === null) return framed ? 0 : null;
    const lain = cells[other];
    if (!lain) return null;
    // A neighbour's grey side fits nothing; -1 is a colour no piece has.
    return mate(puzzle, puzzle.pieces[lain[0] - 1]?.[(side + 2 + 4 - lain[1]) & 3] ?? 0) || -1;
  });
}

function turnsFor(puzzle: PuzzleView, rim: boolean[], asked: (number | null)[], piece: number): number[] {
  const sides = puzzle.pieces[piece - 1] ?? [];
  return [0, 1, 2, 3].filter((turn) => asked.every((colour, side) => {
    const shown = sides[(side + 4 - turn) & 3];
    return colour === null ? rim[side] || shown !== 0 : shown === colour;
  }));
}

/** Which sides of a cell lie on the rim. */
function rimOf(puzzle: PuzzleView, cell: number): boolean[] {
  const { width, height } = puzzle.summary;
  const [row, column] = [Math.floor(cell / width), cell % width];
  return [row === 0, column === width - 1, row === height - 1, column === 0];
}

/** The turns with which a piece fits on a cell. */
export function turnsAt(puzzle: PuzzleView, cells: Cells, cell: number, piece: number): number[] {
  return turnsFor(puzzle, rimOf(puzzle, cell), wants(puzzle, cells, cell), piece);
}

/** The pieces among `left` that fit on a cell, with their turns. */
export function piecesFor(puzzle: PuzzleView, cells: Cells, cell: number, left: number[]): Lain[] {
  const [rim, asked] = [rimOf(puzzle, cell), wants(puzzle, cells, cell)];
  return left.flatMap((piece) => turnsFor(puzzle, rim, asked, piece).map((turn): Lain => [piece, turn]));
}

/** The empty cells on which a piece fits, with its turns. */
export function cellsFor(puzzle: PuzzleView, cells: Cells, piece: number): [number, number][] {
  return cells.flatMap((lain, cell) =>
    lain ? [] : turnsAt(puzzle, cells, cell, piece).map((turn): [number, number] => [cell, turn]));
}
