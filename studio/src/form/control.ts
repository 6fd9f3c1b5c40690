// The control of one parameter. Whatever is typed goes to the server, which says what is wrong with it.

import { h } from "../dom";
import type { Field } from "./schema";

export interface Control {
  element: HTMLElement;
  /** What the label belongs to. */
  main: HTMLElement;
  read(): unknown;
  write(value: unknown): void;
}

interface Names { id: string; describedby: string }

/** The values of options that are no choice of the schema. */
const NONE = "\u0000none";
const OTHER = "\u0000other";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function numberControl(field: Field, { id, describedby }: Names): Control {
  const input = h("input", {
    id, type: "text", inputmode: field.whole ? "numeric" : "decimal", autocomplete: "off", spellcheck: "false",
    "aria-describedby": describedby, placeholder: field.nullable ? "chosen by itself" : null,
  });
  return {
    element: input,
    main: input,
    read() {
      const text = input.value.trim();
      if (!text && field.nullable) return null;
      const value = Number(text);
      // What a double cannot hold exactly would silently become another number.
      const lost = field.whole && Number.isInteger(value) && !Number.isSafeInteger(value);
      return text && Number.isFinite(value) && !lost ? value : text;
    },
    write(value) {
      input.value = value === null || value === undefined ? "" : String(value);
    },
  };
}

function booleanControl(_field: Field, { id, describedby }: Names): Control {
  const input = h("input", { id, type: "checkbox", "aria-describedby": describedby });
  return {
    element: h("span", { class: "parameter-switch" }, input),
    main: input,
    read: () => input.checked,
    write: (value) => (input.checked = value === true),
  };
}

function jsonControl(field: Field, { id, describedby }: Names): Control {
  const input = h("input", {
    id, type: "text", class: "mono", autocomplete: "off", spellcheck: "false", "aria-describedby": describedby,
    placeholder: field.nullable ? "chosen by itself" : "JSON",
  });
  return {
    element: input,
    main: input,
    read: () => (input.value.trim() || !field.nullable ? parsed(input.value) : null),
    write: (value) => (input.value = value === null || value === undefined ? "" : JSON.stringify(value)),
  };
}

function choiceControl(field: Field, { id, describedby }: Names): Control {
  const select = h("select", { id, "aria-describedby": describedby });
  if (field.nullable) select.append(h("option", { value: NONE }, "chosen by itself"));
  select.append(...field.choices.map((choice) => h("option", { value: choice.value }, choice.value)));
  if (field.open) select.append(h("option", { value: OTHER }, "something else …"));
  const other = h("input", { type: "text", class: "mono", "aria-label": `${field.name} as JSON`, placeholder: "JSON",
    autocomplete: "off", spellcheck: "false" });
  const means = h("small");
  const element = h("div", { class: "parameter-choice" }, select, other, means);
  function show(): void {
    other.hidden = select.value !== OTHER;
    means.textContent = field.choices.find((choice) => choice.value === select.value)?.about ?? "";
    means.hidden = !means.textContent;
  }
  select.addEventListener("input", show);
  return {
    element,
    main: select,
    read: () => (select.value === NONE ? null : select.value === OTHER ? parsed(other.value) : select.value),
    write(value) {
      const known = field.choices.some((choice) => choice.value === value);
      const open = !known && value !== null && value !== undefined && field.open;
      select.value = known ? String(value) : open ? OTHER : NONE;
      other.value = open ? JSON.stringify(value) : "";
      show();
    },
  };
}

const MAKE = { number: numberControl, boolean: booleanControl, choice: choiceControl, json: jsonControl };

/** The control that suits a parameter. */
export function controlOf(field: Field, names: Names): Control {
  return MAKE[field.kind](field, names);
}
