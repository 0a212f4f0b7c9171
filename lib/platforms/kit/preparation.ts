import type { Unfinished } from './publisher.ts';

/**
 * How long an upload is used. X deletes one that no post has used within a day; LinkedIn does not document when it does.
 */
export const UPLOAD_LIFE_MS = 20 * 3_600_000;

/** Return whether something that was made at `madeAt` (ISO 8601) is younger than `lifeMs`; false without a time. */
export function isInLife(madeAt: unknown, lifeMs: number): boolean {
  return typeof madeAt === 'string' && Date.now() - Date.parse(madeAt) < lifeMs;
}

/** Build the outcome of a preparation of `things` that has used up its time in this attempt, and is saved. */
export function toUnfinished(ready: number, count: number, things = 'images'): Unfinished {
  const message = `Preparing the ${things} takes longer than one attempt: ${ready} of ${count} are ready.`;
  return { outcome: 'unfinished', error: { code: 'preparation_slow', message, category: 'system', retryable: true } };
}
