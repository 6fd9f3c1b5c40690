// A question before something that cannot be taken back.

import { h } from "./dom";

/** Asks; true if the answer is the one on the button. */
export function ask(question: string, yes: string): Promise<boolean> {
  const back = document.activeElement;
  const dialog = h("dialog", { "aria-labelledby": "ask-title" },
    h("form", { method: "dialog", class: "stack" },
      h("h2", { id: "ask-title" }, question),
      h("div", { class: "row" },
        h("button", { class: "button danger", value: "yes" }, yes),
        h("button", { class: "button", value: "no", autofocus: true }, "Keep it"))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
      done(dialog.returnValue === "yes");
    });
  });
}
