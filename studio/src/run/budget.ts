// Seed, limits, threads and number of new runs.

import { h } from "../dom";
import type { AlgorithmInfo, RunRequest } from "../wire";

const SECONDS = 60;
const MOST_RUNS = 16;

export type Budget = Pick<RunRequest, "seed" | "work" | "time_s" | "target" | "threads">;

function input(id: string, mode: string, placeholder: string): HTMLInputElement {
  return h("input", { id, type: "text", inputmode: mode, placeholder, autocomplete: "off",
    "aria-describedby": `${id}-help` });
}

function field(control: HTMLElement, label: string, help: string | HTMLElement): HTMLElement {
  return h("div", { class: "field" },
    h("label", { for: control.id }, label), control, h("small", { id: `${control.id}-help` }, help));
}

/** A number, nothing, or what was typed: then the server says what is wrong with it. */
function typed(text: string): number | null {
  const value = Number(text);
  return text === "" ? null : Number.isFinite(value) ? value : (text as unknown as number);
}

function numbered(most: number): HTMLOptionElement[] {
  return Array.from({ length: most }, (_, i) => h("option", { value: i + 1 }, i + 1));
}

export class BudgetForm {
  readonly element: HTMLElement;
  private readonly seed = input("run-seed", "numeric", "a fresh one");
  private readonly time = input("run-time", "decimal", "no limit");
  private readonly work = input("run-work", "numeric", "no limit");
  private readonly target = input("run-target", "numeric", "a perfect board");
  private readonly threads: HTMLSelectElement;
  private readonly runs = h("select", { id: "run-count", "aria-describedby": "run-count-help" },
    ...numbered(MOST_RUNS));
  private readonly step = h("span");

  constructor(cores: number) {
    this.threads = h("select", { id: "run-threads", "aria-describedby": "run-threads-help" }, ...numbered(cores));
    this.time.value = String(SECONDS);
    this.element = h("fieldset", { class: "budget" },
      h("legend", { class: "visually-hidden" }, "Limits"),
      field(this.time, "Time in seconds", "The first limit that is reached ends the run."),
      field(this.work, "Steps", this.step),
      field(this.target, "Target score", "It stops there."),
      field(this.seed, "Seed", "The same seed and steps give the same run."),
      field(this.threads, "Threads", "They change the speed, never the result."),
      field(this.runs, "Runs", "Several have seeds one after the other."));
  }

  get count(): number {
    return Number(this.runs.value);
  }

  read(): Budget {
    const text = (from: HTMLInputElement): string => from.value.trim();
    return {
      seed: text(this.seed) || null,
      work: text(this.work).replace(/[,_\s]/g, "") || null,
      time_s: typed(text(this.time)),
      target: typed(text(this.target)),
      threads: Number(this.threads.value),
    };
  }

  write(budget: Budget): void {
    const text = (value: string | number | null): string => (value === null ? "" : String(value));
    this.seed.value = text(budget.seed);
    this.work.value = text(budget.work);
    this.time.value = text(budget.time_s);
    this.target.value = text(budget.target);
    this.threads.value = String(Math.min(budget.threads, this.threads.length));
  }

  /** Says what a step is, and takes as many threads as the algorithm has use for. */
  suit(info: AlgorithmInfo): void {
    this.step.textContent = `A step: ${info.step}.`;
    const children = info.children ? Number(info.defaults[info.children]) : 1;
    this.threads.value = String(Math.min(Math.max(1, children || 1), this.threads.length));
  }
}
