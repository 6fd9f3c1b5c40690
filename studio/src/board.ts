// A board on a canvas. Only cells that changed are painted again; marks lie on a canvas above.

import "./board.css";
import { type Marks, paintCoordinates, paintMarks, paintNumber, wipeMarks } from "./board/marks";
import { sheetOf } from "./board/sprites";
import { SEAM, TRAY, UNIT } from "./board/tones";
import { h } from "./dom";
import type { About, Cells, Lain, PuzzleView } from "./wire";

export type { Marks } from "./board/marks";
export { paintPiece } from "./board/sprites";

/** The least margin with coordinates in it, in CSS pixels. */
const LETTERED = 16;
/** Up to cells of this many CSS pixels, frames grow with them. */
const FULL = 56;

/** Cells that are painted in one frame: a board of 16x16 and much more, but not one of 64x64. */
const BATCH = 1024;

/** Whether what lies on a cell is what is painted there; a cell never painted holds nothing we know. */
function same(lain: Lain | null, painted: Lain | null | undefined): boolean {
  if (!lain || !painted) return lain === painted;
  return lain[0] === painted[0] && lain[1] === painted[1];
}

export class BoardView {
  readonly element: HTMLElement;
  private readonly pieces = h("canvas", { class: "board-pieces" });
  private readonly marks = h("canvas", { class: "board-marks" });
  private readonly base: CanvasRenderingContext2D;
  private readonly over: CanvasRenderingContext2D;
  private readonly columns: number;
  private readonly rows: number;
  private readonly sizes: ResizeObserver;
  private readonly fit = () => this.layout();
  /** Device pixels of a cell and of the margin; 0 until it is on the page. */
  private cell = 0;
  private margin = 0;
  private ratio = 1;
  private shown: (Lain | null | undefined)[] = [];
  /** The frame in which painting goes on. */
  private next = 0;
  private asked: Cells = [];
  private numbers = false;
  private marked: Marks = {};
  /** The marks that are painted, and the same as text. */
  private painted: Marks = {};
  private paintedText = "{}";

  constructor(private readonly puzzle: PuzzleView, private readonly about: About) {
    this.columns = puzzle.summary.width;
    this.rows = puzzle.summary.height;
    this.element = h("div", { class: "board", role: "img", "data-testid": "board" }, this.pieces, this.marks);
    this.element.style.setProperty("--columns", String(this.columns));
    this.element.style.setProperty("--aspect", String((this.columns + 2 / 3) / (this.rows + 2 / 3)));
    this.base = this.pieces.getContext("2d", { alpha: false })!;
    this.over = this.marks.getContext("2d")!;
    this.sizes = new ResizeObserver(this.fit);
    this.sizes.observe(this.element);
    window.addEventListener("resize", this.fit);
    this.show(new Array<Lain | null>(this.columns * this.rows).fill(null));
  }

  /** Shows a board. What it is given is copied cell by cell, never changed. */
  show(cells: Cells, marks: Marks = {}): void {
    this.asked = cells.slice();
    const lettered = Boolean(marks.coordinates) !== Boolean(this.marked.coordinates);
    const renumbered = Boolean(marks.numbers) !== this.numbers;
    this.marked = marks;
    this.numbers = Boolean(marks.numbers);
    this.element.dataset.line = JSON.stringify(cells);
    this.element.dataset.marks = JSON.stringify(marks);
    this.describe(cells);
    if (lettered) return this.layout(true);
    if (renumbered) this.shown = [];
    this.paint();
  }

  /** The cell at a point of the window, if there is one. */
  cellAt(clientX: number, clientY: number): number | null {
    if (!this.cell) return null;
    const box = this.pieces.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) * this.ratio - this.margin) / this.cell);
    const row = Math.floor(((clientY - box.top) * this.ratio - this.margin) / this.cell);
    const inside = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return inside ? row * this.columns + column : null;
  }

  /** Where a cell is in the window. */
  boxOf(cell: number): DOMRect {
    const box = this.pieces.getBoundingClientRect();
    const [size, margin] = [this.cell / this.ratio, this.margin / this.ratio];
    const x = box.left + margin + (cell % this.columns) * size;
    return new DOMRect(x, box.top + margin + Math.floor(cell / this.columns) * size, size, size);
  }

  destroy(): void {
    cancelAnimationFrame(this.next);
    this.sizes.disconnect();
    window.removeEventListener("resize", this.fit);
  }

  /** A picture says what it shows; a board that is played on is described by its screen. */
  private describe(cells: Cells): void {
    if (this.element.getAttribute("role") !== "img") return;
    const laid = cells.reduce((sum, lain) => sum + (lain ? 1 : 0), 0);
    const { name, width, height } = this.puzzle.summary;
    const words = `Board of ${name}, ${width} by ${height}, ${laid} of ${cells.length} pieces laid`;
    this.element.setAttribute("aria-label", words);
  }

  /** Takes the size of the page; whole device pixels keep the pieces sharp and quick to copy. */
  private layout(again = false): void {
    const ratio = window.devicePixelRatio || 1;
    const room = Math.floor(this.element.clientWidth * ratio);
    if (room <= 0) return;
    const least = this.marked.coordinates ? Math.ceil(LETTERED * ratio) : 1;
    let cell = Math.max(2, Math.floor(room / (this.columns + 2 / 3)));
    while (cell > 2 && cell * this.columns + 2 * Math.max(least, Math.ceil(cell / 3)) > room) cell--;
    const margin = Math.max(least, Math.ceil(cell / 3));
    if (!again && cell === this.cell && margin === this.margin && ratio === this.ratio) return;
    [this.cell, this.margin, this.ratio] = [cell, margin, ratio];
    for (const canvas of [this.pieces, this.marks]) {
      canvas.width = this.columns * cell + 2 * margin;
      canvas.height = this.rows * cell + 2 * margin;
      canvas.style.width = `${canvas.width / ratio}px`;
      canvas.style.height = `${canvas.height / ratio}px`;
    }
    this.element.style.setProperty("--round", `${margin / 2 / ratio}px`);
    // Where the cells are, for those who look from outside.
    this.element.dataset.cell = String(cell / ratio);
    this.element.dataset.margin = String(margin / ratio);
    this.base.fillStyle = SEAM;
    this.base.fillRect(0, 0, this.pieces.width, this.pieces.height);
    if (this.marked.coordinates) paintCoordinates(this.base, this.columns, this.rows, cell, margin);
    this.shown = [];
    this.painted = {};
    this.paintedText = "{}";
    this.paint();
  }

  /** Paints what changed: at once, or a large board over some frames, its marks last. */
  private paint(): void {
    cancelAnimationFrame(this.next);
    if (!this.cell) return;
    if (this.paintCells() < BATCH) this.paintMarks();
    else this.next = requestAnimationFrame(() => this.paint());
  }

  private paintMarks(): void {
    const wanted = this.element.dataset.marks ?? "{}";
    if (wanted === this.paintedText) return;
    const unit = this.cell / UNIT;
    this.over.setTransform(unit, 0, 0, unit, this.margin, this.margin);
    wipeMarks(this.over, this.columns, this.rows, this.painted);
    paintMarks(this.over, this.columns, this.marked, Math.min(1, (FULL * this.ratio) / this.cell));
    this.painted = structuredClone(this.marked);
    this.paintedText = wanted;
  }

  /** Paints the next cells that changed, and says how many. */
  private paintCells(): number {
    const { base, cell, margin, columns } = this;
    const sheet = sheetOf(this.puzzle, this.about, cell);
    const rim = Math.round((cell * 3) / UNIT);
    let painted = 0;
    for (let at = 0; at < columns * this.rows; at++) {
      const lain = this.asked[at] ?? null;
      if (same(lain, this.shown[at])) continue;
      if (painted === BATCH) break;
      painted++;
      this.shown[at] = lain;
      const x = margin + (at % columns) * cell;
      const y = margin + Math.floor(at / columns) * cell;
      const sides = lain && this.puzzle.pieces[lain[0] - 1];
      if (lain && sides) {
        sheet.paint(base, sides, lain[1], x, y);
        if (this.numbers) paintNumber(base, lain[0], x, y, cell);
      } else {
        base.fillStyle = SEAM;
        base.fillRect(x, y, cell, cell);
        base.fillStyle = TRAY;
        base.fillRect(x + rim, y + rim, cell - 2 * rim, cell - 2 * rim);
      }
    }
    return painted;
  }
}
