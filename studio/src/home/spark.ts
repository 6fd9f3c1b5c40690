// A run's scores as a line the size of a word.

import { s } from "../dom";

const WIDE = 64;
const HIGH = 24;

/** The line of scores, the same scale for every run: half of the joins at the bottom, all of them at the top. */
export function spark(scores: number[], joins: number): SVGElement {
  const part = (score: number) => Math.max(0, (2 * score) / Math.max(1, joins) - 1);
  const step = WIDE / Math.max(1, scores.length - 1);
  const y = (score: number) => (HIGH - 2 - part(score) * (HIGH - 4)).toFixed(1);
  let path = "";
  scores.forEach((score, i) => (path += i ? `H${(i * step).toFixed(1)}V${y(score)}` : `M0 ${y(score)}`));
  if (scores.length === 1) path += `H${WIDE}`;
  return s("svg", { class: "spark", viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH, "aria-hidden": "true" },
    s("path", { d: `M0 2H${WIDE}`, class: "spark-top" }),
    s("path", { d: path, class: "spark-line" }));
}
