// The board to play on: cursor, zoom, and the veil that hides it while the clock stands.

import { BoardView, type Marks } from "../board";
import { h } from "../dom";
import type { About, Cells, PuzzleView } from "../wire";
import { icon } from "./icons";

const ZOOMS = [1, 1.5, 2, 3, 4, 6];
/** Cells of this many pixels are large enough for a finger. */
const EASY = 30;

export class Pane {
  readonly view: BoardView;
  readonly element: HTMLElement;
  private readonly frame: HTMLElement;
  private readonly veil: HTMLElement;
  /** Buttons for boards with small cells. */
  readonly zooms: HTMLElement;
  private readonly sizes: ResizeObserver;
  /** Whether the cursor is to be seen: the board is used by keys. */
  private pointed = true;
  zoom = 1;

  constructor(puzzle: PuzzleView, about: About, goOn: () => void) {
    this.view = new BoardView(puzzle, about);
    const { element } = this.view;
    element.setAttribute("role", "application");
    element.setAttribute("aria-roledescription", "board");
    element.setAttribute("aria-label", `Board of ${puzzle.summary.name}`);
    element.tabIndex = 0;
    this.frame = h("div", { class: "board-frame" }, element);
    this.veil = h("div", { class: "veil", hidden: true },
      h("p", {}, "Paused"), h("button", { class: "button primary", type: "button", click: goOn }, "Go on"));
    const zoom = (by: number, label: string, name: "near" | "far") => h("button", {
      class: "button icon", type: "button", title: label, "aria-label": label, click: () => this.rezoom(by),
    }, icon(name));
    this.zooms = h("div", { class: "zooms", role: "group", "aria-label": "Zoom" },
      zoom(-1, "Farther", "far"), zoom(1, "Closer", "near"));
    this.element = h("div", { class: "play-board" }, this.frame, this.veil);
    this.element.style.setProperty("--aspect", element.style.getPropertyValue("--aspect"));
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.frame);
    element.addEventListener("pointerdown", () => (this.pointed = true));
  }

  /** Keys move the cursor from now on. */
  byKeys(): void {
    this.pointed = false;
  }

  get cursorShown(): boolean {
    const { element } = this.view;
    return document.activeElement === element && (!this.pointed || element.matches(":focus-visible"));
  }

  show(cells: Cells, marks: Marks): void {
    this.view.show(cells, marks);
  }

  focus(): void {
    this.pointed = false;
    this.view.element.focus({ preventScroll: true });
  }

  /** Keeps a cell in sight while the board is zoomed. */
  reveal(cell: number): void {
    if (this.zoom === 1) return;
    const [box, frame] = [this.view.boxOf(cell), this.frame.getBoundingClientRect()];
    if (box.left < frame.left) this.frame.scrollLeft += box.left - frame.left - box.width;
    if (box.right > frame.right) this.frame.scrollLeft += box.right - frame.right + box.width;
    if (box.top < frame.top) this.frame.scrollTop += box.top - frame.top - box.height;
    if (box.bottom > frame.bottom) this.frame.scrollTop += box.bottom - frame.bottom + box.height;
  }

  pause(paused: boolean): void {
    this.veil.hidden = !paused;
    this.frame.inert = paused;
    if (paused) this.veil.querySelector("button")?.focus({ preventScroll: true });
  }

  celebrate(won: boolean): void {
    this.element.classList.toggle("won", won);
  }

  close(): void {
    this.sizes.disconnect();
    this.view.destroy();
  }

  private rezoom(by: number): void {
    const at = ZOOMS.indexOf(this.zoom) + by;
    this.zoom = ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at))] ?? 1;
    // The middle of what is seen stays in the middle.
    const { frame } = this;
    const across = (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth;
    const down = (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight;
    this.element.classList.toggle("zoomed", this.zoom > 1);
    this.view.element.style.width = `${100 * this.zoom}%`;
    frame.scrollLeft = across * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = down * frame.scrollHeight - frame.clientHeight / 2;
    this.measure();
  }

  /** Small cells can be looked at closer. */
  private measure(): void {
    const cell = Number(this.view.element.dataset.cell ?? EASY);
    this.zooms.hidden = this.zoom === 1 && cell >= EASY;
  }
}
