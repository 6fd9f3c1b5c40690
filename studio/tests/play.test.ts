// Playing by hand: mouse, touch and keys; undo, reload, locks, fits, hints and a second tab.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Cells, FitsAnswer, JudgeAnswer, Lain, PlayState } from "../src/wire";
import { setUp, until } from "./harness";
import { Finger, type Made, Player, dice, leave, make, slowCells, slowDead, slowPieces } from "./playing";

const bench = setUp();

const pathOf = ({ key }: Made) => `/play/${encodeURIComponent(key)}`;

async function seat(made: Made, options: Parameters<typeof bench.page>[1] = {}): Promise<Player> {
  return new Player(await bench.page(pathOf(made), options)).ready();
}

/** The game as the server has it. */
const kept = ({ key }: Made) => bench.studio.call<PlayState | null>(`/api/play/${encodeURIComponent(key)}`);

/** The empty board with its clues. */
function start({ puzzle }: Made): Cells {
  const cells: Cells = puzzle.pieces.map(() => null);
  for (const { cell, piece, turn } of puzzle.clues) cells[cell] = [piece, turn];
  return cells;
}

async function expectPerfect(player: Player, made: Made): Promise<void> {
  const joins = made.puzzle.summary.joins;
  await player.expectCells(made.solution);
  expect(await player.score()).toBe(`${joins} of ${joins}`);
  await player.page.getByTestId("perfect").filter({ hasText: "Perfect" }).waitFor();
  const judged = await bench.studio.call<JudgeAnswer>("/api/judge", { puzzle: made.key, cells: await player.cells() });
  expect(judged).toMatchObject({ perfect: true, valid: true, left: 0, score: joins });
}

describe("a 4x4 is played whole", () => {
  test("by mouse: drags, clicks, and the right button turns", async () => {
    const made = await make(bench.studio, 4, 11);
    const player = await seat(made);
    await player.page.keyboard.press("f");
    for (const [cell, [piece, turn]] of (made.solution as Lain[]).entries()) {
      if ((await player.cells())[cell]) continue;
      for (let turned = 0; turned < turn; turned++) await player.piece(piece).click({ button: "right" });
      if (cell % 2) {
        await player.drag(await player.middle(player.piece(piece)), await player.point(cell));
      } else {
        await player.piece(piece).click();
        await player.click(cell);
      }
    }
    await expectPerfect(player, made);
    expect(await player.page.getByTestId("perfect").textContent()).toMatch(/It took \d+ second/);
  });

  test("by touch, on a phone whose page still scrolls", async () => {
    const made = await make(bench.studio, 4, 12);
    const phone = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const player = await seat(made, phone);
    const finger = await Finger.of(player.page);
    const low = await player.point(13);
    await finger.drag(low, { x: low.x, y: low.y - 150 });
    await until(() => player.page.evaluate(() => window.scrollY > 50), "the page scrolled by a finger on an empty cell");
    await player.page.evaluate(() => window.scrollTo(0, 0));
    for (const [cell, [piece, turn]] of (made.solution as Lain[]).entries()) {
      if ((await player.cells())[cell]) continue;
      const from = await player.middle(player.piece(piece));
      if (cell % 2) await finger.drag(from, await player.point(cell));
      else {
        await player.page.touchscreen.tap(from.x, from.y);
        const to = await player.point(cell);
        await player.page.touchscreen.tap(to.x, to.y);
      }
      await until(async () => (await player.cells())[cell]?.[0] === piece, `piece ${piece} on cell ${cell}`);
      while ((await player.cells())[cell]?.[1] !== turn) await turnByTouch(player, cell);
    }
    await expectPerfect(player, made);
  });

  async function turnByTouch(player: Player, cell: number): Promise<void> {
    const before = (await player.cells())[cell]![1];
    const at = await player.point(cell);
    await player.page.touchscreen.tap(at.x, at.y);
    await player.page.getByRole("button", { name: "Turn right" }).tap();
    await until(async () => (await player.cells())[cell]?.[1] === (before + 1) % 4, "the piece turned");
    await player.page.touchscreen.tap(at.x, at.y);
  }

  test("by touch: from cell to cell, and back to the tray", async () => {
    const made = await make(bench.studio, 4, 13);
    const [one, other] = [made.solution[5]!, made.solution[6]!];
    const cells = start(made);
    [cells[5], cells[6]] = [one, other];
    await leave(bench.studio, made.key, cells);
    const player = await seat(made, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
    const finger = await Finger.of(player.page);
    await player.page.getByRole("button", { name: "Fits" }).tap();
    await player.page.evaluate(() => window.scrollTo(0, 0));
    await finger.drag(await player.point(5), await player.point(6));
    [cells[5], cells[6]] = [other, one];
    await player.expectCells(cells);
    await finger.drag(await player.point(6), await player.point(0));
    [cells[6], cells[0]] = [null, one];
    await player.expectCells(cells);
    const tray = await player.middle(player.page.getByTestId("tray"));
    await finger.drag(await player.point(0), tray);
    cells[0] = null;
    await player.expectCells(cells);
  });

  test("by keys alone", async () => {
    const made = await make(bench.studio, 4, 14);
    const player = await seat(made);
    const { keyboard } = player.page;
    const focused = () => player.page.evaluate(() => ({ ...(document.activeElement as HTMLElement | null)?.dataset }));
    for (let tabs = 0; (await focused()).testid !== "board"; tabs++) {
      expect(tabs).toBeLessThan(30);
      await keyboard.press("Tab");
    }
    for (const [cell, [piece, turn]] of (made.solution as Lain[]).entries()) {
      if (!(await player.cells())[cell]) {
        await keyboard.press("Enter");
        for (let steps = 0; ; steps++) {
          const at = await focused();
          if (Number(at.piece) === piece && Number(at.turn) === turn) break;
          expect(steps, `piece ${piece} among those that fit`).toBeLessThan(40);
          await keyboard.press("ArrowRight");
        }
        await keyboard.press("Enter");
        expect((await focused()).testid).toBe("board");
      }
      await keyboard.press(cell % 4 === 3 ? "Home" : "ArrowRight");
      if (cell % 4 === 3) await keyboard.press("ArrowDown");
    }
    await expectPerfect(player, made);
  });
});

test("keys lay, turn, lock, lift, undo and describe", async () => {
  const made = await make(bench.studio, 4, 15);
  const player = await seat(made);
  const { keyboard } = player.page;
  await keyboard.press("f");
  const [piece] = made.solution[0]!;
  await player.piece(piece).focus();
  await keyboard.press("Shift+R");
  await expect.poll(() => player.piece(piece).getAttribute("data-turn")).toBe("3");
  await player.piece(piece).focus();
  await keyboard.press("Enter");
  await keyboard.press("r");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  const cells = start(made);
  cells[4] = [piece, 0];
  await player.expectCells(cells);
  await keyboard.press("r");
  cells[4] = [piece, 1];
  await player.expectCells(cells);
  await keyboard.press("l");
  await keyboard.press("Delete");
  expect(await player.says.textContent()).toContain("locked");
  await player.expectCells(cells);
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowLeft");
  expect(await player.says.textContent()).toBe(`Row 2, column 1: piece ${piece}, turned once; locked.`);
  await keyboard.press("l");
  await keyboard.press("Delete");
  await player.expectCells(start(made));
  await keyboard.press("Control+z");
  await player.expectCells(cells);
  await keyboard.press("Control+Shift+z");
  await player.expectCells(start(made));
  for (const [key, name] of [["c", "Clues"], ["n", "Numbers"], ["#", "Coordinates"], ["f", "Fits"]] as const) {
    const button = player.page.getByRole("button", { name, exact: true });
    const before = await button.getAttribute("aria-pressed");
    await keyboard.press(key);
    await expect.poll(() => button.getAttribute("aria-pressed")).not.toBe(before);
  }
  await keyboard.press("?");
  await player.page.getByRole("dialog").getByText("Turn right, turn left").waitFor();
});

/** The rules once more, as plainly as possible: every board that was, and where in them we are. */
class Ledger {
  boards: Cells[];
  at = 0;
  locked = new Set<number>();

  constructor(first: Cells, private readonly fixed: Set<number>) {
    this.boards = [first];
  }

  get now(): Cells {
    return this.boards[this.at]!;
  }

  free(cell: number): boolean {
    return !this.fixed.has(cell) && !this.locked.has(cell);
  }

  write(...news: [number, Lain | null][]): void {
    const next = this.now.slice();
    for (const [cell, lain] of news) next[cell] = lain;
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    this.boards.splice(this.at + 1);
    this.boards.push(next);
    this.at++;
  }

  step(by: 1 | -1): void {
    const old = this.now;
    if (!this.boards[this.at + by]) return;
    this.at += by;
    this.now.forEach((lain, cell) => JSON.stringify(lain) !== JSON.stringify(old[cell]) && this.locked.delete(cell));
  }
}

/** One random thing done on the page and in the ledger. */
async function wander(player: Player, ledger: Ledger, roll: (below: number) => number): Promise<void> {
  const { page } = player;
  const cell = roll(ledger.now.length);
  const here = ledger.now[cell] ?? null;
  const what = roll(10);
  if (what < 4) {
    const laid = new Set(ledger.now.map((lain) => lain?.[0]));
    const left = ledger.now.map((_, index) => index + 1).filter((piece) => !laid.has(piece));
    const piece = left[roll(left.length)];
    if (!piece) return;
    const turn = Number(await player.piece(piece).getAttribute("data-turn"));
    await player.drag(await player.middle(player.piece(piece)), await player.point(cell));
    if (ledger.free(cell)) ledger.write([cell, [piece, turn]]);
  } else if (what < 6) {
    const to = roll(ledger.now.length);
    if (to === cell) return;
    await player.drag(await player.point(cell), await player.point(to));
    if (here && ledger.free(cell) && ledger.free(to)) ledger.write([to, here], [cell, ledger.now[to] ?? null]);
  } else if (what === 6 && here && ledger.free(cell)) {
    const by = roll(2) ? 1 : -1;
    await player.click(cell);
    await page.keyboard.press(by === 1 ? "r" : "Shift+R");
    await page.keyboard.press("Escape");
    ledger.write([cell, [here[0], (here[1] + by + 4) % 4]]);
  } else if (what === 7) {
    await player.drag(await player.point(cell), await player.middle(page.getByTestId("tray")));
    if (here && ledger.free(cell)) ledger.write([cell, null]);
  } else if (what === 8 && here && ledger.free(cell) && ledger.locked.size < 3) {
    await player.click(cell);
    await page.keyboard.press("l");
    await page.keyboard.press("Escape");
    ledger.locked.add(cell);
  } else if (what === 9 || what === 8) {
    const by = roll(3) ? -1 : 1;
    for (let times = roll(4); times >= 0; times--) {
      await page.keyboard.press(by === -1 ? "Control+z" : "Control+y");
      ledger.step(by);
    }
  }
}

test("150 random moves, undo and redo are what a model makes of them, over reloads", async () => {
  const made = await make(bench.studio, 4, 16, { clues: 1 });
  const player = await seat(made);
  await player.page.keyboard.press("f");
  const ledger = new Ledger(start(made), new Set(made.puzzle.clues.map(({ cell }) => cell)));
  const roll = dice(7);
  for (let move = 0; move < 150; move++) {
    await wander(player, ledger, roll);
    await player.expectCells(ledger.now);
    if (move % 100 === 60) {
      await player.page.reload();
      await player.ready();
      await player.expectCells(ledger.now);
      expect(await player.marks("locked")).toEqual([...ledger.locked].sort((a, b) => a - b));
    }
  }
  const last = ledger.now;
  while (ledger.at > 0) {
    await player.page.keyboard.press("Control+z");
    ledger.step(-1);
    if (ledger.at % 10 === 0) await player.expectCells(ledger.now);
  }
  await player.expectCells(start(made));
  while (ledger.boards[ledger.at + 1]) {
    await player.page.keyboard.press("Control+y");
    ledger.step(1);
  }
  await player.expectCells(ledger.now);
  expect(ledger.boards).toContainEqual(last);
  const answer = await bench.studio.call<JudgeAnswer>("/api/judge", { puzzle: made.key, cells: ledger.now });
  expect(await player.score()).toBe(`${answer.score} of ${answer.joins}`);
}, 400_000);

test("a reload right after a move loses nothing", async () => {
  const made = await make(bench.studio, 4, 17);
  const player = await seat(made);
  await player.page.keyboard.press("f");
  const cells = start(made);
  for (const cell of [0, 5, 10]) {
    const [piece] = made.solution[cell]!;
    await player.drag(await player.middle(player.piece(piece)), await player.point(cell));
    cells[cell] = [piece, 0];
    await player.expectCells(cells);
    await player.page.reload();
    await player.ready();
    await player.expectCells(cells);
  }
  await player.page.getByRole("button", { name: "Undo" }).click();
  cells[10] = null;
  await player.expectCells(cells);
  await player.page.getByRole("link", { name: "Home" }).click();
  await player.page.goBack();
  await player.ready();
  await player.expectCells(cells);
  await player.page.getByRole("button", { name: "Redo" }).click();
  cells[10] = [made.solution[10]![0], 0];
  await player.expectCells(cells);
});

test("a move whose last words come late is there after a reload", async () => {
  const made = await make(bench.studio, 4, 19);
  const player = await seat(made);
  await player.page.keyboard.press("f");
  const cells = start(made);
  // The server answers as if it had not heard of the move yet.
  const answers = (route: Route) => (route.request().method() === "GET" ? route.fulfill({ json: null }) : route.continue());
  await player.page.route("**/api/play/**", answers);
  const [piece] = made.solution[0]!;
  await player.drag(await player.middle(player.piece(piece)), await player.point(0));
  cells[0] = [piece, 0];
  await player.expectCells(cells);
  await player.page.reload();
  await player.ready();
  await player.expectCells(cells);
});

test("a clue and a locked piece cannot be moved", async () => {
  const made = await make(bench.studio, 4, 18, { clues: 1 });
  const { cell: clue } = made.puzzle.clues[0]!;
  const cells = start(made);
  const [mine, free] = [5, 6, 9, 10].filter((cell) => cell !== clue) as [number, number];
  cells[mine] = made.solution[mine]!;
  await leave(bench.studio, made.key, cells, { locked: [mine] });
  const player = await seat(made);
  const tray = () => player.middle(player.page.getByTestId("tray"));
  const loose = puzzleLeft(made, cells)[0]!;
  for (const [cell, words] of [[clue, "clue"], [mine, "locked"]] as const) {
    await player.drag(await player.point(cell), await player.point(free));
    await player.drag(await player.point(cell), await tray());
    await player.drag(await player.middle(player.piece(loose)), await player.point(cell));
    expect(await player.says.textContent()).toContain(words);
    await player.click(cell);
    await player.page.keyboard.press("Delete");
    await player.page.keyboard.press("r");
    await player.expectCells(cells);
    expect(await player.says.textContent()).toContain(words);
  }
  expect(await player.marks("clues")).toEqual([clue]);
});

function puzzleLeft({ puzzle }: Made, cells: Cells): number[] {
  const laid = new Set(cells.map((lain) => lain?.[0]));
  return puzzle.pieces.map((_, index) => index + 1).filter((piece) => !laid.has(piece));
}

/** What the tray says fits on the chosen cell. */
function fittingHere(page: Page): Promise<Lain[]> {
  return page.getByRole("button", { name: /fits here/ }).evaluateAll((buttons) =>
    buttons.map((button): [number, number] => [Number((button as HTMLElement).dataset.piece), Number((button as HTMLElement).dataset.turn)]));
}

const sorted = (pairs: [number, number][]) => pairs.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);

describe.each([["plain", false], ["signed", true]])("what fits in a %s puzzle", (_, signed) => {
  test("is what a slow check and the server say, both ways", async () => {
    const made = await make(bench.studio, 5, 19, { signed });
    const { puzzle, key, solution } = made;
    const roll = dice(3);
    const cells: Cells = solution.map((lain) => (roll(2) ? lain : null));
    await leave(bench.studio, key, cells);
    const player = await seat(made);
    for (const cell of cells.flatMap((lain, at) => (lain ? [] : [at])).slice(0, 6)) {
      await player.click(cell);
      const want = sorted(slowPieces(puzzle, cells, cell));
      await expect.poll(async () => sorted(await fittingHere(player.page))).toEqual(want);
      const told = await bench.studio.call<FitsAnswer>("/api/fits", { puzzle: key, cells, cell, piece: null });
      expect(sorted(told.pieces)).toEqual(want);
      await player.page.keyboard.press("Escape");
    }
    for (const piece of puzzleLeft(made, cells)) {
      await player.piece(piece).click();
      const want = sorted(slowCells(puzzle, cells, piece));
      const places = [...new Set(want.map(([cell]) => cell))];
      await expect.poll(async () => ((await player.marks<number[]>("fits")) ?? []).slice().sort((a, b) => a - b)).toEqual(places);
      const told = await bench.studio.call<FitsAnswer>("/api/fits", { puzzle: key, cells, cell: null, piece });
      expect(sorted(told.cells)).toEqual(want);
      await player.page.keyboard.press("Escape");
    }
  });
});

test("dead cells, breaks and faults are shown", async () => {
  const made = await make(bench.studio, 4, 20);
  const roll = dice(5);
  let cells: Cells = [];
  for (let tries = 0; tries < 1000 && !slowDead(made.puzzle, cells).length; tries++) {
    cells = made.solution.map((lain) => (lain && roll(2) ? [lain[0], roll(4)] : null));
  }
  await leave(bench.studio, made.key, cells);
  const player = await seat(made);
  const dead = slowDead(made.puzzle, cells);
  expect(await player.marks("dead")).toEqual(dead);
  const judged = await bench.studio.call<JudgeAnswer>("/api/judge", { puzzle: made.key, cells });
  expect(await player.marks("breaks")).toEqual(judged.breaks);
  expect(await player.score()).toBe(`${judged.score} of ${judged.joins}`);
  const facts = (await player.page.getByTestId("facts").textContent()) ?? "";
  expect(facts).toContain(`${dead.length} dead cell`);
  expect(facts).toContain(`${judged.breaks.length} break`);
  expect(judged.faults.length).toBeGreaterThan(0);
  const first = judged.faults[0]!;
  expect((await player.page.getByTestId("faults").textContent()) ?? "").toContain(first.slice(1));
});

test("the clock runs, pauses, and a hint voids it", async () => {
  const made = await make(bench.studio, 4, 21);
  const player = await seat(made);
  const clock = player.page.getByTestId("clock");
  await expect.poll(() => clock.textContent(), { timeout: 5000 }).toBe("0:02");
  await player.page.keyboard.press("p");
  const stood = await clock.textContent();
  await player.page.getByRole("button", { name: "Go on" }).waitFor();
  await player.page.waitForTimeout(1500);
  expect(await clock.textContent()).toBe(stood);
  await player.page.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => clock.textContent(), { timeout: 5000 }).not.toBe(stood);
  expect(await player.page.getByTestId("perfect").textContent()).toBe("");
  await player.page.keyboard.press("h");
  await player.page.getByTestId("perfect").filter({ hasText: "does not count" }).waitFor();
  await expect.poll(() => player.says.textContent(), { timeout: 10_000 }).toMatch(/Piece \d+ at row/);
  const [piece] = /\d+/.exec((await player.says.textContent()) ?? "") ?? [];
  await player.board.focus();
  await player.page.keyboard.press("Enter");
  await expect.poll(async () => (await player.cells()).some((lain) => String(lain?.[0]) === piece)).toBe(true);
  await player.saved();
  expect(await kept(made)).toMatchObject({ hinted: true });
});

test("what another tab played is told, and taken up", async () => {
  const made = await make(bench.studio, 4, 22);
  const context = await bench.context();
  const players: Player[] = [];
  for (let tab = 0; tab < 2; tab++) {
    const page = await context.newPage();
    await page.goto(bench.studio.origin + pathOf(made));
    players.push(await new Player(page).ready());
  }
  const [one, other] = players as [Player, Player];
  await one.page.keyboard.press("f");
  const lay = async (player: Player, cell: number) => {
    await player.page.bringToFront();
    await player.piece(made.solution[cell]![0]).click();
    await player.click(cell);
  };
  await lay(one, 0);
  await one.saved();
  await lay(other, 5);
  const notice = other.page.getByTestId("stale");
  await notice.filter({ hasText: "another tab" }).waitFor();
  await notice.getByRole("button", { name: "Reload" }).click();
  await other.expectCells(await one.cells());
  await lay(other, 5);
  await other.saved();
});

test("trouble with saving is told, and tried again", async () => {
  const made = await make(bench.studio, 4, 23);
  const player = await seat(made);
  bench.forgive(/Failed to load resource|ERR_FAILED/);
  await player.page.route("**/api/play/**", (route) => route.abort());
  await player.page.keyboard.press("f");
  await player.piece(1).click();
  await player.click(0);
  const state = player.page.getByTestId("kept");
  await state.filter({ hasText: "Not saved" }).waitFor();
  await player.page.unroute("**/api/play/**");
  await player.saved();
  expect((await kept(made))?.cells[0]).toEqual([1, 0]);
});

test("starting over can be undone, and the board goes out as files and text", async () => {
  const made = await make(bench.studio, 4, 24);
  await leave(bench.studio, made.key, made.solution, { seconds: 90 });
  const player = await seat(made);
  await expectPerfect(player, made);
  await player.page.getByRole("button", { name: "Start over" }).click();
  await player.expectCells(start(made));
  await player.page.keyboard.press("Control+z");
  await player.expectCells(made.solution);
  await player.page.getByText("Share and export").click();
  for (const [name, ending] of [["Picture (PNG)", "png"], ["Picture (SVG)", "svg"], ["Board file", "json"]] as const) {
    const [file] = await Promise.all([player.page.waitForEvent("download"), player.page.getByRole("button", { name }).click()]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  }
  await player.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await player.page.getByRole("button", { name: "Copy board line" }).click();
  await player.page.getByText("The board line is copied.").waitFor();
  const line = await player.page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(line)).toEqual(made.solution);
  await player.page.getByRole("link", { name: "Finish from here" }).click();
  await player.page.waitForURL(/\/run\/new\?puzzle=.*&finish=1$/);
});

test("the tray narrows by kind and colour and sorts", async () => {
  const made = await make(bench.studio, 6, 25);
  const { puzzle } = made;
  const player = await seat(made);
  const tray = player.page.getByTestId("tray");
  const listed = () => tray.locator("[data-piece]").evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.piece)).sort((a, b) => a - b));
  const numbers = (wanted: (index: number) => boolean) => puzzle.pieces.flatMap((_, index) => (wanted(index) ? [index + 1] : []));
  await tray.getByRole("combobox", { name: "Kind" }).selectOption("corner");
  await expect.poll(listed).toEqual(numbers((index) => puzzle.kinds[index] === "corner"));
  await tray.getByRole("combobox", { name: "Kind" }).selectOption("");
  await tray.getByRole("button", { name: "Only pieces with spark" }).click();
  await expect.poll(listed).toEqual(numbers((index) => puzzle.pieces[index]!.includes(1)));
  await tray.getByRole("combobox", { name: "Sort by" }).selectOption("colour");
  await expect.poll(listed).toEqual(numbers((index) => puzzle.pieces[index]!.includes(1)));
});

test("a 64x64 opens and can be played", async () => {
  const made = await make(bench.studio, 64, 26);
  const begun = performance.now();
  const player = await seat(made);
  console.log(`64x64: on the page and judged after ${Math.round(performance.now() - begun)} ms`);
  const { keyboard } = player.page;
  expect(await player.page.locator("[data-piece]").count()).toBeLessThan(300);
  await player.board.focus();
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await until(async () => (await player.cells())[0] !== null, "a piece in the corner");
  const piece = Number(await player.page.locator("[data-piece]").nth(3).getAttribute("data-piece"));
  await player.drag(await player.middle(player.piece(piece)), await player.point(100));
  await until(async () => (await player.cells())[100]?.[0] === piece, "a piece by mouse");
  for (let times = 0; times < 3; times++) await player.page.getByRole("button", { name: "Closer" }).click();
  await player.page.locator(".board-frame").evaluate((frame) => frame.scrollTo(0, 0));
  await player.drag(await player.middle(player.page.locator("[data-piece]").nth(2)), await player.point(1));
  await until(async () => (await player.cells())[1] !== null, "a piece on the zoomed board");
  await player.score();
  await player.saved();
});

test("axe finds nothing while a piece is chosen, a cell is chosen, and at a pause", async () => {
  const made = await make(bench.studio, 6, 27, { clues: 2 });
  const player = await seat(made);
  const clean = async (when: string) => {
    const { violations } = await new AxeBuilder({ page: player.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${when}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
  };
  await player.piece(puzzleLeft(made, start(made))[0]!).click();
  await clean("piece");
  await player.page.keyboard.press("Escape");
  await player.click(start(made).indexOf(null));
  await clean("cell");
  await player.page.keyboard.press("p");
  await clean("pause");
});
