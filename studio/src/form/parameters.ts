// The parameters of an algorithm as a form.

import "./form.css";
import { h } from "../dom";
import { many } from "../run/words";
import type { AlgorithmInfo } from "../wire";
import { type Control, controlOf } from "./control";
import { type Field, fieldsOf } from "./schema";

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A default in words. */
function said(value: unknown): string {
  if (value === null) return "chosen by itself";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** One parameter: label, control, the way back to the default, help. */
class Parameter {
  readonly element: HTMLElement;
  private readonly control: Control;
  private readonly back: HTMLButtonElement;
  private readonly hint = h("small", { class: "parameter-default" });

  constructor(readonly field: Field, prefix: string, changed: () => void) {
    const id = `${prefix}-${field.name}`;
    this.control = controlOf(field, { id, describedby: `${id}-help` });
    const ours = `${said(field.fallback)}`;
    this.back = h("button", {
      type: "button", class: "button quiet small", "aria-label": `${field.name} back to the default, ${ours}`,
      click: () => {
        this.control.write(field.fallback);
        changed();
        this.control.main.focus();
      },
    }, `↺ ${ours}`);
    this.hint.textContent = field.range ? `default ${ours}, ${field.range}` : `default ${ours}`;
    this.element = h("div", { class: "field parameter", "data-parameter": field.name },
      h("div", { class: "parameter-head" }, h("label", { for: id }, field.name), this.hint, this.back),
      this.control.element,
      h("small", { id: `${id}-help` }, field.about));
    this.element.addEventListener("input", changed);
    this.control.write(field.fallback);
  }

  /** Its value, if it is not the default. */
  get changed(): boolean {
    return !same(this.value, this.field.fallback);
  }

  get value(): unknown {
    return this.control.read();
  }

  write(value: unknown): void {
    this.control.write(value);
  }

  mark(): void {
    this.back.hidden = !this.changed;
    this.hint.hidden = this.changed;
    this.element.classList.toggle("changed", this.changed);
  }
}

export class ParameterForm {
  readonly element: HTMLDetailsElement;
  private readonly summary = h("summary");
  private readonly all: Parameter[];

  constructor(info: AlgorithmInfo) {
    const fields = fieldsOf(info.schema, info.defaults);
    this.all = fields.map((field) => new Parameter(field, `parameter-${info.name.replace(/\W/g, "-")}`,
      () => this.mark()));
    const words = typeof info.schema.description === "string" ? info.schema.description : "";
    this.element = h("details", { class: "parameters", "data-testid": "parameters" },
      this.summary,
      h("p", { class: "note" }, words),
      h("div", { class: "parameter-grid" }, ...this.all.map((one) => one.element)));
    this.mark();
  }

  /** What differs from the defaults. */
  read(): Record<string, unknown> {
    return Object.fromEntries(this.all.filter((one) => one.changed).map((one) => [one.field.name, one.value]));
  }

  /** Sets some parameters, all others to their defaults. */
  write(values: Record<string, unknown>): void {
    for (const one of this.all) one.write(one.field.name in values ? values[one.field.name] : one.field.fallback);
    this.mark();
    if (Object.keys(this.read()).length) this.element.open = true;
  }

  private mark(): void {
    for (const one of this.all) one.mark();
    const changed = this.all.filter((one) => one.changed).length;
    const words = changed ? `${changed} changed` : "all as they come";
    this.summary.textContent = this.all.length ? `${many(this.all.length, "parameter")}, ${words}` : "No parameters";
  }
}
