import type { Content, ContentState } from '../../content/rules/content.ts';
import { recomputeFromEntries } from '../../content/rules/content-state.ts';
import { type Change, confirmPart, endInFailure, nextStep, waitingState } from '../../content/rules/post/thread.ts';
import {
  type EntryError,
  type ScheduleEntry,
  targetKeyOf,
  transitionEntry,
} from '../../content/rules/schedule-entry.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import type { TimelineEvent } from '../../content/rules/timeline.ts';
import { continuationMs, nextAttemptMs } from '../../core/retry/back-off.ts';
import { LEASE_SECONDS, leaseEnd } from '../../core/retry/lease.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { PublishedPart } from '../../platforms/platform.ts';

/** The next action for an entry, decided at every trigger. */
export type NextAction =
  | { action: 'claim' }
  | { action: 'wait'; untilMs: number }
  | { action: 'expire' }
  | { action: 'mark_unconfirmed' }
  | { action: 'reconcile' }
  | { action: 'nothing' };

/**
 * Decide the next action for an entry from its state and the current time. See docs/reference/content.md and
 * outcomes.md. An expired claim is taken over. An expired `sending` is marked unconfirmed, and never sent again.
 */
export function decideNextAction(entry: ScheduleEntry, nowMs: number, latenessLimitSeconds: number): NextAction {
  if (entry.due_at === null) return { action: 'nothing' };
  const dueMs = Date.parse(entry.due_at);
  if (nowMs < dueMs) {
    return isWaiting(entry) ? { action: 'wait', untilMs: dueMs } : { action: 'nothing' };
  }
  if (entry.state === 'sending') return { action: 'mark_unconfirmed' };
  if (entry.state === 'unconfirmed') return { action: 'reconcile' };
  const tooLate = nowMs > Date.parse(entry.scheduled_at) + latenessLimitSeconds * 1000;
  return { action: tooLate ? 'expire' : 'claim' };
}

/** Return whether an entry waits for its due time. The due time of the others is the end of a lease. */
export function isWaiting({ state }: Pick<ScheduleEntry, 'state'>): boolean {
  return state === 'pending' || state === 'continuing' || state === 'unconfirmed';
}

/**
 * Claim an entry for one attempt and mark its item `publishing`. The claim of a worker that crashed is taken over.
 */
export function claim(content: Content, entry: ScheduleEntry, attemptId: string, nowMs: number): ContentState {
  const due_at = leaseEnd('attempt', nowMs);
  const attempt = { id: attemptId, sent_at: null };
  const error = entry.state === 'claimed' ? entryError('preparation_interrupted') : entry.error;
  const claimed = { state: 'claimed', attempts: entry.attempts + 1, due_at, attempt, error } as const;
  return applyEntryTransition(content, entry, claimed, ['claimed', nowMs]);
}

/**
 * Mark an entry as sending, before the request that posts: the outcome is unknown until it is recorded. `key`
 * identifies the account and the text.
 */
export function startSending(
  content: Content,
  entry: ScheduleEntry,
  sending: { preparedState: NonNullable<ScheduleEntry['prepared_state']>; key: string },
  nowMs: number,
): ContentState {
  const changes = {
    state: 'sending',
    prepared_state: sending.preparedState,
    attempt: { ...entry.attempt!, sent_at: formatInstant(nowMs), key: sending.key },
  } as const;
  return applyEntryTransition(content, entry, changes, ['sent', nowMs]);
}

/**
 * The known outcome of an attempt. `retry` and `unfinished`, which continues the preparation and does not count as an
 * attempt, return to pending, or to continuing, unless the next attempt would be too late.
 */
export type PublishOutcome =
  | { outcome: 'published'; platformPostId: string; url: string | null; following?: PublishedPart[] }
  | { outcome: 'rejected'; error: EntryError }
  | { outcome: 'unfinished'; error: EntryError; continueAfterSeconds?: number }
  | { outcome: 'retry'; error: EntryError; retryAfterSeconds: number | null };

/** Apply the outcome of an attempt to an entry and its item. */
export function applyPublishOutcome(
  content: Content,
  entry: ScheduleEntry,
  result: PublishOutcome,
  nowMs: number,
  latenessLimitSeconds: number,
): ContentState {
  if (result.outcome === 'published') {
    const publishedMs = Math.max(nowMs, Date.parse(entry.attempt?.sent_at ?? formatInstant(nowMs)));
    return applyChange(content, entry, confirmPart(content, entry, { ...result, publishedMs }, ['confirmed', nowMs]));
  }
  const { error } = result;
  const failed = endInFailure(entry, error, nowMs);
  if (result.outcome === 'rejected') return applyChange(content, entry, failed);
  const latestMs = Date.parse(entry.scheduled_at) + latenessLimitSeconds * 1000;
  const isUnfinished = result.outcome === 'unfinished';
  const dueMs = isUnfinished
    ? continuationMs(nowMs, latestMs, result.continueAfterSeconds)
    : nextAttemptMs(entry.attempts, result.retryAfterSeconds, nowMs, latestMs);
  if (dueMs === null) return applyChange(content, entry, failed);
  const attempts = isUnfinished ? entry.attempts - 1 : entry.attempts;
  const retried = { state: waitingState(entry), attempt: null, error, due_at: formatInstant(dueMs), attempts };
  return applyEntryTransition(content, entry, retried, ['retry_scheduled', nowMs, error.code]);
}

/**
 * Return an entry to waiting, without a due time: publishing was halted after its attempt began, and nothing was sent.
 * The attempt does not count.
 */
export function holdAttempt(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  const error = entryError('publishing_halted');
  const held = { state: waitingState(entry), attempt: null, error, due_at: null, attempts: entry.attempts - 1 };
  return applyEntryTransition(content, entry, held, ['retry_scheduled', nowMs, error.code]);
}

/**
 * Fail an entry that is overdue by more than the lateness limit, with the reason of its last attempt if it had one.
 */
export function failAsTooLate(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  const error =
    entry.state === 'claimed' ? entryError('preparation_interrupted') : (entry.error ?? entryError('too_late'));
  return applyChange(content, entry, endInFailure(entry, error, nowMs));
}

/** Fail an entry whose item lacks the approval that its workspace requires. Nothing is sent. */
export function failAsNotApproved(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return applyChange(content, entry, endInFailure(entry, entryError('not_approved'), nowMs));
}

/** Publish a thread that has no part left, or interrupts one whose next part has nothing to answer. */
export function endContinued(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  if (nextStep(content, entry) === 'id_unknown') {
    return applyChange(content, entry, endInFailure(entry, entryError('part_id_unknown'), nowMs));
  }
  const published = { state: 'published', attempt: null, due_at: null, error: null } as const;
  return applyEntryTransition(content, entry, published, ['confirmed', nowMs, String(entry.parts.length - 1)]);
}

/**
 * End an entry whose item is deleted. The error of one whose present part may be live says so: no request resolves it, and
 * it is not looked for any more.
 */
export function endWithoutItem(entry: ScheduleEntry, nowMs: number): ScheduleEntry {
  const mayBeLive = entry.state === 'unconfirmed' || entry.state === 'sending';
  const error = entryError(mayBeLive ? 'deleted_unconfirmed' : 'item_deleted');
  return transitionEntry(entry, endInFailure(entry, error, nowMs).changes);
}

/** Apply a change of a part to its entry, as `applyEntryTransition` does. */
export function applyChange(content: Content, entry: ScheduleEntry, { changes, event }: Change): ContentState {
  return applyEntryTransition(content, entry, changes, event);
}

/**
 * Apply changes to an entry and recomputes its item, whose target shows the event. A claim that is stored together
 * with the step after it is an event too.
 */
export function applyEntryTransition(
  content: Content,
  entry: ScheduleEntry,
  changes: Partial<ScheduleEntry>,
  event: TimelineEvent,
): ContentState {
  const after = transitionEntry(entry, changes);
  const events = [...unshownClaim(content, entry), event];
  return { content: recomputeFromEntries(content, [after], events, formatInstant(event[1])), entries: [after] };
}

/** Return the claim of an entry if its target does not show it yet. It began a lease before the due time. */
function unshownClaim({ targets }: Content, entry: ScheduleEntry): TimelineEvent[] {
  if (entry.state !== 'claimed' || entry.due_at === null) return [];
  const claimedMs = Date.parse(entry.due_at) - LEASE_SECONDS.attempt * 1000;
  const [type, atMs = 0] = targets[targetKeyOf(entry)]?.timeline?.at(-1) ?? [];
  return type === 'claimed' && atMs >= claimedMs ? [] : [['claimed', claimedMs]];
}
