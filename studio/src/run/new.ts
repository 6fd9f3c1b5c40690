// The form for new runs.

import "./new.css";
import { Refused, api } from "../api";
import { BoardView } from "../board";
import { h } from "../dom";
import { ParameterForm } from "../form/parameters";
import { type Screen, about, go, sentence, trouble, waiting } from "../shell";
import type { About, AlgorithmInfo, Cells, PuzzleSummary, PuzzleView } from "../wire";
import { BudgetForm } from "./budget";
import { type Origin, originOf } from "./origin";
import { startAll } from "./starts";

const FIRST_PUZZLE = "twin-16x16";
const FIRST_ALGORITHM = "portfolio";
const PLACES: [PuzzleSummary["place"], string][] =
  [["yours", "Yours"], ["builtin", "Built in"], ["kept", "Opened before"]];

class NewRun {
  readonly element: HTMLFormElement;
  private readonly puzzle = h("select", { id: "run-puzzle", required: true });
  private readonly algorithm = h("select", { id: "run-algorithm", "aria-describedby": "run-algorithm-about" });
  private readonly facts = h("div", { id: "run-algorithm-about", class: "stack algorithm-facts",
    "data-testid": "algorithm" });
  private readonly parameters = h("div");
  private readonly picture = h("div", { class: "new-picture" });
  private readonly start = h("p", { class: "note", "data-testid": "origin" });
  private readonly anew = h("button", { type: "button", class: "button quiet small", click: () => this.forget() },
    "Begin anew instead");
  private readonly wrong = h("p", { class: "wrong", role: "alert", "data-testid": "refused" });
  private readonly submit = h("button", { class: "button primary", type: "submit" }, "Start");
  private readonly budget: BudgetForm;
  private form: ParameterForm | null = null;
  private view: BoardView | null = null;

  constructor(private readonly facilities: About, private readonly puzzles: PuzzleSummary[],
    private readonly algorithms: AlgorithmInfo[], private origin: Origin) {
    this.budget = new BudgetForm(facilities.cores);
    this.element = h("form", { class: "new-run", submit: (event: SubmitEvent) => void this.send(event) },
      h("div", { class: "panel stack" },
        h("div", { class: "field" }, h("label", { for: "run-puzzle" }, "Puzzle"), this.puzzle),
        this.picture, h("div", { class: "row" }, this.start, this.anew)),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" },
          h("div", { class: "field" }, h("label", { for: "run-algorithm" }, "Algorithm"), this.algorithm),
          this.facts, this.parameters),
        h("div", { class: "panel stack" }, this.budget.element),
        h("div", { class: "row new-send" }, this.submit, this.wrong)));
    this.fill();
  }

  close(): void {
    this.view?.destroy();
  }

  private fill(): void {
    for (const [place, title] of PLACES) {
      const group = this.puzzles.filter((puzzle) => puzzle.place === place);
      if (group.length) this.puzzle.append(h("optgroup", { label: title },
        ...group.map((one) => h("option", { value: one.key }, titleOf(one)))));
    }
    const known = (key: string): boolean => this.puzzles.some((puzzle) => puzzle.key === key);
    this.puzzle.value = this.origin.puzzle ?? (known(FIRST_PUZZLE) ? FIRST_PUZZLE : (this.puzzles[0]?.key ?? ""));
    this.puzzle.addEventListener("change", () => void this.showPuzzle());
    this.algorithm.append(...this.algorithms.map((info) => h("option", { value: info.name }, info.name)));
    this.algorithm.addEventListener("change", () => this.showAlgorithm());
    const wanted = this.algorithms.find((info) => info.name === this.origin.algorithm && this.allowed(info));
    this.algorithm.value = wanted?.name ?? FIRST_ALGORITHM;
    this.showAlgorithm();
    const { request } = this.origin;
    if (request) {
      this.budget.write(request);
      if (request.algorithm === this.algorithm.value) this.form?.write(request.parameters);
    }
    this.showOrigin();
    void this.showPuzzle();
  }

  private get info(): AlgorithmInfo | undefined {
    return this.algorithms.find((info) => info.name === this.algorithm.value);
  }

  private allowed(info: AlgorithmInfo): boolean {
    return !this.origin.from || info.resumes;
  }

  private showAlgorithm(): void {
    const { info } = this;
    if (!info) return;
    this.facts.replaceChildren(
      h("p", {}, sentence(info.about)),
      h("dl", { class: "fact-list" },
        h("dt", {}, "Source"), h("dd", {}, info.source),
        h("dt", {}, "A step"), h("dd", {}, info.step),
        h("dt", {}, "Starts from"),
        h("dd", {}, info.resumes ? "nothing, or a whole board it goes on from" : "nothing: it always begins anew")));
    this.form = new ParameterForm(info);
    this.parameters.replaceChildren(this.form.element);
    this.budget.suit(info);
  }

  /** The puzzle and the algorithms that the start leaves open. */
  private showOrigin(): void {
    const { from, keep, says } = this.origin;
    this.start.textContent = says;
    this.start.hidden = !says;
    this.anew.hidden = !from && !keep;
    this.puzzle.disabled = Boolean(from || keep);
    for (const option of this.algorithm.options) {
      option.disabled = !this.allowed(this.algorithms.find((info) => info.name === option.value)!);
    }
  }

  private forget(): void {
    this.origin = { ...this.origin, from: null, keep: null, says: "" };
    this.showOrigin();
    void this.showPuzzle();
    this.puzzle.focus();
  }

  private async showPuzzle(): Promise<void> {
    const key = this.puzzle.value;
    try {
      const puzzle = await api.puzzle(key);
      if (key === this.puzzle.value) this.paint(puzzle);
    } catch (error) {
      trouble(error);
    }
  }

  private paint(puzzle: PuzzleView): void {
    this.view?.destroy();
    this.view = new BoardView(puzzle, this.facilities);
    const clues = puzzle.clues.map((clue) => clue.cell);
    const bare: Cells = new Array<null>(puzzle.pieces.length).fill(null);
    for (const { cell, piece, turn } of puzzle.clues) bare[cell] = [piece, turn];
    const { from, keep } = this.origin;
    const kept = keep ? keep.flatMap((lain, cell) => (lain ? [cell] : [])) : [];
    this.view.show(from ?? keep ?? bare, { clues: [...new Set([...clues, ...kept])] });
    this.picture.replaceChildren(this.view.element);
  }

  private async send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    this.wrong.textContent = "";
    this.submit.disabled = true;
    try {
      const { from, keep } = this.origin;
      const request = { puzzle: this.puzzle.value, algorithm: this.algorithm.value,
        parameters: this.form?.read() ?? {}, ...this.budget.read(), from, keep };
      const runs = await startAll(request, this.budget.count);
      const ids = runs.map((run) => run.id);
      const list = ids.map(encodeURIComponent).join(",");
      go(ids.length > 1 ? `/compare?runs=${list}` : `/run/${list}`);
    } catch (error) {
      this.submit.disabled = false;
      if (!(error instanceof Refused)) return trouble(error);
      this.wrong.textContent = sentence(error.message);
      this.wrong.scrollIntoView({ block: "nearest" });
    }
  }
}

function titleOf(puzzle: PuzzleSummary): string {
  return `${puzzle.name} (${puzzle.width}x${puzzle.height}, ${puzzle.colours} colours)`;
}

/** Puzzles to choose from, with the one that was asked for even if it is not listed. */
async function choosable(key: string | null): Promise<PuzzleSummary[]> {
  const all = await api.puzzles();
  if (!key || all.some((puzzle) => puzzle.key === key)) return all;
  return [...all, (await api.puzzle(key)).summary];
}

export function newScreen(query: URLSearchParams): Screen {
  const body = h("div", {}, waiting());
  const element = h("div", { class: "stack", "data-testid": "new-run" }, h("h1", {}, "New run"), body);
  let form: NewRun | null = null;
  let closed = false;
  async function load(): Promise<void> {
    const [facilities, algorithms, origin] = await Promise.all([about(), api.algorithms(), originOf(query)]);
    const puzzles = await choosable(origin.puzzle);
    if (closed) return;
    form = new NewRun(facilities, puzzles, algorithms, origin);
    body.replaceChildren(form.element);
  }
  load().catch((error: unknown) => {
    body.replaceChildren(h("p", { class: "note bad" }, "This run cannot be prepared."),
      h("a", { href: "/run/new" }, "Start with an empty form"));
    trouble(error);
  });
  return {
    title: "New run",
    element,
    close() {
      closed = true;
      form?.close();
    },
  };
}
