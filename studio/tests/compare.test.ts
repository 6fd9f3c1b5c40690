// Runs side by side.

import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { BoardAnswer, Cells, RunDetail, RunRequest, RunSummary } from "../src/wire";
import { setUp, shown, until } from "./harness";

const bench = setUp();

const detail = (id: string): Promise<RunDetail> => bench.studio.call(`/api/runs/${id}`);
const boardOf = (id: string, index: number): Promise<BoardAnswer> =>
  bench.studio.call(`/api/runs/${id}/boards/${index}`);

async function start(changes: Partial<RunRequest>): Promise<string> {
  const request: RunRequest = {
    puzzle: "twin-6x6", algorithm: "late", parameters: {}, seed: "1", work: "3000", time_s: null, target: null,
    threads: 1, from: null, keep: null, ...changes,
  };
  return (await bench.studio.call<RunSummary>("/api/runs", request)).id;
}

async function finished(changes: Partial<RunRequest>): Promise<string> {
  const id = await start(changes);
  await until(async () => (await detail(id)).summary.state === "finished", `the end of ${id}`, 60_000);
  return id;
}

async function comparing(ids: string[]): Promise<Page> {
  const page = await bench.page(`/compare?runs=${ids.join(",")}`);
  await page.getByTestId("differences").waitFor();
  return page;
}

function titles(page: Page): Promise<string[]> {
  return page.getByTestId("differences").locator("thead th").allTextContents();
}

function difference(one: Cells, other: Cells): number[] {
  return one.flatMap((lain, cell) => (JSON.stringify(lain) === JSON.stringify(other[cell]) ? [] : [cell]));
}

/** Waits until something says these words. */
function says(locator: Locator, words: string): Promise<void> {
  return until(async () => (await locator.textContent()) === words, words);
}

const RESULTS = ["state", "score", "steps", "time", "signature"];

test("tells only what differs, and the results", async () => {
  const ids = [
    await finished({ algorithm: "annealing", seed: "1" }),
    await finished({ algorithm: "annealing", seed: "2", parameters: { cold: 0.2 } }),
    await finished({ algorithm: "annealing", seed: "2", parameters: { cold: 0.2 }, work: "2000" }),
  ];
  const page = await comparing(ids);
  expect(await titles(page)).toEqual(["run", "seed", "step limit", "cold", ...RESULTS]);
  for (const id of ids) {
    const { summary, signature, parameters, request } = await detail(id);
    const cells = await page.locator(`tr[data-run="${id}"] td`).allTextContents();
    expect(cells.slice(0, 5)).toEqual([
      summary.seed, Number(request.work).toLocaleString("en"), String(parameters.cold), "Done",
      `${summary.score} of ${summary.joins}`,
    ]);
    expect(cells.at(-1)).toBe(signature);
  }
  expect(await page.locator(".curve-lines path").count()).toBe(3);
  expect(await page.getByTestId("curve").getAttribute("aria-label")).toContain("Score over work, out of 60.");
  await page.getByRole("button", { name: "Time" }).click();
  await page.getByRole("img", { name: /^Score over time/ }).waitFor();
});

test("shows where two boards differ, the best ones or any", async () => {
  const ids = [await finished({ seed: "1" }), await finished({ seed: "2" }),
    await finished({ seed: "3", algorithm: "tabu" })];
  const page = await comparing(ids);
  const lasts = await Promise.all(ids.map(async (id) => boardOf(id, (await detail(id)).points.length - 1)));
  await same(page, lasts[0]!.cells, lasts[1]!.cells);
  await page.getByLabel("On the right", { exact: true }).selectOption({ index: 2 });
  await same(page, lasts[0]!.cells, lasts[2]!.cells);
  await page.getByLabel("Best on the left").fill("0");
  await same(page, (await boardOf(ids[0]!, 0)).cells, lasts[2]!.cells);
  await page.getByLabel("On the left", { exact: true }).selectOption({ index: 2 });
  await says(page.getByTestId("difference"), "The two boards are the same.");
});

/** The boards that are shown, and the difference that is marked and told. */
async function same(page: Page, left: Cells, right: Cells): Promise<void> {
  const differs = difference(left, right);
  const words = `${differs.length} ${differs.length === 1 ? "cell" : "cells"} of ${left.length} differ.`;
  await until(async () => {
    const boards = [await shown(page.getByTestId("compare-left")), await shown(page.getByTestId("compare-right"))];
    return JSON.stringify(boards) === JSON.stringify([left, right]);
  }, "both boards");
  await says(page.getByTestId("difference"), words);
  expect(JSON.parse((await page.locator("[data-differs]").getAttribute("data-differs")) ?? "[]")).toEqual(differs);
}

test("of different puzzles says so and shows no difference", async () => {
  const page = await comparing([await finished({}), await finished({ puzzle: "twin-5x5" })]);
  expect(await page.getByTestId("puzzles-differ").isVisible()).toBe(true);
  expect(await titles(page)).toEqual(["run", "puzzle", ...RESULTS]);
  const words = "These boards are of different puzzles: there is no difference to show.";
  await says(page.getByTestId("difference"), words);
  expect(await page.locator("[data-differs]").getAttribute("data-differs")).toBe("[]");
});

test("runs are added and taken away by a list", async () => {
  const ids = [await finished({ seed: "11" }), await finished({ seed: "12" })];
  const page = await comparing([ids[0]!]);
  await page.getByRole("checkbox", { name: "seed 12" }).check();
  await until(async () => (await page.locator("tr[data-run]").count()) === 2, "two runs");
  expect(new URL(page.url()).searchParams.get("runs")).toBe(ids.join(","));
  await until(async () => (await page.locator(".curve-lines path").count()) === 2, "two curves");
  await page.getByRole("checkbox", { name: "seed 11" }).uncheck();
  await until(async () => (await page.locator("tr[data-run]").count()) === 1, "one run");
  expect(new URL(page.url()).searchParams.get("runs")).toBe(ids[1]);
});

test("follows runs that go on", async () => {
  const ids = [await start({ puzzle: "twin-10x10", seed: "1", work: null, time_s: 60 }),
    await start({ puzzle: "twin-10x10", seed: "2", work: null, time_s: 60 })];
  const page = await comparing(ids);
  await until(async () => {
    const boards = [await shown(page.getByTestId("compare-left")), await shown(page.getByTestId("compare-right"))];
    return boards.every((board) => board?.[0]);
  }, "two boards", 60_000);
  for (const id of ids) await bench.studio.call(`/api/runs/${id}/stop`, {});
  for (const id of ids) {
    await until(async () => (await detail(id)).summary.state === "stopped", "the end");
    const { summary, points } = await detail(id);
    const row = page.locator(`tr[data-run="${id}"]`);
    await says(row.locator('[data-result="score"]'), `${summary.score} of ${summary.joins}`);
    await says(row.locator('[data-result="state"]'), "Stopped");
    const side = page.getByTestId(id === ids[0] ? "compare-left" : "compare-right");
    const last = await boardOf(id, points.length - 1);
    await until(async () => JSON.stringify(await shown(side)) === JSON.stringify(last.cells), "the last board");
  }
});
