// Slow motion: the run pauses every few steps and shows the board it works on.

import { api } from "../api";
import { h } from "../dom";
import { trouble } from "../shell";
import { count, many } from "./words";

const STEPS = [1, 10, 100, 1000, 10_000];
const PAUSES = [50, 200, 500];
const OFF = { steps: 0, pause_ms: 0 };

export class SlowMotion {
  readonly element: HTMLElement;
  private readonly power = h("input", { type: "checkbox", role: "switch", id: "slow-motion" });
  private readonly steps = h("select", { "aria-label": "Steps between two pauses" },
    ...STEPS.map((steps) => h("option", { value: steps },
      `about every ${steps === 1 ? "step" : `${count(steps)} steps`}`)));
  private readonly pause = h("select", { "aria-label": "Pause" },
    ...PAUSES.map((pause) => h("option", { value: pause }, `pause ${pause} ms`)));
  private readonly onLeave = (): void => {
    // A page that is closed cannot wait for an answer.
    if (this.on) navigator.sendBeacon(`/api/runs/${encodeURIComponent(this.id)}/watch`,
      new Blob([JSON.stringify(OFF)], { type: "application/json" }));
  };

  constructor(private readonly id: string, private readonly onSwitch: (on: boolean) => void) {
    this.steps.value = "100";
    this.pause.value = "200";
    const label = h("label", { class: "check", for: "slow-motion" }, this.power, "Slow motion");
    this.element = h("div", { class: "slow", "data-testid": "slow" }, label, this.steps, this.pause);
    for (const control of [this.power, this.steps, this.pause]) control.addEventListener("change", () => this.send());
    window.addEventListener("pagehide", this.onLeave);
    this.show();
  }

  get on(): boolean {
    return this.power.checked;
  }

  off(): void {
    if (!this.on) return;
    this.power.checked = false;
    this.send();
  }

  /** Only a run that runs can be slowed. */
  allow(running: boolean): void {
    this.element.hidden = !running;
    if (running || !this.on) return;
    this.power.checked = false;
    this.show();
    this.onSwitch(false);
  }

  close(): void {
    window.removeEventListener("pagehide", this.onLeave);
    if (this.on) void api.watch(this.id, OFF).catch(trouble);
  }

  private send(): void {
    const request = this.on ? { steps: Number(this.steps.value), pause_ms: Number(this.pause.value) } : OFF;
    this.show();
    this.onSwitch(this.on);
    api.watch(this.id, request).catch(trouble);
  }

  private show(): void {
    this.steps.hidden = this.pause.hidden = !this.on;
  }
}

/** The words under a board that is not a best. */
export function presentWords(score: number, joins: number, work: string): string {
  return `Present board at ${many(Number(work), "step")}: ${score} of ${joins}`;
}
