// The link in an email opens in a tab of its own, which does not know the screen whose sign-in has asked for it.

const STORED_AS = 'sign-in target';
/** As long as a link is valid. */
const VALID_MS = 15 * 60_000;

/** Remember the screen that a person wants to see, given the hash of its URL, for the tab of the emailed link. */
export function rememberTarget(hash: string, nowMs: number): void {
  localStorage.setItem(STORED_AS, JSON.stringify({ path: hash.slice(1), atMs: nowMs }));
}

/** Return the remembered path, once, or that of the calendar. */
export function takeTarget(nowMs: number): string {
  const stored = localStorage.getItem(STORED_AS);
  localStorage.removeItem(STORED_AS);
  return stored === null ? '/' : targetOf(stored, nowMs);
}

/** Return the path in what was stored, or that of the calendar after 15 minutes. */
export function targetOf(stored: string, nowMs: number): string {
  const { path, atMs } = JSON.parse(stored) as { path: string; atMs: number };
  return path !== '' && nowMs - atMs < VALID_MS ? path : '/';
}
