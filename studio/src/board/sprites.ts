// Pieces from painted colours.
//
// For every colour there is one tile: a piece with that colour on all four sides. A piece is put
// together from the triangles of four tiles, pixel by pixel, which is several times quicker than
// copying antialiased triangles by the canvas, and needs no cache of whole pieces.

import type { About, Emblem, PuzzleView } from "../wire";
import { SEAM, UNIT } from "./tones";

type Ink = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const paths = new Map<string, Path2D>();

function pathOf(text: string): Path2D {
  let path = paths.get(text);
  if (!path) paths.set(text, (path = new Path2D(text)));
  return path;
}

const TRIANGLE = "M-30 0H30L0 30Z";

/** Paints one side in its own coordinates: origin in the middle of the join, y into the piece. */
export function paintSide(ink: Ink, about: About, look: Emblem): void {
  const [motif, ground, tint, filled] = look;
  ink.save();
  ink.clip(pathOf(TRIANGLE));
  ink.fillStyle = ground;
  ink.fillRect(-30, 0, 60, 30);
  const shape = about.motifs[motif];
  if (shape) {
    const path = pathOf(shape.path);
    if (filled) {
      ink.fillStyle = tint;
      ink.fill(path, "evenodd");
    } else {
      ink.strokeStyle = tint;
      ink.lineWidth = 2.6;
      ink.stroke(path);
    }
  }
  ink.restore();
}

/** The lines between pieces and between their sides, which also hide the hairlines between triangles. */
function paintSeams(ink: Ink): void {
  ink.strokeStyle = SEAM;
  ink.lineWidth = 1;
  ink.stroke(pathOf("M0 0l60 60m0-60l-60 60"));
  ink.lineWidth = 1.4;
  ink.stroke(pathOf("M0 0h60v60h-60z"));
}

/** The tiles of a palette for one size of cell (device pixels), painted when they are first asked for. */
class Sheet {
  private readonly tiles: Uint32Array[] = [];
  /** Where a piece is put together. */
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;

  constructor(readonly cell: number, private readonly about: About, private readonly looks: Emblem[]) {
    this.image = new ImageData(cell, cell);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Paints a piece with its top left corner at x, y (device pixels). */
  paint(ink: CanvasRenderingContext2D, sides: number[], turn: number, x: number, y: number): void {
    const [north, east, south, west] = [0, 1, 2, 3].map((side) => this.tile(sides[(side + 4 - turn) & 3] ?? 0));
    this.join(north!, east!, south!, west!);
    ink.putImageData(this.image, x, y);
  }

  /** North and south are copied as halves, at once; then west and east go over them row by row. */
  private join(north: Uint32Array, east: Uint32Array, south: Uint32Array, west: Uint32Array): void {
    const { cell, pixels } = this;
    const half = Math.ceil(cell / 2) * cell;
    pixels.set(north.subarray(0, half));
    pixels.set(south.subarray(half), half);
    for (let row = 0; row < cell; row++) {
      const edge = Math.min(row, cell - 1 - row);
      const begin = row * cell;
      const end = begin + cell;
      for (let at = begin; at < begin + edge; at++) pixels[at] = west[at]!;
      for (let at = end - edge; at < end; at++) pixels[at] = east[at]!;
    }
  }

  private tile(colour: number): Uint32Array {
    let tile = this.tiles[colour];
    if (!tile) this.tiles[colour] = tile = this.make(colour);
    return tile;
  }

  private make(colour: number): Uint32Array {
    const { cell } = this;
    const ink = new OffscreenCanvas(cell, cell).getContext("2d", { alpha: false, willReadFrequently: true })!;
    ink.fillStyle = SEAM;
    ink.fillRect(0, 0, cell, cell);
    ink.scale(cell / UNIT, cell / UNIT);
    for (let side = 0; side < 4; side++) {
      ink.save();
      ink.translate(30, 30);
      ink.rotate((side * Math.PI) / 2);
      ink.translate(0, -30);
      paintSide(ink, this.about, this.looks[colour] ?? this.looks[0]!);
      ink.restore();
    }
    paintSeams(ink);
    return new Uint32Array(ink.getImageData(0, 0, cell, cell).data.buffer);
  }
}

export type { Sheet };

/** Sheets are small, but a window that is dragged wider asks for many. */
const KEPT = 8;
const sheets = new WeakMap<Emblem[], Map<number, Sheet>>();

/** The sheet of a puzzle's palette for a size of cell in device pixels. */
export function sheetOf(puzzle: PuzzleView, about: About, cell: number): Sheet {
  const looks = puzzle.summary.signed ? about.signed : about.plain;
  let known = sheets.get(looks);
  if (!known) sheets.set(looks, (known = new Map()));
  const sheet = known.get(cell) ?? new Sheet(cell, about, looks);
  // The newest is the last to be forgotten.
  known.delete(cell);
  known.set(cell, sheet);
  for (const old of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(old);
  }
  return sheet;
}

/** Paints one piece on a canvas of its own, `size` CSS pixels wide. */
export function paintPiece(
  canvas: HTMLCanvasElement, puzzle: PuzzleView, about: About, piece: number, turn: number, size: number,
): void {
  const cell = Math.max(4, Math.round(size * window.devicePixelRatio));
  canvas.width = cell;
  canvas.height = cell;
  canvas.style.width = `${size}px`;
  canvas.style.height = `${size}px`;
  const sides = puzzle.pieces[piece - 1];
  const ink = canvas.getContext("2d", { alpha: false });
  if (sides && ink) sheetOf(puzzle, about, cell).paint(ink, sides, turn, 0, 0);
}
