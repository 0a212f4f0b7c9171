/** Round to four decimals, as rates and trend values are shown. Never returns −0. */
export function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0;
}
