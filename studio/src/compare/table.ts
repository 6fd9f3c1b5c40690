// What differs between runs, and what they came to.

import { h, s } from "../dom";
import { put } from "../run/put";
import { stateOf } from "../run/state";
import { count, plain, span } from "../run/words";
import type { Rival } from "./contest";

interface Column { title: string; value(rival: Rival): string }

const GIVEN: Column[] = [
  { title: "puzzle", value: ({ model }) => model.detail.summary.puzzle },
  { title: "algorithm", value: ({ model }) => model.request.algorithm },
  { title: "seed", value: ({ model }) => model.detail.summary.seed },
  { title: "time limit", value: ({ model }) => (model.request.time_s === null ? "none" : span(model.request.time_s)) },
  { title: "step limit", value: ({ model }) => (model.request.work ? count(Number(model.request.work)) : "none") },
  { title: "target", value: ({ model }) => (model.request.target === null ? "perfect" : String(model.request.target)) },
  { title: "threads", value: ({ model }) => String(model.request.threads) },
  { title: "start", value: ({ model }) => (model.request.from ? "a board" : "nothing") },
];

const RESULTS: Column[] = [
  { title: "state", value: ({ model }) => stateOf(model, [], 0).word },
  { title: "score", value: ({ model }) => (model.score === null ? "–" : `${model.score} of ${model.joins}`) },
  { title: "steps", value: ({ model }) => count(model.work) },
  { title: "time", value: ({ model }) => span(model.elapsed) },
  { title: "signature", value: ({ model }) => model.signature ?? "–" },
];

function differs(rivals: Rival[], value: (rival: Rival) => string): boolean {
  return new Set(rivals.map(value)).size > 1;
}

/** A parameter is told where runs of one algorithm differ in it, or where somebody changed it. */
function told(rivals: Rival[], name: string): boolean {
  const having = rivals.filter(({ model }) => name in model.detail.parameters);
  const value = ({ model }: Rival): string => JSON.stringify(model.detail.parameters[name]);
  const changed = having.some((rival) => value(rival) !== JSON.stringify(rival.model.detail.defaults[name]));
  if (changed && differs(rivals, value)) return true;
  const algorithms = new Set(having.map(({ model }) => model.request.algorithm));
  return [...algorithms].some((algorithm) =>
    differs(having.filter(({ model }) => model.request.algorithm === algorithm), value));
}

/** Only what is not the same everywhere. */
function columns(rivals: Rival[]): Column[] {
  const names = [...new Set(rivals.flatMap(({ model }) => Object.keys(model.detail.parameters)))].sort();
  const parameters = names.filter((name) => told(rivals, name)).map((name) => ({
    title: name,
    value: ({ model }: Rival) => (name in model.detail.parameters ? plain(model.detail.parameters[name]) : "–"),
  }));
  return [...GIVEN.filter((column) => differs(rivals, column.value)), ...parameters];
}

/** The line of a run, as it is in the chart. */
export function sample(kind: number): SVGElement {
  return s("svg", { class: "sample", width: 34, height: 10, "aria-hidden": "true" },
    s("path", { class: `line-${kind}`, d: "M1 5H33", "stroke-width": 2.5, fill: "none" }));
}

function link({ model, letter, kind }: Rival): HTMLElement {
  const href = `/run/${encodeURIComponent(model.id)}`;
  return h("a", { class: "run-letter", href, "aria-label": `Run ${letter}` }, sample(kind), letter);
}

export class CompareTable {
  readonly element = h("div", { class: "scroller", tabindex: 0, role: "region",
    "aria-label": "What differs, and the results" });
  private cells: [HTMLElement, Column, Rival][] = [];

  /** Makes it anew for other runs. */
  fill(rivals: Rival[]): void {
    const given = columns(rivals);
    this.cells = [];
    const row = (rival: Rival): HTMLElement => {
      const results = RESULTS.map((column) => {
        const cell = h("td", { class: column.title === "signature" ? "mono" : "", "data-result": column.title });
        this.cells.push([cell, column, rival]);
        return cell;
      });
      return h("tr", { "data-run": rival.model.id },
        h("th", { scope: "row" }, link(rival)),
        ...given.map((column) => h("td", {}, column.value(rival))), ...results);
    };
    const titles = ["run", ...given.map((column) => column.title), ...RESULTS.map((column) => column.title)];
    this.element.replaceChildren(h("table", { class: "table compare-table", "data-testid": "differences" },
      h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, ...rivals.map(row))));
    this.show();
  }

  /** Brings the results up to date. */
  show(): void {
    for (const [cell, column, rival] of this.cells) put(cell, column.value(rival));
  }
}
