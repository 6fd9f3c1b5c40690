// New runs by the form, and what the screen of a run says of them.

import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { AlgorithmInfo, JudgeAnswer, MakeAnswer, PlayState, PuzzleSummary, RunDetail, RunRequest,
  RunSummary } from "../src/wire";
import { marquetry, setUp, shown, until } from "./harness";

const bench = setUp();
const SMALL = "twin-5x5";
const NUMBERS = ["number", "integer"];

const algorithms = (): Promise<AlgorithmInfo[]> => bench.studio.call("/api/algorithms");
const detail = (id: string): Promise<RunDetail> => bench.studio.call(`/api/runs/${id}`);

function request(changes: Partial<RunRequest>): RunRequest {
  return {
    puzzle: SMALL, algorithm: "late", parameters: {}, seed: "7", work: "200", time_s: null, target: null, threads: 1,
    from: null, keep: null, ...changes,
  };
}

async function start(changes: Partial<RunRequest>): Promise<string> {
  return (await bench.studio.call<RunSummary>("/api/runs", request(changes))).id;
}

async function over(id: string): Promise<RunDetail> {
  await until(async () => !["queued", "running"].includes((await detail(id)).summary.state), `the end of ${id}`,
    60_000);
  return detail(id);
}

/** The id of the run whose screen is shown. */
async function idOf(page: Page): Promise<string> {
  await page.waitForURL(/\/run\/(?!new)[^/?]+$/);
  return decodeURIComponent(new URL(page.url()).pathname.split("/")[2] ?? "");
}

async function limit(page: Page, steps: string): Promise<void> {
  await page.getByLabel("Time in seconds").fill("");
  await page.getByLabel("Steps", { exact: true }).fill(steps);
}

/** The form with the parameters unfolded. */
async function form(page: Page, algorithm: string): Promise<Locator> {
  await page.getByLabel("Algorithm", { exact: true }).selectOption(algorithm);
  const parameters = page.getByTestId("parameters");
  const open = await parameters.evaluate((element) => (element as HTMLDetailsElement).open);
  if (!open) await parameters.locator("summary").click();
  return parameters;
}

/** Waits until something says these words. */
function says(locator: Locator, words: string): Promise<void> {
  return until(async () => (await locator.textContent()) === words, words);
}

interface Property { type?: string | string[]; $ref?: string; anyOf?: unknown[] }

describe("the form", () => {
  test("is made from the schema of every algorithm, and its defaults make a run", async () => {
    const page = await bench.page();
    for (const info of await algorithms()) {
      await page.goto(`${bench.studio.origin}/run/new?puzzle=${SMALL}`);
      const parameters = await form(page, info.name);
      const text = await page.getByTestId("algorithm").textContent();
      expect(text).toContain(info.source);
      expect(text).toContain(info.step);
      const properties = info.schema.properties as Record<string, Property>;
      expect(await parameters.locator("[data-parameter]").count()).toBe(Object.keys(properties).length);
      for (const [name, property] of Object.entries(properties)) {
        await fits(parameters, name, property, info.defaults[name]);
      }
      await limit(page, "200");
      await page.getByRole("button", { name: "Start" }).click();
      const made = await detail(await idOf(page));
      expect(made.request).toMatchObject({ algorithm: info.name, parameters: {}, work: "200", time_s: null });
      expect(made.parameters).toEqual(info.defaults);
    }
  }, 300_000);

  async function fits(parameters: Locator, name: string, property: Property, fallback: unknown): Promise<void> {
    const control = parameters.locator(`[data-parameter="${name}"]`).getByLabel(name, { exact: true });
    const tag = await control.evaluate((element) => `${element.tagName} ${(element as HTMLInputElement).type}`);
    if (property.type === "boolean") {
      expect(tag).toBe("INPUT checkbox");
      expect(await control.isChecked()).toBe(fallback);
    } else if (typeof property.type === "string" && NUMBERS.includes(property.type)) {
      expect(tag).toBe("INPUT text");
      expect(Number(await control.inputValue())).toBe(fallback);
    } else if (property.$ref) {
      expect(tag).toBe("SELECT select-one");
      expect(await control.inputValue()).toBe(fallback);
    } else {
      expect(await control.isVisible()).toBe(true);
    }
  }

  test("what the trials of every algorithm hold is accepted", async () => {
    for (const info of await algorithms()) {
      for (const parameters of info.trials) {
        const run = await detail(await start({ algorithm: info.name, parameters, puzzle: "twin-6x6" }));
        for (const [name, value] of Object.entries(parameters)) {
          // Some numbers are kept in single precision.
          if (typeof value === "number") expect(run.parameters[name]).toBeCloseTo(value, 5);
          else expect(run.parameters[name]).toEqual(value);
        }
      }
    }
  }, 300_000);

  test("shows the server's sentence for a bad value of every algorithm, and loses nothing", async () => {
    const page = await bench.page(`/run/new?puzzle=${SMALL}`);
    for (const info of await algorithms()) {
      const found = Object.entries(info.schema.properties as Record<string, Property>)
        .find(([, { type }]) => NUMBERS.includes(String(type)));
      if (!found) continue;
      const [name] = found;
      const control = (await form(page, info.name)).locator(`[data-parameter="${name}"]`)
        .getByLabel(name, { exact: true });
      await control.fill("many");
      await limit(page, "123");
      await page.getByRole("button", { name: "Start" }).click();
      const alert = page.getByTestId("refused");
      const answer = await bench.studio.fetch("/api/runs",
        request({ algorithm: info.name, parameters: { [name]: "many" } }));
      expect(answer.status).toBe(422);
      const sentence = (await answer.text()).trim();
      await until(async () => ((await alert.textContent()) ?? "").toLowerCase().includes(sentence.toLowerCase()),
        `${info.name} says: ${sentence}`);
      expect(await alert.getAttribute("role")).toBe("alert");
      expect(await control.inputValue()).toBe("many");
      expect(await page.getByLabel("Steps", { exact: true }).inputValue()).toBe("123");
    }
  }, 120_000);

  test("sends only what was changed, and goes back to a default by one click", async () => {
    const page = await bench.page(`/run/new?puzzle=${SMALL}`);
    const parameters = await form(page, "annealing");
    await parameters.getByLabel("cold", { exact: true }).fill("0.2");
    await parameters.getByLabel("hot", { exact: true }).fill("0.7");
    await parameters.getByRole("button", { name: "hot back to the default, 0.5" }).click();
    expect(await parameters.getByLabel("hot", { exact: true }).inputValue()).toBe("0.5");
    await limit(page, "300");
    await page.getByLabel("Seed").fill("18446744073709551615");
    await page.getByRole("button", { name: "Start" }).click();
    const made = await detail(await idOf(page));
    expect(made.request.parameters).toEqual({ cold: 0.2 });
    expect(made.summary.seed).toBe("18446744073709551615");
  });

  test("starts several runs with seeds one after the other and compares them", async () => {
    const page = await bench.page(`/run/new?puzzle=${SMALL}&algorithm=late`);
    await limit(page, "200");
    await page.getByLabel("Seed").fill("41");
    await page.getByLabel("Runs").selectOption("3");
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/compare\?runs=/);
    const ids = (new URL(page.url()).searchParams.get("runs") ?? "").split(",");
    const seeds = await Promise.all(ids.map(async (id) => (await detail(id)).summary.seed));
    expect(seeds).toEqual(["41", "42", "43"]);
  });

  test("again with: everything as it was", async () => {
    const id = await start({ algorithm: "annealing", parameters: { cold: 0.2 }, target: 39 });
    const page = await bench.page(`/run/${id}`);
    await page.getByRole("link", { name: "Again with …" }).click();
    expect(await page.getByLabel("cold", { exact: true }).inputValue()).toBe("0.2");
    expect(await page.getByLabel("Seed").inputValue()).toBe("7");
    expect(await page.getByLabel("Steps", { exact: true }).inputValue()).toBe("200");
    expect(await page.getByLabel("Target score").inputValue()).toBe("39");
    await page.getByRole("button", { name: "Start" }).click();
    const second = await over(await idOf(page));
    const first = await over(id);
    expect(second.request).toEqual(first.request);
    expect(second.signature).toBe(first.signature);
  });

  test("goes on from a best board, with algorithms that do", async () => {
    const id = await start({ algorithm: "late", work: "3000" });
    const last = (await over(id)).points.length - 1;
    const page = await bench.page(`/run/${id}`);
    await page.getByRole("link", { name: "Go on from this board" }).click();
    const picture = page.getByTestId("board");
    await picture.waitFor();
    const board = await bench.studio.call<{ cells: unknown }>(`/api/runs/${id}/boards/${last}`);
    expect(await shown(picture)).toEqual(board.cells);
    const disabled = await page.getByLabel("Algorithm", { exact: true }).locator("option:disabled").allTextContents();
    const anew = (await algorithms()).filter((info) => !info.resumes).map((info) => info.name);
    expect(disabled.sort()).toEqual(anew.sort());
    await limit(page, "100");
    await page.getByRole("button", { name: "Start" }).click();
    expect((await detail(await idOf(page))).request.from).toEqual(board.cells);
  });

  test("finishes what was played: the pieces laid become clues", async () => {
    const make = { width: 4, height: 4, framed: true, preset: "easy", colours: null, frame_colours: null,
      inner_colours: null,
      clues: null, even: null, distinct: null, asymmetric: null, signed: false, seed: "5" };
    const made = await bench.studio.call<MakeAnswer>("/api/generate", make);
    const { key } = await bench.studio.call<PuzzleSummary>("/api/puzzles",
      { text: made.text, name: "laid", replace: true });
    const cells = made.solution.map((lain, cell) => (cell < 5 ? lain : null));
    const state: PlayState = { revision: 1, cells, locked: [], past: [], ahead: [], seconds: 3, hinted: false };
    await bench.studio.call(`/api/play/${key}`, state);
    const page = await bench.page(`/run/new?puzzle=${key}&finish=1&algorithm=dfs`);
    await says(page.getByTestId("origin"), "The 5 pieces you laid become clues.");
    expect(await shown(page.getByTestId("board"))).toEqual(cells);
    await page.getByRole("button", { name: "Start" }).click();
    const id = await idOf(page);
    expect((await over(id)).summary.score).toBe(24);
    await says(page.getByTestId("sentence"), "Perfect: every join matches.");
    expect((await shown(page.getByTestId("stage"))).slice(0, 5)).toEqual(cells.slice(0, 5));
  });
});

describe("a run", () => {
  /** Board, its score as shown, and the number of breaks, read in one moment. */
  function seen(page: Page): Promise<{ cells: unknown; score: number; says: string }> {
    return page.evaluate(() => ({
      cells: JSON.parse(document.querySelector("[data-testid=stage] [data-line]")?.getAttribute("data-line") ?? "null"),
      score: Number(document.querySelector("[data-testid=score]")?.textContent),
      says: document.querySelector("[data-testid=scrubber-says]")?.textContent ?? "",
    }));
  }

  test("shows the judged score of the board it shows, at every moment", async () => {
    const id = await start({ puzzle: "twin-10x10", algorithm: "late", work: null, time_s: 8 });
    const page = await bench.page(`/run/${id}`);
    await page.locator("[data-testid=stage][data-index]").waitFor();
    const scores = new Set<number>();
    while ((await detail(id)).summary.state === "running") {
      const { cells, score, says } = await seen(page);
      const judged = await bench.studio.call<JudgeAnswer>("/api/judge", { puzzle: "twin-10x10", cells });
      expect(score).toBe(judged.score);
      expect(says).toContain(`: ${score} of 180 at`);
      scores.add(score);
      await page.waitForTimeout(150);
    }
    expect(scores.size).toBeGreaterThan(3);
    const last = (await over(id)).summary.score;
    await until(async () => (await seen(page)).score === last, "the last board");
    const line = JSON.stringify((await seen(page)).cells);
    const { stdout } = await marquetry(["check", "twin-10x10", "-"], { input: line });
    expect(stdout).toMatch(new RegExp(`\\b${last}\\b`));
  });

  const ALGORITHMS = ["annealing", "tabu", "ga", "repair", "dfs", "gvns"];
  test.each(ALGORITHMS)("by %s has the signature of the command line", async (algorithm) => {
    const page = await bench.page(`/run/new?puzzle=${SMALL}&algorithm=${algorithm}`);
    await limit(page, "2000");
    await page.getByLabel("Seed").fill("12345");
    await page.getByRole("button", { name: "Start" }).click();
    await idOf(page);
    const fact = page.locator('[data-fact="Signature"]');
    await until(async () => Boolean(await fact.textContent()), "the signature");
    const out = `${bench.studio.data}/out.json`;
    const solve = ["solve", SMALL, "--with", algorithm, "--seed", "12345", "--work", "2000", "--quiet", "--force",
      "--out", out];
    const { stdout } = await marquetry([...solve, "--json"]);
    expect(await fact.textContent()).toBe((JSON.parse(stdout) as { signature: string }).signature);
  });

  test("gives its log, which can be replayed and repeated", async () => {
    const id = await start({ algorithm: "annealing", work: "3000" });
    const { signature } = await over(id);
    const page = await bench.page(`/run/${id}`);
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "Log" }).click();
    const path = `${bench.studio.data}/downloaded.ndjson`;
    await (await waiting).saveAs(path);
    expect(readFileSync(path, "utf8")).toContain(String(signature));
    const again = await marquetry(["replay", path, "--again"]);
    expect(again.code, again.stderr).toBe(0);
    expect((await marquetry(["replay", path, "--speed", "0"])).code).toBe(0);
  });

  test("can be stopped, gone through by keys, and removed", async () => {
    const id = await start({ puzzle: "twin-10x10", algorithm: "late", work: null, time_s: 60 });
    const page = await bench.page(`/run/${id}`);
    await until(async () => (await detail(id)).points.length > 4, "some bests");
    await page.getByRole("button", { name: "Stop" }).click();
    await says(page.getByTestId("state"), "Stopped");
    const stage = page.getByTestId("stage");
    await page.getByTestId("scrubber").focus();
    const { points } = await detail(id);
    const last = points.length - 1;
    const presses = [["Home", 0], ["ArrowRight", 1], ["End", last], ["ArrowLeft", last - 1]] as const;
    for (const [key, index] of presses) {
      await page.keyboard.press(key);
      await until(async () => (await stage.getAttribute("data-index")) === String(index), `best ${index}`);
      expect(Number(await page.getByTestId("score").textContent())).toBe(points[index]?.[2]);
    }
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect((await detail(id)).summary.state).toBe("stopped");
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await until(async () => (await bench.studio.fetch(`/api/runs/${id}`)).status === 404, "the run is gone");
  });

  test("that waits says what for, and begins in its turn", async () => {
    const { cores } = await bench.studio.call<{ cores: number }>("/api/about");
    const busy = await start({ puzzle: "twin-10x10", threads: cores, work: null, time_s: 60 });
    const id = await start({ threads: 1 });
    const page = await bench.page(`/run/${id}`);
    const sentence = page.getByTestId("sentence");
    await says(sentence, `It waits for a free core: 1 run keeps ${cores} of ${cores} busy.`);
    await bench.studio.call(`/api/runs/${busy}/stop`, {});
    await says(sentence, "All its steps are done.");
  });

  test("gives the board that is shown as picture, file and link", async () => {
    const id = await start({ work: "500" });
    await over(id);
    const page = await bench.page(`/run/${id}`, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("[data-testid=stage][data-index]").waitFor();
    for (const [name, first] of [["Picture (PNG)", "PNG"], ["Picture (SVG)", "<svg"], ["Board file", "{"]] as const) {
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      const path = `${bench.studio.data}/export`;
      await (await waiting).saveAs(path);
      expect(readFileSync(path, "utf8").slice(0, 200)).toContain(first);
    }
    await page.getByRole("button", { name: "Copy link" }).click();
    await until(async () => /^https?:/.test(await page.evaluate(() => navigator.clipboard.readText())), "the link");
  });
});
