// Light, dark, or what the system says; kept in the browser.

import { h } from "./dom";

type Theme = "system" | "light" | "dark";

const KEPT = "marquetry-theme";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const SIGN: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

function kept(): Theme {
  const theme = localStorage.getItem(KEPT);
  return theme === "light" || theme === "dark" ? theme : "system";
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // Canvases are painted anew with the colours of the theme.
  window.dispatchEvent(new Event("themechange"));
}

/** The button that goes round the themes. */
export function themeButton(): HTMLElement {
  const button = h("button", { class: "button quiet icon", type: "button", click: turn });
  let theme = kept();
  function show(): void {
    button.textContent = SIGN[theme];
    button.title = `Theme: ${theme}`;
    button.setAttribute("aria-label", `Theme: ${theme}`);
    apply(theme);
  }
  function turn(): void {
    theme = NEXT[theme];
    if (theme === "system") localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, theme);
    show();
  }
  show();
  return button;
}
