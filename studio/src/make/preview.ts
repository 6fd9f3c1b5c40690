// The puzzle that the recipe makes, and what can be said of it.

import { Refused, api } from "../api";
import { BoardView } from "../board";
import { command } from "../copy";
import { h } from "../dom";
import { type Shelving, shelve } from "../home/found";
import { go, sentence, trouble } from "../shell";
import { clueCells, spread } from "../spread";
import type { About, MakeAnswer } from "../wire";
import { powers } from "./powers";
import { printSheet } from "./sheet";

export interface Preview {
  element: HTMLElement;
  show(answer: MakeAnswer, about: About): void;
  /** The newest recipe was refused; what is shown is the last that was not. */
  refuse(says: string): void;
  close(): void;
}

/** The preview; `another` throws the dice. */
export function preview(another: () => void): Preview {
  const said = h("p", { class: "note bad", role: "alert", "data-testid": "refused" });
  const frame = h("div", { class: "preview-board", "data-testid": "preview" });
  const solved = h("input", { type: "checkbox", change: draw });
  const facts = h("dl", { class: "facts" });
  const line = command("command line");
  const shelfPlace = h("div");
  const unique = uniqueness();
  const actions = h("div", { class: "row" },
    h("button", { class: "button primary", type: "button", click: () => void open("/play/") }, "Play"),
    h("button", { class: "button", type: "button", click: () => void open("/run/new?puzzle=") }, "Solve"),
    h("button", { class: "button", type: "button", click: another }, "Another one"),
    h("button", { class: "button", type: "button", click: () => made && printSheet(made, known!) }, "Print"));
  const body = h("div", { class: "preview-body", hidden: true },
    h("div", { class: "stack" }, frame,
      h("label", { class: "check" }, solved, "Show the solution"), actions),
    h("div", { class: "stack" }, facts, unique.element, shelfPlace,
      h("div", { class: "stack tight" }, h("h2", {}, "The same on the command line"), line.element)));
  const element = h("section", { class: "panel stack preview", "aria-label": "Preview" }, said, body);
  let made: MakeAnswer | null = null;
  let shelf: Shelving | null = null;
  let known: About | null = null;
  let view: BoardView | null = null;

  /** Keeps the puzzle and goes on with it. */
  async function open(before: string): Promise<void> {
    if (!shelf) return;
    try {
      go(before + encodeURIComponent(await shelf.keep()));
    } catch (error) {
      trouble(error);
    }
  }

  function draw(): void {
    if (!made || !view) return;
    view.show(solved.checked ? made.solution : spread(made.puzzle), { clues: clueCells(made.puzzle) });
  }

  function show(answer: MakeAnswer, about: About): void {
    made = answer;
    known = about;
    view?.destroy();
    view = new BoardView(answer.puzzle, about);
    frame.replaceChildren(view.element);
    draw();
    facts.replaceChildren(
      ...fact("Recipe", sentence(answer.recipe), "recipe"),
      ...fact("Hardness", powers(sentence(answer.hardness)), "hardness"),
      ...fact("Perfect boards expected by chance, besides its own", powers(answer.expected), "expected"),
      ...fact("Ways to lay the pieces", powers(answer.combinations), "combinations"));
    line.say(answer.command);
    unique.of(answer.text);
    shelf = shelve(answer, () => undefined);
    shelfPlace.replaceChildren(shelf.element);
    said.textContent = "";
    element.classList.remove("stale");
    body.hidden = false;
    body.inert = false;
  }

  return {
    element,
    show,
    refuse(says) {
      said.textContent = sentence(says);
      element.classList.add("stale");
      body.inert = true;
    },
    close: () => view?.destroy(),
  };
}

function fact(name: string, value: string, id: string): HTMLElement[] {
  return [h("dt", {}, name), h("dd", { "data-testid": id }, value)];
}

/** The question whether there is only one perfect board. It says what the server says, and no more. */
function uniqueness(): { element: HTMLElement; of(text: string): void } {
  let text = "";
  let asked = 0;
  const answer = h("p", { class: "note", "aria-live": "polite", "data-testid": "unique" });
  const button = h("button", { class: "button", type: "button", click: () => void look() }, "Is it unique?");
  const looks = { unique: "note good", several: "note", none: "note bad", unknown: "note warn" };
  async function look(): Promise<void> {
    const mine = ++asked;
    button.disabled = true;
    answer.className = "note";
    answer.textContent = "Looking …";
    try {
      const found = await api.unique(text);
      if (mine !== asked) return;
      answer.className = looks[found.answer];
      answer.textContent = sentence(found.says);
    } catch (error) {
      if (mine !== asked) return;
      answer.textContent = error instanceof Refused ? sentence(error.message) : "";
      if (!(error instanceof Refused)) trouble(error);
    } finally {
      if (mine === asked) button.disabled = false;
    }
  }
  return {
    element: h("div", { class: "row unique" }, button, answer),
    of(next) {
      if (next === text) return;
      text = next;
      asked++;
      button.disabled = false;
      answer.textContent = "";
    },
  };
}
