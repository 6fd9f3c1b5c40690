// Helpers for attacks and for lives of the server: raw requests, what lies on the disk, runs and their pages.

import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { count, span } from "../src/run/words";
import type { Point, RunDetail, RunRequest, RunSummary } from "../src/wire";
import { Studio, until } from "./harness";

export interface Raw { status: number; headers: Record<string, string>; body: string }

/** Sends exactly these lines, which no browser and no `fetch` would, and reads the answer. */
export function raw(port: number, lines: string[], body = ""): Promise<Raw> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => (text += Buffer.from(chunk).toString("latin1")));
    socket.on("error", fail);
    socket.on("close", () => done(parsed(text)));
    socket.setTimeout(10_000, () => socket.destroy());
    const chunked = lines.some((line) => line.startsWith("transfer-encoding"));
    const length = body && !chunked ? [`content-length: ${body.length}`] : [];
    socket.write([...lines, "connection: close", ...length, "", body].join("\r\n"));
  });
}

function parsed(text: string): Raw {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  const headers = fields.map((field) => field.split(/:\s*/, 1).concat(field.replace(/^[^:]*:\s*/, "")));
  return {
    status: Number(first.split(" ")[1] ?? 0),
    headers: Object.fromEntries(headers.map(([name = "", value = ""]) => [name.toLowerCase(), value])) as Record<string, string>,
    body: rest.join("\r\n\r\n"),
  };
}

/** Every file below a folder and what it holds. */
export function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** A studio for one test, ended with it however that ends. */
export async function lone(): Promise<Studio> {
  const studio = await Studio.start();
  onTestFinished(async () => {
    await studio.stop();
    rmSync(studio.data, { recursive: true, force: true });
  });
  return studio;
}

/** A refusal is one line of plain words. */
export function expectOneLine(text: string): void {
  expect(text).toMatch(/^[^\n<]{5,1000}\n?$/);
}

export function request(changes: Partial<RunRequest> = {}): RunRequest {
  return {
    puzzle: "twin-4x4", algorithm: "local", parameters: {}, seed: "1", work: "200", time_s: null, target: null, threads: 1,
    from: null, keep: null, ...changes,
  };
}

export async function begin(studio: Studio, changes: Partial<RunRequest> = {}): Promise<string> {
  return (await studio.call<RunSummary>("/api/runs", request(changes))).id;
}

export function detail(studio: Studio, id: string): Promise<RunDetail> {
  return studio.call<RunDetail>(`/api/runs/${id}`);
}

/** Waits for the end of a run. */
export async function over(studio: Studio, id: string): Promise<RunDetail> {
  await until(async () => !["queued", "running"].includes((await detail(studio, id)).summary.state), `the end of ${id}`, 60_000);
  return detail(studio, id);
}

/** Stops what runs and what waits. */
export async function stopAll(studio: Studio): Promise<void> {
  const runs = await studio.call<RunSummary[]>("/api/runs");
  const busy = runs.filter(({ state }) => state === "queued" || state === "running");
  // Those that wait first, so that none of them begins.
  for (const { id } of busy.reverse()) await studio.call(`/api/runs/${id}/stop`, {});
  for (const { id } of busy) await over(studio, id);
}

/** How many bests the page of a run knows. */
export async function known(page: Page): Promise<number> {
  const scrubber = page.getByTestId("scrubber");
  return (await scrubber.isDisabled()) ? 0 : Number(await scrubber.getAttribute("max")) + 1;
}

/** What the page says of a best. */
export function said(points: Point[], index: number, joins: number): string {
  const [work, time, score] = points[index]!;
  return `Best ${count(index + 1)} of ${count(points.length)}: ${score} of ${joins} at ${count(Number(work))} steps, ${span(time)}`;
}

/** What the page of a run that is over says of some of its bests, read by moving the slider. */
export function scrubbed(page: Page, indices: number[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const range = document.querySelector<HTMLInputElement>("[data-testid=scrubber]")!;
    const stage = document.querySelector<HTMLElement>("[data-testid=stage]")!;
    const says = document.querySelector<HTMLElement>("[data-testid=scrubber-says]")!;
    const heard: string[] = [];
    for (const index of wanted) {
      range.value = String(index);
      range.dispatchEvent(new Event("input"));
      const begin = performance.now();
      const there = () => stage.dataset.index === String(index) && says.textContent?.startsWith(`Best ${(index + 1).toLocaleString("en")} of`);
      while (!there() && performance.now() - begin < 5000) await new Promise((done) => setTimeout(done, 5));
      heard.push(says.textContent ?? "");
    }
    return heard;
  }, indices);
}

/** The page's curve is that of the server: no gap, no double, no best of another. So many of its points are read. */
export async function expectSameCurve(page: Page, studio: Studio, id: string, most = 40): Promise<RunDetail> {
  // A tab behind others draws only now and then.
  await page.bringToFront();
  const whole = await detail(studio, id);
  const { points, summary } = whole;
  await until(async () => (await known(page)) === points.length, `the page knows all ${points.length} bests of ${id}`);
  const every = Math.max(1, Math.ceil(points.length / most));
  const indices = points.map((_, i) => i).filter((i) => i % every === 0 || i === points.length - 1);
  expect(await scrubbed(page, indices)).toEqual(indices.map((i) => said(points, i, summary.joins)));
  for (let i = 1; i < points.length; i++) {
    expect(points[i]![2], `score of best ${i}`).toBeGreaterThan(points[i - 1]![2]);
    expect(Number(points[i]![0]), `work of best ${i}`).toBeGreaterThanOrEqual(Number(points[i - 1]![0]));
  }
  return whole;
}
