// The score as a bar: how far it is to a perfect board, and what others came to.

import type { Level } from "../curve";
import { h } from "../dom";
import { attribute, put } from "./put";

export class ScoreBar {
  readonly element: HTMLElement;
  private readonly number = h("strong", { class: "meter-number", "data-testid": "score" });
  private readonly rest = h("span", { class: "meter-rest" });
  private readonly fill = h("div", { class: "meter-fill" });
  private readonly track = h("div", { class: "meter-track", role: "meter", "aria-label": "Score",
    "aria-valuemin": 0 }, this.fill);
  private readonly key = h("ul", { class: "meter-key" });
  private marked = "";

  constructor(private readonly joins: number) {
    attribute(this.track, "aria-valuemax", String(joins));
    this.element = h("div", { class: "meter" },
      h("p", { class: "meter-line" }, this.number, this.rest), this.track, this.key);
  }

  /** Shows the score of the board that is seen. */
  show(score: number | null, levels: Level[]): void {
    put(this.number, score === null ? "–" : String(score));
    const left = score === null ? 0 : this.joins - score;
    put(this.rest, score === null ? `of ${this.joins} joins` : this.words(left));
    attribute(this.track, "aria-valuenow", String(score ?? 0));
    attribute(this.track, "aria-valuetext", `${score ?? 0} of ${this.joins}`);
    this.fill.style.width = this.percent(score ?? 0);
    this.fill.classList.toggle("perfect", left === 0 && score !== null);
    this.mark(levels);
  }

  private words(left: number): string {
    return left ? `of ${this.joins} joins match, ${left} to go` : `of ${this.joins}: perfect`;
  }

  private percent(score: number): string {
    return `${((100 * score) / Math.max(1, this.joins)).toFixed(3)}%`;
  }

  private mark(levels: Level[]): void {
    const key = JSON.stringify(levels);
    if (key === this.marked) return;
    this.marked = key;
    const ticks = levels.map(({ kind, score }) => {
      const tick = h("div", { class: `meter-tick ${kind}` });
      tick.style.left = this.percent(score);
      return tick;
    });
    this.track.replaceChildren(this.fill, ...ticks);
    this.key.replaceChildren(...levels.map(({ name, kind, score }) =>
      h("li", {}, h("span", { class: `meter-sign ${kind}` }), `${name} ${score}`)));
  }
}
