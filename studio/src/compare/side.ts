// One of two boards that stand side by side.

import { BoardView } from "../board";
import { h } from "../dom";
import { attribute, put } from "../run/put";
import { count } from "../run/words";
import { trouble } from "../shell";
import type { About, BoardAnswer } from "../wire";
import type { Rival } from "./contest";

export class Side {
  readonly element: HTMLElement;
  board: BoardAnswer | null = null;
  rival: Rival | null = null;
  private readonly choice: HTMLSelectElement;
  private readonly range: HTMLInputElement;
  private readonly says = h("p", { class: "note" });
  private readonly place = h("div", { class: "side-board" });
  private view: BoardView | null = null;
  private rivals: Rival[] = [];
  private following = true;
  private wish = 0;
  private painted = "";

  constructor(name: string, private readonly about: About, private readonly onBoard: () => void) {
    const id = `compare-${name}`;
    this.choice = h("select", { id, change: () => this.choose(this.choice.selectedIndex) });
    this.range = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": `Best on the ${name}`,
      input: () => this.hold() });
    this.element = h("div", { class: "stack side", "data-testid": id },
      h("div", { class: "field" }, h("label", { for: id }, `On the ${name}`), this.choice),
      this.place, this.range, this.says);
  }

  fill(rivals: Rival[], first: number): void {
    const kept = rivals.findIndex((rival) => rival.model.id === this.rival?.model.id);
    this.rivals = rivals;
    this.choice.replaceChildren(...rivals.map(({ letter, model }) =>
      h("option", {}, `${letter}: ${model.request.algorithm}, seed ${model.detail.summary.seed}`)));
    this.choose(kept < 0 ? first : kept);
  }

  /** Goes on with the newest board, unless one was chosen. */
  follow(): void {
    const last = this.rival ? this.rival.model.points.length - 1 : -1;
    attribute(this.range, "max", String(Math.max(0, last)));
    this.range.disabled = last < 0;
    if (!this.following) return;
    this.range.value = String(Math.max(0, last));
    if (last >= 0 && this.board?.index !== last) void this.fetch(last);
  }

  /** Paints the board with the cells that are not as on the other one. */
  draw(differs: number[]): void {
    const { board, rival } = this;
    put(this.says, this.words());
    const key = `${rival?.model.id} ${board?.index} ${differs.join()}`;
    if (key === this.painted || !board || !rival) return;
    this.painted = key;
    const clues = rival.model.puzzle.clues.map((clue) => clue.cell);
    this.view?.show(board.cells, { breaks: board.breaks, clues, differs });
  }

  close(): void {
    this.wish++;
    this.view?.destroy();
  }

  private choose(place: number): void {
    const rival = this.rivals[place];
    this.choice.selectedIndex = place;
    if (!rival || rival === this.rival) return;
    this.rival = rival;
    this.board = null;
    this.following = true;
    this.view?.destroy();
    this.view = new BoardView(rival.model.puzzle, this.about);
    this.place.replaceChildren(this.view.element);
    this.follow();
    this.onBoard();
  }

  private hold(): void {
    const at = Number(this.range.value);
    this.following = at === Number(this.range.max);
    void this.fetch(at);
  }

  private async fetch(index: number): Promise<void> {
    const wish = ++this.wish;
    try {
      const board = await this.rival?.boards.get(index);
      if (wish !== this.wish || !board) return;
      this.board = board;
      this.onBoard();
    } catch (error) {
      if (wish === this.wish) trouble(error);
    }
  }

  private words(): string {
    const { board, rival } = this;
    if (!board || !rival) return "No board yet.";
    const { points, joins } = rival.model;
    return `Best ${count(board.index + 1)} of ${count(points.length)}: ${board.score} of ${joins}`;
  }
}
