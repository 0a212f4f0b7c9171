import { stateTransitionError } from '../api-error.ts';
import { formatInstant } from '../timestamps.ts';
import type { Content, ContentState } from './content.ts';
import type { IdentifiedPost } from './post-identification.ts';
import { entryError } from './publish-failure-reasons.ts';
import { applyEntryTransition, applyPublishOutcome } from './publish-transitions.ts';
import { type EntryError, type ScheduleEntry, type Send, statusOf } from './schedule-entry.ts';

/** Delays of the checks for an unconfirmed post, in seconds. Half an hour covers a platform outage. */
export const RECONCILE_DELAYS_SECONDS = [5, 60, 300, 1800];

/**
 * Marks an entry as unconfirmed: checked a few times, and never sent again automatically. Contract, section 5.
 * `endedAt` is when its request ended at the latest.
 */
export function markUnconfirmed(
  content: Content,
  entry: ScheduleEntry,
  error: EntryError,
  nowMs: number,
  endedAt: string = formatInstant(nowMs),
): ContentState {
  const last_sent_at = entry.attempt?.sent_at ?? formatInstant(nowMs);
  const sent_at = entry.unconfirmed_send?.sent_at ?? last_sent_at;
  const key = entry.attempt?.key;
  const { prepared_state } = entry;
  const added: Send[] = key === undefined ? [] : [{ key, sent_at: last_sent_at, ended_at: endedAt, prepared_state }];
  const sends = [...(entry.unconfirmed_send?.sends ?? []), ...added];
  return applyEntryTransition(content, nowMs, entry, {
    state: 'unconfirmed',
    due_at: firstCheckAt(nowMs),
    attempt: null,
    unconfirmed_send: { sent_at, last_sent_at, checks: 0, ...(sends.length > 0 ? { sends } : {}) },
    error,
  });
}

function firstCheckAt(nowMs: number): string {
  return formatInstant(nowMs + RECONCILE_DELAYS_SECONDS[0]! * 1000);
}

/** Marks a `sending` entry as unconfirmed after its worker crashed. Its request ended before its lease did. */
export function markUnconfirmedAfterCrash(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return markUnconfirmed(content, entry, entryError('outcome_unknown'), nowMs, entry.due_at ?? undefined);
}

/**
 * Returns an entry to unconfirmed after an attempt that certainly created no post, while the post of an earlier send
 * may be live. The checks begin again.
 */
export function returnToUnconfirmed(content: Content, entry: ScheduleEntry, error: EntryError, nowMs: number) {
  return applyEntryTransition(content, nowMs, entry, {
    state: 'unconfirmed',
    due_at: firstCheckAt(nowMs),
    attempt: null,
    unconfirmed_send: { ...entry.unconfirmed_send!, checks: 0 },
    error,
  });
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

/** Marks the entry as published with a post that was identified as its own. Its other sends stay open. */
export function markPublished(content: Content, entry: ScheduleEntry, post: IdentifiedPost, nowMs: number) {
  const isOther = ({ key, sent_at }: Send) => key !== post.send.key || sent_at !== post.send.sent_at;
  return publishAs(content, withSends(entry, isOther), post, nowMs);
}

/** Returns the entry with only the sends that `isKept` selects. */
function withSends(entry: ScheduleEntry, isKept: (send: Send) => boolean): ScheduleEntry {
  const { unconfirmed_send: unconfirmed } = entry;
  if (!unconfirmed?.sends) return entry;
  return { ...entry, unconfirmed_send: { ...unconfirmed, sends: unconfirmed.sends.filter(isKept) } };
}

type LivePost = { platformPostId: string | null; url: string | null; publishedAtMs: number | null };

/** Publishes at the time the platform reports, or else when it was sent last, but never before it was sent first. */
function publishAs(content: Content, entry: ScheduleEntry, post: LivePost, nowMs: number): ContentState {
  const { sent_at = formatInstant(nowMs), last_sent_at = sent_at } = entry.unconfirmed_send ?? {};
  const publishedMs = Math.max(post.publishedAtMs ?? Date.parse(last_sent_at), Date.parse(sent_at));
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
  const disproved = withSends(entry, () => false);
  return applyPublishOutcome(content, disproved, result, nowMs, latenessLimitSeconds);
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
    // Without the id, the post may still be found by others.
    const resolved = withSends(entry, () => resolution.platformPostId === null);
    return publishAs(content, resolved, { ...resolution, publishedAtMs: null }, nowMs);
  }
  return applyEntryTransition(content, nowMs, entry, {
    state: 'failed',
    due_at: null,
    attempt: null,
    error: entryError('resolved_as_failed'),
  });
}
