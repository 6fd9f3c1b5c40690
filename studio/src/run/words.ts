// Numbers and times as people say them.

const LARGE: [number, string][] = [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"]];

/** A count: 12,345 or 1.2 M. */
export function count(value: number): string {
  for (const [unit, name] of LARGE) {
    if (value >= unit) return `${trimmed(value / unit)} ${name}`;
  }
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** A count for an axis: 20 k instead of 20,000. */
export function brief(value: number): string {
  return value >= 1e4 && value < 1e6 ? `${trimmed(value / 1e3)} k` : count(value);
}

function trimmed(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
}

/** "1 piece", "2 pieces". */
export function many(value: number, one: string, several = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : several}`;
}

/** A time: 3.4 s, 5 min 12 s, 2 h 5 min. */
export function span(seconds: number): string {
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 ? `${minutes} min ${whole % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

/** When something was, in the reader's own time. */
export function moment(secondsSince1970: number): string {
  return new Date(secondsSince1970 * 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** A gauge or parameter, without a tail of digits. */
export function plain(value: unknown): string {
  if (typeof value === "number") {
    return Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4)));
  }
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
