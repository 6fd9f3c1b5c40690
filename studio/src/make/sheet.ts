// The pieces apart, to be printed and cut out.

import { paintPiece } from "../board";
import { h } from "../dom";
import type { About, MakeAnswer } from "../wire";

/** Pixels of a printed piece; many pieces are printed smaller. */
function sizeOf(pieces: number): number {
  return pieces <= 256 ? 88 : 44;
}

/** Puts a sheet of the pieces on the page as long as it is being printed. */
export function printSheet(made: MakeAnswer, about: About): void {
  const { summary, pieces } = made.puzzle;
  const canvases = pieces.map((_, at) => {
    const canvas = h("canvas");
    paintPiece(canvas, made.puzzle, about, at + 1, 0, sizeOf(pieces.length));
    return h("figure", {}, canvas, h("figcaption", {}, at + 1));
  });
  const sheet = h("section", { class: "sheet", "aria-hidden": "true" },
    h("h2", {}, `${summary.name}, ${summary.width} × ${summary.height}`),
    h("p", {}, `${made.recipe}; seed ${made.seed}`),
    h("div", { class: "sheet-pieces" }, ...canvases));
  document.body.append(sheet);
  document.documentElement.classList.add("printing");
  const done = () => {
    sheet.remove();
    document.documentElement.classList.remove("printing");
  };
  window.addEventListener("afterprint", done, { once: true });
  window.print();
}
