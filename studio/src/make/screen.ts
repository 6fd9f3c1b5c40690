// Make: a recipe and, beside it, the puzzle it makes.

import "./make.css";
import { Refused, api } from "../api";
import { h } from "../dom";
import { type Screen, about, announce, trouble, waiting } from "../shell";
import { form } from "./form";
import { preview } from "./preview";
import { LARGEST, fromQuery, toQuery } from "./recipe";

/** How long the form rests before it is made. */
const REST_MS = 200;

export function makeScreen(): Screen {
  const fields = form(fromQuery(new URLSearchParams(location.search)), changed);
  const shown = preview(() => fields.throwDice());
  const hold = waiting("Cutting the pieces …");
  const element = h("div", { class: "stack make" },
    h("h1", {}, "Make a puzzle"),
    h("div", { class: "make-columns" }, fields.element, h("div", {}, hold, shown.element)));
  let timer = 0;
  let asked = 0;

  function changed(): void {
    asked++;
    clearTimeout(timer);
    timer = setTimeout(() => void make(), REST_MS);
  }

  /** Makes the puzzle of the form; only the newest counts. */
  async function make(): Promise<void> {
    const recipe = fields.read();
    const mine = ++asked;
    if (Number.isNaN(recipe.width + recipe.height)) {
      return shown.refuse(`width and height are whole numbers from 1 to ${LARGEST}`);
    }
    history.replaceState(null, "", `/make?${toQuery(recipe)}`);
    try {
      const [answer, known] = [await api.make(recipe), await about()];
      if (mine !== asked) return;
      shown.show(answer, known);
      fields.learn(answer);
      announce(`Made: ${answer.recipe}`);
    } catch (error) {
      if (mine !== asked) return;
      if (error instanceof Refused) shown.refuse(error.message);
      else trouble(error);
    } finally {
      if (mine === asked) hold.remove();
    }
  }

  void make();
  return {
    title: "Make",
    element,
    close() {
      clearTimeout(timer);
      asked++;
      shown.close();
    },
  };
}
