// A puzzle being played: what lies where, what is locked, and every move made so far.
//
// A move answers null when it is done, or the sentence why it cannot be.

import type { Cells, Change, Lain, PlayState, PuzzleView } from "../wire";

export type Refusal = string | null;

const CLUE = "This piece is a clue. It stays where it is.";
const LOCKED = "This piece is locked. Unlock it first (L).";
/** Moves kept for undo. The server takes 4 MiB, which is more than twice as many. */
const MEMORY = 50_000;

export type Memory = Pick<PlayState, "cells" | "locked" | "past" | "ahead" | "hinted">;

function same(one: Lain | null, other: Lain | null): boolean {
  return one === other || (one !== null && other !== null && one[0] === other[0] && one[1] === other[1]);
}

/** Whether a move took several pieces off at once, as only starting over does. */
function swept(change: Change): boolean {
  return change.length > 1 && change.every(([, , after]) => after === null);
}

export class Game {
  readonly cells: Cells;
  readonly clues: ReadonlySet<number>;
  readonly locked: Set<number>;
  /** Whether the time no longer counts. */
  hinted: boolean;
  private readonly past: Change[];
  private ahead: Change[];
  /** The cell of every piece on the board. */
  private readonly where = new Map<number, number>();

  constructor(puzzle: PuzzleView, state: Memory | null) {
    this.cells = state ? state.cells.slice() : new Array<Lain | null>(puzzle.pieces.length).fill(null);
    for (const { cell, piece, turn } of puzzle.clues) this.cells[cell] = [piece, turn];
    this.clues = new Set(puzzle.clues.map((clue) => clue.cell));
    this.locked = new Set(state?.locked ?? []);
    this.past = state?.past.slice() ?? [];
    this.ahead = state?.ahead.slice() ?? [];
    this.hinted = state?.hinted ?? false;
    this.cells.forEach((lain, cell) => lain && this.where.set(lain[0], cell));
  }

  /** All that is worth keeping. */
  memory(): Memory {
    const { cells, locked, past, ahead, hinted } = this;
    const bars = [...locked].sort((a, b) => a - b);
    return { cells: cells.slice(), locked: bars, past: past.slice(), ahead: ahead.slice(), hinted };
  }

  /** The cell a piece lies on, or null while it is in the tray. */
  cellOf(piece: number): number | null {
    return this.where.get(piece) ?? null;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.ahead.length > 0;
  }

  /** Why the piece on a cell cannot be moved. */
  held(cell: number): Refusal {
    if (this.clues.has(cell)) return CLUE;
    return this.locked.has(cell) ? LOCKED : null;
  }

  /** Lays a piece. One from another cell changes places with what lies here. */
  lay(cell: number, piece: number, turn: number): Refusal {
    const from = this.cellOf(piece);
    const refusal = this.held(cell) ?? (from === null ? null : this.held(from));
    if (refusal) return refusal;
    const here = this.cells[cell] ?? null;
    const laid: Lain = [piece, turn & 3];
    if (same(here, laid)) return null;
    const change: Change = [[cell, here, laid]];
    if (from !== null && from !== cell) change.push([from, this.cells[from] ?? null, here]);
    this.make(change);
    return null;
  }

  /** Moves the piece of one cell to another; two pieces change places. */
  swap(from: number, to: number): Refusal {
    const lain = this.cells[from];
    return lain ? this.lay(to, lain[0], lain[1]) : null;
  }

  /** Takes a piece back to the tray. */
  lift(cell: number): Refusal {
    const here = this.cells[cell];
    if (!here) return null;
    const refusal = this.held(cell);
    if (!refusal) this.make([[cell, here, null]]);
    return refusal;
  }

  /** Turns the piece on a cell by quarter turns, clockwise. */
  turn(cell: number, by: number): Refusal {
    const here = this.cells[cell];
    return here ? this.lay(cell, here[0], (here[1] + by + 4) & 3) : null;
  }

  /** Locks the piece on a cell, or unlocks it. */
  lock(cell: number): Refusal {
    if (this.clues.has(cell)) return CLUE;
    if (!this.cells[cell]) return "There is no piece to lock here.";
    if (!this.locked.delete(cell)) this.locked.add(cell);
    return null;
  }

  /** Takes off every piece but the clues; the time begins anew. */
  clear(): void {
    const change: Change = [];
    this.cells.forEach((lain, cell) => lain && !this.clues.has(cell) && change.push([cell, lain, null]));
    this.locked.clear();
    this.hinted = false;
    if (change.length) this.make(change);
  }

  /** Takes a move back. Pieces that come back after starting over leave no honest time. */
  undo(): boolean {
    const change = this.past.pop();
    if (!change) return false;
    this.ahead.push(change);
    this.put(change.map(([cell, before]) => [cell, before]));
    if (swept(change)) this.hinted = true;
    return true;
  }

  redo(): boolean {
    const change = this.ahead.pop();
    if (!change) return false;
    this.past.push(change);
    this.put(change.map(([cell, , after]) => [cell, after]));
    return true;
  }

  private make(change: Change): void {
    this.past.push(change);
    if (this.past.length > MEMORY) this.past.shift();
    this.ahead = [];
    this.put(change.map(([cell, , after]) => [cell, after]));
  }

  /** Writes cells. A lock holds against the hand, not against undo and redo: they open it. */
  private put(news: [number, Lain | null][]): void {
    for (const [cell] of news) {
      const old = this.cells[cell];
      if (old) this.where.delete(old[0]);
      this.locked.delete(cell);
    }
    for (const [cell, lain] of news) {
      this.cells[cell] = lain;
      if (lain) this.where.set(lain[0], cell);
    }
  }
}
