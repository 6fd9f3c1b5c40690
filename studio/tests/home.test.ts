// Home: the box takes every format, links come back as they went, names stay text.

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cells, JudgeAnswer, Lain, PuzzleSummary, PuzzleView, ReadAnswer } from "../src/wire";
import type { RunRequest, RunSummary } from "../src/wire";
import { Studio, marquetry, setUp, shown, sideways, skipped, until } from "./harness";

const bench = setUp();
const INSTANCES = process.env.MARQUETRY_INSTANCES ?? "../../shared/instances";
const PUZZLE = "twin-6x6";
let folder = "";
let solution: Cells = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marquetry-home-"));
  const out = join(folder, "board.json");
  const made = await marquetry(["solve", PUZZLE, "--with", "dfs", "--seed", "1", "--json", "--out", out]);
  expect(made.code, made.stderr).toBe(0);
  solution = (JSON.parse(readFileSync(out, "utf8")) as { cells: Cells }).cells;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const box = (page: Page) => page.getByRole("textbox", { name: "Paste or drop anything" });
const found = (page: Page) => page.getByTestId("found");

/** A short exact search. */
function request(puzzle: string, seed: string): RunRequest {
  return {
    puzzle, algorithm: "dfs", parameters: {}, seed, work: null, time_s: 20, target: null, threads: 1,
    from: null, keep: null,
  };
}

/** Pastes as a user does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await box(page).fill("");
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await box(page).focus();
  await page.keyboard.press("Control+v");
}

/** Pastes, and gives what the server made of it once it is shown. */
async function opened(page: Page, text: string, puzzle?: string): Promise<ReadAnswer> {
  await paste(page, text);
  if (puzzle) {
    await page.locator("[data-testid=found], #box[aria-invalid=true]").first().waitFor();
    const read = page.waitForResponse((response) => response.url().endsWith("/api/read"));
    await page.getByLabel("Puzzle, if it is a board alone").selectOption(puzzle);
    await read;
  }
  await found(page).waitFor();
  return bench.studio.call<ReadAnswer>("/api/read", { text, name: null, puzzle: puzzle ?? null });
}

/** The sides that a board shows, whatever its pieces are numbered and turned. */
function sides(puzzle: PuzzleView, cells: Cells): (number[] | null)[] {
  const side = ([piece, turn]: Lain, at: number) => puzzle.pieces[piece - 1]?.[(at + 4 - turn) % 4] ?? -1;
  return cells.map((lain) => lain && [0, 1, 2, 3].map((at) => side(lain, at)));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The same board up to the names of its colours. */
function renamed(board: (number[] | null)[]): (number[] | null)[] {
  const names = new Map<number, number>([[0, 0]]);
  return board.map((piece) => piece && piece.map((colour) => {
    if (!names.has(colour)) names.set(colour, names.size);
    return names.get(colour) ?? -1;
  }));
}

describe("the shelf and the runs", () => {
  test("an empty home invites, the shelf is complete and can be filtered", async () => {
    const page = await bench.page("/");
    await page.getByText("No runs yet.").waitFor();
    const shelf = await bench.studio.call<PuzzleSummary[]>("/api/puzzles");
    const cards = page.getByTestId("shelf").getByRole("listitem");
    expect(await cards.count()).toBe(shelf.length);
    await page.getByRole("searchbox", { name: "Filter the shelf" }).fill("niang 5x5");
    expect(await cards.getByRole("heading").allTextContents()).toEqual(["niang-5x5"]);
    await page.getByRole("searchbox", { name: "Filter the shelf" }).fill("nothing like it");
    await page.getByText("Nothing on the shelf is called that.").waitFor();
    await page.getByRole("searchbox", { name: "Filter the shelf" }).fill("");
    const picture = cards.first().locator("img");
    await until(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0), "a thumbnail");
  });

  test("runs appear and move by themselves, and two can be compared", async () => {
    const page = await bench.page("/");
    await page.getByTestId("runs").waitFor();
    const one = await bench.studio.call<RunSummary>("/api/runs", request("twin-4x4", "1"));
    const two = await bench.studio.call<RunSummary>("/api/runs", request("twin-4x4", "2"));
    for (const run of [one, two]) {
      const row = page.locator(`[data-id="${run.id}"]`);
      await row.getByText("Perfect").waitFor();
      expect(await row.getByTestId("score").textContent()).toBe("24 of 24");
      await row.getByRole("checkbox").check();
    }
    await page.getByRole("link", { name: "Compare 2 runs" }).click();
    await page.waitForURL(/\/compare\?runs=/);
    expect(new URL(page.url()).searchParams.get("runs")?.split(",").sort()).toEqual([one.id, two.id].sort());
    await page.goBack();
    await page.locator(`[data-id="${one.id}"]`).getByRole("button", { name: /Remove the run/ }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.locator(`[data-id="${one.id}"]`).waitFor({ state: "detached" });
    await bench.studio.call(`/api/runs/${two.id}/remove`, {});
    await page.locator(`[data-id="${two.id}"]`).waitFor({ state: "detached" });
  });
});

describe("the box", () => {
  test("a link comes back as the board it was made from", async () => {
    const puzzle = await bench.studio.call<PuzzleView>(`/api/puzzles/${PUZZLE}`);
    const link = await bench.studio.call<string>("/api/export", { puzzle: PUZZLE, cells: solution, as: "link" });
    expect(link).toMatch(/^https:\/\/e2\.bucas\.name\//);
    const page = await bench.page("/");
    const alone = await opened(page, link);
    const board = await shown(found(page));
    expect(renamed(sides(alone.puzzle, board))).toEqual(renamed(sides(puzzle, solution)));
    await opened(page, link, PUZZLE);
    await until(async () => same(await shown(found(page)), solution), "the board of the puzzle");
    await found(page).getByRole("button", { name: "Play from this board" }).click();
    await page.waitForURL(/\/play\//);
    await until(async () => same(await shown(page.getByTestId("board")), solution), "the board in play");
  });

  test("the score of a pasted board is the judge's", async () => {
    const page = await bench.page("/");
    const boards: Cells[] = [solution, solution.map((lain, cell) => (cell % 5 ? lain : null)), solution.toReversed()];
    boards.push(solution.map((lain, cell) => lain && [lain[0], (lain[1] + (cell % 3)) % 4]));
    for (const cells of boards) {
      const { score, joins } = await bench.studio.call<JudgeAnswer>("/api/judge", { puzzle: PUZZLE, cells });
      await opened(page, JSON.stringify(cells), PUZZLE);
      await until(async () => same(await shown(found(page)), cells), "the pasted board");
      expect(await page.getByTestId("found-score").textContent()).toBe(`${score} of ${joins} joins match.`);
    }
  });

  test("every format that can be written is read", async () => {
    const puzzle = await bench.studio.call<PuzzleView>(`/api/puzzles/${PUZZLE}`);
    const page = await bench.page("/");
    await page.getByTestId("shelf").waitFor();
    const boards = ["board", "bucas", "dev", "board-doc", "grid", "quads", "meta", "line"];
    for (const format of ["puzzle", "pieces", "puzzle-json", "csv", ...boards]) {
      const isBoard = boards.includes(format);
      const input = isBoard ? [join(folder, "board.json"), "--puzzle", PUZZLE] : [PUZZLE];
      const { code, stdout, stderr } = await marquetry(["convert", ...input, "--to", format]);
      expect(code, `${format}: ${stderr}`).toBe(0);
      const answer = await opened(page, stdout, isBoard ? PUZZLE : undefined);
      expect(answer.puzzle.summary.width, format).toBe(6);
      expect((await page.getByTestId("format").textContent())?.length, format).toBeGreaterThan(10);
      if (!isBoard) continue;
      await until(async () => same(sides(puzzle, await shown(found(page))), sides(puzzle, solution)), format);
    }
  });

  test("the instances beside the project are read as the command line reads them", async () => {
    if (!existsSync(INSTANCES)) return skipped("home: no ../shared/instances");
    const page = await bench.page("/");
    const puzzles = /(?<!known_boards)\.(json|txt)$/;
    const files = readdirSync(INSTANCES, { recursive: true }).filter((name) => puzzles.test(name));
    const links = readFileSync(join(INSTANCES, "known_boards.txt"), "utf8").match(/https:\/\/\S+/g) ?? [];
    const texts = [...files.map((file) => readFileSync(join(INSTANCES, file), "utf8")), ...links.slice(0, 5)];
    let read = 0;
    for (const text of texts) {
      const { code } = await marquetry(["convert", "-", "--to", "puzzle"], { input: text });
      if (code === 0) {
        const { puzzle } = await opened(page, text);
        expect((await shown(found(page))).length, text.slice(0, 80)).toBe(puzzle.pieces.length);
        read++;
      } else {
        // What the command line cannot read is refused here, too.
        await paste(page, text);
        await page.locator("#box[aria-invalid=true]").waitFor();
      }
    }
    expect(read).toBeGreaterThan(15);
  });

  test("a file can be dropped or chosen, and takes its name along", async () => {
    const page = await bench.page("/");
    const text = (await marquetry(["convert", PUZZLE, "--to", "pieces"])).stdout;
    const dropped = await page.evaluateHandle((words) => {
      const data = new DataTransfer();
      data.items.add(new File([words], "my pieces.txt", { type: "text/plain" }));
      return data;
    }, text);
    await page.getByTestId("box").dispatchEvent("drop", { dataTransfer: dropped });
    await found(page).getByRole("heading", { name: "my pieces" }).waitFor();
    expect(await box(page).inputValue()).toBe(text);
    const path = join(folder, "chosen.json");
    writeFileSync(path, (await marquetry(["convert", "p1", "--to", "puzzle"])).stdout);
    await page.locator("#box-file").setInputFiles(path);
    await until(async () => (await shown(found(page)))?.length === 16, "the chosen file");
  });

  test("nonsense gets one sentence, and nothing typed is lost", async () => {
    const page = await bench.page("/");
    const words = ["hello world", "{\"format\":", "[[99,0],[1,7]]", "\u0001\u0002", "<b>bold</b>", "1 2 3\n4 5"];
    for (const nonsense of words) {
      await box(page).fill(nonsense);
      await page.getByRole("button", { name: "Open" }).click();
      const said = page.locator("#box-said");
      await until(async () => (await said.textContent()) !== "", nonsense);
      expect(await said.textContent()).toMatch(/^[^a-z\s].*[.!?]$/);
      expect(await box(page).inputValue()).toBe(nonsense);
      expect(await box(page).getAttribute("aria-invalid")).toBe("true");
      expect(await found(page).count()).toBe(0);
      await box(page).fill("");
      expect(await said.textContent()).toBe("");
    }
  });

  test("a puzzle goes on the shelf, is replaced only when asked, and comes off", async () => {
    const page = await bench.page("/");
    await opened(page, (await marquetry(["convert", "p1", "--to", "puzzle"])).stdout);
    const name = page.getByRole("textbox", { name: "Name" });
    for (const taken of [false, true]) {
      await name.fill("shelved");
      await page.getByRole("button", { name: "Put on the shelf" }).click();
      if (!taken) {
        await page.locator("[data-key=shelved]").waitFor();
        continue;
      }
      await page.getByText(/is on the shelf already/).waitFor();
      await page.getByRole("button", { name: "Replace it" }).click();
      await page.getByText(/is on the shelf already/).waitFor({ state: "hidden" });
    }
    await name.fill("p1");
    await page.getByRole("button", { name: "Put on the shelf" }).click();
    await page.getByText(/built-in/).waitFor();
    expect(await page.getByRole("button", { name: "Replace it" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Remove shelved" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect(await page.locator("[data-key=shelved]").count()).toBe(1);
    await page.getByRole("button", { name: "Remove shelved" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.locator("[data-key=shelved]").waitFor({ state: "detached" });
  });
});

test("a banner says that the studio has stopped, until it is back", async () => {
  bench.forgive(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING/);
  const page = await bench.page("/");
  await page.getByTestId("shelf").waitFor();
  await box(page).fill("kept while it is gone");
  const { data, port } = bench.studio;
  await bench.studio.kill();
  const banner = page.getByTestId("stopped");
  await banner.filter({ hasText: "The studio has stopped. Start it again: marquetry studio" }).waitFor();
  bench.studio = await Studio.start({ data, port });
  await banner.waitFor({ state: "hidden" });
  expect(await box(page).inputValue()).toBe("kept while it is gone");
});

describe("hostile names stay text", () => {
  const names = [
    "<img src=x onerror=\"window.owned=1\">", "\"><script>window.owned=1</script>", "long ".repeat(60).trim(),
    "\u202eelzzup neddih", "🧩🔥 'quoted' & ${window.owned=1}", "../../etc/passwd",
  ];

  /** Nothing of a name became an element or ran. */
  async function harmless(page: Page): Promise<void> {
    const bad = await page.evaluate(() => [
      "owned" in window, document.querySelectorAll("img[src=x], body script, iframe, a[href^='javascript:']").length,
    ]);
    expect(bad).toEqual([false, 0]);
    expect(await sideways(page), page.url()).toBeLessThanOrEqual(0);
  }

  test.each(names)("%s", async (name) => {
    const file = { ...JSON.parse((await marquetry(["convert", "p1", "--to", "puzzle"])).stdout), name };
    const page = await bench.page("/", { viewport: { width: 800, height: 800 } });
    const answer = await opened(page, JSON.stringify(file));
    await found(page).getByRole("heading", { name: answer.puzzle.summary.name, exact: true }).waitFor();
    await harmless(page);
    const { text } = answer;
    const kept = await bench.studio.call<PuzzleSummary>("/api/puzzles", { text, name: null, replace: false });
    const shelved = await bench.studio.call<PuzzleSummary>("/api/puzzles", { text, name, replace: true });
    const run = await bench.studio.call<RunSummary>("/api/runs", request(kept.key, "1"));
    const part = encodeURIComponent(kept.key);
    const theirs = [`/play/${part}`, `/run/new?puzzle=${part}`, `/run/${run.id}`, `/compare?runs=${run.id}`];
    for (const path of ["/", "/make", ...theirs]) {
      await page.goto(bench.studio.origin + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForTimeout(300);
      await harmless(page);
    }
    await page.goto(`${bench.studio.origin}/`);
    await page.locator(`[data-id="${run.id}"]`).getByRole("link").waitFor();
    expect(await page.locator(`[data-id="${run.id}"]`).getByRole("link").textContent()).toBe(run.puzzle);
    await bench.studio.call(`/api/puzzles/${encodeURIComponent(shelved.key)}/remove`, {});
    await bench.studio.call(`/api/runs/${run.id}/stop`, {});
    await until(async () => (await bench.studio.fetch(`/api/runs/${run.id}/remove`, {})).ok, "the run removed");
  });
});
