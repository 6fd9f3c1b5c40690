// Small drawings for buttons, as strokes on a field of 24.

import { s } from "../dom";

const SHAPES = {
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  left: "M5 5v5h5M5.6 10a7.5 7.5 0 1 1-.9 5",
  right: "M19 5v5h-5M18.4 10a7.5 7.5 0 1 0 .9 5",
  lift: "M12 15V4M7.5 8.5L12 4l4.5 4.5M4 15v5h16v-5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  hint: "M9 18h6M10 21h4M8.5 15.2a6 6 0 1 1 7 0V18h-7z",
  pause: "M8.5 5v14M15.5 5v14",
  play: "M8 5l11 7-11 7z",
  near: "M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM15.5 15.5L20 20M11 8.5v5M8.5 11h5",
  far: "M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM15.5 15.5L20 20M8.5 11h5",
} as const;

export type Icon = keyof typeof SHAPES;

export function icon(name: Icon): SVGElement {
  return s("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SHAPES[name] }));
}
