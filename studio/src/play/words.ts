// Cells, pieces and sides in words.

import type { About, Lain, PuzzleView } from "../wire";

const TURNS = ["", "turned once", "turned twice", "turned three times"];

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** "row 3, column 4" */
export function placeWords(puzzle: PuzzleView, cell: number): string {
  const { width } = puzzle.summary;
  return `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
}

/** "piece 17, turned twice" */
export function lainWords([piece, turn]: Lain): string {
  return [`piece ${piece}`, TURNS[turn & 3]].filter(Boolean).join(", ");
}

/** What a colour is called: its motif, "open" if only outlined, numbered when the motifs start over. */
export function colourWords(puzzle: PuzzleView, about: About, colour: number): string {
  if (colour === 0) return "grey";
  const { signed } = puzzle.summary;
  const [motif, , , filled] = (signed ? about.signed : about.plain)[colour] ?? [-1, "", "", true];
  const family = signed ? Math.floor((colour - 1) / 2) : colour - 1;
  const round = Math.floor(family / about.motifs.length);
  const name = about.motifs[motif]?.name ?? `colour ${colour}`;
  return `${filled ? "" : "open "}${name}${round ? ` ${round + 1}` : ""}`;
}

/** The sides of a piece as it lies, north, east, south, west. */
export function sidesWords(puzzle: PuzzleView, about: About, [piece, turn]: Lain): string {
  const sides = puzzle.pieces[piece - 1] ?? [];
  return [0, 1, 2, 3].map((side) => colourWords(puzzle, about, sides[(side + 4 - turn) & 3] ?? 0)).join(", ");
}
