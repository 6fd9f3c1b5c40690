// The board of a run: the newest best, one that was chosen, or the present board in slow motion.

import { BoardView } from "../board";
import { h } from "../dom";
import { trouble } from "../shell";
import type { About, BoardAnswer, Cells, RunNews } from "../wire";
import { Boards, Wishes, difference } from "./boards";
import type { RunModel } from "./model";
import { put } from "./put";
import { Scrubber } from "./scrubber";
import { SlowMotion, presentWords } from "./slow";
import { many } from "./words";

/** How long marks of what changed stay on a board that moves. */
const FADE_MS = 1600;
/** A board that the stream leaves out is fetched after this. */
const LATE_MS = 400;

/** What is seen: always a board and its own score. */
export interface Shown {
  kind: "best" | "present";
  /** Of a best. */
  index: number | null;
  score: number;
  cells: Cells;
  breaks: [number, number][];
  /** The cells that differ from the best numbered `since`. */
  changed: number[];
  since: number | null;
  work: string;
}

export class Stage {
  readonly element: HTMLElement;
  readonly view: BoardView;
  shown: Shown | null = null;
  private readonly boards: Boards;
  private readonly wishes: Wishes;
  private readonly scrubber: Scrubber;
  private readonly slow: SlowMotion;
  private readonly label = h("p", { class: "stage-label", "data-testid": "shown" });
  private readonly note = h("p", { class: "note stage-note" });
  private readonly clues: number[];
  private following = true;
  private painted: Shown | null = null;
  private late = 0;
  private fade = 0;

  /** `ask` has the page drawn in the next frame. */
  constructor(private readonly model: RunModel, about: About, private readonly ask: () => void) {
    this.view = new BoardView(model.puzzle, about);
    const kept = (model.request.keep ?? []).flatMap((lain, cell) => (lain ? [cell] : []));
    this.clues = [...new Set([...model.puzzle.clues.map((clue) => clue.cell), ...kept])];
    this.boards = new Boards(model.id);
    this.wishes = new Wishes(this.boards, (board, before) => this.best(board, before), trouble);
    this.scrubber = new Scrubber(model.joins, (index) => this.hold(index), () => this.follow());
    this.slow = new SlowMotion(model.id, (on) => (on ? this.wishes.forget() : this.follow()));
    this.element = h("section", { class: "panel stack stage", "aria-label": "Board", "data-testid": "stage" },
      this.view.element, h("div", { class: "stage-words" }, this.label, this.note),
      this.scrubber.element, this.slow.element);
    if (model.points.length) this.wishes.ask(model.points.length - 1);
  }

  close(): void {
    clearTimeout(this.late);
    clearTimeout(this.fade);
    this.wishes.forget();
    this.slow.close();
    this.view.destroy();
  }

  /** Stays at one best until "Live" is chosen. */
  hold(index: number): void {
    this.slow.off();
    this.following = false;
    this.wishes.ask(index);
    this.ask();
  }

  take(news: RunNews): void {
    if (news.board) this.boards.put(news.board);
    if (this.slow.on) {
      if (news.present) this.present(news.present);
      return;
    }
    if (!this.following) return;
    if (news.board && news.board.index >= (this.shown?.index ?? -1)) this.newest(news.board);
    this.catchUp();
  }

  /** Draws what changed; called once a frame at most. */
  draw(): void {
    const { model, shown } = this;
    this.slow.allow(model.state === "running");
    this.scrubber.show(model.points, shown?.index ?? null, this.following && !this.slow.on, model.over);
    if (shown === this.painted || !shown) return;
    this.painted = shown;
    put(this.label, shown.kind === "present" ? presentWords(shown.score, model.joins, shown.work) : "");
    this.label.hidden = shown.kind === "best";
    put(this.note, this.words(shown));
    this.tell(shown);
    this.mark(shown, true);
    clearTimeout(this.fade);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || !this.following;
    if (!still && shown.changed.length) this.fade = window.setTimeout(() => this.mark(shown, false), FADE_MS);
  }

  private follow(): void {
    this.slow.off();
    this.following = true;
    this.catchUp(0);
    this.ask();
  }

  /** Sees to it that the last best is shown, even where the stream leaves it out. */
  private catchUp(delay = this.model.over ? 0 : LATE_MS): void {
    clearTimeout(this.late);
    this.late = window.setTimeout(() => {
      const last = this.model.points.length - 1;
      if (!this.following || this.slow.on || last < 0) return;
      if (this.shown?.kind !== "best" || this.shown.index !== last) this.wishes.ask(last);
    }, delay);
  }

  /** A best that came with the news is compared with the one that was seen before it. */
  private newest(board: BoardAnswer): void {
    const before = this.shown?.kind === "best" ? this.shown : null;
    if (before?.index === board.index) return;
    this.wishes.forget();
    this.best(board, before && { ...before, index: before.index! });
  }

  private best(board: BoardAnswer, before: BoardAnswer | null): void {
    const { index, score, cells, breaks } = board;
    const changed = before ? difference(before.cells, cells) : [];
    this.shown = { kind: "best", index, score, cells, breaks, changed, since: before?.index ?? null, work: "" };
    this.ask();
  }

  private present({ score, cells, breaks, work }: NonNullable<RunNews["present"]>): void {
    const changed = this.shown?.kind === "present" ? difference(this.shown.cells, cells) : [];
    this.shown = { kind: "present", index: null, score, cells, breaks, changed, since: null, work };
    this.ask();
  }

  private words({ kind, breaks, changed, since }: Shown): string {
    const broken = breaks.length ? many(breaks.length, "break") : "No breaks";
    const moved = `${broken}. ${many(changed.length, "cell")} changed`;
    if (kind === "present") return changed.length ? `${moved}.` : `${broken}.`;
    return since === null ? `${broken}.` : `${moved} since best ${since + 1}.`;
  }

  /** Marks on most of the cells would only hide them. */
  private mark({ cells, breaks, changed }: Shown, all: boolean): void {
    const marked = all && changed.length <= cells.length / 2;
    this.view.show(cells, { breaks, clues: this.clues, changed: marked ? changed : [] });
  }

  /** For those who look from outside. */
  private tell({ kind, index, score, changed, since }: Shown): void {
    const { dataset } = this.element;
    dataset.kind = kind;
    dataset.index = index === null ? "" : String(index);
    dataset.since = since === null ? "" : String(since);
    dataset.score = String(score);
    dataset.changed = JSON.stringify(changed);
  }
}
