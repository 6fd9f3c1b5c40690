// Whether the server still answers.

import { h } from "./dom";

const CALM_MS = 5000;
const WORRIED_MS = 1000;

const command = h("code", {}, "marquetry studio");
const ended = h("span", {}, "The studio has stopped. Start it again: ", command);
const another = h("span", {}, "Another studio answers here. Open the address it printed when it started.");
const banner = h("div", { class: "banner", role: "alert", hidden: true, "data-testid": "stopped" });

let timer = 0;
let down = false;

/** The banner that shows while the server does not answer. It asks while the page is seen. */
export function heartbeat(): HTMLElement {
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : void beat()));
  timer = setTimeout(beat, CALM_MS);
  return banner;
}

/** Looks at once: something did not get through. */
export function suspect(): void {
  void beat();
}

async function beat(): Promise<void> {
  clearTimeout(timer);
  const words = await question();
  if (words) {
    if (banner.firstChild !== words) banner.replaceChildren(words);
  } else if (down) {
    window.dispatchEvent(new Event("studioback"));
  }
  down = words !== null;
  banner.hidden = !down;
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(beat, down ? WORRIED_MS : CALM_MS);
}

/** What is to be said, or nothing if all is well. */
async function question(): Promise<HTMLElement | null> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const { status } = await fetch("/api/about", { method: "HEAD", cache: "no-store", signal });
    return status === 401 || status === 403 ? another : null;
  } catch {
    return ended;
  }
}
