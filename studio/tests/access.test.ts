// Every screen for everyone: axe, no sideways scrolling, the keyboard reaches all and shows where it is.

import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunRequest, RunSummary } from "../src/wire";
import { marquetry, setUp, sideways, until } from "./harness";

const bench = setUp();

const PHONE = { width: 375, height: 700 };
const LOOKS: Record<string, BrowserContextOptions> = {
  "dark, 1280": { colorScheme: "dark" },
  "light, 375": { colorScheme: "light", viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  "light, 200 % zoom": { colorScheme: "light", viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  "wide, less motion": { viewport: { width: 2560, height: 1400 }, reducedMotion: "reduce" },
};

let puzzle = "";
const runs = { done: "", other: "" };

const request = (more: Partial<RunRequest>): RunRequest => ({
  puzzle: "twin-8x8", algorithm: "local", parameters: {}, seed: "1", work: "20000", time_s: null, target: null,
  threads: 1, from: null, keep: null, ...more,
});

const summary = async (id: string) => (await bench.studio.call<{ summary: RunSummary }>(`/api/runs/${id}`)).summary;

/** A run with an end. */
async function finished(more: Partial<RunRequest>): Promise<string> {
  const { id } = await bench.studio.call<RunSummary>("/api/runs", request(more));
  await until(async () => (await summary(id)).state === "finished", "a finished run", 60_000);
  return id;
}

const wait = {
  heading: (page: Page) => page.getByRole("heading", { level: 1 }).waitFor(),
  board: (page: Page) => page.locator("[data-line]").first().waitFor(),
};

interface Place { path: () => string | Promise<string>; ready: (page: Page) => Promise<unknown> }

/** A run that goes on until it is stopped. */
async function atWork(): Promise<string> {
  const long = request({ puzzle: "twin-16x16", work: null, time_s: 900 });
  const { id } = await bench.studio.call<RunSummary>("/api/runs", long);
  await until(async () => (await summary(id)).score > 0, "a board", 60_000);
  return `/run/${id}`;
}

/** Ends what is at work: it would slow down everything else. */
async function rest(): Promise<void> {
  const all = await bench.studio.call<RunSummary[]>("/api/runs");
  const busy = all.filter((run) => run.state === "running" || run.state === "queued");
  await Promise.all(busy.map((run) => bench.studio.call(`/api/runs/${run.id}/stop`, {})));
}

const SCREENS: Record<string, Place> = {
  "home": { path: () => "/", ready: (page) => page.locator("[data-id]").first().waitFor() },
  "home with a puzzle": { path: () => "/", ready: openSomething },
  "home with nonsense": { path: () => "/", ready: openNonsense },
  "home with the keys": {
    path: () => "/",
    ready: async (page) => {
      await page.getByRole("button", { name: "Keys" }).click();
      await page.getByTestId("keys").waitFor();
    },
  },
  "make": { path: () => "/make?preset=medium&size=6x6&seed=1&clues=2", ready: wait.board },
  "make refused": {
    path: () => "/make?preset=medium&size=6x6&seed=1&colours=1&distinct=yes",
    ready: (page) => page.getByTestId("refused").filter({ hasText: "." }).waitFor(),
  },
  "play": { path: () => `/play/${encodeURIComponent(puzzle)}`, ready: wait.board },
  "run, the form": {
    path: () => "/run/new?puzzle=twin-8x8",
    ready: (page) => page.getByRole("combobox").first().waitFor(),
  },
  "run, at work": { path: atWork, ready: wait.board },
  "run, finished": { path: () => `/run/${runs.done}`, ready: wait.board },
  "compare": { path: () => `/compare?runs=${runs.done},${runs.other}`, ready: wait.board },
  "compare, nothing chosen": { path: () => "/compare", ready: wait.heading },
};

async function openSomething(page: Page): Promise<void> {
  const { stdout } = await marquetry(["convert", "p1", "--to", "pieces"]);
  await page.getByRole("textbox", { name: "Paste or drop anything" }).fill(stdout);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByTestId("found").waitFor();
}

async function openNonsense(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Paste or drop anything" }).fill("nonsense");
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator("#box-said").filter({ hasText: "." }).waitFor();
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`));
}

test("home without anything of yours", async () => {
  const page = await bench.page("/");
  await page.getByText("No runs yet.").waitFor();
  expect(await violations(page)).toEqual([]);
});

describe("with something to see", () => {
  beforeAll(async () => {
    const { stdout } = await marquetry(["convert", "twin-6x6", "--to", "puzzle"]);
    const keep = { text: stdout, name: "yours", replace: true };
    puzzle = (await bench.studio.call<{ key: string }>("/api/puzzles", keep)).key;
    runs.done = await finished({});
    runs.other = await finished({ seed: "2" });
  }, 180_000);

  test.each(Object.keys(LOOKS))("%s", { timeout: 600_000 }, async (look) => {
    const page = await bench.page("/", LOOKS[look]);
    const wrong: string[] = [];
    for (const [name, place] of Object.entries(SCREENS)) {
      await page.goto(bench.studio.origin + (await place.path()));
      await place.ready(page);
      wrong.push(...(await violations(page)).map((one) => `${name}: ${one}`));
      const over = await sideways(page);
      if (over > 0) wrong.push(`${name}: scrolls sideways by ${over}`);
      await rest();
    }
    expect(wrong).toEqual([]);
  });

  describe("the keyboard", () => {
    test("reaches every control and shows where it is", { timeout: 600_000 }, async () => {
      const page = await bench.page("/");
      const wrong: string[] = [];
      for (const [name, place] of Object.entries(SCREENS)) {
        // In a dialog only the dialog is reached.
        if (name === "home with the keys") continue;
        await page.goto(bench.studio.origin + (await place.path()));
        await place.ready(page);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        const { missed, unseen } = await walk(page);
        await rest();
        wrong.push(...missed.map((one) => `${name}: not reached: ${one}`));
        wrong.push(...unseen.map((one) => `${name}: not seen: ${one}`));
      }
      expect(wrong).toEqual([]);
    });

    test("the frame: skip link, screens, theme, keys", async () => {
      const page = await bench.page("/");
      await wait.heading(page);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
      await page.getByRole("link", { name: "Make", exact: true }).click();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
      expect(await page.getByRole("link", { name: "Make", exact: true }).getAttribute("aria-current")).toBe("page");
      expect(await page.title()).toBe("Make · Marquetry");
      await page.keyboard.press("?");
      await page.getByRole("heading", { name: "Keys" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Keys" }).waitFor({ state: "hidden" });
      const themes = [];
      for (let i = 0; i < 3; i++) {
        await page.getByRole("button", { name: /^Theme/ }).click();
        themes.push(await page.evaluate(() => document.documentElement.dataset.theme ?? "system"));
      }
      expect(themes).toEqual(["light", "dark", "system"]);
    });
  });
});

/** Presses Tab through the page: what it never reached, and where it could not be seen. */
async function walk(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const all = await page.evaluate(() => {
    const usable = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })
      && !element.matches(":disabled, [tabindex='-1']") && !element.closest("[inert]");
    const some = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const controls = [...document.querySelectorAll<HTMLElement>(some)].filter(usable);
    // Of a group of radio buttons Tab reaches the one that is chosen.
    const wanted = controls.filter((one) => !(one instanceof HTMLInputElement && one.type === "radio" && !one.checked));
    wanted.forEach((one, at) => one.setAttribute("data-walk", String(at)));
    return wanted.map((one) => `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent.slice(0, 40)}`);
  });
  const reached = new Set<number>();
  const unseen: string[] = [];
  for (let i = 0; i < all.length + 10; i++) {
    await page.keyboard.press("Tab");
    const [at, seen] = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement | null;
      const outlined = (element: Element | null | undefined) => {
        if (!element) return false;
        const look = getComputedStyle(element);
        return (look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0) || look.boxShadow !== "none";
      };
      const nowhere = !one || one === document.body;
      return [Number(one?.dataset.walk ?? -1), nowhere || outlined(one) || outlined(one.nextElementSibling)] as const;
    });
    if (at >= 0) reached.add(at);
    if (!seen) unseen.push(all[at] ?? `number ${i}`);
  }
  return { missed: all.filter((_, at) => !reached.has(at)), unseen };
}
