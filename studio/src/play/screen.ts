// Playing a puzzle by hand.

import "./play.css";
import { api } from "../api";
import { h } from "../dom";
import { type Screen, about, keys, sentence, waiting } from "../shell";
import type { PuzzleView } from "../wire";
import { KEYS } from "./keyboard";
import { newest, settled } from "./saver";
import { Sitting } from "./sitting";
import { count } from "./words";

function factsOf({ summary }: PuzzleView): string {
  const frame = summary.framed ? "framed" : "open frame";
  const parts = [`${summary.width} by ${summary.height}`, count(summary.colours, "colour"), frame];
  if (summary.clues) parts.push(count(summary.clues, "clue"));
  return parts.join(" · ");
}

export function playScreen(key: string): Screen {
  const heading = h("h1", {}, "Play");
  const facts = h("p", { class: "note" });
  const body = h("div", { class: "play-body" }, waiting());
  const element = h("div", { class: "play stack" }, h("div", { class: "play-head" }, heading, facts), body);
  let sitting: Sitting | null = null;
  let closed = false;
  keys(KEYS);

  const open = async (): Promise<void> => {
    try {
      await settled(key);
      const [puzzle, look, state] = await Promise.all([api.puzzle(key), about(), api.played(key)] as const);
      if (closed) return;
      heading.textContent = puzzle.summary.name;
      document.title = `${puzzle.summary.name} · Marquetry`;
      facts.textContent = factsOf(puzzle);
      sit(new Sitting(puzzle, look, newest(key, state), () => void open()));
    } catch (error) {
      if (closed) return;
      const words = error instanceof Error ? error.message : String(error);
      body.replaceChildren(
        h("p", { class: "note bad", role: "alert" }, sentence(words)),
        h("p", {}, h("a", { href: "/" }, "Back to the shelf")));
    }
  };
  const sit = (next: Sitting): void => {
    sitting?.close();
    sitting = next;
    body.replaceChildren(next.element);
  };
  void open();
  return {
    title: "Play",
    element,
    close() {
      closed = true;
      sitting?.close();
    },
  };
}
