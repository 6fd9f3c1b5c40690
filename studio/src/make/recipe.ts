// What the form asks for, and how it is written in the address.

import type { MakeRequest } from "../wire";

export const PRESETS: [MakeRequest["preset"], string][] = [
  ["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"], ["extreme", "Extreme"],
  ["hardest", "Hardest"], ["eternity", "Eternity"],
];
export const SIZES = [4, 5, 6, 8, 10, 12, 16];
export const LARGEST = 64;

/** A seed that fits a number of 32 bits: short enough to be read out. */
export function dice(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}

export function firstRecipe(): MakeRequest {
  return {
    width: 6, height: 6, framed: true, preset: "medium", colours: null, frame_colours: null, inner_colours: null,
    clues: null, even: null, distinct: null, asymmetric: null, signed: false, seed: dice(),
  };
}

const NUMBERS = ["colours", "frame_colours", "inner_colours", "clues"] as const;
const SWITCHES = ["even", "distinct", "asymmetric"] as const;

/** The recipe as the query of an address; what is not changed is left out. */
export function toQuery(recipe: MakeRequest): string {
  const query = new URLSearchParams({ preset: recipe.preset, size: `${recipe.width}x${recipe.height}` });
  if (!recipe.framed) query.set("frame", "open");
  if (recipe.signed) query.set("signed", "yes");
  for (const name of NUMBERS) if (recipe[name] !== null) query.set(name, String(recipe[name]));
  for (const name of SWITCHES) if (recipe[name] !== null) query.set(name, recipe[name] ? "yes" : "no");
  if (recipe.seed !== null) query.set("seed", recipe.seed);
  return query.toString();
}

/** The recipe of a query; what it does not say is as in a first recipe. */
export function fromQuery(query: URLSearchParams): MakeRequest {
  const recipe = firstRecipe();
  const preset = PRESETS.find(([name]) => name === query.get("preset"));
  if (preset) recipe.preset = preset[0];
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(query.get("size") ?? "");
  if (size) [recipe.width, recipe.height] = [Number(size[1]), Number(size[2])];
  recipe.framed = query.get("frame") !== "open";
  recipe.signed = query.get("signed") === "yes";
  for (const name of NUMBERS) recipe[name] = numberOf(query.get(name) ?? "");
  for (const name of SWITCHES) recipe[name] = switchOf(query.get(name) ?? "");
  recipe.seed = query.get("seed") ?? recipe.seed;
  return recipe;
}

/** A whole number, or null. */
export function numberOf(text: string): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}

export function switchOf(text: string): boolean | null {
  return text === "yes" ? true : text === "no" ? false : null;
}
