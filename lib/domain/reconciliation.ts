import type { Content, ContentState } from './content.ts';
import { type Entry, type EntryError, statusOf } from './entry.ts';
import { entryError } from './entry-error.ts';
import { formatInstant } from './instant.ts';
import { afterStep, settle } from './publishing.ts';
import { Refusal } from './refusal.ts';

/**
 * When the platform is asked whether a post of unknown outcome is live, in seconds after it became so. X's
 * timeline and Instagram's containers tell within seconds; half an hour is for a platform that is down.
 */
export const CHECK_SECONDS = [5, 60, 300, 1800];

/**
 * An entry whose outcome nobody knows. It is never sent again by itself; the platform is asked whether it is
 * live, a few times, and then the doubt stays until a person settles it. Contract, section 5.
 */
export function doubt(content: Content, entry: Entry, error: EntryError, nowMs: number): ContentState {
  // The first doubt counts: a post of any attempt since then is this post.
  const last_sent_at = entry.attempt?.sent_at ?? formatInstant(nowMs);
  const sent_at = entry.doubt?.sent_at ?? last_sent_at;
  return afterStep(content, nowMs, entry, {
    state: 'unconfirmed',
    due_at: formatInstant(nowMs + CHECK_SECONDS[0]! * 1000),
    attempt: null,
    doubt: { sent_at, last_sent_at, checks: 0 },
    error,
  });
}

/** A `sending` whose owner died: nobody can know, and nobody may try again by itself. */
export function callUnconfirmed(content: Content, entry: Entry, nowMs: number): ContentState {
  return doubt(content, entry, entryError('outcome_unknown'), nowMs);
}

/** The platform did not say that it is live, which proves nothing: asked again later, a few times. */
export function stillInDoubt(content: Content, entry: Entry, nowMs: number): ContentState {
  const { checks, ...sent } = entry.doubt ?? { sent_at: formatInstant(nowMs), checks: 0 };
  const next = CHECK_SECONDS[checks + 1];
  const waitMs = next === undefined ? null : (next - CHECK_SECONDS[checks]!) * 1000;
  return afterStep(content, nowMs, entry, {
    due_at: waitMs === null ? null : formatInstant(nowMs + waitMs),
    doubt: { ...sent, checks: checks + 1 },
  });
}

/** Nobody can look on this platform: the doubt is for a person to settle. */
export function leaveInDoubt(content: Content, entry: Entry, nowMs: number): ContentState {
  return afterStep(content, nowMs, entry, { due_at: null });
}

/** What is known of a post that turned out to be live. */
export interface LivePost {
  platformPostId: string | null;
  url: string | null;
  publishedAtMs: number | null;
}

/** The post is live after all: published when the platform says, or else when it was sent. */
export function confirm(content: Content, entry: Entry, post: LivePost, nowMs: number): ContentState {
  const sentMs = Date.parse(entry.doubt?.last_sent_at ?? entry.doubt?.sent_at ?? formatInstant(nowMs));
  const publishedMs = post.publishedAtMs ?? sentMs;
  return afterStep(content, nowMs, entry, {
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
export function denyLive(
  content: Content,
  entry: Entry,
  nowMs: number,
  latenessLimitSeconds: number,
): ContentState {
  // Of the doubt nothing is left: its "may be live" must not be read on a post that failed.
  const settlement = {
    outcome: 'retry',
    error: entryError('not_published'),
    retryAfterSeconds: null,
  } as const;
  return settle(content, entry, settlement, nowMs, latenessLimitSeconds);
}

/** What a person says of a post that nobody knew the outcome of. */
export type Resolution =
  | { outcome: 'published'; platformPostId: string | null; url: string | null }
  | { outcome: 'failed' };

/**
 * Settles the doubt by a person's word. Null when it is settled that way already; 409 for a target that is
 * not unconfirmed.
 */
export function resolve(
  content: Content,
  entry: Entry,
  resolution: Resolution,
  nowMs: number,
): ContentState | null {
  if (entry.state === resolution.outcome) return null;
  if (entry.state !== 'unconfirmed') {
    const current = statusOf(entry.state);
    throw new Refusal(
      'invalid_state_transition',
      `Only a target that is unconfirmed can be resolved; this one is ${current}.`,
      { members: { current, requested: resolution.outcome, allowed: [] } },
    );
  }
  if (resolution.outcome === 'published') {
    return confirm(content, entry, { ...resolution, publishedAtMs: null }, nowMs);
  }
  return afterStep(content, nowMs, entry, {
    state: 'failed',
    due_at: null,
    attempt: null,
    error: entryError('resolved_as_failed'),
  });
}
