// One box for anything: a file, a link, a grid, a board line.

import { Refused, api } from "../api";
import { h } from "../dom";
import { about, announce, sentence, trouble } from "../shell";
import type { PuzzleSummary } from "../wire";
import { type Found, found } from "./found";

export interface Box {
  element: HTMLElement;
  /** The puzzles that a bare board may be of. */
  know(puzzles: PuzzleSummary[]): void;
  close(): void;
}

const EXAMPLES = "A puzzle file, an e2.bucas.name or eternity2.dev link, a grid, a list of pieces, a board line …";

export function box(kept: () => void): Box {
  const text = h("textarea", {
    id: "box", class: "mono", rows: 4, spellcheck: "false", autocomplete: "off", placeholder: EXAMPLES,
    "aria-describedby": "box-said",
    paste: () => setTimeout(() => void read(), 0), input: changed, keydown: keyed,
  });
  const puzzle = h("select", { change: () => void read() }, h("option", { value: "" }, "The pasted text says it"));
  const which = h("label", { class: "field which", hidden: true },
    h("span", {}, "Puzzle, if it is a board alone"), puzzle);
  const said = h("p", { class: "note bad", role: "alert", id: "box-said" });
  const place = h("div");
  const chooser = h("input", {
    id: "box-file", type: "file", class: "visually-hidden", tabindex: -1, "aria-hidden": "true", change: chosen,
  });
  const open = h("button", { class: "button primary", type: "submit", disabled: true }, "Open");
  let card: Found | null = null;
  let name: string | null = null;
  let asked = 0;

  function show(next: Found | null): void {
    card?.close();
    card = next;
    place.replaceChildren(...(next ? [next.element] : []));
  }

  function changed(): void {
    name = null;
    settle();
  }

  function settle(): void {
    const empty = text.value.trim() === "";
    open.disabled = empty;
    which.hidden = empty;
    if (!empty) return;
    asked++;
    said.textContent = "";
    text.removeAttribute("aria-invalid");
    show(null);
  }

  function keyed(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void read();
  }

  async function chosen(): Promise<void> {
    const file = chooser.files?.[0];
    chooser.value = "";
    if (file) await take(file);
  }

  async function take(file: File): Promise<void> {
    text.value = await file.text();
    name = file.name.replace(/\.[^.]*$/, "") || file.name;
    await read();
  }

  /** Has the server look at it; only the newest question counts. */
  async function read(): Promise<void> {
    settle();
    if (text.value.trim() === "") return;
    const mine = ++asked;
    open.disabled = true;
    try {
      const answer = await api.read({ text: text.value, name, puzzle: puzzle.value || null });
      const known = await about();
      if (mine !== asked) return;
      said.textContent = "";
      text.removeAttribute("aria-invalid");
      show(found(answer, known, kept));
      announce(`Found ${answer.puzzle.summary.name}.`);
    } catch (error) {
      if (mine !== asked) return;
      if (!(error instanceof Refused)) return trouble(error);
      show(null);
      said.textContent = sentence(error.message);
      text.setAttribute("aria-invalid", "true");
    } finally {
      if (mine === asked) open.disabled = text.value.trim() === "";
    }
  }

  const submit = (event: Event) => {
    event.preventDefault();
    void read();
  };
  const element = h("form", { class: "panel stack box", submit, "data-testid": "box" },
    h("label", { class: "box-label", for: "box" }, "Paste or drop anything"),
    text, chooser,
    h("div", { class: "row box-tools" },
      open,
      h("button", { class: "button", type: "button", click: () => chooser.click() }, "Choose a file …"),
      which),
    said, place);
  dropping(element, (file) => void take(file).catch(trouble), (dropped) => {
    text.value = dropped;
    changed();
    void read();
  });

  return {
    element,
    know(puzzles) {
      const was = puzzle.value;
      const options = puzzles.map((one) =>
        h("option", { value: one.key }, `${one.name} (${one.width} × ${one.height})`));
      puzzle.replaceChildren(h("option", { value: "" }, "The pasted text says it"), ...options);
      puzzle.value = puzzles.some((one) => one.key === was) ? was : "";
    },
    close: () => card?.close(),
  };
}

/** Files and text that are dropped on the element. */
function dropping(element: HTMLElement, file: (file: File) => void, text: (text: string) => void): void {
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("over");
  });
  element.addEventListener("dragleave", (event) => {
    const to = event.relatedTarget;
    if (!(to instanceof Node && element.contains(to))) element.classList.remove("over");
  });
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    element.classList.remove("over");
    const dropped = event.dataTransfer?.files[0];
    const words = event.dataTransfer?.getData("text/uri-list") || event.dataTransfer?.getData("text/plain");
    if (dropped) file(dropped);
    else if (words) text(words);
  });
}
