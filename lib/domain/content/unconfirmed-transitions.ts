import { stateTransitionError } from '../api-error.ts';
import { formatInstant } from '../timestamps.ts';
import type { Content, ContentState } from './content.ts';
import { entryError } from './publish-failure-reasons.ts';
import { applyEntryTransition, applyPublishOutcome } from './publish-transitions.ts';
import { type EntryError, type ScheduleEntry, statusOf } from './schedule-entry.ts';

/** Delays of the checks for an unconfirmed post, in seconds. Half an hour covers a platform outage. */
export const RECONCILE_DELAYS_SECONDS = [5, 60, 300, 1800];

/** Marks an entry as unconfirmed: checked a few times, and never sent again automatically. Contract, section 5. */
export function markUnconfirmed(content: Content, entry: ScheduleEntry, error: EntryError, nowMs: number) {
  // The first send counts: a post of any attempt since then is this post.
  const last_sent_at = entry.attempt?.sent_at ?? formatInstant(nowMs);
  const sent_at = entry.unconfirmed_send?.sent_at ?? last_sent_at;
  return applyEntryTransition(content, nowMs, entry, {
    state: 'unconfirmed',
    due_at: formatInstant(nowMs + RECONCILE_DELAYS_SECONDS[0]! * 1000),
    attempt: null,
    unconfirmed_send: { sent_at, last_sent_at, checks: 0 },
    error,
  });
}

/** Marks a `sending` entry as unconfirmed after its worker crashed. */
export function markUnconfirmedAfterCrash(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return markUnconfirmed(content, entry, entryError('outcome_unknown'), nowMs);
}

/** Schedules the next check after a check that did not find the post, which proves nothing. */
export function scheduleNextCheck(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  const { checks, ...sent } = entry.unconfirmed_send ?? { sent_at: formatInstant(nowMs), checks: 0 };
  const next = RECONCILE_DELAYS_SECONDS[checks + 1];
  const waitMs = next === undefined ? null : (next - RECONCILE_DELAYS_SECONDS[checks]!) * 1000;
  return applyEntryTransition(content, nowMs, entry, {
    due_at: waitMs === null ? null : formatInstant(nowMs + waitMs),
    unconfirmed_send: { ...sent, checks: checks + 1 },
  });
}

/** Stops checking, because the platform cannot be queried. The entry needs manual review. */
export function stopChecking(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return applyEntryTransition(content, nowMs, entry, { due_at: null });
}

/** A post that was found to be live. */
export type PublishedPostRef = { platformPostId: string | null; url: string | null; publishedAtMs: number | null };

/** Marks the entry as published at the time the platform reports, or else when it was sent. */
export function markPublished(content: Content, entry: ScheduleEntry, post: PublishedPostRef, nowMs: number) {
  const sentMs = Date.parse(
    entry.unconfirmed_send?.last_sent_at ?? entry.unconfirmed_send?.sent_at ?? formatInstant(nowMs),
  );
  const publishedMs = post.publishedAtMs ?? sentMs;
  return applyEntryTransition(content, nowMs, entry, {
    state: 'published',
    due_at: null,
    attempt: null,
    published_at: formatInstant(publishedMs),
    late_by_seconds: Math.max(0, Math.floor((publishedMs - Date.parse(entry.scheduled_at)) / 1000)),
    platform_post_id: post.platformPostId,
    url: post.url,
    error: null,
  });
}

/** Schedules a retry of a post that is certainly not live, unless it is too late. */
export function markNotPublished(content: Content, entry: ScheduleEntry, nowMs: number, latenessLimitSeconds: number) {
  // Replaces the unconfirmed error, whose "may be live" would be wrong for a failed post.
  const result = { outcome: 'retry', error: entryError('not_published'), retryAfterSeconds: null } as const;
  return applyPublishOutcome(content, entry, result, nowMs, latenessLimitSeconds);
}

/** The outcome a user reports for an unconfirmed post. */
export type Resolution =
  | { outcome: 'published'; platformPostId: string | null; url: string | null }
  | { outcome: 'failed' };

/** Resolves an unconfirmed entry as a user reports; null if already so. Throws a 409 in other statuses. */
export function resolveUnconfirmed(content: Content, entry: ScheduleEntry, resolution: Resolution, nowMs: number) {
  if (entry.state === resolution.outcome) return null;
  if (entry.state !== 'unconfirmed') {
    const current = statusOf(entry.state);
    const detail = `Only unconfirmed targets can be resolved. This target is ${current}.`;
    throw stateTransitionError(detail, { current, requested: resolution.outcome, allowed: [] });
  }
  if (resolution.outcome === 'published') {
    return markPublished(content, entry, { ...resolution, publishedAtMs: null }, nowMs);
  }
  return applyEntryTransition(content, nowMs, entry, {
    state: 'failed',
    due_at: null,
    attempt: null,
    error: entryError('resolved_as_failed'),
  });
}
