/** Failed token requests per client id, source address and minute before the rate limit applies. See docs/reference/rate-limits.md. */
export const FAILED_EXCHANGES_PER_MINUTE = 30;

/**
 * Return the counter of a client id among the 256 of a source. Invented client ids therefore add no items, and a wrong
 * secret is counted exactly as an unknown client id is.
 */
export function failureCounter(clientId: string, hash: (text: string) => string): string {
  return `count_${hash(clientId).slice(0, 2)}`;
}
