// A run as it goes, or as it went.

import "./run.css";
import { Refused, api } from "../api";
import { Curve, type Level, type Look } from "../curve";
import { h } from "../dom";
import { suspect } from "../heartbeat";
import { watch } from "../live";
import { type Screen, about, announce, keys, trouble, waiting } from "../shell";
import type { About, News, RunDetail, RunSummary } from "../wire";
import { Actions } from "./actions";
import { axisChoice } from "./axis";
import { Facts } from "./facts";
import { RunModel } from "./model";
import { framed, put } from "./put";
import { ScoreBar } from "./scorebar";
import { boardButtons, sameRun } from "./share";
import { Stage } from "./stage";
import { stateOf } from "./state";
import { many, moment } from "./words";

const TICK_MS = 500;

class RunView {
  readonly element: HTMLElement;
  private readonly model: RunModel;
  private readonly stage: Stage;
  private readonly bar: ScoreBar;
  private readonly curve = new Curve((index) => this.stage.hold(index));
  private readonly facts = new Facts();
  private readonly actions: Actions;
  private readonly exports: HTMLElement;
  private readonly chip = h("span", { class: "chip", "data-testid": "state" });
  private readonly sentence = h("p", { class: "run-sentence", "data-testid": "sentence" });
  private readonly frame = framed(() => this.draw());
  private readonly ticking: number;
  private readonly leave: () => void;
  private readonly runs = new Map<string, RunSummary>();
  private axis: Pick<Look, "over" | "log"> = { over: "work", log: false };

  constructor(detail: RunDetail, private readonly facilities: About, heading: HTMLElement) {
    this.model = new RunModel(detail);
    this.bar = new ScoreBar(this.model.joins);
    this.stage = new Stage(this.model, facilities, () => this.frame.ask());
    this.actions = new Actions(this.model);
    this.exports = boardButtons(this.model, () => this.stage.shown);
    const { summary } = detail;
    put(heading, `${summary.algorithm} on ${summary.puzzle}`);
    this.element = h("div", { class: "run-view" },
      h("p", { class: "row run-about" }, this.chip,
        h("a", { href: `/play/${encodeURIComponent(summary.key)}` }, summary.puzzle),
        h("span", {}, `seed ${summary.seed}`), h("span", {}, many(summary.threads, "thread")),
        h("span", {}, moment(summary.created))),
      this.stage.element,
      h("div", { class: "stack run-side" },
        h("section", { class: "panel stack", "aria-label": "State" }, this.sentence, this.bar.element,
          this.actions.element),
        h("section", { class: "panel stack", "aria-label": "Curve" },
          axisChoice(this.axis, (axis) => {
            this.axis = axis;
            this.frame.ask();
          }), this.curve.element),
        this.facts.element),
      h("div", { class: "run-below" }, sameRun(this.model)));
    this.stage.element.append(this.exports);
    this.leave = watch([summary.id], (news) => this.take(news));
    this.ticking = window.setInterval(() => this.model.over || this.frame.ask(), TICK_MS);
    api.runs().then((runs) => this.know(runs), trouble);
    this.frame.ask();
  }

  close(): void {
    this.leave();
    clearInterval(this.ticking);
    this.frame.end();
    this.stage.close();
    this.curve.destroy();
  }

  private know(runs: RunSummary[]): void {
    for (const run of runs) this.runs.set(run.id, run);
    this.frame.ask();
  }

  private take(news: News): void {
    const { model } = this;
    for (const id of news.gone) this.runs.delete(id);
    this.know(news.runs);
    const own = news.runs.find((run) => run.id === model.id);
    if (own) model.summarise(own);
    if (news.gone.includes(model.id)) return this.gone();
    const mine = news.watched.find((run) => run.id === model.id);
    if (!mine) return;
    const over = model.over;
    const whole = model.apply(mine);
    this.stage.take(mine);
    // The end brings what the news leave out: exact phases, and the best of all runs.
    if (!whole || over !== model.over) void this.reload(over !== model.over);
  }

  private async reload(ended: boolean): Promise<void> {
    try {
      this.model.renew(await api.run(this.model.id));
      if (ended) announce(`${this.said().word}. ${this.said().sentence}`);
      this.frame.ask();
    } catch (error) {
      trouble(error);
    }
  }

  private gone(): void {
    this.close();
    this.element.replaceChildren(h("p", { class: "note" }, "This run was removed."), h("a", { href: "/" }, "Home"));
  }

  private said(): ReturnType<typeof stateOf> {
    return stateOf(this.model, this.runs.values(), this.facilities.cores);
  }

  private draw(): void {
    const { model } = this;
    this.stage.draw();
    const { shown } = this.stage;
    const said = this.said();
    put(this.chip, said.word);
    this.chip.className = `chip ${said.tone}`;
    put(this.sentence, said.sentence);
    this.sentence.hidden = !said.sentence;
    const levels = this.levels();
    this.bar.show(shown?.score ?? null, levels);
    const line = { name: model.detail.summary.algorithm, points: model.points,
      reached: [model.work, model.elapsed] as [number, number] };
    this.curve.show([line], { ...this.axis, joins: model.joins, levels, marked: shown?.index ?? null });
    this.facts.show(model);
    this.exports.hidden = !shown;
    this.actions.show(shown?.index ?? null, this.runs);
  }

  private levels(): Level[] {
    const { detail, joins, score } = this.model;
    const here = Math.max(detail.best_here, score ?? 0);
    const levels: Level[] = [{ name: "perfect", kind: "perfect", score: joins }];
    if (detail.record !== null) levels.push({ name: "published record", kind: "record", score: detail.record });
    if (here) levels.push({ name: "best here", kind: "here", score: here });
    return levels;
  }
}

export function watchScreen(id: string): Screen {
  const heading = h("h1", {}, "Run");
  const body = h("div", {}, waiting());
  let view: RunView | null = null;
  let closed = false;
  keys([["← →", "On the slider: the best before, the next one"],
    ["Home End", "On the slider: the first best, the last one"]]);
  async function load(): Promise<void> {
    const [facilities, detail] = await Promise.all([about(), api.run(id)]);
    if (closed) return;
    view = new RunView(detail, facilities, heading);
    body.replaceChildren(view.element);
    document.title = `${heading.textContent} · Marquetry`;
  }
  // Only the server can say that there is no such run; if it does not answer, it may do so later.
  function missed(error: unknown): void {
    if (closed) return;
    if (error instanceof Refused && error.status === 404) {
      body.replaceChildren(h("p", { class: "note" }, "There is no such run here."), h("a", { href: "/" }, "Home"));
      return;
    }
    trouble(error);
    suspect();
    window.addEventListener("studioback", open, { once: true });
  }
  function open(): void {
    load().catch(missed);
  }
  open();
  return {
    title: "Run",
    element: h("div", { class: "stack", "data-testid": "run" }, heading, body),
    close() {
      closed = true;
      window.removeEventListener("studioback", open);
      view?.close();
    },
  };
}
