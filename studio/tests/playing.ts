// A player for the tests: makes puzzles, finds cells and pieces on the page, and checks by brute force.

import type { CDPSession, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Cells, Lain, MakeAnswer, MakeRequest, PlayState, PuzzleSummary, PuzzleView } from "../src/wire";
import { type Studio, shown, until } from "./harness";

export interface Made { key: string; puzzle: PuzzleView; solution: Cells }

/** A fresh puzzle on the shelf. */
export async function make(studio: Studio, size: number, seed: number, more: Partial<MakeRequest> = {}): Promise<Made> {
  const request: MakeRequest = {
    width: size, height: size, framed: true, preset: "medium", colours: null, frame_colours: null, inner_colours: null, clues: null,
    even: null, distinct: null, asymmetric: null, signed: false, seed: String(seed), ...more,
  };
  const { text, solution } = await studio.call<MakeAnswer>("/api/generate", request);
  const { key } = await studio.call<PuzzleSummary>("/api/puzzles", { text, name: `play-${size}-${seed}`, replace: true });
  const puzzle = await studio.call<PuzzleView>(`/api/puzzles/${encodeURIComponent(key)}`);
  return { key, puzzle, solution };
}

/** Puts a game on the server, as an earlier sitting would have left it. */
export async function leave(studio: Studio, key: string, cells: Cells, more: Partial<PlayState> = {}): Promise<void> {
  const state: PlayState = { revision: 1, cells, locked: [], past: [], ahead: [], seconds: 0, hinted: false, ...more };
  await studio.call(`/api/play/${encodeURIComponent(key)}`, state);
}

/** What a piece shows to a side (north, east, south, west) as it lies. */
function side(puzzle: PuzzleView, [piece, turn]: Lain, at: number): number {
  return puzzle.pieces[piece - 1]![(at - turn + 4) % 4]!;
}

/** Whether a piece could lie on an empty cell without a break or a fault: every side, one by one. */
export function couldLie(puzzle: PuzzleView, cells: Cells, cell: number, lain: Lain): boolean {
  const { width, height, framed, signed } = puzzle.summary;
  const [row, column] = [Math.floor(cell / width), cell % width];
  const steps: [number, number][] = [[-1, 0], [0, 1], [1, 0], [0, -1]];
  return steps.every(([down, right], at) => {
    const colour = side(puzzle, lain, at);
    const [r, c] = [row + down, column + right];
    if (r < 0 || c < 0 || r >= height || c >= width) return !framed || colour === 0;
    if (colour === 0) return false;
    const other = cells[r * width + c];
    if (!other) return true;
    const facing = side(puzzle, other, (at + 2) % 4);
    return signed ? facing === (colour % 2 ? colour + 1 : colour - 1) : facing === colour;
  });
}

const TURNS = [0, 1, 2, 3];

export function slowPieces(puzzle: PuzzleView, cells: Cells, cell: number): Lain[] {
  const laid = new Set(cells.map((lain) => lain?.[0]));
  const left = puzzle.pieces.map((_, index) => index + 1).filter((piece) => !laid.has(piece));
  return left.flatMap((piece) => TURNS.map((turn): Lain => [piece, turn])).filter((lain) => couldLie(puzzle, cells, cell, lain));
}

export function slowCells(puzzle: PuzzleView, cells: Cells, piece: number): [number, number][] {
  return cells.flatMap((lain, cell) =>
    lain ? [] : TURNS.filter((turn) => couldLie(puzzle, cells, cell, [piece, turn])).map((turn): [number, number] => [cell, turn]));
}

export function slowDead(puzzle: PuzzleView, cells: Cells): number[] {
  return cells.flatMap((lain, cell) => (lain || slowPieces(puzzle, cells, cell).length ? [] : [cell]));
}

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export class Player {
  readonly board: Locator;
  readonly says: Locator;

  constructor(readonly page: Page) {
    this.board = page.getByTestId("board");
    this.says = page.getByTestId("says");
  }

  /** Waits until the screen is there and judged. */
  async ready(): Promise<this> {
    await this.page.locator("[data-testid=score][aria-busy=false]").waitFor();
    return this;
  }

  cells(): Promise<Cells> {
    return shown(this.board);
  }

  async marks<T>(name: string): Promise<T> {
    const marks = JSON.parse((await this.board.getAttribute("data-marks")) ?? "{}") as Record<string, T>;
    return marks[name] as T;
  }

  /** The middle of a cell in the window. */
  point(cell: number): Promise<{ x: number; y: number }> {
    return this.board.evaluate((element, at) => {
      const box = element.querySelector("canvas")!.getBoundingClientRect();
      const [size, margin] = [Number(element.dataset.cell), Number(element.dataset.margin)];
      const columns = Math.round((box.width - 2 * margin) / size);
      return { x: box.left + margin + ((at % columns) + 0.5) * size, y: box.top + margin + (Math.floor(at / columns) + 0.5) * size };
    }, cell);
  }

  /** A piece in the tray, found as a reader would. */
  piece(piece: number): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^piece ${piece},`) });
  }

  async middle(locator: Locator): Promise<{ x: number; y: number }> {
    await locator.scrollIntoViewIfNeeded();
    const box = (await locator.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(cell: number): Promise<void> {
    const { x, y } = await this.point(cell);
    await this.page.mouse.click(x, y);
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y);
    await mouse.up();
  }

  async expectCells(cells: Cells): Promise<void> {
    const want = JSON.stringify(cells);
    await until(async () => (await this.board.getAttribute("data-line")) === want, `board ${want}`).catch(async () => {
      expect(await this.cells()).toEqual(cells);
    });
  }

  /** The score that is shown for the shown board. */
  async score(): Promise<string> {
    await until(async () => {
      const [line, judged] = await Promise.all([this.board.getAttribute("data-line"), this.page.getByTestId("score").getAttribute("data-line")]);
      return line === judged;
    }, "the judge's word on this board");
    return (await this.page.getByTestId("score").textContent()) ?? "";
  }

  async saved(): Promise<void> {
    await this.page.getByTestId("kept").filter({ hasText: /^Saved$/ }).waitFor();
  }
}

/** A finger, by real touch events. */
export class Finger {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  private send(type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]): Promise<unknown> {
    return this.session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }, steps = 8): Promise<void> {
    await this.send("touchStart", [from]);
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await this.send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    }
    await this.send("touchEnd", []);
  }
}
