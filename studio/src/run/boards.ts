// The bests of a run as boards: asked for when they are wanted, a few kept.

import { api } from "../api";
import type { BoardAnswer, Cells } from "../wire";

const KEPT = 40;

/** The cells in which two boards are not the same. */
export function difference(one: Cells, other: Cells): number[] {
  const cells: number[] = [];
  for (let cell = 0; cell < one.length; cell++) {
    const [a, b] = [one[cell], other[cell]];
    if (a?.[0] !== b?.[0] || a?.[1] !== b?.[1]) cells.push(cell);
  }
  return cells;
}

export class Boards {
  /** In the order of their last use. */
  private readonly kept = new Map<number, BoardAnswer>();

  constructor(private readonly id: string) {}

  put(board: BoardAnswer): void {
    this.kept.delete(board.index);
    this.kept.set(board.index, board);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(old);
    }
  }

  async get(index: number): Promise<BoardAnswer> {
    const board = this.kept.get(index) ?? (await api.board(this.id, index));
    this.put(board);
    return board;
  }
}

/** Wishes for boards: one is fetched at a time, and of those that come meanwhile only the last counts. */
export class Wishes {
  private next: number | null = null;
  private busy = false;
  private ended = false;

  constructor(
    private readonly boards: Boards,
    private readonly onBoard: (board: BoardAnswer, before: BoardAnswer | null) => void,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  /** A best, and the one before it. */
  ask(index: number): void {
    this.next = index;
    if (!this.busy) void this.run();
  }

  /** What is under way is no longer wanted. */
  forget(): void {
    this.next = null;
    this.ended = this.busy;
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.next !== null) {
      const index = this.next;
      this.next = null;
      this.ended = false;
      try {
        const former = index > 0 ? this.boards.get(index - 1) : null;
        const [board, before] = await Promise.all([this.boards.get(index), former]);
        if (!this.ended) this.onBoard(board, before);
      } catch (error) {
        if (!this.ended) this.onTrouble(error);
      }
    }
    this.busy = false;
  }
}
