import { formatInstant } from '../timestamps.ts';
import { type Content, type ContentState, recomputeFromEntries } from './content.ts';
import { entryError } from './publish-failure-reasons.ts';
import { type EntryError, type ScheduleEntry, transitionEntry } from './schedule-entry.ts';

/** How long one attempt may hold an entry: longer than the publish function can run. */
export const LEASE_SECONDS = 120;

/** Waits between attempts that were certainly not sent, in seconds; the last one repeats. */
const RETRY_SECONDS = [15, 60, 300, 900, 1800];

/** What is to be done with an entry now: the first question of every wake-up, whoever woke it. */
export type NextAction =
  | { action: 'claim' }
  | { action: 'wait'; untilMs: number }
  | { action: 'expire' }
  | { action: 'mark_unconfirmed' }
  | { action: 'reconcile' }
  | { action: 'nothing' };

/**
 * Looks at an entry and the clock. A pending entry waits, is claimed, or is too late; an expired claim is
 * taken over; an expired `sending` is never sent again but called unconfirmed; of an unconfirmed one the
 * platform is asked; anything else is somebody else's, or done. Contract, sections 4 and 5.
 */
export function decideNextAction(
  entry: ScheduleEntry,
  nowMs: number,
  latenessLimitSeconds: number,
): NextAction {
  if (entry.due_at === null) return { action: 'nothing' };
  const dueMs = Date.parse(entry.due_at);
  if (nowMs < dueMs) {
    const canWait = entry.state === 'pending' || entry.state === 'unconfirmed';
    return canWait ? { action: 'wait', untilMs: dueMs } : { action: 'nothing' };
  }
  if (entry.state === 'sending') return { action: 'mark_unconfirmed' };
  if (entry.state === 'unconfirmed') return { action: 'reconcile' };
  const tooLate = nowMs > Date.parse(entry.scheduled_at) + latenessLimitSeconds * 1000;
  return { action: tooLate ? 'expire' : 'claim' };
}

/** The entry claimed by one attempt, and its item `publishing`. */
export function claim(
  content: Content,
  entry: ScheduleEntry,
  attemptId: string,
  nowMs: number,
): ContentState {
  return applyEntryTransition(content, nowMs, entry, {
    state: 'claimed',
    attempts: entry.attempts + 1,
    due_at: formatInstant(nowMs + LEASE_SECONDS * 1000),
    attempt: {
      id: attemptId,
      number: entry.attempts + 1,
      lease_expires_at: formatInstant(nowMs + LEASE_SECONDS * 1000),
      sent_at: null,
    },
  });
}

/** Written before the request that posts: from here on the outcome is unknown until it is settled. */
export function startSending(
  content: Content,
  entry: ScheduleEntry,
  preparation: NonNullable<ScheduleEntry['prepared_state']>,
  nowMs: number,
): ContentState {
  return applyEntryTransition(content, nowMs, entry, {
    state: 'sending',
    prepared_state: preparation,
    attempt: { ...entry.attempt!, sent_at: formatInstant(nowMs) },
  });
}

/** A known end of an attempt. `retry` goes back to pending, unless it would come too late. */
export type PublishOutcome =
  | { outcome: 'published'; platformPostId: string | null; url: string | null }
  | { outcome: 'rejected'; error: EntryError }
  | { outcome: 'retry'; error: EntryError; retryAfterSeconds: number | null };

/** The entry and its item after an attempt ended. */
export function applyPublishOutcome(
  content: Content,
  entry: ScheduleEntry,
  settlement: PublishOutcome,
  nowMs: number,
  latenessLimitSeconds: number,
): ContentState {
  const ended = { attempt: null, due_at: null };
  if (settlement.outcome === 'published') {
    return applyEntryTransition(content, nowMs, entry, {
      ...ended,
      state: 'published',
      published_at: formatInstant(nowMs),
      late_by_seconds: Math.max(0, Math.floor((nowMs - Date.parse(entry.scheduled_at)) / 1000)),
      platform_post_id: settlement.platformPostId,
      url: settlement.url,
      error: null,
    });
  }
  if (settlement.outcome === 'rejected') {
    return applyEntryTransition(content, nowMs, entry, {
      ...ended,
      state: 'failed',
      error: settlement.error,
    });
  }
  const backOff = RETRY_SECONDS[Math.min(entry.attempts, RETRY_SECONDS.length) - 1] ?? RETRY_SECONDS[0]!;
  const dueMs = nowMs + Math.max(backOff, settlement.retryAfterSeconds ?? 0) * 1000;
  if (dueMs > Date.parse(entry.scheduled_at) + latenessLimitSeconds * 1000) {
    return applyEntryTransition(content, nowMs, entry, {
      ...ended,
      state: 'failed',
      error: settlement.error,
    });
  }
  return applyEntryTransition(content, nowMs, entry, {
    ...ended,
    state: 'pending',
    due_at: formatInstant(dueMs),
    error: settlement.error,
  });
}

/** An entry missed by more than the lateness limit: failed aloud, never dropped. */
export function failAsTooLate(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return applyEntryTransition(content, nowMs, entry, {
    state: 'failed',
    due_at: null,
    attempt: null,
    error: entryError('too_late'),
  });
}

/** An entry after a step, and its item as it follows from it. */
export function applyEntryTransition(
  content: Content,
  nowMs: number,
  entry: ScheduleEntry,
  changes: Partial<ScheduleEntry>,
): ContentState {
  const after = transitionEntry(entry, changes);
  return { content: recomputeFromEntries(content, [after], formatInstant(nowMs)), entries: [after] };
}
