// The game with what the player holds and points at. Knows nothing of how it is shown.

import { api } from "../api";
import type { Cells, JudgeAnswer, Lain, PuzzleView } from "../wire";
import { cellsFor, piecesFor, turnsAt } from "./fit";
import { Latest } from "./latest";
import type { Game, Refusal } from "./model";
import { count, lainWords, placeWords } from "./words";

/** The piece that is chosen, from a cell or (null) from the tray. */
export interface Hand { piece: number; turn: number; from: number | null }

export interface Ears {
  /** Something to be seen has changed. */
  drawn(): void;
  /** The game has changed and wants to be kept. */
  changed(): void;
  /** A sentence for the player. */
  say(text: string): void;
  wrong(error: unknown): void;
}

export class Table {
  hand: Hand | null = null;
  /** The empty cell that is chosen. */
  place: number | null = null;
  cursor = 0;
  /** Whether what fits is shown, and pieces turn by themselves to fit. */
  helps = true;
  judged: { answer: JudgeAnswer; cells: Cells } | null = null;
  pending = true;
  /** How the pieces in the tray are turned. */
  private readonly turns = new Map<number, number>();
  private readonly judge: Latest<Cells, JudgeAnswer>;

  constructor(readonly puzzle: PuzzleView, readonly game: Game, private readonly ears: Ears) {
    const key = puzzle.summary.key;
    this.judge = new Latest(
      (cells) => api.judge({ puzzle: key, cells }),
      (answer, cells) => this.told(answer, cells),
      (error) => ears.wrong(error),
    );
    this.ask();
  }

  close(): void {
    this.judge.close();
  }

  /** Asks the judge again, as after every move. */
  ask(): void {
    this.pending = true;
    this.judge.put(this.game.cells.slice());
  }

  /** Pieces in the tray, by number. */
  left(): number[] {
    return this.puzzle.pieces.map((_, index) => index + 1).filter((piece) => this.game.cellOf(piece) === null);
  }

  turnOf(piece: number): number {
    if (this.hand?.piece === piece) return this.hand.turn;
    return this.turns.get(piece) ?? 0;
  }

  /** Where the piece in hand fits. */
  fittingCells(): [number, number][] {
    return this.helps && this.hand ? cellsFor(this.puzzle, this.without(this.hand.from), this.hand.piece) : [];
  }

  /** What fits on the chosen cell. */
  fittingPieces(): Lain[] | null {
    if (!this.helps || this.place === null) return null;
    return piecesFor(this.puzzle, this.game.cells, this.place, this.left());
  }

  /** Chooses a cell or lays what is in hand, as a tap or Enter does. */
  touch(cell: number): void {
    this.cursor = cell;
    const here = this.game.cells[cell] ?? null;
    if (this.hand) {
      if (this.hand.from === cell) this.release();
      else this.lay(cell, this.hand);
    } else if (here) {
      const held = this.game.held(cell);
      if (held) this.refuse(held);
      else this.take({ piece: here[0], turn: here[1], from: cell });
    } else {
      this.place = this.place === cell ? null : cell;
      this.ears.say(this.place === null ? "No cell is chosen." : this.cellWords(cell));
      this.ears.drawn();
    }
  }

  /** Chooses a piece of the tray, or lays it on the chosen cell. */
  pick(piece: number, turn: number): void {
    if (this.place !== null) return this.lay(this.place, { piece, turn, from: null });
    if (this.hand?.piece === piece) return this.release();
    this.take({ piece, turn, from: null });
  }

  take(hand: Hand): void {
    this.hand = hand;
    this.place = null;
    const cells = new Set(this.fittingCells().map(([cell]) => cell));
    const fits = this.helps ? `; fits ${count(cells.size, "cell")}` : "";
    this.ears.say(`${lainWords([hand.piece, hand.turn])} is chosen${fits}.`);
    this.ears.drawn();
  }

  /** Lays a piece. With help it turns to fit, if it can and does not already. */
  lay(cell: number, hand: Hand): void {
    const turns = this.helps ? turnsAt(this.puzzle, this.without(hand.from), cell, hand.piece) : [];
    const turn = turns.includes(hand.turn) ? hand.turn : (turns[0] ?? hand.turn);
    const old = this.game.cells[cell] ?? null;
    if (this.did(this.game.lay(cell, hand.piece, turn))) {
      if (old && hand.from === null) this.turns.set(old[0], old[1]);
      this.ears.say(`${lainWords([hand.piece, turn])} lies at ${placeWords(this.puzzle, cell)}.`);
    }
  }

  /** Takes the piece in hand, or under the cursor, back to the tray. */
  lift(cell = this.hand?.from ?? this.cursor): void {
    const lain = this.game.cells[cell];
    if (!lain) return this.refuse("There is no piece to lift here.");
    if (!this.did(this.game.lift(cell))) return;
    this.turns.set(lain[0], lain[1]);
    this.ears.say(`Piece ${lain[0]} is back in the tray.`);
  }

  /** Turns what is in hand, or lies under the cursor. */
  turn(by: number): void {
    if (this.hand && this.hand.from === null) {
      this.hand.turn = (this.hand.turn + by + 4) & 3;
      this.turns.set(this.hand.piece, this.hand.turn);
      this.ears.say(`${lainWords([this.hand.piece, this.hand.turn])}.`);
      return this.ears.drawn();
    }
    this.turnAt(this.hand?.from ?? this.cursor, by);
  }

  /** Turns a piece of the tray. */
  turnLoose(piece: number, by: number): void {
    if (this.hand?.piece === piece) return this.turn(by);
    this.turns.set(piece, (this.turnOf(piece) + by + 4) & 3);
    this.ears.drawn();
  }

  turnAt(cell: number, by: number): void {
    if (!this.game.cells[cell]) return this.refuse("There is no piece to turn here.");
    const hand = this.hand;
    if (!this.did(this.game.turn(cell, by))) return;
    const lain = this.game.cells[cell];
    if (!lain) return;
    // A piece that is turned stays chosen, so that it can be turned again.
    if (hand?.from === cell) this.hand = { ...hand, turn: lain[1] };
    this.ears.say(`${lainWords(lain)}.`);
  }

  lock(): void {
    const cell = this.hand?.from ?? this.cursor;
    if (!this.did(this.game.lock(cell), false)) return;
    const state = this.game.locked.has(cell) ? "locked" : "free again";
    this.ears.say(`${placeWords(this.puzzle, cell)} is ${state}.`);
  }

  undo(): void {
    this.did(this.game.undo() ? null : "There is nothing to undo.");
  }

  redo(): void {
    this.did(this.game.redo() ? null : "There is nothing to redo.");
  }

  clear(): void {
    this.game.clear();
    this.did(null);
    this.ears.say("The board is empty again. Undo brings the pieces back.");
  }

  /** Nothing is chosen any more. */
  release(): void {
    this.hand = null;
    this.place = null;
    this.ears.drawn();
  }

  /** Asks for a hint: the piece is taken in hand, the cell shown. */
  async hint(): Promise<void> {
    this.game.hinted = true;
    this.ears.changed();
    const cells = this.game.cells.slice();
    const hint = await api.hint({ puzzle: this.puzzle.summary.key, cells });
    this.release();
    this.ears.say(hint.says);
    if (hint.cell === null) return;
    this.cursor = hint.cell;
    if (hint.piece !== null && hint.turn !== null && this.game.cellOf(hint.piece) === null) {
      this.hand = { piece: hint.piece, turn: hint.turn, from: null };
    }
    this.ears.drawn();
  }

  /** A cell and what is known of it. */
  cellWords(cell: number): string {
    const lain = this.game.cells[cell] ?? null;
    const parts = [lain ? lainWords(lain) : "empty"];
    if (this.game.clues.has(cell)) parts.push("a clue");
    if (this.game.locked.has(cell)) parts.push("locked");
    if (!lain && this.helps) {
      const pieces = new Set(piecesFor(this.puzzle, this.game.cells, cell, this.left()).map(([piece]) => piece));
      parts.push(pieces.size ? `${count(pieces.size, "piece fits", "pieces fit")}` : "nothing fits");
    }
    return `Row ${placeWords(this.puzzle, cell).slice(4)}: ${parts.join("; ")}.`;
  }

  /** The board without the piece of one cell. */
  private without(from: number | null): Cells {
    return this.game.cells.map((lain, cell) => (cell === from ? null : lain));
  }

  /** What follows a move: it is judged and kept, and nothing is in hand. */
  private did(refusal: Refusal, moved = true): boolean {
    if (refusal) {
      this.refuse(refusal);
      return false;
    }
    if (moved) {
      this.hand = null;
      this.place = null;
      this.ask();
    }
    this.ears.changed();
    this.ears.drawn();
    return true;
  }

  private refuse(text: string): void {
    this.ears.say(text);
    this.ears.drawn();
  }

  private told(answer: JudgeAnswer, cells: Cells): void {
    this.judged = { answer, cells };
    this.pending = false;
    this.ears.drawn();
  }
}
