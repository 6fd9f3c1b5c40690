// What is round every screen: header, routing, keys, messages.

import { Refused, api } from "./api";
import { h, s } from "./dom";
import { heartbeat, suspect } from "./heartbeat";
import { themeButton } from "./theme";
import type { About } from "./wire";

export interface Screen {
  title: string;
  element: HTMLElement;
  /** Ends what the screen has running. */
  close?(): void;
}

const LINKS: [string, string][] = [["/", "Home"], ["/make", "Make"], ["/run/new", "Run"], ["/compare", "Compare"]];
const TOAST_MS = 12_000;

const main = h("main", { id: "main", tabindex: -1 });
const live = h("div", { class: "visually-hidden", "aria-live": "polite", "data-testid": "live" });
const toasts = h("div", { class: "toasts", "data-testid": "toasts" });
const nav = h("nav", { "aria-label": "Screens" }, ...LINKS.map(([path, name]) => h("a", { href: path }, name)));
const dialog = h("dialog", { "aria-labelledby": "keys-title", "data-testid": "keys" });

let choose: (url: URL) => Screen;
let current: Screen | null = null;
let screenKeys: [string, string][] = [];
let aboutOnce: Promise<About> | null = null;

/** What the server says of itself, asked once. */
export function about(): Promise<About> {
  aboutOnce ??= api.about().catch((error: unknown) => {
    aboutOnce = null;
    throw error;
  });
  return aboutOnce;
}

/** Puts the frame on the page and shows the screen of the address. */
export function frame(screenOf: (url: URL) => Screen): void {
  choose = screenOf;
  document.body.append(
    h("a", { class: "skip button", href: "#main", click: skip }, "Skip to the content"),
    header(), heartbeat(), main, footer(), toasts, live, dialog,
  );
  document.addEventListener("click", followed);
  document.addEventListener("keydown", pressed);
  window.addEventListener("popstate", () => enter(true));
  enter(false);
}

/** Goes to another screen. */
export function go(path: string): void {
  history.pushState(null, "", path);
  enter(true);
}

/** Says something to those who do not see it. */
export function announce(text: string): void {
  live.textContent = "";
  // The same words twice are only read twice if the region was empty in between.
  setTimeout(() => (live.textContent = text), 50);
}

/** Shows what went wrong, in the server's words. */
export function trouble(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return suspect();
  toast(error instanceof Refused ? sentence(error.message) : `Something went wrong: ${String(error)}`, "alert");
}

/** Says that something is done. */
export function tell(text: string): void {
  toast(text, "status");
}

/** The current screen's keys, for the list under `?`. */
export function keys(list: [string, string][]): void {
  screenKeys = list;
}

/** What stands where something is on its way; it only appears if that takes a while. */
export function waiting(text = "One moment …"): HTMLElement {
  return h("p", { class: "waiting", role: "status" }, text);
}

/** The server's errors begin small; on the page they are sentences. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

function header(): HTMLElement {
  const wedge = (fill: string, d: string) => s("path", { fill, d });
  const mark = s("svg", { viewBox: "0 0 8 8", "aria-hidden": "true" },
    wedge("#0072b2", "M0 0h8L4 4z"), wedge("#d55e00", "M8 0v8L4 4z"),
    wedge("#f3e34b", "M8 8H0l4-4z"), wedge("#009e73", "M0 8V0l4 4z"));
  const list = { class: "button quiet icon", type: "button", title: "Keys (?)", "aria-label": "Keys", click: showKeys };
  return h("header", { class: "top" },
    h("div", { class: "top-in" },
      h("div", { class: "brand" }, mark, h("span", {}, "Marquetry")),
      nav,
      h("div", { class: "tools" }, themeButton(), h("button", list, "?"))));
}

function footer(): HTMLElement {
  const version = h("span");
  about().then((it) => (version.textContent = `Marquetry ${it.version}`), suspect);
  return h("footer", { class: "foot" }, version, h("span", {}, "Everything stays on this machine."));
}

function skip(event: Event): void {
  event.preventDefault();
  main.focus();
}

/** Shows the screen of the present address; `moved` when it takes the place of another. */
function enter(moved: boolean): void {
  current?.close?.();
  current = null;
  keys([]);
  if (dialog.open) dialog.close();
  const url = new URL(location.href);
  try {
    current = choose(url);
  } catch (error) {
    current = { title: "Trouble", element: h("div", { class: "stack" }, h("h1", {}, "This page could not be shown")) };
    trouble(error);
  }
  main.replaceChildren(current.element);
  document.title = `${current.title} · Marquetry`;
  for (const link of nav.querySelectorAll("a")) {
    if (link.pathname === url.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!moved) return;
  window.scrollTo(0, 0);
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  (heading ?? main).focus({ preventScroll: true });
}

/** Same-origin links change the screen, not the page. */
function followed(event: MouseEvent): void {
  const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || special) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

function pressed(event: KeyboardEvent): void {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  const types = at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement
    || (at instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(at.type));
  if (types || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  showKeys();
}

function showKeys(): void {
  const all: [string, string][] = [...screenKeys, ["?", "This list"], ["Esc", "Close it"]];
  const rows = all.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]);
  dialog.replaceChildren(
    h("div", { class: "stack" },
      h("h2", { id: "keys-title" }, "Keys"),
      h("dl", { class: "keys" }, ...rows),
      h("form", { method: "dialog", class: "row" }, h("button", { class: "button", autofocus: true }, "Close"))));
  dialog.showModal();
}

function toast(text: string, role: "alert" | "status"): void {
  const close = () => element.remove();
  const element = h("div", { class: role === "alert" ? "toast bad" : "toast", role },
    h("p", {}, text),
    h("button", { class: "button quiet small", type: "button", "aria-label": "Close the message", click: close }, "✕"));
  toasts.append(element);
  // Who is reading it, or about to close it, is not interrupted.
  const leave = () => (element.matches(":hover, :focus-within") ? void setTimeout(leave, TOAST_MS / 4) : close());
  setTimeout(leave, TOAST_MS);
}
