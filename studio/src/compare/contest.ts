// The runs that are compared.

import { Boards } from "../run/boards";
import { RunModel } from "../run/model";
import type { RunDetail } from "../wire";

export interface Rival {
  model: RunModel;
  boards: Boards;
  /** A, B, C ... in the order of the address. */
  letter: string;
  /** Which of the kinds of line and colour it has. */
  kind: number;
}

/** How many kinds of line the style sheet of curves knows. */
const KINDS = 8;

export function rivalOf(detail: RunDetail, place: number): Rival {
  return { model: new RunModel(detail), boards: new Boards(detail.summary.id), letter: letterOf(place),
    kind: place % KINDS };
}

export function letterOf(place: number): string {
  return place < 26 ? String.fromCharCode(65 + place)
    : `${letterOf(Math.floor(place / 26) - 1)}${letterOf(place % 26)}`;
}

/** Whether all runs are of one puzzle. */
export function onePuzzle(rivals: Rival[]): boolean {
  return new Set(rivals.map((rival) => rival.model.puzzle.fingerprint)).size < 2;
}
