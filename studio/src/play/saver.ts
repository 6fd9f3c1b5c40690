// Keeps the game on the server, a moment after every change.

import { Refused, api } from "../api";
import type { PlayState } from "../wire";

export type Keeping = "kept" | "waiting" | "trouble" | "stale";

const PAUSE_MS = 300;
const RETRY_MS = 2000;
/** Browsers let no more than 64 KiB outlive a page. */
const FAREWELL = 60_000;

/** Last words under way, by puzzle: who comes back at once waits for them. */
const farewells = new Map<string, Promise<unknown>>();

/** When the last sitting at a puzzle is kept. */
export async function settled(key: string): Promise<void> {
  await farewells.get(key);
}

/** The newer of the server's game and what this tab sent last: after a reload that may still be under way, or lost. */
export function newest(key: string, kept: PlayState | null): PlayState | null {
  try {
    const said = JSON.parse(sessionStorage.getItem(`played:${key}`) ?? "null") as PlayState | null;
    return said && said.revision > (kept?.revision ?? 0) ? said : kept;
  } catch {
    return kept;
  }
}

function remember(key: string, state: PlayState): void {
  try {
    sessionStorage.setItem(`played:${key}`, JSON.stringify(state));
  } catch {
    // No room, or not allowed: the server is told anyway.
  }
}

export class Saver {
  private timer = 0;
  private busy: Promise<void> | null = null;
  private dirty = false;
  private large = false;
  keeping: Keeping = "kept";
  /** What the server said when it did not keep the game. */
  why = "";

  constructor(
    private readonly key: string,
    private revision: number,
    private readonly state: (revision: number) => PlayState,
    private readonly told: () => void,
  ) {}

  /** Something changed: it is kept soon, a large game at once because it cannot be sent on leaving. */
  changed(): void {
    if (this.keeping === "stale") return;
    this.dirty = true;
    this.is("waiting");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.now(), this.large ? 0 : PAUSE_MS);
  }

  /** Keeps what is not kept yet, and waits for it. */
  async now(): Promise<void> {
    clearTimeout(this.timer);
    if (this.busy) await this.busy;
    if (!this.dirty || this.keeping === "stale") return;
    this.busy ??= this.send().finally(() => (this.busy = null));
    await this.busy;
  }

  /** The page goes away: one last try, without waiting. `force` sends even if only time has passed. */
  leave(force: boolean): void {
    clearTimeout(this.timer);
    if (this.keeping === "stale" || !(this.dirty || force)) return;
    this.dirty = false;
    // While one is under way the server may know it already; this one comes after it.
    const state = this.state(this.revision + (this.busy ? 2 : 1));
    const last = JSON.stringify(state).length < FAREWELL;
    remember(this.key, state);
    farewells.set(this.key, api.play(this.key, state, last).catch(() => null));
    this.revision = state.revision;
  }

  private async send(): Promise<void> {
    this.dirty = false;
    const state = this.state(this.revision + 1);
    this.large = state.past.length > 500 || state.cells.length > 1024;
    remember(this.key, state);
    try {
      await api.play(this.key, state);
      this.revision = Math.max(this.revision, state.revision);
      if (this.dirty) this.changed();
      else this.is("kept");
    } catch (error) {
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    this.why = error instanceof Refused ? error.message : "The studio does not answer.";
    if (error instanceof Refused && error.status === 409) return this.is("stale");
    this.dirty = true;
    this.is("trouble");
    this.timer = setTimeout(() => void this.now(), RETRY_MS);
  }

  private is(keeping: Keeping): void {
    // Trouble is only over when something has been kept again.
    if (keeping === "waiting" && this.keeping === "trouble") return;
    this.keeping = keeping;
    this.told();
  }
}
