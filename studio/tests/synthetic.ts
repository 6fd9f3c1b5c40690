// A run that never was: ten thousand bests on a board of 64x64, told in bursts.

import type { Page } from "playwright-core";
import type { BoardAnswer, Cells, News, Point, PuzzleView, RunDetail, RunNews } from "../src/wire";

export const SIDE = 64;
export const BESTS = 10_000;
const ID = "synthetic";
const COLOURS = 22;
/** Time for the first paint. */
const FIRST_MS = 2000;
const JOINS = 2 * SIDE * (SIDE - 1);

/** Small numbers that look random and are the same every time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function puzzle(): PuzzleView {
  const roll = dice(1);
  const pieces = Array.from({ length: SIDE * SIDE }, () => Array.from({ length: 4 }, () => 1 + roll(COLOURS)));
  return {
    summary: {
      key: "synthetic-64", name: "synthetic-64", width: SIDE, height: SIDE, framed: false, signed: false,
      colours: COLOURS, clues: 0, joins: JOINS, about: "", place: "builtin",
    },
    fingerprint: "0".repeat(16), pieces, kinds: pieces.map(() => "inner"), clues: [],
  };
}

/** Any board of an index: thirty swaps of one arrangement, and two thousand breaks. */
export function board(index: number): BoardAnswer {
  const roll = dice(index + 2);
  const cells: Cells = Array.from({ length: SIDE * SIDE }, (_, i) => [i + 1, 0]);
  for (let i = 0; i < 30; i++) {
    const [one, other] = [roll(cells.length), roll(cells.length)];
    [cells[one], cells[other]] = [cells[other]!, cells[one]!];
  }
  const breaks = Array.from({ length: 2000 }, (): [number, number] => {
    const at = roll(SIDE - 1) + SIDE * roll(SIDE);
    return [at, at + 1];
  });
  return { index, score: index, cells, breaks };
}

function points(from: number, to: number): Point[] {
  return Array.from({ length: to - from }, (_, i) => [String((from + i) ** 2 + 1), (from + i) / 500, from + i]);
}

function detail(known: number): RunDetail {
  const request = {
    puzzle: "synthetic-64", algorithm: "late", parameters: {}, seed: "1", work: null, time_s: 600, target: null,
    threads: 1, from: null, keep: null,
  };
  return {
    summary: {
      id: ID, puzzle: "synthetic-64", key: "synthetic-64", algorithm: "late", seed: "1", threads: 1, state: "running",
      score: known, joins: JOINS, work: "0", elapsed_s: 0, created: 1, spark: [],
    },
    request, puzzle: puzzle(), parameters: {}, defaults: {}, points: points(0,
      known), phases: [], live: null, best_here: 0,
    record: null, conclusion: null, signature: null, trouble: null, command: "", plan: "",
  };
}

function news(from: number, to: number): News {
  const watched: RunNews = {
    id: ID, from, points: points(from, to), phase: `phase ${to}`, board: board(to - 1), present: null, state: "running",
    live: { work: String(to ** 2), elapsed_s: to / 500, gauges: [["temperature", 1 / to], ["walkers", 3]] },
    conclusion: null, signature: null, trouble: null,
  };
  return { runs: [], gone: [], watched: [watched], cursor: String(to) };
}

/**
 * Answers for the server: the stream ends after every burst, and the page comes back for the next one with its
 * cursor. The first burst after `known` bests brings half of all at once.
 */
export async function play(page: Page, known: number, burst: number): Promise<void> {
  await page.route(`**/api/runs/${ID}`, (route) => route.fulfill({ json: detail(known) }));
  await page.route(`**/api/runs/${ID}/boards/*`, (route) => {
    return route.fulfill({ json: board(Number(route.request().url().split("/").at(-1))) });
  });
  await page.route("**/api/events?*", async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") || known);
    const to = Math.min(BESTS, from === known ? BESTS / 2 : from + burst);
    if (to === from) return;
    if (from === known) await new Promise((done) => setTimeout(done, FIRST_MS));
    const body = `event: news\nid: ${to}\ndata: ${JSON.stringify(news(from, to))}\n\n`;
    await route.fulfill({ contentType: "text/event-stream", body });
  });
}

/** The address of its screen. */
export const PATH = `/run/${ID}`;
