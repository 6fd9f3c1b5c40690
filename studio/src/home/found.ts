// What was read from the box: a preview, and what can be done with it.

import { Refused, api } from "../api";
import { BoardView } from "../board";
import { h } from "../dom";
import { many } from "../run/words";
import { go, sentence, tell, trouble } from "../shell";
import { clueCells, spread } from "../spread";
import type { About, Cells, Change, PlayState, PuzzleView, ReadAnswer } from "../wire";
import { formatInWords } from "./formats";
import { scored } from "./score";

export interface Found { element: HTMLElement; close(): void }

/** The card of an answer; `shelved` is called when the puzzle went on the shelf. */
export function found(answer: ReadAnswer, about: About, shelved: () => void): Found {
  const { puzzle, board } = answer;
  const view = new BoardView(puzzle, about);
  const result = board && scored(puzzle, board);
  view.show(board ?? spread(puzzle), { clues: clueCells(puzzle), breaks: result?.breaks ?? [] });
  const act = (name: string, does: () => Promise<void>, look = "button") =>
    h("button", { class: look, type: "button", click: () => void does().catch(trouble) }, name);
  const shelf = shelve(answer, shelved);
  const { keep } = shelf;
  const element = h("section", { class: "found", "aria-label": "What was found", "data-testid": "found" },
    h("div", { class: "found-board" }, view.element),
    h("div", { class: "stack found-text" },
      h("h2", { dir: "auto" }, puzzle.summary.name),
      h("p", { class: "note", "data-testid": "format" },
        `Read as ${formatInWords(answer.format)}. ${describe(puzzle)}.`),
      result && h("p", { "data-testid": "found-score" },
        h("strong", {}, `${result.score} of ${puzzle.summary.joins}`), " joins match."),
      answer.notes.length > 0 && h("ul", { class: "notes" }, ...answer.notes.map(noted)),
      h("div", { class: "row" },
        board && act("Play from this board", async () => playFrom(await keep(), board), "button primary"),
        act("Play", async () => go(`/play/${encodeURIComponent(await keep())}`), board ? "button" : "button primary"),
        act("Solve", async () => go(`/run/new?puzzle=${encodeURIComponent(await keep())}`))),
      shelf.element));
  return { element, close: () => view.destroy() };
}

function noted(note: string): HTMLElement {
  return h("li", { dir: "auto" }, sentence(note));
}

/** Size, frame, colours and clues in words. */
export function describe({ summary }: PuzzleView): string {
  const size = `${summary.width} × ${summary.height}`;
  const parts = [size, summary.framed ? "framed" : "open", many(summary.colours, "colour")];
  if (summary.signed) parts.push("signed");
  if (summary.clues) parts.push(many(summary.clues, "clue"));
  return parts.join(", ");
}

/** Lays the board for play. What lay there before can be had back by undo. */
async function playFrom(key: string, board: Cells): Promise<void> {
  const old = await api.played(key);
  const before = old?.cells ?? board.map(() => null);
  const change: Change = board.flatMap((now, cell) => {
    const then = before[cell] ?? null;
    return JSON.stringify(then) === JSON.stringify(now) ? [] : [[cell, then, now]];
  });
  const state: PlayState = {
    revision: (old?.revision ?? 0) + 1,
    cells: board,
    locked: [],
    past: change.length ? [...(old?.past ?? []), change] : (old?.past ?? []),
    ahead: [],
    seconds: old?.seconds ?? 0,
    // Another's work is in it: its time says nothing.
    hinted: true,
  };
  await api.play(key, state);
  go(`/play/${encodeURIComponent(key)}`);
}

/** A name of yours that another puzzle has can be given to this one. */
function taken(error: Refused): boolean {
  return error.status === 409 || error.message.includes("on the shelf already");
}

export interface Shelving {
  element: HTMLElement;
  /** Its key: that of the shelf if it was put there, else it is kept without a name. */
  keep(): Promise<string>;
}

/** The name and the button that put it on the shelf. A name that is taken is asked about. */
export function shelve(puzzle: { text: string; puzzle: PuzzleView }, shelved: () => void): Shelving {
  const { text } = puzzle;
  let key: string | null = null;
  const said = h("p", { class: "note bad", role: "alert", id: "shelve-said" });
  const input = h("input", { name: "name", maxlength: 64, autocomplete: "off", spellcheck: "false", dir: "auto" });
  input.value = puzzle.puzzle.summary.name;
  const replace = h("button", { class: "button danger", type: "button", hidden: true, click: () => void put(true) },
    "Replace it");
  async function put(replacing: boolean): Promise<void> {
    said.textContent = "";
    replace.hidden = true;
    input.removeAttribute("aria-invalid");
    try {
      const kept = await api.keep({ text, name: input.value, replace: replacing });
      key = kept.key;
      tell(`${kept.name} is on the shelf.`);
      shelved();
    } catch (error) {
      if (!(error instanceof Refused)) return trouble(error);
      said.textContent = sentence(error.message);
      replace.hidden = !taken(error);
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", said.id);
    }
  }
  const submit = (event: Event) => {
    event.preventDefault();
    void put(false);
  };
  const element = h("form", { class: "stack shelve", submit },
    h("div", { class: "row shelve-row" },
      h("label", { class: "field" }, h("span", {}, "Name"), input),
      h("button", { class: "button" }, "Put on the shelf"),
      replace),
    said);
  return { element, keep: async () => key ?? (await api.keep({ text, name: null, replace: false })).key };
}
