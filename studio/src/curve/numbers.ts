// The numbers of a curve as a table, for those who cannot see it.

import { h } from "../dom";
import { count, span } from "../run/words";
import type { Line } from "./lines";

/** More rows than this help nobody. */
const ROWS = 12;
const TITLES = ["Best", "Score", "Steps", "Time"];

/** Some of the indices from 0 to `length`, evenly spaced, with the first and the last. */
export function some(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)));
}

function rowsOf(lines: Line[]): HTMLElement[] {
  return lines.flatMap(({ name, points }) =>
    some(points.length, ROWS).map((i) => {
      const [work, time, score] = points[i]!;
      return h("tr", {},
        h("th", { scope: "row" }, lines.length > 1 ? `${name}: ${i + 1}` : i + 1),
        h("td", { class: "number" }, score),
        h("td", { class: "number" }, count(Number(work))),
        h("td", { class: "number" }, span(time)));
    }));
}

/** A table that is filled only while it is open. */
export function numbers(): { element: HTMLElement; show(lines: Line[]): void } {
  let lines: Line[] = [];
  let shown = "";
  const body = h("tbody");
  const titles = TITLES.map((title, i) => h("th", { scope: "col", class: i ? "number" : "" }, title));
  const element = h("details", { class: "curve-numbers", toggle: fill },
    h("summary", {}, "Numbers"),
    h("div", { class: "scroller" }, h("table", { class: "table" }, h("thead", {}, h("tr", {}, ...titles)), body)));
  function fill(): void {
    if (element.open) body.replaceChildren(...rowsOf(lines));
  }
  return {
    element,
    show(next) {
      const key = next.map((line) => `${line.name} ${line.points.length}`).join();
      lines = next;
      if (key === shown) return;
      shown = key;
      fill();
    },
  };
}
