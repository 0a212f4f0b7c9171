import type { EntryError, ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { continuationMs } from '../../core/retry/back-off.ts';
import { formatInstant } from '../../core/values/timestamps.ts';

/** What a look has found: the platform still processes. `continueAfterSeconds`: until the next look. */
export type StillProcessing = { error: EntryError; continueAfterSeconds?: number };

/**
 * Return whether the last attempt ended because the platform processes what it has received. Such an entry is looked at
 * without a claim: a look asks the platform once, and uploads and posts nothing.
 */
export function isProcessedByPlatform({ state, error, prepared_state }: ScheduleEntry): boolean {
  const isBetweenAttempts = state === 'pending' || state === 'continuing';
  return isBetweenAttempts && prepared_state !== null && error?.code === 'media_not_ready';
}

/** Postpone an entry to its next look; null when that would be too late, so that an attempt has to end it. */
export function postponeLook(
  entry: ScheduleEntry,
  { error, continueAfterSeconds }: StillProcessing,
  nowMs: number,
  latenessLimitSeconds: number,
): ScheduleEntry | null {
  const latestMs = Date.parse(entry.scheduled_at) + latenessLimitSeconds * 1000;
  const dueMs = continuationMs(nowMs, latestMs, continueAfterSeconds);
  return dueMs === null ? null : { ...entry, error, due_at: formatInstant(dueMs) };
}
