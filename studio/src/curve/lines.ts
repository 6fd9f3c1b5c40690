// One curve as a path of as few corners as the pixels can show.

import type { Point } from "../wire";
import type { Scale } from "./ticks";

export interface Line {
  name: string;
  points: readonly Point[];
  /** Steps and seconds it has come to: the last score holds until there. */
  reached: [number, number];
}

/** Where a best stands on the axis. */
export function xOf(point: Point, over: "work" | "time"): number {
  return over === "work" ? Number(point[0]) : point[1];
}

export function reach(line: Line, over: "work" | "time"): number {
  const last = line.points.at(-1);
  return Math.max(line.reached[over === "work" ? 0 : 1], last ? xOf(last, over) : 0);
}

/** A flat stretch to every new best, then up; of the bests in one column of pixels only the last is drawn. */
export function stairs(line: Line, over: "work" | "time", x: Scale, y: Scale): string {
  const { points } = line;
  const first = points[0];
  if (!first) return "";
  let path = `M${x.at(xOf(first, over)).toFixed(1)} ${y.at(first[2]).toFixed(1)}`;
  let column = Math.floor(x.at(xOf(first, over)));
  for (let i = 1; i < points.length; i++) {
    const at = x.at(xOf(points[i]!, over));
    const next = points[i + 1];
    if (next && Math.floor(x.at(xOf(next, over))) === column) continue;
    column = Math.floor(at);
    path += `H${at.toFixed(1)}V${y.at(points[i]![2]).toFixed(1)}`;
  }
  return `${path}H${x.at(reach(line, over)).toFixed(1)}`;
}
