// Curves of scores over work or time: steps, as bests come one at a time.

import "./curve/curve.css";
import { type Line, reach, stairs, xOf } from "./curve/lines";
import { type Scale, linear, logarithmic, powers, ticks } from "./curve/ticks";
import { numbers } from "./curve/numbers";
import { h, s } from "./dom";
import { brief, count, span } from "./run/words";

export type { Line } from "./curve/lines";

export interface Level { name: string; score: number; kind: "perfect" | "record" | "here" }
export interface Look {
  over: "work" | "time";
  /** Whether equal distances are equal factors. */
  log: boolean;
  joins: number;
  /** Scores to compare with. */
  levels: Level[];
  /** The best of the first line that is shown elsewhere on the page. */
  marked: number | null;
}

const HEIGHT = 250;
const MARGIN = { left: 44, right: 14, top: 12, bottom: 38 };
/** Room for the names at the ends of several lines. */
const NAMES = 58;
const NAME_HEIGHT = 15;
/** How many kinds of line the style sheet knows. */
const KINDS = 8;

export class Curve {
  readonly element: HTMLElement;
  private readonly svg = s("svg", { class: "curve", role: "img", height: HEIGHT, "data-testid": "curve" });
  private readonly grid = s("g", { class: "curve-grid" });
  private readonly levels = s("g", { class: "curve-levels" });
  private readonly paths = s("g", { class: "curve-lines" });
  private readonly names = s("g", { class: "curve-names" });
  private readonly mark = s("circle", { class: "curve-mark", r: 5 });
  private readonly table = numbers();
  private readonly sizes = new ResizeObserver(() => this.measure());
  private width = 0;
  private lines: Line[] = [];
  private look: Look = { over: "work", log: false, joins: 1, levels: [], marked: null };
  private x: Scale = linear(0, 1, 0, 1);
  private y: Scale = linear(0, 1, 0, 1);
  private drawn = "";

  /** `onPick` is told which best of the first line was clicked. */
  constructor(private readonly onPick?: (index: number) => void) {
    this.svg.append(this.grid, this.levels, this.paths, this.mark, this.names);
    this.element = h("div", { class: "curve-box" }, this.svg, this.table.element);
    if (onPick) {
      this.svg.classList.add("picks");
      this.svg.addEventListener("click", (event) => this.pick(event));
    }
    this.sizes.observe(this.element);
  }

  show(lines: Line[], look: Look): void {
    this.lines = lines;
    this.look = look;
    this.draw();
  }

  destroy(): void {
    this.sizes.disconnect();
  }

  private measure(): void {
    const width = Math.floor(this.element.clientWidth);
    if (width === this.width) return;
    this.width = width;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.drawn = "";
    this.draw();
  }

  private draw(): void {
    if (this.width <= 0) return;
    this.scale();
    this.axes();
    this.trace();
    this.point();
    if (this.lines.length > 1) this.name();
    else this.names.replaceChildren();
    this.describe();
  }

  private scale(): void {
    const { over, log, joins } = this.look;
    const right = this.width - MARGIN.right - (this.lines.length > 1 ? NAMES : 0);
    const far = roundUp(Math.max(...this.lines.map((line) => reach(line, over)), over === "work" ? 10 : 0.01));
    let low = this.lines.some((line) => line.points.length) ? joins : 0;
    let near = far;
    for (const { points } of this.lines) {
      const first = points[0];
      if (first) low = Math.min(low, first[2]);
      const begun = points.find((point) => xOf(point, over) > 0);
      if (begun) near = Math.min(near, xOf(begun, over));
    }
    this.x = log ? logarithmic(Math.min(near, far / 10), far, MARGIN.left, right) : linear(0, far, MARGIN.left, right);
    const floor = ticks(Math.max(0, low), joins, 5);
    const step = (floor[1] ?? 1) - (floor[0] ?? 0);
    this.y = linear(Math.max(0, (floor[0] ?? 0) - (floor[0]! > low ? step : 0)), joins, HEIGHT - MARGIN.bottom,
      MARGIN.top);
  }

  /** Grid and levels; they are made anew only when a number on them is another. */
  private axes(): void {
    const { over, log, levels } = this.look;
    const wide = this.x.at(this.x.high) - MARGIN.left;
    const across = log ? powers(this.x.low, this.x.high, wide / 60) : ticks(this.x.low, this.x.high, wide / 80);
    const up = ticks(this.y.low, this.y.high, 5);
    const key = JSON.stringify([this.width, over, log, this.x.low, this.x.high, this.y.low, this.y.high, levels]);
    if (key === this.drawn) return;
    this.drawn = key;
    const [left, right] = [MARGIN.left, MARGIN.left + wide];
    const bottom = HEIGHT - MARGIN.bottom;
    const parts: SVGElement[] = [s("path", { d: `M${left} ${bottom}H${right}` })];
    for (const score of up) {
      const y = this.y.at(score);
      parts.push(s("path", { d: `M${left} ${y}H${right}` }), text(left - 7, y + 4, "end", String(score)));
    }
    for (const value of across) {
      const x = this.x.at(value);
      parts.push(s("path", { d: `M${x} ${bottom}v4` }),
        text(x, bottom + 17, "middle", over === "work" ? brief(value) : span(value)));
    }
    parts.push(text(right, HEIGHT - 5, "end", over === "work" ? "steps" : "time"));
    this.grid.replaceChildren(...parts);
    this.levels.replaceChildren(...levels.map(({ name, score, kind }) => {
      const y = this.y.at(score);
      return s("path", { class: `level-${kind}`, d: `M${left} ${y}H${right}` }, s("title", {}, `${name}: ${score}`));
    }));
  }

  private trace(): void {
    while (this.paths.childElementCount > this.lines.length) this.paths.lastElementChild!.remove();
    this.lines.forEach((line, i) => {
      let path = this.paths.children[i];
      if (!path) this.paths.append((path = s("path", { class: `line-${i % KINDS}` })));
      const d = stairs(line, this.look.over, this.x, this.y);
      if (path.getAttribute("d") !== d) path.setAttribute("d", d);
    });
  }

  private point(): void {
    const { marked, over } = this.look;
    const point = marked === null ? undefined : this.lines[0]?.points[marked];
    this.mark.style.display = point ? "" : "none";
    if (!point) return;
    this.mark.setAttribute("cx", this.x.at(xOf(point, over)).toFixed(1));
    this.mark.setAttribute("cy", this.y.at(point[2]).toFixed(1));
  }

  /** Names at the ends of the lines, moved apart where they would touch. */
  private name(): void {
    const ends = this.lines.map((line, i) => ({ i, name: line.name,
      y: this.y.at(line.points.at(-1)?.[2] ?? this.y.low) + 4 }));
    ends.sort((one, other) => one.y - other.y);
    let above = MARGIN.top;
    for (const end of ends) above = end.y = Math.max(end.y, above + NAME_HEIGHT);
    let below = HEIGHT - MARGIN.bottom + NAME_HEIGHT;
    for (const end of ends.reverse()) below = end.y = Math.min(end.y, below - NAME_HEIGHT);
    const x = this.x.at(this.x.high) + 8;
    this.names.replaceChildren(...ends.map((end) => text(x, end.y, "start", end.name, `name-${end.i % KINDS}`)));
  }

  private describe(): void {
    const said = this.lines.map(({ name, points }) => {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) return `${name} has no board yet`;
      return `${name}: from ${first[2]} to ${last[2]} in ${count(Number(last[0]))} steps, ${span(last[1])}`;
    });
    const label = `Score over ${this.look.over}, out of ${this.look.joins}. ${said.join(". ")}.`;
    if (this.svg.getAttribute("aria-label") !== label) this.svg.setAttribute("aria-label", label);
    this.table.show(this.lines);
  }

  private pick(event: MouseEvent): void {
    const points = this.lines[0]?.points ?? [];
    const at = this.x.value(event.clientX - this.svg.getBoundingClientRect().left);
    const after = points.findIndex((point) => xOf(point, this.look.over) > at);
    if (points.length) this.onPick?.(after < 0 ? points.length - 1 : Math.max(0, after - 1));
  }
}

/** A little more than a number, so that the axis of a run that goes on moves rarely. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 4;
  return Math.ceil(value / step) * step;
}

function text(x: number, y: number, anchor: string, words: string, name = ""): SVGElement {
  return s("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, class: name }, words);
}
