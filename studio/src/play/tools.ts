// The buttons beside the board.

import { h } from "../dom";
import { type Icon, icon } from "./icons";

export interface Tool { icon: Icon; label: string; key: string; act(): void }

/** A button with a drawing above its name. */
export function toolButton({ icon: name, label, key, act }: Tool): HTMLButtonElement {
  const title = `${label} (${key})`;
  return h("button", { class: "tool", type: "button", title, click: act }, icon(name), h("span", {}, label));
}

const BESIDE: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Makes a group of buttons one stop for Tab; arrows move within it. */
export function rove(group: HTMLElement): HTMLElement {
  const buttons = [...group.querySelectorAll("button")];
  const visit = (at: number) => buttons.forEach((button, index) => (button.tabIndex = index === at ? 0 : -1));
  visit(0);
  group.addEventListener("focusin", (event) => visit(buttons.indexOf(event.target as HTMLButtonElement)));
  group.addEventListener("keydown", (event) => {
    const by = BESIDE[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  });
  return group;
}

/** Says that a button does nothing now, but leaves it focusable. */
export function enable(button: HTMLElement, able: boolean): void {
  if (able) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

export interface Shows { fits: boolean; clues: boolean; numbers: boolean; coordinates: boolean }

const KEPT = "marquetry.play.shows";
const USUAL: Shows = { fits: true, clues: true, numbers: false, coordinates: false };

/** What the player last wanted to see. */
export function usualShows(): Shows {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Shows>;
    return { ...USUAL, ...kept };
  } catch {
    return { ...USUAL };
  }
}

export function keepShows(shows: Shows): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(shows));
  } catch {
    // A browser without storage forgets; nothing else is lost.
  }
}

const NAMES: [keyof Shows, string, string][] = [
  ["fits", "Fits", "F"], ["clues", "Clues", "C"], ["numbers", "Numbers", "N"], ["coordinates", "Coordinates", "#"],
];

/** The switches of what is shown, with a function that brings them up to date. */
export function switches(shows: Shows, flip: (name: keyof Shows) => void): { element: HTMLElement; update(): void } {
  const buttons = NAMES.map(([name, label, key]) => {
    const title = `${label} (${key})`;
    const button = h("button", { class: "button small", type: "button", title, click: () => flip(name) }, label);
    return [name, button] as const;
  });
  const update = () => buttons.forEach(([name, button]) => button.setAttribute("aria-pressed", String(shows[name])));
  update();
  const element = h("div", { class: "row switches", role: "toolbar", "aria-label": "Show" });
  element.append(...buttons.map(([, button]) => button));
  return { element: rove(element), update };
}
