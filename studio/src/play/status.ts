// The judge's word on the board: score, breaks, faults, dead cells; the clock; whether the game is kept.

import { h } from "../dom";
import { sentence } from "../shell";
import { clockFace, clockWords } from "./clock";
import { icon } from "./icons";
import type { Saver } from "./saver";
import type { Table } from "./table";
import { count } from "./words";

/** Faults that are listed; more are only counted. */
const LISTED = 6;

export class Status {
  private readonly score = h("output", { class: "score", "data-testid": "score", "aria-label": "Score" });
  private readonly bar = h("span", { class: "score-fill" });
  private readonly facts = h("p", { class: "note", "data-testid": "facts" });
  private readonly time = h("span", { class: "clock", role: "timer", "aria-label": "Time", "data-testid": "clock" });
  private readonly pauseButton: HTMLButtonElement;
  private readonly kept = h("span", { class: "note kept", role: "status", "data-testid": "kept" });
  private readonly perfect = h("p", { class: "perfect-words", role: "status", "data-testid": "perfect" });
  readonly faults = h("ul", { class: "faults", "aria-label": "Faults", "data-testid": "faults", hidden: true });
  readonly element: HTMLElement;

  constructor(pause: () => void) {
    this.pauseButton = h("button", {
      class: "button quiet icon", type: "button", title: "Pause (P)", "aria-label": "Pause", click: pause,
    });
    this.element = h("section", { class: "play-status stack", "aria-label": "Score and time" },
      h("div", { class: "score-line" },
        this.score,
        h("span", { class: "clock-box" }, this.time, this.pauseButton)),
      h("div", { class: "score-bar", "aria-hidden": "true" }, this.bar),
      h("div", { class: "score-line" }, this.facts, this.kept),
      this.perfect);
  }

  /** The score of the board that was judged last. */
  judge({ judged, pending }: Table): void {
    this.score.classList.toggle("pending", pending);
    this.score.setAttribute("aria-busy", String(pending));
    if (!judged) return;
    const { answer, cells } = judged;
    this.score.textContent = `${answer.score} of ${answer.joins}`;
    this.score.dataset.line = JSON.stringify(cells);
    this.bar.style.width = `${answer.joins ? (100 * answer.score) / answer.joins : 100}%`;
    const facts = [count(answer.breaks.length, "break"), `${count(answer.left, "piece")} left`];
    if (answer.dead.length) facts.push(count(answer.dead.length, "dead cell"));
    if (answer.faults.length) facts.push(count(answer.faults.length, "fault"));
    this.facts.textContent = facts.join(" · ");
    this.facts.title = answer.dead.length ? "On a dead cell nothing fits." : "";
    this.listFaults(answer.faults);
  }

  private listFaults(faults: string[]): void {
    const said = [...new Set(faults)];
    const listed = said.slice(0, LISTED).map((fault) => sentence(fault));
    if (said.length > LISTED) listed.push(`And ${said.length - LISTED} more.`);
    this.faults.hidden = !listed.length;
    this.faults.replaceChildren(...listed.map((fault) => h("li", {}, fault)));
  }

  clock(seconds: number, paused: boolean, hinted: boolean): void {
    this.time.textContent = clockFace(seconds);
    this.time.classList.toggle("void", hinted);
    this.time.title = hinted ? "The time does not count: a hint was taken." : "";
    if (this.pauseButton.getAttribute("aria-pressed") === String(paused)) return;
    this.pauseButton.setAttribute("aria-pressed", String(paused));
    this.pauseButton.replaceChildren(icon(paused ? "play" : "pause"));
  }

  /** What is said of a perfect board, and of a time that does not count. */
  words(perfect: boolean, seconds: number, hinted: boolean): void {
    const time = hinted ? "The time does not count: a hint was taken." : "";
    const words = perfect ? `Perfect: every join matches. ${time || `It took ${clockWords(seconds)}.`}` : time;
    this.perfect.classList.toggle("won", perfect);
    if (this.perfect.textContent !== words) this.perfect.textContent = words;
  }

  keeping({ keeping, why }: Saver): void {
    const trouble = `Not saved. ${sentence(why)} Trying again.`;
    const words = { kept: "Saved", waiting: "Saving …", trouble, stale: "Not saved" }[keeping];
    this.kept.classList.toggle("bad", keeping === "trouble" || keeping === "stale");
    if (this.kept.textContent !== words) this.kept.textContent = words;
  }
}
