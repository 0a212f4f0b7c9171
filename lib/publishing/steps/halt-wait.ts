import timers from 'node:timers/promises';
import { HALTS_KNOWN_MS } from '../rules/halt-check.ts';

// From the last check of a worker to its request.
const MARGIN_MS = 200;

/** Wait until every worker has read a halt that was stored before: no worker sends a post after that. */
export async function waitUntilStopped(): Promise<void> {
  await timers.setTimeout(HALTS_KNOWN_MS + MARGIN_MS);
}
