// Two or more runs side by side.

import "./compare.css";
import { api } from "../api";
import { Curve, type Level, type Look } from "../curve";
import { h } from "../dom";
import { watch } from "../live";
import { axisChoice } from "../run/axis";
import { framed } from "../run/put";
import { type Screen, about, trouble, waiting } from "../shell";
import type { About, News, RunDetail, RunSummary } from "../wire";
import { Chooser } from "./chooser";
import { type Rival, onePuzzle, rivalOf } from "./contest";
import { Pair } from "./pair";
import { CompareTable } from "./table";

const TICK_MS = 1000;

class Comparison {
  readonly element: HTMLElement;
  private readonly chosen: Set<string>;
  private readonly known = new Map<string, RunSummary>();
  private readonly curve = new Curve();
  private readonly table = new CompareTable();
  private readonly pair: Pair;
  private readonly chooser: Chooser;
  private readonly note = h("p", { class: "note warn", hidden: true, "data-testid": "puzzles-differ" },
    "These runs are of different puzzles: their scores do not compare.");
  private readonly results: HTMLElement;
  private readonly frame = framed(() => this.draw());
  private readonly ticking: number;
  private rivals: Rival[] = [];
  private leave: () => void = () => {};
  private turn = 0;
  /** Runs may differ by powers of ten. */
  private axis: Pick<Look, "over" | "log"> = { over: "work", log: true };

  constructor(ids: string[], facilities: About, runs: RunSummary[]) {
    this.chosen = new Set(ids);
    this.pair = new Pair(facilities, () => this.frame.ask());
    this.chooser = new Chooser(this.chosen, () => this.changed());
    for (const run of runs) this.known.set(run.id, run);
    const axis = axisChoice(this.axis, (next) => {
      this.axis = next;
      this.frame.ask();
    });
    this.results = h("div", { class: "stack" },
      this.note,
      h("section", { class: "panel stack", "aria-label": "Curves" }, axis, this.curve.element),
      h("section", { class: "panel stack", "aria-label": "Differences" }, h("h2", {}, "What differs"),
        this.table.element),
      this.pair.element);
    this.element = h("div", { class: "stack" }, this.chooser.element, this.results);
    this.ticking = window.setInterval(() => this.rivals.every(({ model }) => model.over) || this.frame.ask(), TICK_MS);
    void this.load();
  }

  close(): void {
    this.turn++;
    this.leave();
    clearInterval(this.ticking);
    this.frame.end();
    this.curve.destroy();
    this.pair.close();
  }

  private changed(): void {
    history.replaceState(null, "", `/compare?runs=${[...this.chosen].map(encodeURIComponent).join(",")}`);
    void this.load();
  }

  /** Takes the runs that are chosen; those that are there already stay as they are. */
  private async load(): Promise<void> {
    const turn = ++this.turn;
    const old = new Map(this.rivals.map((rival) => [rival.model.id, rival]));
    const loaded = await Promise.all([...this.chosen].map((id) => old.get(id)?.model.detail ?? this.fetch(id)));
    if (turn !== this.turn) return;
    const details = loaded.filter((detail) => detail !== null);
    this.rivals = details.map((detail, place) => {
      const kept = old.get(detail.summary.id);
      return { ...rivalOf(detail, place), ...(kept && { model: kept.model, boards: kept.boards }) };
    });
    this.table.fill(this.rivals);
    this.pair.fill(this.rivals);
    this.note.hidden = onePuzzle(this.rivals);
    this.results.hidden = !this.rivals.length;
    this.leave();
    this.leave = watch([...this.chosen], (news) => this.take(news));
    this.frame.ask();
  }

  private async fetch(id: string): Promise<RunDetail | null> {
    try {
      return await api.run(id);
    } catch (error) {
      trouble(error);
      this.chosen.delete(id);
      return null;
    }
  }

  private take(news: News): void {
    for (const run of news.runs) this.known.set(run.id, run);
    for (const id of news.gone) this.known.delete(id);
    for (const mine of news.watched) {
      const rival = this.rivals.find(({ model }) => model.id === mine.id);
      if (!rival) continue;
      if (mine.board) rival.boards.put(mine.board);
      const over = rival.model.over;
      if (!rival.model.apply(mine) || over !== rival.model.over) void this.renew(rival);
    }
    for (const { model } of this.rivals) {
      const summary = news.runs.find((run) => run.id === model.id);
      if (summary) model.summarise(summary);
    }
    if (news.gone.some((id) => this.chosen.delete(id))) this.changed();
    this.pair.follow();
    this.frame.ask();
  }

  private async renew(rival: Rival): Promise<void> {
    try {
      rival.model.renew(await api.run(rival.model.id));
      this.pair.follow();
      this.frame.ask();
    } catch (error) {
      trouble(error);
    }
  }

  private draw(): void {
    this.chooser.show([...this.known.values()]);
    this.table.show();
    this.pair.draw();
    const lines = this.rivals.map(({ model, letter }) => ({
      name: `${letter}${model.score === null ? "" : ` ${model.score}`}`,
      points: model.points,
      reached: [model.work, model.elapsed] as [number, number],
    }));
    const joins = Math.max(1, ...this.rivals.map(({ model }) => model.joins));
    const levels: Level[] = onePuzzle(this.rivals) ? [{ name: "perfect", kind: "perfect", score: joins }] : [];
    this.curve.show(lines, { ...this.axis, joins, levels, marked: null });
  }
}

export function compareScreen(ids: string[]): Screen {
  const body = h("div", {}, waiting());
  let comparison: Comparison | null = null;
  let closed = false;
  async function load(): Promise<void> {
    const [facilities, runs] = await Promise.all([about(), api.runs()]);
    if (closed) return;
    comparison = new Comparison(ids, facilities, runs);
    body.replaceChildren(comparison.element);
  }
  load().catch(trouble);
  return {
    title: "Compare runs",
    element: h("div", { class: "stack", "data-testid": "compare" }, h("h1", {}, "Compare runs"), body),
    close() {
      closed = true;
      comparison?.close();
    },
  };
}
