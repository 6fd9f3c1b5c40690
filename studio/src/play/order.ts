// Which pieces the tray shows, in which order, and where each of them lies.

import type { Lain, PuzzleView } from "../wire";

export interface Group { label: string; pieces: Lain[] }

export interface Wishes {
  /** Only pieces of this kind. */
  kind: string | null;
  /** Only pieces with all of these colours. */
  colours: ReadonlySet<number>;
  sort: "number" | "colour";
}

/** Kinds in the order a player needs them. */
const KINDS = ["corner", "border", "end", "bridge", "lone", "inner"];

export function kindsOf(puzzle: PuzzleView): string[] {
  const met = new Set(puzzle.kinds);
  return KINDS.filter((kind) => met.has(kind));
}

/** The colours of a piece from its smallest turn on, so that like pieces lie side by side. */
function colourKey(sides: number[]): string {
  const turns = [0, 1, 2, 3].map((turn) => [...sides.slice(turn), ...sides.slice(0, turn)]);
  return turns.map((all) => all.map((colour) => String(colour).padStart(3, "0")).join()).sort()[0] ?? "";
}

/** The pieces of the tray by kind. `fitting` come first, with the turns that fit. */
export function groupsOf(
  puzzle: PuzzleView, left: number[], turnOf: (piece: number) => number, wishes: Wishes, fitting: Lain[] | null,
): Group[] {
  const wanted = (piece: number) => {
    const sides = puzzle.pieces[piece - 1] ?? [];
    if (wishes.kind && puzzle.kinds[piece - 1] !== wishes.kind) return false;
    return [...wishes.colours].every((colour) => sides.includes(colour));
  };
  const fits = new Set(fitting?.map(([piece]) => piece));
  const rest = left.filter((piece) => wanted(piece) && !fits.has(piece));
  if (wishes.sort === "colour") {
    const keys = new Map(rest.map((piece) => [piece, colourKey(puzzle.pieces[piece - 1] ?? [])]));
    rest.sort((one, other) => keys.get(one)!.localeCompare(keys.get(other)!) || one - other);
  }
  const byKind = new Map<string, Lain[]>(KINDS.map((kind) => [kind, []]));
  for (const piece of rest) byKind.get(puzzle.kinds[piece - 1] ?? "")?.push([piece, turnOf(piece)]);
  const groups = [...byKind].map(([label, pieces]) => ({ label, pieces }));
  const first = fitting ? [{ label: fitting.length ? "fits here" : "nothing fits here", pieces: fitting }] : [];
  return [...first, ...groups.filter(({ pieces }) => pieces.length > 0)];
}

export interface Slot { lain: Lain; group: string; x: number; y: number }
export interface Heading { label: string; count: number; y: number }
export interface Plan { slots: Slot[]; headings: Heading[]; width: number; height: number; across: number }

export interface Measures { width: number; height: number; size: number; gap: number; heading: number }

/** Rows from top to bottom under headings. */
export function planDown(groups: Group[], { width, size, gap, heading }: Measures): Plan {
  const across = Math.max(1, Math.floor((width + gap) / (size + gap)));
  const slots: Slot[] = [];
  const headings: Heading[] = [];
  let y = 0;
  for (const { label, pieces } of groups) {
    headings.push({ label, count: pieces.length, y });
    y += heading;
    pieces.forEach((lain, index) => {
      const [column, row] = [index % across, Math.floor(index / across)];
      slots.push({ lain, group: label, x: column * (size + gap), y: y + row * (size + gap) });
    });
    y += Math.ceil(pieces.length / across) * (size + gap) + gap;
  }
  return { slots, headings, width, height: y, across };
}

/** Columns from left to right, for a strip below the board. */
export function planAcross(groups: Group[], { height, size, gap }: Measures): Plan {
  const across = Math.max(1, Math.floor((height + gap) / (size + gap)));
  const all = groups.flatMap(({ label, pieces }) => pieces.map((lain) => ({ lain, group: label })));
  const slots = all.map(({ lain, group }, index) => ({
    lain, group, x: Math.floor(index / across) * (size + gap), y: (index % across) * (size + gap),
  }));
  const columns = Math.ceil(all.length / across);
  return { slots, headings: [], width: columns * (size + gap), height: across * (size + gap) - gap, across };
}
