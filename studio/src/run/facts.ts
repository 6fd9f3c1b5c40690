// Phase, steps, speed, what is left, gauges.

import { h } from "../dom";
import type { RunModel } from "./model";
import { put } from "./put";
import { leftOf } from "./state";
import { count, many, plain, span } from "./words";

const ROWS = ["Phase", "Steps", "Time", "Speed", "Time left", "Steps left", "Signature"] as const;
type Row = (typeof ROWS)[number];

export class Facts {
  readonly element: HTMLElement;
  private readonly rows = new Map<Row, [HTMLElement, HTMLElement]>();
  private readonly earlier = h("details", { class: "phases" }, h("summary", {}, "Earlier phases"));
  private readonly phases = h("ol", { class: "phase-list" });
  private readonly gauges = h("dl", { class: "gauges", "aria-label": "Gauges" });
  private gauged = "";
  private phased = -1;

  constructor() {
    const list = h("dl", { class: "fact-list" });
    for (const row of ROWS) {
      const pair: [HTMLElement, HTMLElement] = [h("dt", {}, row), h("dd", { "data-fact": row })];
      this.rows.set(row, pair);
      list.append(...pair);
    }
    this.earlier.append(this.phases);
    this.element = h("section", { class: "panel stack", "aria-label": "How it goes" }, list, this.gauges, this.earlier);
  }

  show(model: RunModel): void {
    const left = leftOf(model);
    const { speed, elapsed, work } = model;
    this.set("Phase", model.over ? null : (model.phases.at(-1)?.name ?? null));
    this.set("Steps", work ? count(work) : null);
    this.set("Time", elapsed ? span(elapsed) : null);
    this.set("Speed", speed === null ? null : `${count(Math.round(speed))} steps a second`);
    this.set("Time left", left.time);
    this.set("Steps left", left.work);
    this.set("Signature", model.signature);
    this.showGauges(model.live?.gauges ?? []);
    this.showPhases(model);
  }

  private set(row: Row, words: string | null): void {
    const [title, value] = this.rows.get(row)!;
    title.hidden = value.hidden = words === null;
    put(value, words ?? "");
  }

  private showGauges(gauges: [string, number][]): void {
    const names = gauges.map(([name]) => name).join("\n");
    if (names !== this.gauged) {
      this.gauged = names;
      this.gauges.replaceChildren(...gauges.map(([name]) => h("div", {}, h("dt", {}, name), h("dd"))));
      this.gauges.hidden = !gauges.length;
    }
    const values = this.gauges.querySelectorAll("dd");
    gauges.forEach(([, value], i) => put(values[i]!, plain(value)));
  }

  private showPhases({ phases, over }: RunModel): void {
    const past = over ? phases : phases.slice(0, -1);
    if (past.length === this.phased) return;
    this.phased = past.length;
    this.earlier.hidden = !past.length;
    put(this.earlier.firstElementChild!, over ? many(past.length, "phase") : many(past.length, "earlier phase"));
    this.phases.replaceChildren(...past.slice(-100).map(({ name, work, elapsed_s }) =>
      h("li", {}, name, h("small", {}, ` from ${many(Number(work), "step")}, ${span(elapsed_s)}`))));
  }
}
