// What the page's source may not hold, and how large the built page may be.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { skipped } from "./harness";

const SOURCE = "src";
const PAGE = process.env.MARQUETRY_STUDIO_PAGE ?? "../crates/marquetry-cli/page";
const MOST_BYTES = 150 * 1024;

/** Text stays text, and the policy of the page allows nothing else. */
const BANNED: [RegExp, string][] = [
  [/\b(inner|outer)HTML\b/, "markup from text"],
  [/\binsertAdjacentHTML\b/, "markup from text"],
  [/\bcreateContextualFragment\b|\bDOMParser\b|\bsetHTML(Unsafe)?\b/, "markup from text"],
  [/\bdocument\.write(ln)?\b/, "markup from text"],
  [/\beval\s*\(/, "code from text"],
  [/\bnew\s+Function\b/, "code from text"],
  [/\bset(Timeout|Interval)\s*\(\s*["'`]/, "code from text"],
  [/setAttribute\(\s*["'`]style["'`]/, "style as text"],
  [/[{,]\s*["']?style["']?\s*:\s*["'`]/, "style as text"],
  [/[{,]\s*["']?on[a-z]+["']?\s*:\s*["'`]/, "code from text"],
  [/\b(createElement|h)\(\s*["'`](script|style|iframe)["'`]/, "code or style by script"],
  [/https?:\/\/(?!www\.w3\.org\/)/, "another host"],
];

const sources = readdirSync(SOURCE, { recursive: true }).filter((name) => /\.(ts|css)$/.test(name));

test("the source makes elements only from text and nodes", () => {
  expect(sources.length).toBeGreaterThan(20);
  const found = sources.flatMap((name) =>
    readFileSync(join(SOURCE, name), "utf8").split("\n").flatMap((line, at) =>
      BANNED.filter(([pattern]) => pattern.test(line)).map(([, why]) => `${name}:${at + 1}: ${why}: ${line.trim()}`)));
  expect(found).toEqual([]);
});

test("files stay short", () => {
  const lines = (name: string) => readFileSync(join(SOURCE, name), "utf8").split("\n").length;
  // The types of the wire are written by the server.
  const long = sources.filter((name) => name !== "wire.ts" && lines(name) > (name.endsWith(".css") ? 400 : 320));
  expect(long).toEqual([]);
});

test("the built page is small", () => {
  const files = ["index.html", "studio.js", "studio.css"].map((name) => join(PAGE, name));
  if (!files.every((file) => existsSync(file))) return skipped("source: the page is not built");
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  console.log(`the page is ${bytes} bytes compressed`);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
