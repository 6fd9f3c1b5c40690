// News of runs as they come: a stream where the browser has one to spare, else a look every second.

import { api } from "./api";
import { suspect } from "./heartbeat";
import type { News } from "./wire";

/** HTTP/1.1 allows six connections a host, of all tabs together: two are left for everything else. */
const SLOTS = 4;
const LOOK_MS = 1000;
/** After this many looks a tab without a stream asks for one again. */
const LOOKS = 5;
const PATIENCE_MS = [200, 500, 1000, 2000, 3000];

/** Takes a lock if it is free, and gives what lets it go. */
function take(name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}

/** One of the streams that all tabs share, or null where none is free. */
async function freeSlot(): Promise<(() => void) | null> {
  if (!navigator.locks) return null;
  for (let i = 0; i < SLOTS; i++) {
    const release = await take(`marquetry-stream-${i}`);
    if (release) return release;
  }
  return null;
}

class Watcher {
  private cursor = "";
  private source: EventSource | null = null;
  private release: (() => void) | null = null;
  private timer = 0;
  private failures = 0;
  /** Counts openings and closings: what an earlier one still brings is thrown away. */
  private turn = 0;

  constructor(
    private readonly ids: string[],
    private readonly onNews: (news: News) => void,
  ) {
    document.addEventListener("visibilitychange", this.renew);
    window.addEventListener("studioback", this.renew);
    this.renew();
  }

  end(): void {
    document.removeEventListener("visibilitychange", this.renew);
    window.removeEventListener("studioback", this.renew);
    this.close();
  }

  private readonly renew = (): void => {
    this.close();
    if (!document.hidden) void this.open();
  };

  private close(): void {
    this.turn++;
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.release?.();
    this.release = null;
  }

  private async open(): Promise<void> {
    const turn = this.turn;
    const release = await freeSlot();
    if (turn !== this.turn) return release?.();
    this.release = release;
    if (release) this.listen();
    else void this.look(LOOKS);
  }

  private listen(): void {
    const source = new EventSource(api.eventsAddress(this.ids, this.cursor));
    this.source = source;
    source.addEventListener("open", () => this.linked(true));
    source.addEventListener("news", (event) => this.take(JSON.parse((event as MessageEvent<string>).data) as News));
    // The browser would come back with the cursor of the address: we come back with the newest.
    source.addEventListener("error", () => {
      source.close();
      if (this.source !== source) return;
      this.linked(false);
      this.timer = window.setTimeout(() => this.listen(), this.patience());
    });
  }

  private async look(left: number): Promise<void> {
    const turn = this.turn;
    const news = await api.news(this.ids, this.cursor).catch(() => null);
    if (turn !== this.turn) return;
    this.linked(news !== null);
    if (news) this.take(news);
    if (turn !== this.turn) return;
    const next = (): void => void (left > 0 ? this.look(left - 1) : this.open());
    this.timer = window.setTimeout(next, news ? LOOK_MS : this.patience());
  }

  private take(news: News): void {
    this.cursor = news.cursor;
    this.onNews(news);
  }

  private linked(up: boolean): void {
    this.failures = up ? 0 : this.failures + 1;
    if (!up) suspect();
  }

  private patience(): number {
    return PATIENCE_MS[Math.min(this.failures, PATIENCE_MS.length) - 1] ?? LOOK_MS;
  }
}

/** Tells what is new of all runs, and everything of those watched, until the answer is called. */
export function watch(ids: string[], onNews: (news: News) => void): () => void {
  const watcher = new Watcher(ids, onNews);
  return () => watcher.end();
}
