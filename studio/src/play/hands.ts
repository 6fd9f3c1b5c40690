// Mouse, pen and finger at the table: taps, drags, and the right button, which turns.

import type { About, Lain, PuzzleView } from "../wire";
import { Drag } from "./drag";
import type { Pane } from "./pane";
import type { Hand, Table } from "./table";
import type { Tray } from "./tray";

type Point = Pick<PointerEvent, "target" | "clientX" | "clientY">;

export class Hands {
  /** The cell a dragged piece is over. */
  target: number | null = null;
  private readonly drag: Drag;

  constructor(
    puzzle: PuzzleView, about: About,
    private readonly table: Table, private readonly pane: Pane, private readonly tray: Tray,
    private readonly draw: () => void,
  ) {
    const board = pane.view.element;
    board.addEventListener("touchstart", this.touched, { passive: false });
    board.addEventListener("contextmenu", this.turned);
    tray.element.addEventListener("contextmenu", this.turned);
    this.drag = new Drag([board, tray.element], puzzle, about, {
      grip: (event) => this.grip(event),
      tapped: (event) => this.tapped(event),
      taken: (hand) => table.take(hand),
      over: (x, y) => this.over(x, y),
      dropped: (hand, x, y) => this.dropped(hand, x, y),
      gone: () => {
        this.target = null;
        table.release();
      },
      size: () => Number(board.dataset.cell ?? 48),
    });
  }

  /** The cell that a piece is being dragged away from. */
  get from(): number | null {
    return this.drag.hand?.from ?? null;
  }

  /** Turns the piece that is being dragged, if there is one. */
  turn(by: number): boolean {
    const { hand } = this.drag;
    if (!hand) return false;
    hand.turn = (hand.turn + by + 4) & 3;
    this.drag.refresh();
    return true;
  }

  refresh(): void {
    this.drag.refresh();
  }

  close(): void {
    this.drag.close();
  }

  private onBoard(target: EventTarget | null): boolean {
    return target instanceof Node && this.pane.view.element.contains(target);
  }

  private grip({ target, clientX, clientY }: Point): Hand | null {
    const loose = this.tray.lainAt(target);
    if (loose) return { piece: loose[0], turn: loose[1], from: null };
    const cell = this.onBoard(target) ? this.pane.view.cellAt(clientX, clientY) : null;
    const here: Lain | null = cell === null ? null : (this.table.game.cells[cell] ?? null);
    return cell !== null && here && !this.table.game.held(cell) ? { piece: here[0], turn: here[1], from: cell } : null;
  }

  /** A finger on a piece drags it; elsewhere on the board it scrolls. Zoomed, it drags only what is chosen. */
  private readonly touched = (event: TouchEvent): void => {
    const touch = event.touches[0];
    const hand = touch && event.touches.length === 1 ? this.grip(touch) : null;
    const drags = hand && (this.pane.zoom === 1 || this.table.hand?.from === hand.from);
    if (drags && event.cancelable) event.preventDefault();
  };

  private readonly turned = (event: MouseEvent): void => {
    event.preventDefault();
    // A finger that rests is no right button.
    if ((event as PointerEvent).pointerType === "touch") return;
    const loose = this.tray.lainAt(event.target);
    const cell = this.onBoard(event.target) ? this.pane.view.cellAt(event.clientX, event.clientY) : null;
    if (loose) this.table.turnLoose(loose[0], 1);
    else if (cell !== null && this.table.game.cells[cell]) this.table.turnAt(cell, 1);
  };

  private tapped(event: PointerEvent): void {
    const loose = this.tray.lainAt(event.target);
    if (loose) return this.table.pick(loose[0], loose[1]);
    const cell = this.onBoard(event.target) ? this.pane.view.cellAt(event.clientX, event.clientY) : null;
    if (cell === null) return;
    this.pane.view.element.focus({ preventScroll: true });
    this.table.touch(cell);
    if (this.table.place !== null) this.tray.toTop();
  }

  private over(x: number, y: number): void {
    const cell = this.landing(x, y);
    if (cell === this.target) return;
    this.target = cell;
    this.draw();
  }

  /** The cell of the board under a point, if nothing else lies over it. */
  private landing(x: number, y: number): number | null {
    return this.onBoard(document.elementFromPoint(x, y)) ? this.pane.view.cellAt(x, y) : null;
  }

  private dropped(hand: Hand, x: number, y: number): void {
    const { table } = this;
    const cell = this.landing(x, y);
    const home = document.elementFromPoint(x, y)?.closest(".tray");
    this.target = null;
    if (cell !== null && cell !== hand.from) {
      table.cursor = cell;
      table.lay(cell, hand);
    } else if (home && hand.from !== null) {
      table.lift(hand.from);
    }
    // What could not be laid goes back to where it was.
    if (table.hand) table.release();
    this.draw();
  }
}
