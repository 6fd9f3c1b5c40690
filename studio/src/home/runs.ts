// The runs, newest first, as they go on.

import { api } from "../api";
import { ask } from "../ask";
import { h } from "../dom";
import { span } from "../run/words";
import { trouble } from "../shell";
import type { News, RunState, RunSummary } from "../wire";
import { spark } from "./spark";

export interface Runs {
  element: HTMLElement;
  show(runs: RunSummary[]): void;
  hear(news: News): void;
}

interface Row { summary: RunSummary; element: HTMLElement; box: HTMLInputElement; update(summary: RunSummary): void }

/** So many are shown until all are asked for. */
const FIRST = 12;
const SAID: Record<RunState, [string, string]> = {
  queued: ["Waiting", "chip warn"],
  running: ["Running", "chip good"],
  finished: ["Done", "chip"],
  stopped: ["Stopped", "chip"],
  interrupted: ["Interrupted", "chip warn"],
  failed: ["Failed", "chip bad"],
};

export function runs(): Runs {
  const rows = new Map<string, Row>();
  let everything = false;
  const list = h("ul", { class: "runs-list" });
  const nothing = h("p", { class: "note empty" }, "No runs yet. Choose Solve on a puzzle and watch it being solved.");
  const more = h("button", { class: "button quiet", type: "button", hidden: true, click: showAll });
  const compare = h("a", { class: "button", href: "/compare", "aria-disabled": "true", click: stay }, "Compare");
  const element = h("section", { class: "panel stack runs", "aria-labelledby": "runs-title", "data-testid": "runs" },
    h("div", { class: "row headline" }, h("h2", { id: "runs-title" }, "Runs"), compare),
    nothing, list, more);

  function stay(event: Event): void {
    if (compare.getAttribute("aria-disabled") === "true") event.preventDefault();
  }

  function showAll(): void {
    everything = true;
    order();
  }

  /** Two or more chosen runs can be compared. */
  function choose(): void {
    const chosen = sorted().filter((row) => row.box.checked).map((row) => row.summary.id);
    compare.setAttribute("aria-disabled", String(chosen.length < 2));
    compare.setAttribute("href", `/compare?runs=${chosen.map(encodeURIComponent).join(",")}`);
    compare.textContent = chosen.length < 2 ? "Compare" : `Compare ${chosen.length} runs`;
    compare.title = chosen.length < 2 ? "Choose two or more runs" : "";
  }

  function sorted(): Row[] {
    const newer = (a: RunSummary, b: RunSummary) => b.created - a.created || (a.id < b.id ? 1 : -1);
    return [...rows.values()].sort((a, b) => newer(a.summary, b.summary));
  }

  /** Puts the rows in their order; those that are in place are not touched, so that focus stays. */
  function order(): void {
    const all = sorted();
    const wanted = (everything ? all : all.slice(0, FIRST)).map((row) => row.element);
    wanted.forEach((row, i) => {
      if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
    });
    while (list.children.length > wanted.length) list.lastElementChild?.remove();
    nothing.hidden = all.length > 0;
    compare.hidden = all.length < 2;
    more.hidden = wanted.length === all.length;
    more.textContent = `Show all ${all.length}`;
    choose();
  }

  function put(summary: RunSummary): void {
    const known = rows.get(summary.id);
    if (known) known.update(summary);
    else rows.set(summary.id, row(summary, choose));
  }

  return {
    element,
    show(all) {
      const there = new Set(all.map((one) => one.id));
      for (const id of rows.keys()) if (!there.has(id)) rows.delete(id);
      all.forEach(put);
      order();
    },
    hear(news) {
      news.runs.forEach(put);
      news.gone.forEach((id) => rows.delete(id));
      if (news.runs.length || news.gone.length) order();
    },
  };
}

function row(first: RunSummary, choose: () => void): Row {
  const box = h("input", {
    type: "checkbox", "aria-label": `Choose ${first.algorithm} on ${first.puzzle}, seed ${first.seed}`, change: choose,
  });
  const state = h("span");
  const score = h("span", { class: "run-score", "data-testid": "score" });
  const line = h("span", { class: "run-spark" });
  const took = h("span", { class: "note" });
  const remove = h("button", {
    class: "button small quiet", type: "button",
    "aria-label": `Remove the run of ${first.algorithm} on ${first.puzzle}`,
    click: () => void drop(made.summary),
  }, "✕");
  const element = h("li", { class: "run", "data-id": first.id },
    box,
    h("div", { class: "run-name" },
      h("a", { href: `/run/${encodeURIComponent(first.id)}`, dir: "auto" }, first.puzzle),
      h("span", { class: "note" }, first.algorithm)),
    line,
    h("div", { class: "run-facts" }, score, took),
    state, remove);
  const made: Row = { summary: first, element, box, update };
  function update(summary: RunSummary): void {
    made.summary = summary;
    const perfect = summary.score === summary.joins;
    const done = perfect && summary.state === "finished";
    const [word, look] = done ? ["Perfect", "chip good"] : SAID[summary.state];
    state.className = look;
    state.textContent = word;
    score.textContent = `${summary.score} of ${summary.joins}`;
    took.textContent = span(summary.elapsed_s);
    line.replaceChildren(spark(summary.spark, summary.joins));
    const busy = summary.state === "running" || summary.state === "queued";
    remove.disabled = busy;
    element.classList.toggle("perfect", perfect);
  }
  update(first);
  return made;
}

async function drop(run: RunSummary): Promise<void> {
  const words = `Remove the run of ${run.algorithm} on ${run.puzzle}? Its boards go with it.`;
  if (await ask(words, "Remove it")) await api.removeRun(run.id).catch(trouble);
}
