// The product as a newcomer walks through it. With MARQUETRY_PICTURES=1 it takes the pictures of docs/studio.md.

import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Lain, MakeAnswer, PlayState } from "../src/wire";
import { picture, setUp, until } from "./harness";
import { Player } from "./playing";

const bench = setUp();
const PICTURES = "../docs/studio";
const PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: "light",
};

async function snap(page: Page, name: string): Promise<void> {
  if (process.env.MARQUETRY_PICTURES !== "1") return;
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(400);
  await picture(page, `${PICTURES}/${name}.png`);
}

/** Makes a puzzle, puts it on the shelf and opens it for play. */
async function makeOne(page: Page): Promise<MakeAnswer> {
  await page.getByRole("link", { name: "Make a puzzle" }).click();
  await page.getByRole("radio", { name: "Medium" }).check();
  await page.getByRole("button", { name: "8 × 8" }).click();
  await page.getByText("More", { exact: true }).click();
  const response = page.waitForResponse(async (one) =>
    one.url().endsWith("/api/generate") && ((await one.json()) as MakeAnswer).seed === "2026");
  await page.getByRole("textbox", { name: "Seed" }).fill("2026");
  const answer = (await (await response).json()) as MakeAnswer;
  await page.getByText("More", { exact: true }).click();
  await until(async () => (await page.getByTestId("command").textContent()) === answer.command, "the preview");
  await page.getByLabel("Show the solution").check();
  await page.getByRole("button", { name: "Is it unique?" }).click();
  await until(async () => /^(Unique|Not)/.test((await page.getByTestId("unique").textContent()) ?? ""), "an answer");
  await page.getByRole("textbox", { name: "Name" }).fill("first steps");
  await snap(page, "make");
  await page.getByRole("button", { name: "Put on the shelf" }).click();
  await page.getByRole("status").filter({ hasText: "is on the shelf." }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  return answer;
}

/** Lays a few pieces by mouse, and has the rest of a good start laid as if it had been done before. */
async function playABit(page: Page, made: MakeAnswer): Promise<void> {
  const player = await new Player(page).ready();
  const solution = made.solution as Lain[];
  for (const cell of [0, 1, 2]) {
    const [piece, turn] = solution[cell]!;
    for (let turned = 0; turned < turn; turned++) await player.piece(piece).click({ button: "right" });
    await player.piece(piece).click();
    await player.click(cell);
    await until(async () => (await player.cells())[cell]?.[0] === piece, `piece ${piece} on cell ${cell}`);
  }
  await player.saved();
  const path = "/api/play/first-steps";
  const state = await bench.studio.call<PlayState>(path);
  const cells = solution.map((lain, cell) => (cell < 37 && cell !== 20 ? lain : (state.cells[cell] ?? null)));
  await bench.studio.call(path, { ...state, revision: state.revision + 100, cells, locked: [0, 7], seconds: 754 });
  await page.reload();
  await player.ready();
  expect((await player.cells()).filter(Boolean).length).toBeGreaterThanOrEqual(36);
  await page.getByRole("button", { name: /^piece/ }).first().click();
  await snap(page, "play");
}

/** Starts a run by its form and waits for its end. */
async function runOne(page: Page, algorithm: string, picturesWhile?: string): Promise<void> {
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("link", { name: "Solve twin-10x10" }).click();
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption(algorithm);
  await page.getByRole("spinbutton", { name: /^Time/ }).or(page.getByRole("textbox", { name: /^Time/ })).fill("8");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/run\/\d/);
  await page.getByTestId("stage").locator("[data-line]").waitFor();
  if (picturesWhile) {
    await page.waitForTimeout(4000);
    await snap(page, picturesWhile);
  }
  await page.getByTestId("state").filter({ hasText: /Done|Perfect/ }).waitFor();
}

test("make, play, run, compare", async () => {
  const page = await bench.page("/", { colorScheme: "light" });
  await page.getByText("No runs yet.").waitFor();
  const made = await makeOne(page);
  await playABit(page, made);
  await runOne(page, "portfolio", "run");
  await runOne(page, "tabu");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  const boxes = page.getByTestId("runs").getByRole("checkbox");
  await boxes.first().check();
  await boxes.nth(1).check();
  await snap(page, "home");
  await page.getByRole("link", { name: "Compare 2 runs" }).click();
  await page.getByTestId("differences").waitFor();
  await snap(page, "compare");
  const run = await page.getByTestId("differences").getByRole("link").last().getAttribute("href");
  const dark = await bench.page(run ?? "/", { colorScheme: "dark" });
  await dark.locator("[data-line]").first().waitFor();
  await snap(dark, "run-dark");
  const phone = await bench.page("/play/first-steps", PHONE);
  await new Player(phone).ready();
  await snap(phone, "play-phone");
});
