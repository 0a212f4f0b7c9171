/** A number to four decimals, as rates and the numbers of trends are shown; never −0. */
export function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0;
}
