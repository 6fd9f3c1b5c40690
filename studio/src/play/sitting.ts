// One sitting at a puzzle: the table with its board, tray, tools and clock, and the hands that use them.

import { h } from "../dom";
import { go, trouble } from "../shell";
import type { About, Lain, PlayState, PuzzleView } from "../wire";
import { Clock } from "./clock";
import { type Filters, filters } from "./filters";
import { Hands } from "./hands";
import { listen, moved } from "./keyboard";
import { Game } from "./model";
import { groupsOf } from "./order";
import { Pane } from "./pane";
import { Saver } from "./saver";
import { shareButtons } from "./share";
import { Status } from "./status";
import { Table } from "./table";
import { type Shows, enable, keepShows, rove, switches, toolButton, usualShows } from "./tools";
import { Tray } from "./tray";

/** Seconds of thought without a move that are worth keeping when the page is left. */
const THOUGHT = 5;

export class Sitting {
  readonly element: HTMLElement;
  private readonly shows: Shows = usualShows();
  private readonly says = h("p", { class: "says", role: "status", "data-testid": "says" });
  private readonly stale = h("div", { class: "stale row", role: "alert", hidden: true, "data-testid": "stale" });
  private readonly game: Game;
  private readonly table: Table;
  private readonly saver: Saver;
  private readonly clock: Clock;
  private readonly status: Status;
  private readonly pane: Pane;
  private readonly tray: Tray;
  private readonly filters: Filters;
  private readonly hands: Hands;
  private readonly switches: ReturnType<typeof switches>;
  private readonly undoTool = toolButton({ icon: "undo", label: "Undo", key: "Ctrl-Z", act: () => this.table.undo() });
  private readonly redoTool = toolButton({ icon: "redo", label: "Redo", key: "Ctrl-Y", act: () => this.table.redo() });
  private readonly deaf: () => void;
  private readonly hides = () => this.leave();
  /** A tab that is not seen may end without a word. */
  private readonly veiled = () => document.hidden && this.saver.leave(false);
  private keptSeconds: number;
  private drawing = false;
  private closed = false;

  constructor(private readonly puzzle: PuzzleView, about: About, state: PlayState | null, reload: () => void) {
    this.game = new Game(puzzle, state);
    this.keptSeconds = state?.seconds ?? 0;
    const revision = state?.revision ?? 0;
    this.saver = new Saver(puzzle.summary.key, revision, (next) => this.state(next), () => this.showKeeping());
    this.table = new Table(puzzle, this.game, {
      drawn: () => this.draw(),
      changed: () => this.saver.changed(),
      say: (text) => this.say(text),
      wrong: trouble,
    });
    this.table.helps = this.shows.fits;
    this.status = new Status(() => this.pause());
    this.pane = new Pane(puzzle, about, () => this.pause());
    this.tray = new Tray(puzzle, about, { picked: (lain) => this.picked(lain) });
    this.filters = filters(puzzle, about, () => this.draw());
    this.switches = switches(this.shows, (name) => this.flip(name));
    this.clock = new Clock(this.keptSeconds, () => this.showTime());
    this.hands = new Hands(puzzle, about, this.table, this.pane, this.tray, () => this.draw());
    this.deaf = this.listens();
    this.stale.append(
      h("span", {}, "This puzzle was played in another tab. What you do here is no longer saved."),
      h("button", { class: "button small", type: "button", click: reload }, "Reload"));
    this.element = this.lay();
    window.addEventListener("pagehide", this.hides);
    document.addEventListener("visibilitychange", this.veiled);
    this.showTime();
    this.draw();
  }

  close(): void {
    this.closed = true;
    this.leave();
    window.removeEventListener("pagehide", this.hides);
    document.removeEventListener("visibilitychange", this.veiled);
    this.deaf();
    for (const part of [this.table, this.clock, this.pane, this.tray, this.hands]) part.close();
  }

  private lay(): HTMLElement {
    const { table } = this;
    const tools = rove(h("div", { class: "tools-grid", role: "toolbar", "aria-label": "Tools" },
      this.undoTool,
      this.redoTool,
      toolButton({ icon: "left", label: "Turn left", key: "Shift-R", act: () => this.turn(-1) }),
      toolButton({ icon: "right", label: "Turn right", key: "R", act: () => this.turn(1) }),
      toolButton({ icon: "lift", label: "Lift", key: "Delete", act: () => table.lift() }),
      toolButton({ icon: "lock", label: "Lock", key: "L", act: () => table.lock() }),
      toolButton({ icon: "hint", label: "Hint", key: "H", act: () => this.hint() })));
    const key = encodeURIComponent(this.puzzle.summary.key);
    const finish = h("a", {
      class: "button small", href: `/run/new?puzzle=${key}&finish=1`, click: (event: MouseEvent) => this.finish(event),
    }, "Finish from here");
    return h("div", { class: "play-grid" },
      this.stale,
      this.status.element,
      h("div", { class: "play-main" }, this.pane.element, h("div", { class: "play-foot" }, this.says, this.pane.zooms)),
      tools,
      h("section", { class: "tray", "aria-label": "Tray", "data-testid": "tray" },
        this.filters.element, this.tray.element),
      h("div", { class: "play-under stack" },
        h("div", { class: "row" }, this.switches.element, finish,
          h("button", { class: "button small", type: "button", click: () => this.startOver() }, "Start over")),
        this.status.faults,
        shareButtons(this.puzzle, () => this.game.cells)));
  }

  private state(revision: number): PlayState {
    this.keptSeconds = this.clock.seconds;
    return { revision, ...this.game.memory(), seconds: Math.round(this.keptSeconds * 10) / 10 };
  }

  private leave(): void {
    this.saver.leave(this.clock.seconds - this.keptSeconds > THOUGHT);
  }

  private say(text: string): void {
    this.says.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Draws once, however much changed in this turn. */
  private draw(): void {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      if (!this.closed) this.paint();
    });
  }

  private paint(): void {
    const { table, game, shows } = this;
    // A piece that is dragged away is off the board.
    const cells = game.cells.map((lain, cell) => (cell === this.hands.from ? null : lain));
    const answer = table.judged?.answer;
    this.pane.show(cells, {
      breaks: answer?.breaks.filter(([one, other]) => cells[one] && cells[other]) ?? [],
      dead: answer?.dead.filter((cell) => !cells[cell]) ?? [],
      clues: shows.clues ? [...game.clues] : [],
      locked: [...game.locked],
      fits: [...new Set(table.fittingCells().map(([cell]) => cell))],
      chosen: table.place ?? table.hand?.from ?? null,
      cursor: this.hands.target ?? (this.pane.cursorShown ? table.cursor : null),
      numbers: shows.numbers,
      coordinates: shows.coordinates,
    });
    this.paintTray();
    this.status.judge(table);
    enable(this.undoTool, game.canUndo);
    enable(this.redoTool, game.canRedo);
    this.hands.refresh();
    const perfect = Boolean(answer?.perfect) && !table.pending;
    if (perfect !== this.clock.solved && !table.pending) {
      this.clock.solved = perfect;
      this.clock.update();
      this.pane.celebrate(perfect);
    }
    this.status.words(perfect, this.clock.seconds, game.hinted);
  }

  private paintTray(): void {
    const { table } = this;
    const left = table.left();
    const turnOf = (piece: number) => table.turnOf(piece);
    const groups = groupsOf(this.puzzle, left, turnOf, this.filters.wishes, table.fittingPieces());
    const hand = table.hand?.from === null ? table.hand.piece : null;
    this.tray.show(groups, hand, left.length ? "No piece left is like this." : "Every piece is laid.");
  }

  private showTime(): void {
    // The clock speaks for the first time before the rest is there.
    if (this.clock) this.status.clock(this.clock.seconds, this.clock.paused, this.game.hinted);
  }

  private showKeeping(): void {
    this.status.keeping(this.saver);
    this.stale.hidden = this.saver.keeping !== "stale";
  }

  private flip(name: keyof Shows): void {
    this.shows[name] = !this.shows[name];
    this.table.helps = this.shows.fits;
    keepShows(this.shows);
    this.switches.update();
    this.draw();
  }

  private pause(): void {
    if (this.clock.solved) return;
    this.clock.paused = !this.clock.paused;
    this.clock.update();
    this.pane.pause(this.clock.paused);
    if (!this.clock.paused) this.pane.focus();
    this.saver.changed();
  }

  private hint(): void {
    this.say("Looking for a hint …");
    this.table.hint().then(() => this.pane.reveal(this.table.cursor), trouble);
    this.showTime();
  }

  private startOver(): void {
    this.table.clear();
    this.clock.restart();
  }

  /** The run starts from the game as the server has it. */
  private finish(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget as HTMLAnchorElement;
    void this.saver.now().then(() => go(pathname + search));
  }

  /** A piece of the tray is chosen or laid by a key: the focus follows the piece. */
  private picked([piece, turn]: Lain): void {
    this.table.pick(piece, turn);
    this.pane.focus();
  }

  private turn(by: number): void {
    if (this.hands.turn(by)) return;
    const loose = this.table.hand ? null : this.tray.lainAt(document.activeElement);
    if (loose) this.table.turnLoose(loose[0], by);
    else this.table.turn(by);
  }

  private listens(): () => void {
    const { table } = this;
    const board = this.pane.view.element;
    board.addEventListener("keydown", (event) => this.boardKey(event));
    board.addEventListener("focus", () => this.draw());
    board.addEventListener("blur", () => this.draw());
    const flip = (name: keyof Shows) => () => this.flip(name);
    return listen({
      "r": () => this.turn(1), "R": () => this.turn(-1), "l": () => table.lock(),
      "h": () => this.hint(), "p": () => this.pause(),
      "Ctrl-z": () => table.undo(), "Ctrl-Z": () => table.redo(), "Ctrl-y": () => table.redo(),
      "f": flip("fits"), "c": flip("clues"), "n": flip("numbers"), "#": flip("coordinates"),
      "t": () => (this.tray.element.contains(document.activeElement) ? this.pane.focus() : this.tray.focus()),
      "Escape": () => {
        table.release();
        if (this.tray.element.contains(document.activeElement)) this.pane.focus();
      },
    });
  }

  private boardKey(event: KeyboardEvent): void {
    const { table } = this;
    const { width, height } = this.puzzle.summary;
    const cell = moved(event, table.cursor, width, height);
    this.pane.byKeys();
    if (cell !== null) {
      table.cursor = cell;
      this.pane.reveal(cell);
      this.say(table.cellWords(cell));
      this.draw();
    } else if (event.key === "Enter" || event.key === " ") {
      table.touch(table.cursor);
      if (table.place !== null) this.toTray();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      table.lift();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The tray with what fits on the chosen cell first. */
  private toTray(): void {
    this.paint();
    this.tray.focus(true);
  }
}
