// A run to take away: as a command, as a plan, its board as a picture, link or file.

import { api } from "../api";
import { command } from "../copy";
import { h } from "../dom";
import { tell, trouble } from "../shell";
import type { ExportRequest } from "../wire";
import type { RunModel } from "./model";
import type { Shown } from "./stage";
import { plain } from "./words";

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    tell("The link is copied.");
  } catch {
    tell(`This browser does not let the page copy. The link: ${link}`);
  }
}

function copyable(title: string, text: string): HTMLElement {
  const { element, say } = command(title.toLowerCase());
  say(text);
  return h("div", { class: "stack share-text" }, h("h3", {}, title), element);
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The board that is seen, in some form. */
export function boardButtons(model: RunModel, shown: () => Shown | null): HTMLElement {
  const fetched = (as: ExportRequest["as"]): Promise<Blob> =>
    api.export({ puzzle: model.detail.summary.key, cells: shown()?.cells ?? [], as });
  const name = (end: string): string =>
    `${model.detail.summary.puzzle}-${shown()?.score ?? 0}.${end}`.replace(/[^\w.-]+/g, "-");
  const button = (title: string, act: () => Promise<void>): HTMLElement =>
    h("button", { type: "button", class: "button small", click: () => void act().catch(trouble) }, title);
  return h("div", { class: "row board-buttons", role: "group", "aria-label": "The board that is shown" },
    button("Picture (PNG)", async () => save(await fetched("png"), name("png"))),
    button("Picture (SVG)", async () => save(await fetched("svg"), name("svg"))),
    button("Board file", async () => save(await fetched("board"), name("json"))),
    button("Copy link", async () => copyLink((await (await fetched("link")).text()).trim())));
}

/** All parameters; those that are not as they come are marked. */
function parameters({ detail }: RunModel): HTMLElement {
  const rows = Object.entries(detail.parameters).map(([name, value]) => {
    const changed = JSON.stringify(value) !== JSON.stringify(detail.defaults[name]);
    return h("tr", { class: changed ? "changed" : "" },
      h("th", { scope: "row", class: "mono" }, name), h("td", {}, plain(value)),
      h("td", {}, changed ? `default ${plain(detail.defaults[name])}` : ""));
  });
  return h("div", { class: "stack" }, h("h3", {}, "Parameters"),
    h("div", { class: "scroller" }, h("table", { class: "table share-parameters" }, h("tbody", {}, ...rows))));
}

/** Everything that repeats the run. */
export function sameRun(model: RunModel): HTMLElement {
  return h("details", { class: "panel share", "data-testid": "same-run" },
    h("summary", {}, "The same run elsewhere"),
    h("div", { class: "stack" },
      copyable("Command line", model.detail.command),
      copyable("Plan of a campaign", model.detail.plan),
      parameters(model)));
}
