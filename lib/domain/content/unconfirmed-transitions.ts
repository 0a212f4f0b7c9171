import { ApiError } from '../api-error.ts';
import { formatInstant } from '../timestamps.ts';
import type { Content, ContentState } from './content.ts';
import { entryError } from './publish-failure-reasons.ts';
import { applyEntryTransition, applyPublishOutcome } from './publish-transitions.ts';
import { type EntryError, type ScheduleEntry, statusOf } from './schedule-entry.ts';

/**
 * When the platform is asked whether a post of unknown outcome is live, in seconds after it became so. X's
 * timeline and Instagram's containers tell within seconds; half an hour is for a platform that is down.
 */
export const RECONCILE_DELAYS_SECONDS = [5, 60, 300, 1800];

/**
 * An entry whose outcome nobody knows. It is never sent again by itself; the platform is asked whether it is
 * live, a few times, and then the doubt stays until a person settles it. Contract, section 5.
 */
export function markUnconfirmed(
  content: Content,
  entry: ScheduleEntry,
  error: EntryError,
  nowMs: number,
): ContentState {
  // The first doubt counts: a post of any attempt since then is this post.
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

/** A `sending` whose owner died: nobody can know, and nobody may try again by itself. */
export function markUnconfirmedAfterCrash(
  content: Content,
  entry: ScheduleEntry,
  nowMs: number,
): ContentState {
  return markUnconfirmed(content, entry, entryError('outcome_unknown'), nowMs);
}

/** The platform did not say that it is live, which proves nothing: asked again later, a few times. */
export function scheduleNextCheck(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  const { checks, ...sent } = entry.unconfirmed_send ?? { sent_at: formatInstant(nowMs), checks: 0 };
  const next = RECONCILE_DELAYS_SECONDS[checks + 1];
  const waitMs = next === undefined ? null : (next - RECONCILE_DELAYS_SECONDS[checks]!) * 1000;
  return applyEntryTransition(content, nowMs, entry, {
    due_at: waitMs === null ? null : formatInstant(nowMs + waitMs),
    unconfirmed_send: { ...sent, checks: checks + 1 },
  });
}

/** Nobody can look on this platform: the doubt is for a person to settle. */
export function stopChecking(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return applyEntryTransition(content, nowMs, entry, { due_at: null });
}

/** What is known of a post that turned out to be live. */
export interface PublishedPostRef {
  platformPostId: string | null;
  url: string | null;
  publishedAtMs: number | null;
}

/** The post is live after all: published when the platform says, or else when it was sent. */
export function markPublished(
  content: Content,
  entry: ScheduleEntry,
  post: PublishedPostRef,
  nowMs: number,
): ContentState {
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

/** The post is certainly not live, and what was prepared is intact: tried again, unless it is too late now. */
export function markNotPublished(
  content: Content,
  entry: ScheduleEntry,
  nowMs: number,
  latenessLimitSeconds: number,
): ContentState {
  // Of the doubt nothing is left: its "may be live" must not be read on a post that failed.
  const settlement = {
    outcome: 'retry',
    error: entryError('not_published'),
    retryAfterSeconds: null,
  } as const;
  return applyPublishOutcome(content, entry, settlement, nowMs, latenessLimitSeconds);
}

/** What a person says of a post that nobody knew the outcome of. */
export type Resolution =
  | { outcome: 'published'; platformPostId: string | null; url: string | null }
  | { outcome: 'failed' };

/**
 * Settles the doubt by a person's word. Null when it is settled that way already; 409 for a target that is
 * not unconfirmed.
 */
export function resolveUnconfirmed(
  content: Content,
  entry: ScheduleEntry,
  resolution: Resolution,
  nowMs: number,
): ContentState | null {
  if (entry.state === resolution.outcome) return null;
  if (entry.state !== 'unconfirmed') {
    const current = statusOf(entry.state);
    throw new ApiError(
      'invalid_state_transition',
      `Only unconfirmed targets can be resolved. This target is ${current}.`,
      { extensions: { current, requested: resolution.outcome, allowed: [] } },
    );
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
