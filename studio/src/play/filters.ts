// What the tray is narrowed to: kinds, colours, and how it is sorted.

import { h } from "../dom";
import type { About, PuzzleView } from "../wire";
import { paintSide } from "../board/sprites";
import { UNIT } from "../board/tones";
import { type Wishes, kindsOf } from "./order";
import { rove } from "./tools";
import { colourWords } from "./words";

const SWATCH = 26;

/** A colour's whole motif, as it shows across a matched join. */
function swatch(puzzle: PuzzleView, about: About, colour: number): HTMLCanvasElement {
  const ratio = window.devicePixelRatio || 1;
  const size = Math.round(SWATCH * ratio);
  const canvas = h("canvas", { width: size, height: size, "aria-hidden": "true" });
  canvas.style.width = `${SWATCH}px`;
  canvas.style.height = `${SWATCH}px`;
  const ink = canvas.getContext("2d")!;
  const look = (puzzle.summary.signed ? about.signed : about.plain)[colour]!;
  ink.translate(size / 2, size / 2);
  ink.scale(size / UNIT, size / UNIT);
  ink.rotate(Math.PI / 4);
  // A square on its corner holds both halves; turned back it fills the swatch.
  ink.scale(Math.SQRT2, Math.SQRT2);
  for (let half = 0; half < 2; half++) {
    paintSide(ink, about, look);
    ink.rotate(Math.PI);
  }
  return canvas;
}

export interface Filters { element: HTMLElement; wishes: Wishes }

/** Colours that pieces of the puzzle show, without grey. */
function coloursOf(puzzle: PuzzleView): number[] {
  return [...new Set(puzzle.pieces.flat())].filter((colour) => colour > 0).sort((a, b) => a - b);
}

export function filters(puzzle: PuzzleView, about: About, changed: () => void): Filters {
  const colours = new Set<number>();
  const wishes: Wishes = { kind: null, colours, sort: "number" };
  const kind = h("select", { "aria-label": "Kind", change: () => { wishes.kind = kind.value || null; changed(); } },
    h("option", { value: "" }, "all kinds"), ...kindsOf(puzzle).map((name) => h("option", { value: name }, name)));
  const resort = () => {
    wishes.sort = sort.value === "colour" ? "colour" : "number";
    changed();
  };
  const sort = h("select", { "aria-label": "Sort by", change: resort },
    h("option", { value: "number" }, "by number"), h("option", { value: "colour" }, "by colour"));
  const chips = coloursOf(puzzle).map((colour) => {
    const name = colourWords(puzzle, about, colour);
    const chip = h("button", {
      class: "swatch", type: "button", title: name, "aria-label": `Only pieces with ${name}`, "aria-pressed": "false",
      click: () => {
        if (!colours.delete(colour)) colours.add(colour);
        chip.setAttribute("aria-pressed", String(colours.has(colour)));
        changed();
      },
    }, swatch(puzzle, about, colour));
    return chip;
  });
  const element = h("div", { class: "tray-filters" },
    h("div", { class: "tray-choices" }, kind, sort),
    rove(h("div", { class: "swatches", role: "toolbar", "aria-label": "Colours" }, ...chips)));
  return { element, wishes };
}
