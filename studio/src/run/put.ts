// Changes to the page that cost nothing when nothing changed.

/** Sets a text. */
export function put(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, or takes it away. */
export function attribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Calls are gathered: at most one a frame gets through. */
export function framed(draw: () => void): { ask(): void; end(): void } {
  let asked = 0;
  return {
    ask() {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        draw();
      });
    },
    end() {
      cancelAnimationFrame(asked);
    },
  };
}
