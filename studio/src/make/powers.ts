// Large numbers as they are printed.

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Writes 4.51 x 10^-37 as 4.51 × 10⁻³⁷. */
export function powers(text: string): string {
  const raise = (digits: string) => digits.replace("-", "⁻").replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit);
  return text.replace(/ x 10\^(-?\d+)/g, (_, digits: string) => ` × 10${raise(digits)}`);
}
