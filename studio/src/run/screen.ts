// The screens of runs: the form for new ones, or one that is there.

import type { Screen } from "../shell";
import { newScreen } from "./new";
import { watchScreen } from "./watch";

export function runScreen(id: string, query: URLSearchParams): Screen {
  return id === "new" || !id ? newScreen(query) : watchScreen(id);
}
