// The state of a run in words.

import { many, span } from "./words";
import type { RunModel } from "./model";
import type { RunSummary } from "../wire";

export interface Said { word: string; tone: "" | "good" | "bad" | "warn"; sentence: string }

function budgetSpent({ request, work, detail }: RunModel): string {
  if (request.work !== null && work >= Number(request.work)) return "All its steps are done.";
  if (request.time_s !== null && detail.summary.elapsed_s >= request.time_s * 0.95) return "Time is up.";
  return "It came to its end.";
}

function finished(model: RunModel): Said {
  const { score, joins, conclusion, request } = model;
  const perfect = score === joins;
  if (conclusion === "exhausted") {
    const sentence = perfect ? "Perfect, and everything was searched." : "Proven: there is no perfect board.";
    return { word: perfect ? "Perfect" : "Proven", tone: "good", sentence };
  }
  if (perfect) return { word: "Perfect", tone: "good", sentence: "Perfect: every join matches." };
  if (conclusion === "solved") {
    return { word: "Done", tone: "good", sentence: `The target of ${request.target ?? score} is reached.` };
  }
  return { word: "Done", tone: "", sentence: budgetSpent(model) };
}

/** What a queued run waits for. */
function waits(model: RunModel, all: Iterable<RunSummary>, cores: number): string {
  const busy = [...all].filter((run) => run.state === "running");
  const used = Math.min(cores, busy.reduce((sum, run) => sum + run.threads, 0));
  const wanted = Math.min(cores, model.request.threads);
  const who = busy.length === 1 ? "1 run keeps" : `${busy.length} runs keep`;
  return `It waits for ${wanted === 1 ? "a free core" : `${wanted} free cores`}: ${who} ${used} of ${cores} busy.`;
}

function interrupted({ points, work }: RunModel): string {
  if (points.length) return "The studio ended while it ran. Its best board is kept.";
  return work ? "The studio ended while it ran, before its first board." : "The studio ended before it began.";
}

export function stateOf(model: RunModel, all: Iterable<RunSummary>, cores: number): Said {
  switch (model.state) {
    case "queued":
      return { word: "Waiting", tone: "warn", sentence: waits(model, all, cores) };
    case "running":
      return { word: "Running", tone: "good", sentence: model.points.length ? "" : "It works on its first board." };
    case "stopped":
      return { word: "Stopped", tone: "", sentence: `It was stopped after ${span(model.elapsed)}.` };
    case "interrupted":
      return { word: "Interrupted", tone: "warn", sentence: interrupted(model) };
    case "failed":
      return { word: "Failed", tone: "bad", sentence: model.trouble ?? "It failed." };
    default:
      return finished(model);
  }
}

/** What is left of the budget, if it has a limit. */
export function leftOf(model: RunModel): { time: string | null; work: string | null } {
  const { time_s, work } = model.request;
  return {
    time: time_s === null || model.over ? null : span(Math.max(0, time_s - model.elapsed)),
    work: work === null || model.over ? null : many(Math.max(0, Number(work) - model.work), "step"),
  };
}
