// Where the marks of an axis stand.

/** At most about `room` round numbers between two bounds. */
export function ticks(low: number, high: number, room: number): number[] {
  const rough = (high - low) / Math.max(1, room);
  if (!(rough > 0)) return [low];
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * ten >= rough) ?? 10) * ten;
  const marks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
    marks.push(Number((i * step).toPrecision(12)));
  }
  return marks;
}

/** Powers of ten between two bounds, thinned out to `room`. */
export function powers(low: number, high: number, room: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, room)));
  const marks: number[] = [];
  for (let power = first; power <= last; power += step) marks.push(Number(`1e${power}`));
  return marks.length > 1 ? marks : ticks(low, high, room).filter((mark) => mark >= low);
}

/** A way from values to pixels. */
export interface Scale { low: number; high: number; at(value: number): number; value(pixel: number): number }

export function linear(low: number, high: number, from: number, to: number): Scale {
  const span = high - low || 1;
  return {
    low,
    high,
    at: (value) => from + ((value - low) / span) * (to - from),
    value: (pixel) => low + ((pixel - from) / (to - from || 1)) * span,
  };
}

/** Equal factors, equal distances; what lies below `low` stands at its place. */
export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const inner = linear(Math.log10(low), Math.log10(Math.max(high, low * 10)), from, to);
  return {
    low,
    high: Math.max(high, low * 10),
    at: (value) => inner.at(Math.log10(Math.max(value, low))),
    value: (pixel) => 10 ** inner.value(pixel),
  };
}
