// Over what a curve is drawn.

import { h } from "../dom";
import type { Look } from "../curve";

type Axis = Pick<Look, "over" | "log">;

/** Steps or time, evenly or by factors. */
export function axisChoice(first: Axis, onChange: (axis: Axis) => void): HTMLElement {
  let axis = first;
  const button = (over: Axis["over"], title: string): HTMLButtonElement =>
    h("button", { type: "button", class: "button small", "aria-pressed": String(axis.over === over),
      click: () => change({ ...axis, over }) }, title);
  const [steps, time] = [button("work", "Steps"), button("time", "Time")];
  const log = h("input", { type: "checkbox", change: () => change({ ...axis, log: log.checked }) });
  log.checked = axis.log;
  function change(next: Axis): void {
    axis = next;
    steps.setAttribute("aria-pressed", String(axis.over === "work"));
    time.setAttribute("aria-pressed", String(axis.over === "time"));
    onChange(axis);
  }
  return h("div", { class: "row axis" },
    h("h2", {}, "Score"),
    h("div", { class: "row axis-over", role: "group", "aria-label": "Over" }, steps, time),
    h("label", { class: "check" }, log, "Log scale"));
}
