// What can be done with a run.

import { api } from "../api";
import { ask } from "../ask";
import { h } from "../dom";
import { go, tell, trouble } from "../shell";
import type { RunRequest, RunSummary } from "../wire";
import type { RunModel } from "./model";
import { attribute, put } from "./put";

/** What is left of a limit; all of it again if nothing is. */
function rest(limit: number, used: number): number {
  return limit > used ? limit - used : limit;
}

/** The request that goes on where a run was cut off, from its best board where the algorithm can. */
async function continued(model: RunModel): Promise<RunRequest> {
  const { request, points } = model;
  const last = points.length - 1;
  const cells = last < 0 ? null : (await api.board(model.id, last)).cells;
  const infos = await api.algorithms();
  const resumes = infos.find((info) => info.name === request.algorithm)?.resumes;
  if (!resumes || !cells || cells.includes(null)) return { ...request, seed: model.detail.summary.seed };
  return {
    ...request,
    from: cells,
    seed: null,
    work: request.work === null ? null : String(rest(Number(request.work), model.work)),
    time_s: request.time_s === null ? null : rest(request.time_s, model.elapsed),
  };
}

export class Actions {
  readonly element: HTMLElement;
  private readonly stop = button("Stop", () => api.stop(this.model.id));
  private readonly goOn = button("Go on", async () => go(address(await api.start(await continued(this.model)))));
  private readonly from = h("a", { class: "button" }, "Go on from this board");
  private readonly log: HTMLElement;
  private readonly others = h("ul", { class: "menu-list" });
  private readonly compare = h("details", { class: "menu" },
    h("summary", { class: "button" }, "Compare with …"), this.others);
  private readonly remove = h("button",
    { type: "button", class: "button danger", click: () => void this.drop().catch(trouble) }, "Remove");
  private listed: string | null = null;

  constructor(private readonly model: RunModel) {
    const id = encodeURIComponent(model.id);
    this.goOn.classList.add("primary");
    // A menu closes when it is left.
    this.compare.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.compare.contains(relatedTarget as Node | null)) this.compare.open = false;
    });
    this.compare.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.compare.open = false;
    });
    this.log = h("a", { class: "button", href: api.logAddress(model.id), download: `${model.id}.ndjson` }, "Log");
    this.element = h("div", { class: "row run-actions" },
      this.stop, this.goOn,
      h("a", { class: "button", href: `/run/new?again=${id}` }, "Again with …"),
      this.from, this.compare,
      this.log, this.remove);
  }

  show(index: number | null, all: Map<string, RunSummary>): void {
    const { model } = this;
    this.stop.hidden = model.over;
    this.goOn.hidden = model.state !== "interrupted";
    this.remove.hidden = !model.over;
    this.log.hidden = model.work === 0;
    const last = index ?? model.points.length - 1;
    this.from.hidden = last < 0;
    attribute(this.from, "href", `/run/new?from=${encodeURIComponent(`${model.id}:${last}`)}`);
    this.list([...all.values()].filter((run) => run.key === model.detail.summary.key && run.id !== model.id));
  }

  private list(runs: RunSummary[]): void {
    const key = runs.map((run) => `${run.id} ${run.score} ${run.state}`).join();
    if (key === this.listed) return;
    this.listed = key;
    const link = (run: RunSummary): HTMLElement =>
      h("li", {}, h("a", { href: `/compare?runs=${[this.model.id, run.id].map(encodeURIComponent).join(",")}` },
        `${run.algorithm}, seed ${run.seed}: ${run.score}`));
    this.others.replaceChildren(...runs.sort((one, other) => other.created - one.created).map(link));
    this.compare.hidden = !runs.length;
  }

  private async drop(): Promise<void> {
    if (!(await ask("Remove this run? Its boards, its curve and its log go with it.", "Remove it"))) return;
    await api.removeRun(this.model.id);
    tell("The run is removed.");
    go("/");
  }
}

function address(run: RunSummary): string {
  return `/run/${encodeURIComponent(run.id)}`;
}

/** A button that cannot be pressed again until it is done. */
function button(title: string, act: () => Promise<unknown>): HTMLButtonElement {
  const element = h("button", {
    type: "button", class: "button",
    click: () => {
      element.disabled = true;
      act().catch(trouble).finally(() => (element.disabled = false));
    },
  });
  put(element, title);
  return element;
}
