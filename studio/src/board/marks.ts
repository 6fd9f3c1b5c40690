// What is drawn over a board: breaks, clues, the cursor and other marks.

import { BREAK, CLUE, CURSOR, DIFFERS, FITS, PAPER, SEAM, UNIT } from "./tones";

export interface Marks {
  /** Pairs of cells whose join does not match. */
  breaks?: [number, number][];
  /** Empty cells on which nothing fits. */
  dead?: number[];
  /** Cells that are not as they were. */
  changed?: number[];
  clues?: number[];
  locked?: number[];
  /** Cells on which the chosen piece fits. */
  fits?: number[];
  cursor?: number | null;
  /** The cell whose piece is picked up. */
  chosen?: number | null;
  numbers?: boolean;
  coordinates?: boolean;
  /** Cells in which two boards differ. */
  differs?: number[];
}

type Ink = CanvasRenderingContext2D;

/** No mark reaches farther than this beyond its cells. */
const REACH = 7;

/** The cells that marks lie on. */
function touched(marks: Marks): Set<number> {
  const { dead, changed, clues, locked, fits, differs, breaks = [] } = marks;
  const cells = new Set([dead, changed, clues, locked, fits, differs, ...breaks].flatMap((list) => list ?? []));
  for (const cell of [marks.cursor, marks.chosen]) if (cell !== null && cell !== undefined) cells.add(cell);
  return cells;
}

/** Wipes marks away: only around their cells, unless these are many. */
export function wipeMarks(ink: Ink, columns: number, rows: number, marks: Marks): void {
  const cells = touched(marks);
  const side = UNIT + 2 * REACH;
  if (cells.size * 3 > columns * rows) {
    ink.clearRect(-REACH, -REACH, columns * UNIT + 2 * REACH, rows * UNIT + 2 * REACH);
    return;
  }
  for (const cell of cells) {
    ink.clearRect((cell % columns) * UNIT - REACH, Math.floor(cell / columns) * UNIT - REACH, side, side);
  }
}

/** Outlines of the cells, `inset` from their edges, stroked once for each tone and width. */
function frames(ink: Ink, columns: number, cells: number[], inset: number, strokes: [string, number][]): void {
  if (!cells.length) return;
  const path = new Path2D();
  const side = UNIT - 2 * inset;
  for (const cell of cells) {
    path.roundRect((cell % columns) * UNIT + inset, Math.floor(cell / columns) * UNIT + inset, side, side, 2);
  }
  strokeAll(ink, path, strokes);
}

function strokeAll(ink: Ink, path: Path2D, strokes: [string, number][]): void {
  for (const [tone, width] of strokes) {
    ink.strokeStyle = tone;
    ink.lineWidth = width;
    ink.stroke(path);
  }
}

const PILL: [string, number][] = [[SEAM, 12], [PAPER, 10], [BREAK, 6]];
/** More breaks than this are written as pixels: one path of thousands of pills is slow to fill. */
const MANY = 400;

/** A tone such as #e0182d as the number a canvas keeps for it. */
function pixelOf(tone: string): number {
  const code = parseInt(tone.slice(1), 16);
  return (0xff000000 | ((code & 0xff) << 16) | (code & 0xff00) | (code >> 16)) >>> 0;
}

/** Thousands of pills with square ends, in place of whatever the canvas holds. */
function squarePills(ink: Ink, columns: number, breaks: [number, number][]): void {
  const { a: unit, e: left, f: top } = ink.getTransform();
  const { width, height } = ink.canvas;
  const picture = ink.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  for (const [tone, long, wide] of [[PAPER, 38, 10], [BREAK, 34, 6]] as const) {
    const pixel = pixelOf(tone);
    const [length, thick] = [Math.max(3, Math.round(long * unit)), Math.max(1, Math.round(wide * unit))];
    for (const [one, other] of breaks) {
      const cell = Math.max(one, other);
      const beside = Math.abs(one - other) === 1;
      const [across, down] = beside ? [thick, length] : [length, thick];
      const x = Math.round(left + ((cell % columns) * UNIT + (beside ? 0 : 30)) * unit - across / 2);
      const y = Math.round(top + (Math.floor(cell / columns) * UNIT + (beside ? 30 : 0)) * unit - down / 2);
      for (let row = y; row < y + down; row++) pixels.fill(pixel, row * width + x, row * width + x + across);
    }
  }
  ink.putImageData(picture, 0, 0);
}

/** A red pill with a white rim along every broken join. */
function pills(ink: Ink, columns: number, breaks: [number, number][]): void {
  if (!breaks.length) return;
  const path = new Path2D();
  for (const [one, other] of breaks) {
    const cell = Math.max(one, other);
    const x = (cell % columns) * UNIT;
    const y = Math.floor(cell / columns) * UNIT;
    const beside = Math.abs(one - other) === 1;
    path.moveTo(x + (beside ? 0 : 16), y + (beside ? 16 : 0));
    path.lineTo(x + (beside ? 0 : 44), y + (beside ? 44 : 0));
  }
  ink.lineCap = "round";
  strokeAll(ink, path, PILL);
}

/** A red cross on every cell that nothing fits. */
function crosses(ink: Ink, columns: number, cells: number[]): void {
  if (!cells.length) return;
  const path = new Path2D();
  for (const cell of cells) {
    const x = (cell % columns) * UNIT;
    const y = Math.floor(cell / columns) * UNIT;
    path.moveTo(x + 19, y + 19);
    path.lineTo(x + 41, y + 41);
    path.moveTo(x + 41, y + 19);
    path.lineTo(x + 19, y + 41);
  }
  ink.lineCap = "round";
  strokeAll(ink, path, [[SEAM, 9], [PAPER, 7], [BREAK, 4.5]]);
}

/** A small padlock in the corner of every locked piece. */
function padlocks(ink: Ink, columns: number, cells: number[]): void {
  for (const cell of cells) {
    const x = (cell % columns) * UNIT + 13;
    const y = Math.floor(cell / columns) * UNIT + 13;
    ink.fillStyle = SEAM;
    ink.beginPath();
    ink.arc(x, y, 11, 0, 7);
    ink.fill();
    ink.strokeStyle = PAPER;
    ink.lineWidth = 2;
    ink.beginPath();
    ink.arc(x, y - 1.5, 3.2, Math.PI, 0);
    ink.stroke();
    ink.fillStyle = PAPER;
    ink.fillRect(x - 5, y - 1.5, 10, 7.5);
  }
}

/**
 * Paints all marks; one unit of `ink` is a sixtieth of a cell, the origin the first cell's corner.
 * `fine` (up to 1) thins the frames that only the page has, so that they do not crowd large cells.
 */
export function paintMarks(ink: Ink, columns: number, marks: Marks, fine: number): void {
  const thin = (...strokes: [string, number][]) =>
    strokes.map(([tone, width]): [string, number] => [tone, width * fine]);
  const breaks = marks.breaks ?? [];
  const many = breaks.length > MANY;
  if (many) squarePills(ink, columns, breaks);
  ink.lineJoin = "round";
  ink.lineCap = "butt";
  frames(ink, columns, marks.clues ?? [], 3, [[SEAM, 5], [CLUE, 3]]);
  frames(ink, columns, marks.changed ?? [], 3.5, thin([SEAM, 6], [PAPER, 3.5]));
  frames(ink, columns, marks.differs ?? [], 3.5, thin([SEAM, 7], [DIFFERS, 4.5]));
  frames(ink, columns, marks.fits ?? [], 5, thin([SEAM, 6], [FITS, 4]));
  if (!many) pills(ink, columns, breaks);
  crosses(ink, columns, marks.dead ?? []);
  padlocks(ink, columns, marks.locked ?? []);
  ink.lineCap = "butt";
  if (marks.chosen !== null && marks.chosen !== undefined) {
    frames(ink, columns, [marks.chosen], 2.5, thin([SEAM, 9], [PAPER, 7], [FITS, 4]));
  }
  if (marks.cursor !== null && marks.cursor !== undefined) {
    frames(ink, columns, [marks.cursor], 0, thin([SEAM, 9], [PAPER, 7], [CURSOR, 4]));
  }
}

/** Row and column numbers in the margin, in device pixels. */
export function paintCoordinates(ink: Ink, columns: number, rows: number, cell: number, margin: number): void {
  const size = Math.min(margin * 0.7, cell * 0.45);
  // Where the numbers would touch, only every second, fifth ... is written.
  const widest = String(Math.max(columns, rows)).length * size * 0.75;
  const every = [1, 2, 5, 10, 20].find((step) => step * cell > widest) ?? 50;
  ink.fillStyle = PAPER;
  ink.font = `600 ${size}px system-ui, sans-serif`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  for (let i = 0; i < Math.max(columns, rows); i++) {
    if ((i + 1) % every && i) continue;
    const at = margin + (i + 0.5) * cell;
    if (i < columns) ink.fillText(String(i + 1), at, margin / 2);
    if (i < rows) ink.fillText(String(i + 1), margin / 2, at);
  }
}

/** The number of a piece on a dark plate, as the command line's pictures have it. */
export function paintNumber(ink: Ink, piece: number, x: number, y: number, cell: number): void {
  const unit = cell / UNIT;
  const text = String(piece);
  const wide = (text.length * 7.5 + 8) * unit;
  ink.fillStyle = SEAM;
  ink.beginPath();
  ink.roundRect(x + cell / 2 - wide / 2, y + cell / 2 - 7 * unit, wide, 14 * unit, 6 * unit);
  ink.fill();
  ink.fillStyle = PAPER;
  ink.font = `600 ${12 * unit}px system-ui, sans-serif`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  ink.fillText(text, x + cell / 2, y + cell / 2 + 0.5 * unit);
}
