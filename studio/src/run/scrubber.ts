// A slider over all bests of a run.

import { h } from "../dom";
import { attribute, put } from "./put";
import { count, span } from "./words";
import type { Point } from "../wire";

export class Scrubber {
  readonly element: HTMLElement;
  private readonly range = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": "Best",
    "data-testid": "scrubber" });
  private readonly says = h("p", { class: "scrubber-says", "data-testid": "scrubber-says" });
  private readonly live: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly on: HTMLButtonElement;

  constructor(private readonly joins: number, private readonly onHold: (index: number) => void, onLive: () => void) {
    const step = (by: number) => () => this.hold(Number(this.range.value) + by);
    this.live = h("button", { type: "button", class: "button small", click: onLive }, "Live");
    this.back = h("button", { type: "button", class: "button small icon", "aria-label": "Best before",
      click: step(-1) }, "‹");
    this.on = h("button", { type: "button", class: "button small icon", "aria-label": "Next best",
      click: step(1) }, "›");
    this.range.addEventListener("input", () => this.hold(Number(this.range.value)));
    this.element = h("div", { class: "scrubber" },
      h("div", { class: "scrubber-row" }, this.back, this.range, this.on, this.live), this.says);
  }

  /** The slider stays where it is put; following, it goes to the end. */
  show(points: readonly Point[], index: number | null, following: boolean, over: boolean): void {
    const last = points.length - 1;
    attribute(this.range, "max", String(Math.max(0, last)));
    this.range.disabled = last < 0;
    if (following) this.range.value = String(Math.max(0, last));
    const at = Number(this.range.value);
    this.back.disabled = at <= 0;
    this.on.disabled = at >= last;
    attribute(this.live, "aria-pressed", String(following));
    put(this.live, over ? "Last" : "Live");
    const words = this.words(points, index);
    put(this.says, words);
    attribute(this.range, "aria-valuetext", words);
  }

  private hold(index: number): void {
    const held = Math.min(Math.max(0, index), Number(this.range.max));
    this.range.value = String(held);
    this.onHold(held);
  }

  private words(points: readonly Point[], index: number | null): string {
    const point = index === null ? undefined : points[index];
    if (index === null || !point) return points.length ? "" : "No board yet.";
    const [work, time, score] = point;
    const best = `Best ${count(index + 1)} of ${count(points.length)}`;
    return `${best}: ${score} of ${this.joins} at ${count(Number(work))} steps, ${span(time)}`;
  }
}
