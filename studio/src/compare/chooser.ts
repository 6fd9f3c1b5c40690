// Which runs are compared.

import { h } from "../dom";
import { count, moment } from "../run/words";
import type { RunSummary } from "../wire";

export class Chooser {
  readonly element: HTMLDetailsElement;
  private readonly list = h("ul", { class: "chooser-list" });
  private readonly boxes = new Map<string, HTMLInputElement>();
  private listed: string | null = null;

  constructor(private readonly chosen: Set<string>, private readonly onChange: () => void) {
    this.element = h("details", { class: "panel chooser", "data-testid": "chooser" },
      h("summary", {}, "Choose runs"), this.list);
    this.element.open = chosen.size < 2;
  }

  /** All runs, those of the puzzles at hand first. */
  show(runs: RunSummary[]): void {
    const keys = new Set(runs.filter((run) => this.chosen.has(run.id)).map((run) => run.key));
    const near = (run: RunSummary): number => (keys.has(run.key) ? 0 : 1);
    const sorted = runs.slice().sort((one, other) => near(one) - near(other) || other.created - one.created);
    const key = sorted.map((run) => `${run.id} ${run.score} ${run.state}`).join();
    if (key === this.listed) return;
    this.listed = key;
    const at = document.activeElement;
    this.list.replaceChildren(...sorted.map((run) => this.item(run)));
    if (!sorted.length) this.list.append(h("li", {}, "There are no runs yet. ",
      h("a", { href: "/run/new" }, "Start one")));
    if (at instanceof HTMLInputElement && [...this.boxes.values()].includes(at)) at.focus();
  }

  private item(run: RunSummary): HTMLElement {
    let box = this.boxes.get(run.id);
    if (!box) {
      const fresh = h("input", { type: "checkbox", value: run.id, change: () => this.toggle(run.id, fresh.checked) });
      this.boxes.set(run.id, (box = fresh));
    }
    box.checked = this.chosen.has(run.id);
    return h("li", {}, h("label", { class: "check" }, box,
      h("span", {}, `${run.puzzle}: ${run.algorithm}, seed ${run.seed} `,
        h("small", { class: "note" },
          `${count(run.score)} of ${count(run.joins)}, ${run.state}, ${moment(run.created)}`))));
  }

  private toggle(id: string, on: boolean): void {
    if (on) this.chosen.add(id);
    else this.chosen.delete(id);
    this.onChange();
  }
}
