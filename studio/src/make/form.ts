// The recipe as a form.

import { h } from "../dom";
import type { MakeAnswer, MakeRequest } from "../wire";
import { LARGEST, PRESETS, SIZES, dice, numberOf, switchOf } from "./recipe";

export interface Form {
  element: HTMLElement;
  read(): MakeRequest;
  /** Shows what the preset came to where nothing is changed. */
  learn(answer: MakeAnswer): void;
  throwDice(): void;
}

type Mode = "preset" | "one" | "apart";

/** The form, filled with a recipe; `changed` is called at every change. */
export function form(start: MakeRequest, changed: () => void): Form {
  const preset = radios("preset", PRESETS, start.preset);
  const [width, height] = [sizeInput("Width", start.width), sizeInput("Height", start.height)];
  const sizes = SIZES.map((side) =>
    h("button", { class: "button small", type: "button", "data-side": side, click: () => resize(side) },
      `${side} × ${side}`));
  const frame = radios("frame", [["grey", "Framed"], ["open", "Open"]], start.framed ? "grey" : "open");
  const signed = h("input", { type: "checkbox", checked: start.signed });
  const colours = colourFields(start);
  const even = choice("Spread of the colours", "even", "random", start.even);
  const distinct = choice("All pieces different", "yes", "no", start.distinct);
  const asymmetric = choice("No piece symmetric", "yes", "no", start.asymmetric);
  const clues = numberInput(start.clues, "0");
  const seed = h("input", { inputmode: "numeric", autocomplete: "off", maxlength: 20, class: "mono" });
  seed.value = start.seed ?? "";

  function resize(side: number): void {
    width.value = height.value = String(side);
    update();
  }

  function throwDice(): void {
    seed.value = dice();
    update();
  }

  function settle(): void {
    const square = width.value === height.value ? width.value : "";
    for (const button of sizes) button.setAttribute("aria-pressed", String(button.dataset.side === square));
    colours.settle();
  }

  function update(): void {
    settle();
    changed();
  }

  const changes = [colours.changed, even.changed, distinct.changed, asymmetric.changed, () => clues.value !== ""];
  const submit = (event: Event) => event.preventDefault();
  const element = h("form", { class: "panel stack recipe", "aria-label": "Recipe", input: update, submit },
    h("fieldset", {}, h("legend", {}, "How hard"), h("div", { class: "choices" }, ...preset.labels)),
    h("fieldset", {}, h("legend", {}, "Size"),
      h("div", { class: "row sizes" }, ...sizes),
      h("div", { class: "row measure" }, width, h("span", { "aria-hidden": "true" }, "×"), height)),
    h("fieldset", {}, h("legend", {}, "Frame"), h("div", { class: "choices two" }, ...frame.labels)),
    h("label", { class: "check" }, signed, "Signed: a colour fits only its mate"),
    h("details", { class: "more", open: changes.some((one) => one()) },
      h("summary", {}, "More"),
      h("div", { class: "stack" },
        colours.element, even.element, distinct.element, asymmetric.element,
        h("label", { class: "field" }, h("span", {}, "Clues"), clues),
        h("div", { class: "field" }, h("label", { for: "seed" }, "Seed"),
          h("div", { class: "row seed" }, seed,
            h("button", { class: "button", type: "button", "aria-label": "Throw the dice", click: throwDice }, "⚄"))))));
  seed.id = "seed";
  settle();

  return {
    element,
    throwDice,
    read: () => ({
      width: whole(width), height: whole(height),
      framed: frame.value() === "grey", preset: preset.value() as MakeRequest["preset"],
      ...colours.read(), clues: numberOf(clues.value),
      even: even.value(), distinct: distinct.value(), asymmetric: asymmetric.value(),
      signed: signed.checked, seed: seed.value.trim() || null,
    }),
    learn(answer) {
      colours.learn(answer);
      even.learn(answer.even);
      distinct.learn(answer.distinct);
      asymmetric.learn(answer.asymmetric);
      clues.placeholder = String(answer.clues);
      seed.placeholder = answer.seed;
    },
  };
}

/** A number from 1 to 64, or NaN. */
function whole(input: HTMLInputElement): number {
  const number = numberOf(input.value) ?? 0;
  const fine = number >= 1 && number <= LARGEST;
  if (fine) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
  return fine ? number : NaN;
}

function sizeInput(label: string, value: number): HTMLInputElement {
  return h("input", { type: "number", min: 1, max: LARGEST, value, "aria-label": label, inputmode: "numeric" });
}

function numberInput(value: number | null, placeholder: string): HTMLInputElement {
  return h("input", { type: "number", min: 0, max: 4096, value, placeholder, inputmode: "numeric" });
}

function radios(name: string, options: [string, string][], value: string) {
  const inputs = options.map(([option]) =>
    h("input", { type: "radio", name, value: option, checked: option === value }));
  const labels = inputs.map((input, i) => h("label", { class: "choice" }, input, h("span", {}, options[i]?.[1])));
  return { labels, value: () => inputs.find((input) => input.checked)?.value ?? value };
}

/** Yes, no, or as the preset has it. */
function choice(label: string, yes: string, no: string, value: boolean | null) {
  const asIs = h("option", { value: "" }, "As the level says");
  const select = h("select", {}, asIs, h("option", { value: "yes" }, yes), h("option", { value: "no" }, no));
  select.value = value === null ? "" : value ? "yes" : "no";
  return {
    element: h("label", { class: "field" }, h("span", {}, label), select),
    value: () => switchOf(select.value),
    changed: () => select.value !== "",
    learn(now: boolean) {
      if (select.value === "") asIs.textContent = `As the level says (${now ? yes : no})`;
    },
  };
}

/** One palette, or frame and inside apart, or what the preset has. */
function colourFields(start: MakeRequest) {
  const apartness = start.frame_colours ?? start.inner_colours;
  const mode: Mode = start.colours !== null ? "one" : apartness !== null ? "apart" : "preset";
  const choose = h("select", { input: prefill }, h("option", { value: "preset" }, "As the level says"),
    h("option", { value: "one" }, "One palette"), h("option", { value: "apart" }, "Frame and inside apart"));
  choose.value = mode;
  const asIs = choose.options[0];
  const one = numberInput(start.colours, "");
  const frame = numberInput(start.frame_colours, "");
  const inner = numberInput(start.inner_colours, "");
  // Both numbers are asked for, so what the level says stands there to begin with.
  function prefill(): void {
    const wanted = choose.value === "one" ? [one] : choose.value === "apart" ? [frame, inner] : [];
    for (const input of wanted) input.value ||= input.placeholder;
  }
  const field = (name: string, input: HTMLElement) => h("label", { class: "field" }, h("span", {}, name), input);
  const single = field("Number of colours", one);
  const apart = h("div", { class: "row pair" }, field("On the frame", frame), field("Inside", inner));
  return {
    element: h("div", { class: "stack" }, field("Colours", choose), single, apart),
    changed: () => choose.value !== "preset",
    settle() {
      single.hidden = choose.value !== "one";
      apart.hidden = choose.value !== "apart";
    },
    read: () => ({
      colours: choose.value === "one" ? numberOf(one.value) : null,
      frame_colours: choose.value === "apart" ? numberOf(frame.value) : null,
      inner_colours: choose.value === "apart" ? numberOf(inner.value) : null,
    }),
    learn(answer: MakeAnswer) {
      one.placeholder = String(answer.colours ?? (answer.frame_colours ?? 0) + (answer.inner_colours ?? 0));
      frame.placeholder = String(answer.frame_colours ?? answer.colours);
      inner.placeholder = String(answer.inner_colours ?? answer.colours);
      const words = answer.colours ?? `${answer.frame_colours} and ${answer.inner_colours}`;
      if (choose.value === "preset" && asIs) asIs.textContent = `As the level says (${words})`;
    },
  };
}
