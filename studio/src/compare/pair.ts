// Two boards side by side, and where they differ.

import { h } from "../dom";
import { difference } from "../run/boards";
import { put } from "../run/put";
import { many } from "../run/words";
import type { About } from "../wire";
import type { Rival } from "./contest";
import { Side } from "./side";

export class Pair {
  readonly element: HTMLElement;
  private readonly left: Side;
  private readonly right: Side;
  private readonly says = h("p", { "data-testid": "difference" });
  private readonly marks = h("input", { type: "checkbox", checked: true });

  constructor(about: About, ask: () => void) {
    this.left = new Side("left", about, ask);
    this.right = new Side("right", about, ask);
    this.marks.addEventListener("change", ask);
    this.element = h("section", { class: "panel stack", "aria-label": "Two boards" },
      h("h2", {}, "Two boards"),
      h("div", { class: "row" }, this.says, h("label", { class: "check" }, this.marks, "Mark them")),
      h("div", { class: "board-pair" }, this.left.element, this.right.element));
  }

  fill(rivals: Rival[]): void {
    this.element.hidden = rivals.length < 2;
    if (rivals.length < 2) return;
    this.left.fill(rivals, 0);
    this.right.fill(rivals, 1);
  }

  follow(): void {
    this.left.follow();
    this.right.follow();
  }

  draw(): void {
    const [one, other] = [this.left, this.right];
    const alike = one.rival?.model.puzzle.fingerprint === other.rival?.model.puzzle.fingerprint;
    const both = alike && one.board && other.board;
    const differs = both ? difference(one.board!.cells, other.board!.cells) : [];
    this.element.dataset.differs = JSON.stringify(differs);
    const marked = this.marks.checked ? differs : [];
    one.draw(marked);
    other.draw(marked);
    this.marks.parentElement!.hidden = !differs.length;
    put(this.says, this.words(alike, Boolean(both), differs.length));
  }

  close(): void {
    this.left.close();
    this.right.close();
  }

  private words(alike: boolean, both: boolean, differing: number): string {
    if (!alike) return "These boards are of different puzzles: there is no difference to show.";
    if (!both) return "";
    if (!differing) return "The two boards are the same.";
    return `${many(differing, "cell")} of ${this.left.board!.cells.length} differ.`;
  }
}
