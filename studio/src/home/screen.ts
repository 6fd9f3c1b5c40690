// Home: the box, the shelf, the runs.

import "./home.css";
import { api } from "../api";
import { h } from "../dom";
import { watch } from "../live";
import { type Screen, keys, trouble, waiting } from "../shell";
import { box } from "./box";
import { runs } from "./runs";
import { shelf } from "./shelf";

export function homeScreen(): Screen {
  const opened = box(() => void puzzles());
  const stock = shelf(() => void puzzles());
  const list = runs();
  const hold = waiting("Looking at the shelf …");
  const element = h("div", { class: "home" },
    h("div", { class: "stack home-top" },
      h("h1", {}, "Open a puzzle, or choose one"),
      opened.element),
    list.element,
    h("div", { class: "home-shelf" }, hold, stock.element));
  stock.element.hidden = true;
  list.element.hidden = true;

  async function puzzles(): Promise<void> {
    try {
      const all = await api.puzzles();
      stock.show(all);
      opened.know(all);
      hold.remove();
      stock.element.hidden = false;
    } catch (error) {
      trouble(error);
    }
  }

  async function started(): Promise<void> {
    try {
      list.show(await api.runs());
      list.element.hidden = false;
    } catch (error) {
      trouble(error);
    }
  }

  const again = () => {
    void puzzles();
    void started();
  };
  again();
  window.addEventListener("studioback", again);
  const unwatch = watch([], (news) => list.hear(news));
  keys([["Ctrl Enter", "Open what is in the box"]]);
  return {
    title: "Home",
    element,
    close() {
      unwatch();
      opened.close();
      window.removeEventListener("studioback", again);
    },
  };
}
