// Runs that are watched while they run.

import type { CDPSession, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { BoardAnswer, Cells, JudgeAnswer, MakeAnswer, PuzzleSummary, RunDetail, RunRequest,
  RunSummary } from "../src/wire";
import { type Busy, busy } from "./frames";
import { setUp, until } from "./harness";
import { BESTS, PATH, board, play } from "./synthetic";

const bench = setUp();
const FRAME_MS = 50;

const detail = (id: string): Promise<RunDetail> => bench.studio.call(`/api/runs/${id}`);
const boardOf = (id: string, index: number): Promise<BoardAnswer> =>
  bench.studio.call(`/api/runs/${id}/boards/${index}`);

async function start(puzzle: string, algorithm: string, changes: Partial<RunRequest> = {}): Promise<string> {
  const request: RunRequest = {
    puzzle, algorithm, parameters: {}, seed: "3", work: null, time_s: 60, target: null, threads: 1,
    from: null, keep: null, ...changes,
  };
  return (await bench.studio.call<RunSummary>("/api/runs", request)).id;
}

const stop = (id: string): Promise<unknown> => bench.studio.call(`/api/runs/${id}/stop`, {});

interface Stage {
  kind: string;
  index: number;
  since: number | null;
  score: number;
  changed: number[];
  cells: Cells;
  says: string;
  known: number;
}

/** All that the screen says of the board it shows, in one moment. */
function stage(page: Page): Promise<Stage> {
  return page.evaluate(() => {
    const element = document.querySelector<HTMLElement>("[data-testid=stage]")!;
    const { kind = "", index, since, changed } = element.dataset;
    const scrubber = document.querySelector<HTMLInputElement>("[data-testid=scrubber]")!;
    return {
      kind, index: Number(index), since: since ? Number(since) : null, changed: JSON.parse(changed ?? "[]"),
      score: Number(document.querySelector("[data-testid=score]")?.textContent),
      cells: JSON.parse(element.querySelector("[data-line]")?.getAttribute("data-line") ?? "null"),
      says: document.querySelector("[data-testid=scrubber-says]")?.textContent ?? "",
      known: scrubber.disabled ? 0 : Number(scrubber.max) + 1,
    };
  });
}

async function opened(id: string): Promise<Page> {
  const page = await bench.page(`/run/${id}`);
  await page.locator("[data-testid=stage][data-index]").waitFor();
  return page;
}

function difference(one: Cells, other: Cells): number[] {
  return one.flatMap((lain, cell) => (JSON.stringify(lain) === JSON.stringify(other[cell]) ? [] : [cell]));
}

/** A large puzzle on the shelf. */
async function large(side: number): Promise<string> {
  const make = { width: side, height: side, framed: true, preset: "medium", colours: null, frame_colours: null,
    inner_colours: null,
    clues: null, even: null, distinct: null, asymmetric: null, signed: false, seed: "9" };
  const made = await bench.studio.call<MakeAnswer>("/api/generate", make);
  const kept = await bench.studio.call<PuzzleSummary>("/api/puzzles",
    { text: made.text, name: `large-${side}`, replace: true });
  return kept.key;
}

/** How many bests the page knows; asked often, so that it costs the page nothing. */
function known(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector<HTMLInputElement>("[data-testid=scrubber]")?.max ?? -1) + 1);
}

function index(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector<HTMLElement>("[data-testid=stage]")?.dataset.index ?? -1));
}

async function stopped(id: string): Promise<RunDetail> {
  await stop(id);
  await until(async () => !["queued", "running"].includes((await detail(id)).summary.state), "the end");
  return detail(id);
}

function report(what: string, { work, clock, tasks }: Busy): void {
  const longest = `${work.toFixed(0)} ms of work, ${clock.toFixed(0)} ms by the clock`;
  console.log(`${what}: ${tasks} tasks, the longest ${longest}`);
}

describe("the scrubber", () => {
  test("stays where it is put while bests come in, and \"Live\" catches up", async () => {
    const id = await start("twin-16x16", "late");
    const page = await opened(id);
    await until(async () => (await stage(page)).known > 6, "some bests");
    await page.getByTestId("scrubber").focus();
    await page.keyboard.press("Home");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await until(async () => (await stage(page)).index === 3, "best 4");
    const before = await stage(page);
    const fourth = await boardOf(id, 3);
    expect(before.cells).toEqual(fourth.cells);
    await until(async () => (await stage(page)).known > before.known + 3, "more bests", 60_000);
    const after = await stage(page);
    expect(after).toEqual({ ...before, known: after.known, says: after.says });
    expect(after.says).toMatch(new RegExp(`^Best 4 of ${after.known}: ${fourth.score} of 480`));
    expect(await page.getByTestId("scrubber").inputValue()).toBe("3");
    await page.getByRole("button", { name: "Live" }).click();
    await until(async () => (await stage(page)).index >= after.known - 1, "the newest");
    const { points } = await stopped(id);
    await until(async () => (await index(page)) === points.length - 1, "the last");
    expect((await stage(page)).cells).toEqual((await boardOf(id, (await stage(page)).index)).cells);
  });

  test("marks the cells that changed, live and held", async () => {
    const id = await start("twin-16x16", "late");
    const page = await opened(id);
    for (let i = 0; i < 5; i++) {
      const at = await stage(page);
      if (at.since !== null) await compare(id, at);
      await page.waitForTimeout(500);
    }
    const { points } = await stopped(id);
    for (const index of [1, 2, Math.floor(points.length / 2), points.length - 1]) {
      await page.getByTestId("scrubber").fill(String(index));
      await until(async () => (await stage(page)).index === index, `best ${index}`);
      const at = await stage(page);
      expect(at.since).toBe(index - 1);
      await compare(id, at);
    }
  });

  async function compare(id: string, at: Stage): Promise<void> {
    const [now, before] = await Promise.all([boardOf(id, at.index), boardOf(id, at.since ?? 0)]);
    expect(at.cells).toEqual(now.cells);
    expect(at.changed).toEqual(difference(now.cells, before.cells));
  }

  test("of a curve: a click shows the best of that place", async () => {
    const id = await start("twin-10x10", "late", { work: "4000", time_s: null });
    await until(async () => (await detail(id)).summary.state === "finished", "the end", 60_000);
    const page = await opened(id);
    const { points } = await detail(id);
    const box = (await page.getByTestId("curve").boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until(async () => (await stage(page)).index < points.length, "a best");
    const at = await stage(page);
    expect(at.score).toBe(points[at.index]?.[2]);
  });
});

describe("ten thousand bests", () => {
  test("keep every frame short, as they come and as they are gone through", async () => {
    const page = await bench.page("/");
    await play(page, 20, 500);
    await page.goto(bench.studio.origin + PATH);
    // The first paint is not counted: what comes afterwards is.
    await page.locator('[data-testid=stage][data-index="19"]').waitFor();
    const coming = await busy(page, async () => {
      await until(async () => (await index(page)) === BESTS - 1, "all bests", 60_000);
    });
    report("10,000 bests come", coming);
    const last = await stage(page);
    expect(last).toMatchObject({ known: BESTS, score: BESTS - 1, cells: board(BESTS - 1).cells });
    const going = await busy(page, () => drag(page));
    report("10,000 bests are gone through", going);
    expect((await stage(page)).cells).toEqual(board(0).cells);
    expect(Math.max(coming.work, going.work)).toBeLessThan(FRAME_MS);
  });

  /** From the last best to the first, by mouse. */
  async function drag(page: Page): Promise<void> {
    const box = (await page.getByTestId("scrubber").boundingBox())!;
    const at = (part: number): [number, number] => [box.x + 9 + (box.width - 18) * part, box.y + box.height / 2];
    await page.mouse.move(...at(1));
    await page.mouse.down();
    for (let i = 60; i >= 0; i--) await page.mouse.move(...at(i / 60));
    await page.mouse.up();
    await page.keyboard.press("Home");
    await until(async () => (await index(page)) === 0, "the first");
  }

  test("a real run on 64x64 is followed to its end", async () => {
    const id = await start(await large(64), "annealing", { time_s: 10 });
    const page = await opened(id);
    const result = await busy(page, async () => {
      await until(async () => (await detail(id)).summary.state === "finished", "the end", 60_000);
    });
    const { points } = await detail(id);
    report(`64x64 with ${points.length} bests`, result);
    expect(points.length).toBeGreaterThan(200);
    await until(async () => (await index(page)) === points.length - 1, "the last board");
    const at = await stage(page);
    expect(at).toMatchObject({ known: points.length, score: points.at(-1)?.[2] });
    expect(at.cells).toEqual((await boardOf(id, at.index)).cells);
    expect(result.work).toBeLessThan(FRAME_MS);
  });
});

describe("the connection", () => {
  test("may drop: no gap and no double in the curve", async () => {
    bench.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_NETWORK/);
    const id = await start("twin-16x16", "late");
    const page = await opened(id);
    await until(async () => (await stage(page)).known > 5, "some bests");
    const session = await page.context().newCDPSession(page);
    for (let i = 0; i < 2; i++) {
      const known = (await stage(page)).known;
      await offline(session, true);
      await until(async () => (await detail(id)).points.length > known + 3, "bests that the page does not hear of",
        60_000);
      expect((await stage(page)).known).toBeLessThan((await detail(id)).points.length);
      await offline(session, false);
      const reached = (await detail(id)).points.length;
      await until(async () => (await stage(page)).known >= reached, "the page catches up");
    }
    await whole(page, id);
    await stop(id);
  });

  /** While it runs, so that nothing but the news can have told it. */
  async function whole(page: Page, id: string): Promise<void> {
    const known = (await stage(page)).known;
    const { points } = await detail(id);
    expect(known).toBeLessThanOrEqual(points.length);
    for (let index = 0; index < known; index += Math.max(1, Math.floor(known / 25))) {
      await page.getByTestId("scrubber").fill(String(index));
      await until(async () => (await stage(page)).index === index, `best ${index}`);
      const at = await stage(page);
      expect(at.score).toBe(points[index]?.[2]);
      expect(at.says.startsWith(`Best ${index + 1} of `)).toBe(true);
      expect(at.cells).toEqual((await boardOf(id, index)).cells);
    }
  }

  async function offline(session: CDPSession, off: boolean): Promise<void> {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions",
      { offline: off, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    // An open stream is not cut by that: it is the page that closes it when it is hidden.
    await session.send("Runtime.evaluate", { expression: "document.dispatchEvent(new Event('visibilitychange'))" });
  }

  test("is shared: eight tabs follow a run and the server answers promptly", async () => {
    const id = await start("twin-16x16", "late");
    const context = await bench.context();
    const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const page of pages) await page.goto(`${bench.studio.origin}/run/${id}`);
    const took: number[] = [];
    for (const page of pages) {
      took.push(await page.evaluate(async () => {
        const begin = performance.now();
        await (await fetch("/api/runs")).json();
        return performance.now() - begin;
      }));
    }
    console.log(`eight tabs: an answer takes ${took.map((ms) => ms.toFixed(0)).join(" ")} ms`);
    // Where streams take all connections of the browser, it takes for ever.
    expect(Math.max(...took)).toBeLessThan(5000);
    const reached = (await detail(id)).points.length;
    for (const page of pages) await until(async () => (await known(page)) >= reached, "every tab follows");
    const { points } = await stopped(id);
    for (const page of pages) await until(async () => (await index(page)) === points.length - 1,
      "every tab has the last board");
  });

  test("ends with the screen", async () => {
    const id = await start("twin-16x16", "late");
    const page = await opened(id);
    const streams: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/(events|news)/.test(request.url())) streams.push(request.url());
    });
    await page.getByRole("link", { name: "Make" }).click();
    await page.waitForTimeout(2500);
    expect(streams.filter((url) => url.includes(id))).toEqual([]);
    const locks = await page.evaluate(async () => (await navigator.locks.query()).held?.map((lock) => lock.name));
    expect(locks).toEqual([]);
    await stop(id);
  });
});

test("slow motion shows present boards with their own scores", async () => {
  const id = await start("twin-16x16", "ga");
  const page = await opened(id);
  await page.getByLabel("Slow motion").check();
  await page.getByLabel("Steps between two pauses").selectOption("10");
  await page.getByLabel("Pause", { exact: true }).selectOption("50");
  await until(async () => (await stage(page)).kind === "present", "a present board");
  const boards = new Set<string>();
  await until(async () => {
    const at = await stage(page);
    expect(at.kind).toBe("present");
    const judged = await bench.studio.call<JudgeAnswer>("/api/judge", { puzzle: "twin-16x16", cells: at.cells });
    expect(at.score).toBe(judged.score);
    boards.add(JSON.stringify(at.cells));
    return boards.size > 4;
  }, "five present boards", 60_000);
  expect(await page.getByTestId("shown").textContent()).toMatch(/^Present board at .* of 480$/);
  await page.getByLabel("Slow motion").uncheck();
  await until(async () => (await stage(page)).kind === "best", "the best board");
  const at = await stage(page);
  expect(at.score).toBe((await boardOf(id, at.index)).score);
  await stop(id);
});
