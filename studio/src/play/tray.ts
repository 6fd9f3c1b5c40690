// The pieces that are left. Only those in sight are on the page, so that thousands stay quick.

import { paintPiece } from "../board";
import { h } from "../dom";
import type { About, Lain, PuzzleView } from "../wire";
import { type Group, type Plan, type Slot, planAcross, planDown } from "./order";
import { sidesWords } from "./words";

const GAP = 6;
const HEADING = 30;
/** Pixels beyond the edges that are painted too, so that scrolling shows no gaps. */
const MARGIN = 160;

const STEPS: Record<string, "next" | "back" | "across" | "backAcross"> = {
  ArrowRight: "next", ArrowLeft: "back", ArrowDown: "across", ArrowUp: "backAcross",
};

export interface TrayEars {
  picked(lain: Lain): void;
}

export class Tray {
  private readonly space = h("div", { class: "tray-space" });
  readonly element = h("div", {
    class: "tray-pieces", role: "group", "aria-label": "Pieces left", tabindex: -1,
  }, this.space);
  private readonly empty = h("p", { class: "note tray-empty", hidden: true });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly headings = new Map<string, HTMLElement>();
  private readonly sizes = new ResizeObserver(() => this.arrange());
  private groups: Group[] = [];
  private plan: Plan = { slots: [], headings: [], width: 0, height: 0, across: 1 };
  private active = 0;
  private chosen: number | null = null;
  private size = 0;

  constructor(private readonly puzzle: PuzzleView, private readonly about: About, private readonly ears: TrayEars) {
    this.element.prepend(this.empty);
    this.element.addEventListener("scroll", () => this.render(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    // Readers press a button without a pointer; pointers are looked after by dragging.
    this.element.addEventListener("click", (event) => {
      const lain = event.detail === 0 ? this.lainAt(event.target) : null;
      if (lain) this.ears.picked(lain);
    });
    this.element.addEventListener("focusin", (event) => {
      const piece = this.lainAt(event.target)?.[0];
      const at = this.plan.slots.findIndex(({ lain }) => lain[0] === piece);
      if (at >= 0) this.active = at;
    });
    this.sizes.observe(this.element);
  }

  /** Shows these pieces; the chosen one is marked. */
  show(groups: Group[], chosen: number | null, nothing: string): void {
    const same = JSON.stringify(groups) === JSON.stringify(this.groups);
    this.groups = groups;
    this.chosen = chosen;
    this.empty.textContent = nothing;
    this.empty.hidden = groups.some(({ pieces }) => pieces.length > 0);
    if (same) this.render();
    else this.arrange();
  }

  /** Focuses the first piece, or the one that was focused before. */
  focus(first = false): void {
    if (first) this.active = 0;
    this.reveal();
    (this.buttonAt(this.active) ?? this.element).focus({ preventScroll: true });
  }

  /** The first of these pieces comes into sight. */
  toTop(): void {
    this.active = 0;
    this.element.scrollTo(0, 0);
  }

  /** The piece of a button, as it is turned there. */
  lainAt(target: EventTarget | null): Lain | null {
    const button = target instanceof Element ? target.closest<HTMLElement>("button[data-piece]") : null;
    return button ? [Number(button.dataset.piece), Number(button.dataset.turn)] : null;
  }

  close(): void {
    this.sizes.disconnect();
  }

  private get lying(): boolean {
    return getComputedStyle(this.element).getPropertyValue("--lying").trim() === "1";
  }

  /** Lays out anew, for other pieces or another size. */
  private arrange(): void {
    const style = getComputedStyle(this.element);
    const size = Number.parseFloat(style.getPropertyValue("--piece")) || 52;
    const width = this.element.clientWidth - 2 * GAP;
    const height = this.element.clientHeight - 2 * GAP;
    if (width <= 0) return;
    if (size !== this.size) this.forget();
    this.size = size;
    const measures = { width, height, size, gap: GAP, heading: HEADING };
    this.plan = this.lying ? planAcross(this.groups, measures) : planDown(this.groups, measures);
    this.space.style.width = this.lying ? `${this.plan.width}px` : "100%";
    this.space.style.height = `${this.plan.height}px`;
    // A tray that need not scroll leaves every direction to dragging.
    const scrolls = this.lying ? this.plan.width > width : this.plan.height > height;
    this.element.classList.toggle("still", !scrolls);
    this.active = Math.min(this.active, Math.max(0, this.plan.slots.length - 1));
    this.render();
  }

  private forget(): void {
    for (const button of this.buttons.values()) button.remove();
    this.buttons.clear();
  }

  private inSight({ x, y }: { x: number; y: number }): boolean {
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = this.element;
    return y + this.size > scrollTop - MARGIN && y < scrollTop + clientHeight + MARGIN
      && x + this.size > scrollLeft - MARGIN && x < scrollLeft + clientWidth + MARGIN;
  }

  private render(): void {
    const had = this.lainAt(document.activeElement);
    const { slots } = this.plan;
    const wanted = new Map<string, [Slot, number]>();
    slots.forEach((slot, index) => {
      if (index === this.active || this.inSight(slot)) wanted.set(slot.lain.join("/"), [slot, index]);
    });
    for (const [key, button] of this.buttons) {
      if (wanted.has(key)) continue;
      button.remove();
      this.buttons.delete(key);
    }
    for (const [key, [slot, index]] of wanted) {
      const button = this.buttons.get(key) ?? this.make(key, slot.lain);
      button.style.transform = `translate(${slot.x}px, ${slot.y}px)`;
      button.tabIndex = index === this.active ? 0 : -1;
      button.setAttribute("aria-pressed", String(slot.lain[0] === this.chosen));
      button.setAttribute("aria-label", this.nameOf(slot));
      button.classList.toggle("fits", slot.group === "fits here");
    }
    this.renderHeadings();
    // The focused piece was turned, or laid: then its neighbour takes the focus.
    if (had && !this.lainAt(document.activeElement)) this.buttonAt(this.active)?.focus({ preventScroll: true });
  }

  private renderHeadings(): void {
    const labels = new Set(this.plan.headings.map(({ label }) => label));
    for (const [label, heading] of this.headings) {
      if (labels.has(label)) continue;
      heading.remove();
      this.headings.delete(label);
    }
    for (const { label, count, y } of this.plan.headings) {
      let heading = this.headings.get(label);
      if (!heading) this.headings.set(label, (heading = h("p", { class: "tray-heading" })));
      heading.textContent = count ? `${label} · ${count}` : label;
      heading.style.transform = `translateY(${y}px)`;
      if (!heading.parentElement) this.space.append(heading);
    }
  }

  private make(key: string, [piece, turn]: Lain): HTMLButtonElement {
    const canvas = h("canvas", { "aria-hidden": "true" });
    paintPiece(canvas, this.puzzle, this.about, piece, turn, this.size);
    const button = h("button", { class: "tray-piece", type: "button", "data-piece": piece, "data-turn": turn }, canvas);
    this.buttons.set(key, button);
    this.space.append(button);
    return button;
  }

  private nameOf({ lain, group }: Slot): string {
    const kind = this.puzzle.kinds[lain[0] - 1] ?? "";
    const fits = group === "fits here" ? "fits here" : "left";
    return `piece ${lain[0]}, ${kind}, ${fits}: ${sidesWords(this.puzzle, this.about, lain)}`;
  }

  private buttonAt(index: number): HTMLButtonElement | undefined {
    const slot = this.plan.slots[index];
    return slot && this.buttons.get(slot.lain.join("/"));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.plan.slots.length - 1;
    const step = STEPS[event.key];
    if (step) {
      const along = this.lying ? this.plan.across : 1;
      const beside = this.lying ? 1 : this.plan.across;
      const by = { next: along, back: -along, across: beside, backAcross: -beside }[step];
      this.active = Math.max(0, Math.min(last, this.active + by));
    } else if (event.key === "Home") {
      this.active = 0;
    } else if (event.key === "End") {
      this.active = Math.max(0, last);
    } else if (event.key === "Enter" || event.key === " ") {
      const slot = this.plan.slots[this.active];
      if (slot) this.ears.picked(slot.lain);
    } else {
      return;
    }
    event.preventDefault();
    if (step || event.key === "Home" || event.key === "End") this.focus();
  }

  /** Scrolls the active piece into sight and has it on the page. */
  private reveal(): void {
    const slot = this.plan.slots[this.active];
    if (!slot) return;
    const { element, size } = this;
    const [low, right] = [slot.y + size - element.clientHeight, slot.x + size - element.clientWidth];
    if (slot.y < element.scrollTop) element.scrollTop = slot.y - HEADING;
    else if (low + GAP > element.scrollTop) element.scrollTop = low + 2 * GAP;
    if (slot.x < element.scrollLeft) element.scrollLeft = slot.x;
    else if (right + GAP > element.scrollLeft) element.scrollLeft = right + 2 * GAP;
    this.render();
  }
}
