// Lives of the server: killed, ended, cut off, crowded; nothing is lost and nothing is told twice.

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { About, AlgorithmInfo, BoardAnswer, Cells, JudgeAnswer, MakeAnswer, PuzzleSummary, RunDetail, RunRequest, RunSummary } from "../src/wire";
import { Studio, marquetry, setUp, until } from "./harness";
import { begin, detail, expectSameCurve, known, lone, over, said, scrubbed, stopAll } from "./wait";

const bench = setUp();
const ROUNDS = 5;
const GONE = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED|SOCKET_NOT_CONNECTED)/;

/** A search that finds better boards for a good while. */
async function climbing(studio: Studio, changes: Partial<RunRequest> = {}): Promise<string> {
  return begin(studio, { puzzle: await wide(studio, 32), algorithm: "late", work: null, time_s: 600, ...changes });
}

/** A large puzzle, kept by its fingerprint. */
async function wide(studio: Studio, size: number): Promise<string> {
  const { text } = await studio.call<MakeAnswer>("/api/generate", {
    width: size, height: size, framed: true, preset: "hard", colours: null, frame_colours: null, inner_colours: null, clues: null,
    even: null, distinct: null, asymmetric: null, signed: false, seed: "7",
  });
  return (await studio.call<PuzzleSummary>("/api/puzzles", { text, name: null, replace: false })).key;
}

/** The same studio again, at the same place. */
async function again(): Promise<void> {
  const { port, data, token } = bench.studio;
  bench.studio = await Studio.start({ port, data });
  expect(bench.studio.token).toBe(token);
}

const chip = (page: Page) => page.getByTestId("state");
const idOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split("/")[2] ?? "");

interface Seen { score: number; line: string }

/** Notes every best that the page shows from now on, by run and index. */
async function note(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, { score: number; line: string }> = {};
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      const stage = document.querySelector<HTMLElement>("[data-testid=stage]");
      const line = stage?.querySelector("[data-line]")?.getAttribute("data-line");
      if (!stage?.dataset.index || !line) return;
      seen[`${location.pathname} ${stage.dataset.index}`] = { score: Number(stage.dataset.score), line };
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-index", "data-line"] });
  });
}

/** What was noted of a run. */
async function noted(page: Page, id: string): Promise<Map<number, Seen>> {
  const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, Seen> }).seen);
  const own = Object.entries(seen).filter(([key]) => key.startsWith(`/run/${id} `));
  return new Map(own.map(([key, best]) => [Number(key.split(" ")[1]), best]));
}

/** Everything that was seen is on the server, as it was seen, and judged the same. */
async function expectKept(id: string, seen: Map<number, Seen>, knew: number): Promise<void> {
  const { studio } = bench;
  const { points, request } = await detail(studio, id);
  expect(points.length).toBeGreaterThanOrEqual(knew);
  for (const [index, { score, line }] of seen) {
    expect(points[index]?.[2], `best ${index} of ${id}`).toBe(score);
    const board = await studio.call<BoardAnswer>(`/api/runs/${id}/boards/${index}`);
    expect(board.score).toBe(score);
    expect(board.cells).toEqual(JSON.parse(line) as Cells);
    const verdict = await studio.call<JudgeAnswer>("/api/judge", { puzzle: request.puzzle, cells: board.cells });
    expect(verdict).toMatchObject({ score, valid: true, left: 0 });
  }
}

/** Every log on the disk can be played again. */
async function expectLogs(data: string): Promise<number> {
  const folder = join(data, "studio", "runs");
  const logs = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  for (const log of logs) {
    const { code, stderr } = await marquetry(["replay", join(folder, log), "--speed", "0", "--json"]);
    expect(code, `${log}: ${stderr}`).toBe(0);
  }
  return logs.length;
}

/** How many boards a log holds. */
function boardsOf(data: string, id: string): number {
  const log = join(data, "studio", "runs", `${id}.jsonl`);
  return existsSync(log) ? readFileSync(log, "utf8").split('"event":"improved"').length - 1 : 0;
}

describe("the server dies", () => {
  test("killed at any moment and started again: nothing shown is lost, no gap, no double, and it goes on with one click", async () => {
    bench.forgive(GONE);
    const first = await climbing(bench.studio);
    const page = await bench.page(`/run/${first}`);
    await chip(page).getByText("Running").waitFor();
    await note(page);
    for (let round = 0; round < ROUNDS; round++) {
      const id = idOf(page);
      await until(async () => (await known(page)) >= 5 && (await noted(page, id)).size >= 3, `bests of round ${round}`, 60_000);
      await page.waitForTimeout(Math.random() * 700);
      await bench.studio.kill();
      await page.getByTestId("stopped").waitFor();
      const [knew, seen] = [await known(page), await noted(page, id)];
      await again();
      await chip(page).getByText("Interrupted").waitFor({ timeout: 15_000 });
      await page.getByTestId("stopped").waitFor({ state: "hidden" });
      await expectKept(id, seen, knew);
      const { points, summary } = await expectSameCurve(page, bench.studio, id);
      expect(summary).toMatchObject({ state: "interrupted", score: points.at(-1)?.[2] });
      expect(points).toHaveLength(boardsOf(bench.studio.data, id));
      await page.getByRole("button", { name: "Go on", exact: true }).click();
      await until(() => idOf(page) !== id, "the run that goes on");
      await chip(page).getByText("Running").waitFor();
      const next = await detail(bench.studio, idOf(page));
      const last = await bench.studio.call<BoardAnswer>(`/api/runs/${id}/boards/${points.length - 1}`);
      expect(next.request.from).toEqual(last.cells);
      // The page that was opened at first is still there.
      expect(await page.evaluate(() => "seen" in window)).toBe(true);
    }
    await stopAll(bench.studio);
    await expectSameCurve(page, bench.studio, idOf(page));
  }, 240_000);

  test("a page that cannot reach the server does not say that the run is gone", async () => {
    bench.forgive(GONE);
    const id = await begin(bench.studio);
    const { points } = await over(bench.studio, id);
    const page = await (await bench.context()).newPage();
    await page.route(`**/api/runs/${id}`, (route) => route.abort("connectionrefused"));
    const refused = page.waitForEvent("requestfailed");
    await page.goto(`${bench.studio.origin}/run/${id}`);
    await refused;
    await page.waitForTimeout(500);
    expect(await page.getByTestId("run").textContent()).not.toContain("no such run");
    await page.unroute(`**/api/runs/${id}`);
    await page.evaluate(() => window.dispatchEvent(new Event("studioback")));
    await until(async () => (await page.getByTestId("scrubber").count()) > 0 && (await known(page)) === points.length, "the run by itself", 5000);
  });

  test("a page of a run that was over keeps its curve when the studio comes back", async () => {
    bench.forgive(GONE);
    const id = await begin(bench.studio, { puzzle: "twin-8x8", algorithm: "late", work: "3000" });
    const { points, summary } = await over(bench.studio, id);
    expect(points.length).toBeGreaterThan(5);
    const page = await bench.page(`/run/${id}`);
    await until(async () => (await known(page)) === points.length, "the curve");
    await bench.studio.stop();
    await page.getByTestId("stopped").waitFor();
    await again();
    await page.getByTestId("stopped").waitFor({ state: "hidden" });
    // News of the new life come within a second or so.
    await page.waitForTimeout(2500);
    expect(await known(page)).toBe(points.length);
    expect(await scrubbed(page, [0, points.length - 1])).toEqual([0, points.length - 1].map((i) => said(points, i, summary.joins)));
  });
});

describe("the server is ended", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s with six streams, running and queued runs: over within 2 s, nothing lost or doubled", async (signal) => {
    bench.forgive(GONE);
    const { studio } = bench;
    const { cores } = await studio.call<About>("/api/about");
    const ids: string[] = [];
    for (let seed = 1; seed <= cores + 3; seed++) ids.push(await climbing(studio, { seed: String(seed) }));
    const context = await bench.context();
    for (const id of ids.slice(0, 3)) await (await context.newPage()).goto(`${studio.origin}/run/${id}`);
    const headers = { authorization: `Bearer ${studio.token}` };
    const streams = await Promise.all([1, 2, 3].map(() => fetch(`${studio.origin}/api/events?watch=${ids.join(",")}`, { headers })));
    for (const stream of streams) expect(stream.status).toBe(200);
    const told = streams.map((stream) => stream.text());
    await until(async () => (await detail(studio, ids[0]!)).points.length > 5, "bests", 60_000);
    const before = await Promise.all(ids.map((id) => detail(studio, id)));
    expect(before.map(({ summary }) => summary.state)).toEqual(ids.map((_, i) => (i < cores ? "running" : "queued")));

    const begun = performance.now();
    const code = new Promise((done) => studio.process.on("exit", done));
    studio.process.kill(signal);
    expect(await code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(2000);
    // The streams ended as streams do, and what they told is on the disk.
    for (const text of await Promise.all(told)) expectTold(text, studio.data);
    expect(await expectLogs(studio.data)).toBeGreaterThanOrEqual(cores);

    await again();
    const after = await Promise.all(ids.map((id) => detail(bench.studio, id)));
    after.forEach((run, i) => expectGoesOn(run, before[i]!));
    for (const id of ids.slice(0, cores)) expect((await bench.studio.call<BoardAnswer>(`/api/runs/${id}/boards/0`)).score).toBeGreaterThan(0);
    const all = (await bench.studio.call<RunSummary[]>("/api/runs")).map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    for (const id of ids) expect(all).toContain(id);
    for (const page of context.pages()) {
      await chip(page).getByText("Interrupted").waitFor({ timeout: 15_000 });
      if ((await detail(bench.studio, idOf(page))).points.length) await expectSameCurve(page, bench.studio, idOf(page), 10);
    }
  });

  function expectGoesOn(run: RunDetail, before: RunDetail): void {
    expect(run.summary.state).toBe("interrupted");
    expect(run.points.slice(0, before.points.length)).toEqual(before.points);
    expect(run.points).toHaveLength(boardsOf(bench.studio.data, run.summary.id));
    expect(run.summary.score).toBe(run.points.at(-1)?.[2] ?? 0);
  }

  /** Puts the messages of a stream together as a page does; every point must follow the last one. */
  function expectTold(text: string, data: string): void {
    const counts = new Map<string, number>();
    for (const line of text.split("\n").filter((it) => it.startsWith("data: "))) {
      const { watched } = JSON.parse(line.slice(6)) as { watched: { id: string; from: number; points: unknown[] }[] };
      for (const { id, from, points } of watched) {
        expect(from).toBe(counts.get(id) ?? 0);
        counts.set(id, from + points.length);
      }
    }
    expect(counts.size).toBeGreaterThan(0);
    for (const [id, count] of counts) expect(boardsOf(data, id)).toBeGreaterThanOrEqual(count);
  }
});

describe("the line is cut, or crowded", () => {
  test("offline for some seconds: no gap and no double", async () => {
    bench.forgive(GONE);
    await stopAll(bench.studio);
    const id = await climbing(bench.studio, { seed: "3" });
    const page = await bench.page(`/run/${id}`);
    const line = await page.context().newCDPSession(page);
    const cut = (offline: boolean) => line.send("Network.emulateNetworkConditions", { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await line.send("Network.enable");
    for (const ms of [300, 3000]) {
      const before = await known(page);
      await until(async () => (await known(page)) > before + 2, "bests", 60_000);
      await cut(true);
      await page.waitForTimeout(ms);
      const missed = await known(page);
      await until(async () => (await detail(bench.studio, id)).points.length > missed, "a best that the page missed", 60_000);
      await cut(false);
      await until(async () => (await known(page)) > missed, "the page goes on");
    }
    await bench.studio.call(`/api/runs/${id}/stop`, {});
    await over(bench.studio, id);
    await chip(page).getByText("Stopped").waitFor();
    await expectSameCurve(page, bench.studio, id);
  });

  test("eight tabs on a run: the API answers within a second and all show the same end", async () => {
    await stopAll(bench.studio);
    const context = await bench.context();
    const id = await climbing(bench.studio, { seed: "4" });
    const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    await Promise.all(pages.map((page) => page.goto(`${bench.studio.origin}/run/${id}`)));
    await Promise.all(pages.map((page) => until(async () => (await known(page)) > 3, "bests in every tab", 60_000)));
    let slowest = 0;
    for (let i = 0; i < 20; i++) {
      for (const path of ["/api/about", "/api/runs", `/api/runs/${id}`, `/api/runs/${id}/boards/1`]) {
        const begun = performance.now();
        expect((await bench.studio.fetch(path)).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - begun);
      }
    }
    expect(slowest).toBeLessThan(1000);
    // From within a tab, too: the streams leave connections for everything else.
    const inside = await pages[7]!.evaluate(async () => {
      const begun = performance.now();
      await (await fetch("/api/about")).text();
      return performance.now() - begun;
    });
    expect(inside).toBeLessThan(1000);
    await bench.studio.call(`/api/runs/${id}/stop`, {});
    const { points, summary } = await over(bench.studio, id);
    for (const page of pages) {
      await chip(page).getByText("Stopped").waitFor();
      await until(async () => (await page.getByTestId("stage").getAttribute("data-index")) === String(points.length - 1), "the last best");
      expect(await page.getByTestId("stage").getAttribute("data-score")).toBe(String(summary.score));
      expect(await known(page)).toBe(points.length);
    }
  });
});

describe("time and memory", () => {
  test("with 200 runs kept, the first answer comes within a second", async () => {
    const maker = await lone();
    for (let i = 0; i < 200; i++) {
      await until(async () => (await maker.fetch("/api/runs", { ...TINY, seed: String(i) })).status === 201, "room in the queue");
    }
    await until(async () => (await maker.call<RunSummary[]>("/api/runs")).every(({ state }) => state === "finished"), "200 runs", 60_000);
    const kept = await maker.call<RunSummary[]>("/api/runs");
    await maker.stop();
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const begun = performance.now();
      const studio = await Studio.start({ data: maker.data });
      expect((await studio.fetch("/")).status).toBe(200);
      times.push(performance.now() - begun);
      expect(await studio.call("/api/runs")).toEqual(kept);
      await studio.stop();
    }
    console.log(`first answers after ${times.map(Math.round).join(", ")} ms`);
    expect(Math.min(...times)).toBeLessThan(1000);
  });

  const TINY: RunRequest = {
    puzzle: "twin-4x4", algorithm: "local", parameters: {}, seed: "1", work: "20", time_s: null, target: null, threads: 1, from: null, keep: null,
  };

  test("memory stays flat over 3,000 bests and many requests", async () => {
    const studio = await lone();
    const key = await wide(studio, 24);
    const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${studio.process.pid}/status`, "utf8"))?.[1]) / 1024;
    /** A run, and everything a page asks of it. */
    const visit = async (seed: number): Promise<number> => {
      const id = await begin(studio, { puzzle: key, algorithm: "tabu", seed: String(seed), work: "4000000", time_s: 10 });
      const { points } = await over(studio, id);
      for (let i = 0; i < points.length; i += 20) await studio.call(`/api/runs/${id}/boards/${i}`);
      const paths = [`/api/runs/${id}`, `/api/runs/${id}/log`, `/api/news?watch=${id}`, "/api/puzzles", "/api/algorithms", "/"];
      for (const path of paths) await (await studio.fetch(path)).text();
      return points.length;
    };
    await Promise.all([visit(1), visit(2)]);
    const before = megabytes();
    let bests = 0;
    for (let seed = 3; bests < 3000; seed += 2) bests += (await Promise.all([visit(seed), visit(seed + 1)])).reduce((sum, one) => sum + one);
    const after = megabytes();
    console.log(`${bests} bests: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`);
    expect(after - before).toBeLessThan(30);
  });
});

describe("the same as the command line", () => {
  test("every algorithm gives the signature of `marquetry solve` for the same seed and work", async () => {
    await stopAll(bench.studio);
    const folder = mkdtempSync(join(tmpdir(), "marquetry-same-"));
    for (const { name } of await bench.studio.call<AlgorithmInfo[]>("/api/algorithms")) {
      const id = await begin(bench.studio, { puzzle: "twin-5x5", algorithm: name, seed: "11", work: "300" });
      const [run, solved] = await Promise.all([
        over(bench.studio, id),
        solve(["solve", "twin-5x5", "--with", name, "--seed", "11", "--work", "300", "--threads", "1",
          "--out", join(folder, `${id}.json`), "--json"]),
      ]);
      expect(run.summary.state, name).toBe("finished");
      expect(run.signature, name).toBe(solved.signature);
      expect(run.summary.score, name).toBe(solved.score);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** A search that ends without a perfect board says so by its code. */
  async function solve(args: string[]): Promise<{ signature: string; score: number }> {
    const { code, stdout, stderr } = await marquetry(args);
    expect([0, 1], stderr).toContain(code);
    return JSON.parse(stdout) as { signature: string; score: number };
  }
});
