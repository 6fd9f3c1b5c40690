// The real binary and a real browser.
//
//   const bench = setUp();
//   test("...", async () => {
//     const page = await bench.page("/make");
//     ...
//   });
//
// Every test fails on a console error, an error of the page, a CSP report or a request to another host.

import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import type { Cells } from "../src/wire";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** The program under test. */
export const BINARY = resolve(process.env.MARQUETRY_BIN ?? "../target/debug/marquetry");

const STARTED = /http:\/\/127\.0\.0\.1:(\d+)\/\?token=([0-9A-Za-z_-]+)/;
const BROWSER = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** What the browser itself writes when the server refuses something with a sentence, which is its right. */
const REFUSED = /status of (409|422) /;

/** What a command gave. */
export interface Outcome { code: number | null; stdout: string; stderr: string }

/** Runs the command line to its end. */
export function marquetry(args: string[], options: { input?: string; data?: string } = {}): Promise<Outcome> {
  const env = { ...process.env, ...(options.data ? { MARQUETRY_DATA: options.data } : {}) };
  const child = spawn(BINARY, args, { env });
  const got = { stdout: "", stderr: "" };
  collect(child, got);
  // A command that needs no input may end before it got any.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, ...got }));
  });
}

/** Runs the command line with `--json` and reads what it says. */
export async function asked<T>(args: string[], options: { input?: string; data?: string } = {}): Promise<T> {
  const { code, stdout, stderr } = await marquetry([...args, "--json"], options);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

function collect(child: ChildProcess, into: { stdout: string; stderr: string }): void {
  child.stdout.setEncoding("utf8");
  child.stderr.setEncoding("utf8");
  child.stdout.on("data", (chunk) => (into.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (into.stderr += String(chunk)));
}

/** A server at work. */
export class Studio {
  private readonly said = { stdout: "", stderr: "" };
  port = 0;
  token = "";

  private constructor(readonly process: ChildProcess, readonly data: string) {}

  /** Starts one on a fresh data directory, or on the one given, and waits until it answers. */
  static async start(options: { data?: string; port?: number; args?: string[] } = {}): Promise<Studio> {
    const data = options.data ?? mkdtempSync(join(tmpdir(), "marquetry-studio-"));
    const args = ["studio", "--port", String(options.port ?? 0), "--no-open", ...(options.args ?? [])];
    const studio = new Studio(spawn(BINARY, args, { env: { ...process.env, MARQUETRY_DATA: data } }), data);
    collect(studio.process, studio.said);
    await studio.printed();
    return studio;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The address that was printed. */
  get address(): string {
    return `${this.origin}/?token=${this.token}`;
  }

  get output(): string {
    return this.said.stdout + this.said.stderr;
  }

  /** Asks the server from here; an answer that is not 2xx is thrown. */
  async call<T>(path: string, body?: unknown): Promise<T> {
    const response = await this.fetch(path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return (text && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as T;
  }

  /** The same without judging the answer. */
  fetch(path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (body === undefined) return fetch(this.origin + path, { headers });
    headers["content-type"] = "application/json";
    return fetch(this.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Ends it as Ctrl-C does and says how long that took in milliseconds. */
  async stop(): Promise<number> {
    const begin = performance.now();
    const late = setTimeout(() => this.process.kill("SIGKILL"), 10_000);
    await this.end("SIGINT");
    clearTimeout(late);
    return performance.now() - begin;
  }

  /** Ends it as a power cut does. */
  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  private end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      this.process.on("exit", () => done());
      this.process.kill(signal);
    });
  }

  private async printed(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const found = STARTED.exec(this.said.stdout);
      if (found) {
        this.port = Number(found[1]);
        this.token = found[2] ?? "";
        return;
      }
      if (this.process.exitCode !== null) break;
      await new Promise((done) => setTimeout(done, 50));
    }
    this.process.kill("SIGKILL");
    throw new Error(`${BINARY} studio printed no address:\n${this.output}`);
  }
}

/** A browser and a server for the tests of a file. */
export class Bench {
  studio!: Studio;
  browser!: Browser;
  private contexts: BrowserContext[] = [];
  private faults: string[] = [];
  private forgiven: RegExp[] = [REFUSED];

  async open(args: string[]): Promise<void> {
    this.studio = await Studio.start({ args });
    this.browser = await launch();
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.studio?.stop();
    if (this.studio) rmSync(this.studio.data, { recursive: true, force: true });
  }

  /** A page of its own context, logged in, at a path of the studio. */
  async page(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.context(options);
    const page = await context.newPage();
    await page.goto(this.studio.origin + path);
    return page;
  }

  /** A context that is logged in; what goes wrong on its pages counts against the test. */
  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    this.contexts.push(context);
    this.watch(context);
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await context.request.get(this.studio.address);
    return context;
  }

  /** Lets this pass in the present test; for servers that are meant to be gone. */
  forgive(pattern: RegExp): void {
    this.forgiven.push(pattern);
  }

  /** Closes the pages of a test and says what went wrong on them. */
  async settle(): Promise<string[]> {
    await Promise.all(this.contexts.map((context) => context.close()));
    const bad = this.faults.filter((fault) => !this.forgiven.some((pattern) => pattern.test(fault)));
    this.contexts = [];
    this.faults = [];
    this.forgiven = [REFUSED];
    return bad;
  }

  private watch(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.faults.push(`page: ${String(error.error())}`));
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== this.studio.origin) this.faults.push(`host: ${request.url()}`);
    });
  }
}

/** Chromium as the tests use it. */
export function launch(args: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...BROWSER, ...args] });
}

/** Starts server and browser before the tests of the file, ends them after, and looks for faults after each. */
export function setUp(args: string[] = []): Bench {
  const bench = new Bench();
  beforeAll(() => bench.open(args));
  afterEach(async () => expect(await bench.settle()).toEqual([]));
  afterAll(() => bench.close());
  return bench;
}

/** The board that an element shows, or that is shown within it. */
export async function shown(locator: Locator): Promise<Cells> {
  const line = await locator.first().evaluate((element) =>
    (element.closest("[data-line]") ?? element.querySelector("[data-line]"))?.getAttribute("data-line"));
  return JSON.parse(line ?? "null") as Cells;
}

/** How many pixels the page is wider than its window. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Writes what a page looks like. */
export async function picture(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: "disabled" });
}

/** Says that something was not tested for want of its input. */
export function skipped(what: string): void {
  if (process.env.MARQUETRY_SKIPPED) appendFileSync(process.env.MARQUETRY_SKIPPED, `${what}\n`);
}

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean> | boolean, what: string, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
