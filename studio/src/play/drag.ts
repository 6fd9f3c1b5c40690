// Dragging pieces by mouse, pen or finger, and telling a tap from a drag.

import { paintPiece } from "../board";
import { h } from "../dom";
import type { About, PuzzleView } from "../wire";
import type { Hand } from "./table";

/** Pixels a pointer may tremble before a tap becomes a drag. */
const SLACK = 6;

export interface DragEars {
  /** The piece under a pointer that may be dragged away. */
  grip(event: PointerEvent): Hand | null;
  tapped(event: PointerEvent): void;
  taken(hand: Hand): void;
  /** The dragged piece is over this point. */
  over(x: number, y: number): void;
  dropped(hand: Hand, x: number, y: number): void;
  /** The drag came to nothing. */
  gone(): void;
  /** How large a piece lies on the board, in CSS pixels. */
  size(): number;
}

interface Press { id: number; x: number; y: number; hand: Hand | null; event: PointerEvent; dragging: boolean }

export class Drag {
  private press: Press | null = null;
  private readonly ghost = h("canvas", { class: "drag-ghost", "aria-hidden": "true", hidden: true });
  private drawn = "";

  constructor(
    private readonly areas: HTMLElement[], private readonly puzzle: PuzzleView, private readonly about: About,
    private readonly ears: DragEars,
  ) {
    document.body.append(this.ghost);
    for (const area of areas) {
      area.addEventListener("pointerdown", this.down);
      area.addEventListener("pointermove", this.move);
      area.addEventListener("pointerup", this.up);
      area.addEventListener("pointercancel", this.cancel);
      area.addEventListener("lostpointercapture", this.cancel);
    }
  }

  /** The hand that is being dragged, so that keys can turn it. */
  get hand(): Hand | null {
    return this.press?.dragging ? this.press.hand : null;
  }

  /** Shows the dragged piece as it is turned now. */
  refresh(): void {
    const hand = this.hand;
    if (!hand) return;
    const size = Math.max(36, Math.round(this.ears.size()));
    const drawn = [hand.piece, hand.turn, size].join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    paintPiece(this.ghost, this.puzzle, this.about, hand.piece, hand.turn, size);
  }

  close(): void {
    this.ghost.remove();
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const hand = this.ears.grip(event);
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, hand, event, dragging: false };
    // The piece's own button may leave the page, and the pointer its area; the area keeps hearing of it.
    if (hand) this.areas.find((area) => area.contains(event.target as Node))?.setPointerCapture(event.pointerId);
  };

  private readonly move = (event: PointerEvent): void => {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    if (!press.dragging) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
      if (!far || !press.hand) return;
      press.dragging = true;
      this.ears.taken(press.hand);
      this.drawn = "";
      this.ghost.hidden = false;
      this.refresh();
    }
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    this.ears.over(event.clientX, event.clientY);
  };

  private readonly up = (event: PointerEvent): void => {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    const { hand, dragging } = press;
    this.end();
    if (dragging && hand) this.ears.dropped(hand, event.clientX, event.clientY);
    else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLACK) this.ears.tapped(press.event);
  };

  private readonly cancel = (event: PointerEvent): void => {
    if (!this.press || event.pointerId !== this.press.id) return;
    const { dragging } = this.press;
    // A finger's capture moves from the piece to its area first: that loss is no end.
    if (event.type === "lostpointercapture" && !this.areas.includes(event.target as HTMLElement)) return;
    this.end();
    if (dragging) this.ears.gone();
  };

  private end(): void {
    this.press = null;
    this.ghost.hidden = true;
  }
}
