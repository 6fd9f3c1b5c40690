// Make: what is shown is what the command line makes and measures.

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { powers } from "../src/make/powers";
import type { Cells, MakeAnswer, PuzzleView } from "../src/wire";
import { asked, marquetry, setUp, shown, until } from "./harness";

const bench = setUp();

interface Made { puzzle: { name: string; pieces: number[][] }; solution: { cells: Cells }; seed: number }
interface Big { text: string }
interface Analysis { verdict: string; combinations: Big; expected: { shares: Big; pairing: Big | null } }

const preview = (page: Page) => page.getByTestId("preview");
const text = async (page: Page, id: string) => (await page.getByTestId(id).textContent()) ?? "";

/** A verdict as the page writes it. */
function sentence(verdict: string): string {
  return `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}.`;
}

/** The words of a command line after the program's name. */
function words(line: string): string[] {
  return line.trim().split(/\s+/).slice(1);
}

/** Opens a recipe and waits for its preview. */
async function made(page: Page, query: string): Promise<MakeAnswer> {
  const response = page.waitForResponse((one) => one.url().endsWith("/api/generate"));
  await page.goto(`${bench.studio.origin}/make?${query}`);
  const answer = (await (await response).json()) as MakeAnswer;
  await until(async () => (await text(page, "command")) === answer.command, "the preview");
  return answer;
}

/** Changes the form and waits for the preview that follows. */
async function remade(page: Page, change: () => Promise<unknown>): Promise<MakeAnswer> {
  const response = page.waitForResponse((one) => one.url().endsWith("/api/generate") && one.ok());
  await change();
  const answer = (await (await response).json()) as MakeAnswer;
  await until(async () => (await text(page, "command")) === answer.command, "the new preview");
  return answer;
}

test("powers of ten are written as such", () => {
  const written = ["4.51 x 10^37", "1 x 10^-120 boards", "0.153"].map(powers);
  expect(written).toEqual(["4.51 × 10³⁷", "1 × 10⁻¹²⁰ boards", "0.153"]);
});

describe("every preset", () => {
  const presets = ["easy", "medium", "hard", "extreme", "hardest", "eternity"];
  const cases = presets.flatMap((preset) => [4, 6, 10].map((side) => [preset, side] as const));

  test.each(cases)("%s at %i", async (preset, side) => {
    const page = await bench.page("/");
    const answer = await made(page, `preset=${preset}&size=${side}x${side}&seed=7`);
    expect((await shown(preview(page))).filter(Boolean).length).toBe(side * side);
    const again = await asked<Made>(words(answer.command));
    expect(again.puzzle.pieces).toEqual(answer.puzzle.pieces);
    await page.getByLabel("Show the solution").check();
    expect(await shown(preview(page))).toEqual(again.solution.cells);
    const analysis = await asked<Analysis>(["analyse", "-"], { input: JSON.stringify(again.puzzle) });
    expect(await text(page, "expected")).toBe(powers((analysis.expected.pairing ?? analysis.expected.shares).text));
    expect(await text(page, "combinations")).toBe(powers(analysis.combinations.text));
    const verdict = powers(analysis.verdict);
    expect(await text(page, "hardness")).toBe(sentence(verdict));
  });
});

describe("the form", () => {
  test("every field changes the puzzle as the command line does", async () => {
    const page = await bench.page("/");
    await made(page, "preset=medium&size=6x6&seed=11");
    const same = async (answer: MakeAnswer) => {
      const again = await asked<Made>(words(answer.command));
      expect(again.puzzle.pieces, answer.command).toEqual(answer.puzzle.pieces);
      expect(String(again.seed)).toBe(answer.seed);
    };
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    let answer = await remade(page, () => press("8 × 8"));
    expect([answer.puzzle.summary.width, answer.puzzle.summary.height]).toEqual([8, 8]);
    answer = await remade(page, () => page.getByRole("spinbutton", { name: "Height" }).fill("5"));
    expect([answer.puzzle.summary.width, answer.puzzle.summary.height]).toEqual([8, 5]);
    await same(answer);
    answer = await remade(page, () => page.getByRole("radio", { name: "Open" }).check());
    expect(answer.puzzle.summary.framed).toBe(false);
    await same(answer);
    answer = await remade(page, () => page.getByLabel(/^Signed/).check());
    expect(answer.puzzle.summary.signed).toBe(true);
    await same(answer);
    await page.getByText("More", { exact: true }).click();
    answer = await remade(page, () => page.getByLabel("Clues").fill("3"));
    expect(answer.puzzle.clues.length).toBe(3);
    await same(answer);
    answer = await remade(page, () => page.getByRole("textbox", { name: "Seed" }).fill("18446744073709551615"));
    expect(answer.seed).toBe("18446744073709551615");
    answer = await remade(page, () => press("Throw the dice"));
    await same(answer);
    answer = await remade(page, () => page.getByLabel("Spread of the colours").selectOption("random"));
    expect(answer.even).toBe(false);
    answer = await remade(page, () => page.getByLabel("All pieces different").selectOption("no"));
    expect(answer.distinct).toBe(false);
    await same(answer);
  });

  test("colours as one palette or apart", async () => {
    const page = await bench.page("/");
    await made(page, "preset=hard&size=6x6&seed=5");
    await page.getByText("More", { exact: true }).click();
    await remade(page, () => page.getByRole("combobox", { name: "Colours", exact: true }).selectOption("one"));
    let answer = await remade(page, () => page.getByLabel("Number of colours").fill("7"));
    expect(answer.colours).toBe(7);
    await remade(page, () => page.getByRole("combobox", { name: "Colours", exact: true }).selectOption("apart"));
    await remade(page, () => page.getByLabel("On the frame").fill("4"));
    answer = await remade(page, () => page.getByRole("spinbutton", { name: "Inside" }).fill("6"));
    expect([answer.frame_colours, answer.inner_colours]).toEqual([4, 6]);
    const again = await asked<Made>(words(answer.command));
    expect(again.puzzle.pieces).toEqual(answer.puzzle.pieces);
  });

  test("the address keeps the recipe, and the newest change wins", async () => {
    const page = await bench.page("/");
    await made(page, "preset=easy&size=4x4&seed=3");
    for (const side of ["5", "6", "8", "10"]) await page.getByRole("button", { name: `${side} × ${side}` }).click();
    await until(async () => (await shown(preview(page))).length === 100, "the last size");
    const line = await text(page, "command");
    await page.reload();
    await until(async () => (await text(page, "command")) === line, "the same after a reload");
  });

  test("a refused recipe says why and keeps the last preview", async () => {
    const page = await bench.page("/");
    const answer = await made(page, "preset=medium&size=6x6&seed=1");
    const before = await shown(preview(page));
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("combobox", { name: "Colours", exact: true }).selectOption("one");
    await page.getByLabel("Number of colours").fill("1");
    await page.getByLabel("All pieces different").selectOption("yes");
    const said = page.getByTestId("refused");
    await until(async () => /\w.*\.$/.test((await said.textContent()) ?? ""), "a sentence");
    expect(await shown(preview(page))).toEqual(before);
    expect(await text(page, "command")).toBe(answer.command);
    await page.getByLabel("Number of colours").fill("6");
    await until(async () => (await said.textContent()) === "", "the sentence gone");
    await page.getByRole("spinbutton", { name: "Width" }).fill("65");
    await page.getByText("Width and height are whole numbers from 1 to 64.").waitFor();
    await page.getByRole("spinbutton", { name: "Width" }).fill("1");
    await until(async () => (await shown(preview(page))).length === 6, "a board one cell wide");
  });

  test("the largest and the smallest", async () => {
    const page = await bench.page("/");
    for (const size of ["64x64", "1x1", "1x5"]) {
      const answer = await made(page, `preset=easy&size=${size}&seed=1&frame=open`);
      expect((await shown(preview(page))).length, size).toBe(answer.puzzle.pieces.length);
    }
  });
});

describe("what is made", () => {
  test("says whether it is unique as the exact count does", async () => {
    const page = await bench.page("/");
    const seen = new Set<string>();
    for (const [preset, seed] of [["hard", 1], ["easy", 2], ["extreme", 1], ["extreme", 3]] as const) {
      const answer = await made(page, `preset=${preset}&size=4x4&seed=${seed}`);
      await page.getByRole("button", { name: "Is it unique?" }).click();
      await until(async () => !/^(Looking.*)?$/.test(await text(page, "unique")), "an answer");
      const count = await asked<{ distinct: number; conclusion: string }>(["count", "-"], { input: answer.text });
      expect(count.conclusion).toBe("exhausted");
      const says = await text(page, "unique");
      seen.add(says);
      expect(says).toMatch(count.distinct === 1 ? /^Unique/ : /^Not unique/);
    }
    expect(seen.size).toBe(2);
  });

  test("goes on the shelf, is replaced only when asked, and is played and solved", async () => {
    const page = await bench.page("/");
    await made(page, "preset=easy&size=4x4&seed=21");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("mine");
    await page.getByRole("button", { name: "Put on the shelf" }).click();
    await page.getByRole("status").filter({ hasText: "mine is on the shelf." }).waitFor();
    const other = await made(page, "preset=easy&size=5x5&seed=22");
    await name.fill("mine");
    await page.getByRole("button", { name: "Put on the shelf" }).click();
    await page.getByText(/mine is on the shelf already/i).waitFor();
    await page.getByRole("button", { name: "Replace it" }).click();
    await page.getByRole("status").filter({ hasText: "mine is on the shelf." }).waitFor();
    const shelved = await bench.studio.call<PuzzleView>("/api/puzzles/mine");
    expect(shelved.pieces).toEqual(other.puzzle.pieces);
    const { stdout } = await marquetry(["convert", "mine", "--to", "puzzle"], { data: bench.studio.data });
    expect((JSON.parse(stdout) as PuzzleView).pieces).toEqual(other.puzzle.pieces);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/play\/mine$/);
    await page.goBack();
    await until(async () => (await text(page, "command")) === other.command, "the recipe after going back");
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.waitForURL(/\/run\/new\?puzzle=~[0-9a-f]{16}$/);
  });

  test("prints its pieces apart", async () => {
    const page = await bench.page("/");
    await made(page, "preset=easy&size=4x4&seed=21");
    await page.evaluate(() => (window.print = () => undefined));
    await page.getByRole("button", { name: "Print" }).click();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".sheet canvas").count()).toBe(16);
    expect(await page.locator(".sheet").isVisible()).toBe(true);
    expect(await page.locator("header").isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await page.locator(".sheet").count()).toBe(0);
  });
});
