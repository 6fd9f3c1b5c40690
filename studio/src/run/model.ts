// What is known of a run that is watched.

import type { Live, Phase, Point, PuzzleView, RunDetail, RunNews, RunRequest, RunState, RunSummary } from "../wire";

/** The speed is that of the last seconds. */
const RECENT_S = 10;
const MOST_RATES = 60;

export class RunModel {
  points: Point[] = [];
  phases: Phase[] = [];
  live: Live | null = null;
  state: RunState = "queued";
  conclusion: string | null = null;
  signature: string | null = null;
  trouble: string | null = null;
  private heard = 0;
  private rates: [number, number][] = [];

  constructor(public detail: RunDetail) {
    this.renew(detail);
  }

  get id(): string {
    return this.detail.summary.id;
  }

  get request(): RunRequest {
    return this.detail.request;
  }

  get puzzle(): PuzzleView {
    return this.detail.puzzle;
  }

  get joins(): number {
    return this.detail.summary.joins;
  }

  get score(): number | null {
    return this.points.at(-1)?.[2] ?? null;
  }

  get over(): boolean {
    return this.state !== "queued" && this.state !== "running";
  }

  /** Steps taken so far. */
  get work(): number {
    return Math.max(Number(this.live?.work ?? 0), Number(this.points.at(-1)?.[0] ?? 0),
      Number(this.detail.summary.work));
  }

  /** Seconds so far; while it runs they go on between two pieces of news. */
  get elapsed(): number {
    const told = Math.max(this.live?.elapsed_s ?? 0, this.points.at(-1)?.[1] ?? 0, this.detail.summary.elapsed_s);
    return this.state === "running" && this.heard ? told + (performance.now() - this.heard) / 1000 : told;
  }

  /** Steps a second, of late while it runs, on the whole when it is over. */
  get speed(): number | null {
    const [first, last] = [this.rates[0], this.rates.at(-1)];
    if (!this.over && first && last && last[0] - first[0] > 0.2) return (last[1] - first[1]) / (last[0] - first[0]);
    return this.elapsed > 0 && this.work > 0 ? this.work / this.elapsed : null;
  }

  /** Takes everything from the server's answer. */
  renew(detail: RunDetail): void {
    this.detail = detail;
    this.points = detail.points.slice();
    this.phases = detail.phases.slice();
    this.live = detail.live;
    this.state = detail.summary.state;
    this.conclusion = detail.conclusion;
    this.signature = detail.signature;
    this.trouble = detail.trouble;
    this.listened();
  }

  /** Takes news; false if something in between is missing and the whole must be asked for. */
  apply(news: RunNews): boolean {
    if (news.from > this.points.length) return false;
    this.points.length = news.from;
    for (const point of news.points) this.points.push(point);
    if (news.live) this.live = news.live;
    if (news.phase && news.phase !== this.phases.at(-1)?.name) {
      this.phases.push({ name: news.phase, work: this.live?.work ?? "0", elapsed_s: this.live?.elapsed_s ?? 0 });
    }
    this.state = news.state;
    this.conclusion = news.conclusion;
    this.signature = news.signature;
    this.trouble = news.trouble;
    if (news.live || news.points.length) this.listened();
    return true;
  }

  summarise(summary: RunSummary): void {
    this.detail.summary = summary;
  }

  private listened(): void {
    this.heard = performance.now();
    if (!this.live) return;
    const time = this.live.elapsed_s;
    this.rates.push([time, Number(this.live.work)]);
    while (this.rates.length > MOST_RATES
      || (this.rates.length > 2 && time - this.rates[0]![0] > RECENT_S)) this.rates.shift();
  }
}
