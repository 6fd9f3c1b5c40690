// The shelf: puzzles as small pictures.

import { api } from "../api";
import { ask } from "../ask";
import { h } from "../dom";
import { many } from "../run/words";
import { tell, trouble } from "../shell";
import type { PuzzleSummary } from "../wire";

export interface Shelf { element: HTMLElement; show(puzzles: PuzzleSummary[]): void }

/** From so many puzzles on they can be filtered. */
const MANY = 8;
/** Yours come first. */
const ORDER: PuzzleSummary["place"][] = ["yours", "kept", "builtin"];

/** The shelf; `changed` is called when a puzzle was taken off. */
export function shelf(changed: () => void): Shelf {
  let all: PuzzleSummary[] = [];
  const filter = h("input", {
    type: "search", "aria-label": "Filter the shelf", placeholder: "Filter …", autocomplete: "off", input: fill,
  });
  const list = h("ul", { class: "cards" });
  const nothing = h("p", { class: "note", role: "status" });
  const element = h("section", { class: "stack shelf", "aria-labelledby": "shelf-title", "data-testid": "shelf" },
    h("div", { class: "row headline" },
      h("h2", { id: "shelf-title" }, "Shelf"),
      filter,
      h("a", { class: "button", href: "/make" }, "Make a puzzle")),
    list, nothing);

  function fill(): void {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = all.filter((one) => words.every((word) => searched(one).includes(word)));
    list.replaceChildren(...wanted.map((one) => card(one, changed)));
    nothing.textContent = wanted.length ? "" : "Nothing on the shelf is called that.";
  }

  return {
    element,
    show(puzzles) {
      all = puzzles.toSorted((one, other) => ORDER.indexOf(one.place) - ORDER.indexOf(other.place));
      filter.hidden = all.length < MANY;
      fill();
    },
  };
}

function searched(one: PuzzleSummary): string {
  return `${one.name} ${one.width}x${one.height} ${one.about} ${one.framed ? "framed" : "open"}`.toLowerCase();
}

function card(one: PuzzleSummary, changed: () => void): HTMLElement {
  const part = encodeURIComponent(one.key);
  const facts = [`${one.width} × ${one.height}`, many(one.colours, "colour")];
  if (one.clues) facts.push(many(one.clues, "clue"));
  if (!one.framed) facts.push("open");
  if (one.signed) facts.push("signed");
  if (one.place === "yours") facts.push("yours");
  return h("li", { class: "card", "data-key": one.key },
    h("img", { src: api.picture(one.key), alt: "", loading: "lazy", width: 160, height: 160, class: "thumb" }),
    h("div", { class: "card-text" },
      h("h3", { dir: "auto", title: one.about }, one.name),
      h("p", { class: "note" }, facts.join(" · ")),
      h("div", { class: "row card-tools" },
        h("a", { class: "button small", href: `/play/${part}`, "aria-label": `Play ${one.name}` }, "Play"),
        h("a", { class: "button small", href: `/run/new?puzzle=${part}`, "aria-label": `Solve ${one.name}` }, "Solve"),
        one.place !== "builtin" && h("button", {
          class: "button small quiet", type: "button", "aria-label": `Remove ${one.name}`,
          click: () => void remove(one, changed),
        }, "✕"))));
}

async function remove(one: PuzzleSummary, changed: () => void): Promise<void> {
  if (!(await ask(`Take ${one.name} off the shelf?`, "Remove it"))) return;
  try {
    await api.removePuzzle(one.key);
    tell(`${one.name} is off the shelf.`);
    changed();
  } catch (error) {
    trouble(error);
  }
}
