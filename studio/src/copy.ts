// Text that is meant to be taken along.

import { h } from "./dom";
import { announce, trouble } from "./shell";

/** A command line with a button that copies it; `say` changes what it says. */
export function command(label: string): { element: HTMLElement; say(text: string): void } {
  const code = h("code", { "data-testid": "command" });
  const button = h("button", {
    class: "button small", type: "button", "aria-label": `Copy the ${label}`, click: () => void copy(),
  }, "Copy");
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      button.textContent = "Copied";
      announce("Copied");
      setTimeout(() => (button.textContent = "Copy"), 1500);
    } catch (error) {
      getSelection()?.selectAllChildren(code);
      trouble(error);
    }
  }
  const element = h("div", { class: "command", role: "group", "aria-label": label }, code, button);
  return { element, say: (text) => (code.textContent = text) };
}
