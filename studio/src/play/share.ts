// The board as a picture, a file, a link or a line.

import { api } from "../api";
import { h } from "../dom";
import { tell, trouble } from "../shell";
import type { Cells, ExportRequest, PuzzleView } from "../wire";

type As = ExportRequest["as"];

const FILES: [As, string, string][] = [
  ["png", "Picture (PNG)", "png"], ["svg", "Picture (SVG)", "svg"], ["board", "Board file", "json"],
];
const TEXTS: [As, string, string][] = [
  ["link", "Copy link", "The link"], ["line", "Copy board line", "The board line"],
];

function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies, or shows the text to be copied by hand where the browser forbids it. */
async function copy(text: string, what: string, shown: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} is copied.`);
  } catch {
    shown.hidden = false;
    shown.value = text;
    shown.focus();
    shown.select();
  }
}

export function shareButtons(puzzle: PuzzleView, cells: () => Cells): HTMLElement {
  const shown = h("textarea", { class: "mono", rows: 3, readonly: true, hidden: true, "aria-label": "To copy" });
  const made = (as: As) => api.export({ puzzle: puzzle.summary.key, cells: cells(), as });
  const plain = puzzle.summary.name.replace(/[^\p{L}\p{N}_-]+/gu, "-") || "board";
  const files = FILES.map(([as, label, ending]) => h("button", {
    class: "button small", type: "button",
    click: () => void made(as).then((blob) => download(blob, `${plain}.${ending}`)).catch(trouble),
  }, label));
  const texts = TEXTS.map(([as, label, what]) => h("button", {
    class: "button small", type: "button",
    click: () => {
      const text = made(as).then((blob) => blob.text());
      text.then((words) => copy(words.trim(), what, shown)).catch(trouble);
    },
  }, label));
  return h("details", { class: "share" },
    h("summary", {}, "Share and export"),
    h("div", { class: "stack" }, h("div", { class: "row" }, ...files, ...texts), shown));
}
