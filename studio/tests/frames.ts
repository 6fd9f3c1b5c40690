// How long the page was busy at a time.

import type { Page } from "playwright-core";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest tasks of the page's main thread in milliseconds: of its own work, and by the clock. */
export interface Busy { work: number; clock: number; tasks: number }

/**
 * Does something and says how long the page's main thread was busy at a time. What counts is the time that the thread
 * itself ran: by the clock, a machine that does other things beside makes any task long.
 */
export async function busy(page: Page, act: () => Promise<void>): Promise<Busy> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  const text = (await browser.stopTracing()).toString("utf8");
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const thread = (event: TraceEvent): string => `${event.pid} ${event.tid}`;
  const mains = new Set(traceEvents.filter((event) => event.name === "thread_name"
    && event.args?.name === "CrRendererMain").map(thread));
  const tasks = traceEvents.filter((event) => event.ph === "X" && event.name.endsWith("RunTask")
    && mains.has(thread(event)));
  return {
    work: Math.max(0, ...tasks.map((task) => task.tdur ?? 0)) / 1000,
    clock: Math.max(0, ...tasks.map((task) => task.dur ?? 0)) / 1000,
    tasks: tasks.length,
  };
}
