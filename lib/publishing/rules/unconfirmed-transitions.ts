import type { Content, ContentState } from '../../content/rules/content.ts';
import { confirmPart } from '../../content/rules/post/thread.ts';
import type { EntryError, ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import { isRepeatable, withoutTexts } from '../../content/rules/sends/earlier-sends.ts';
import { type IdentifiedPost, SETTLE_SECONDS, windowOf } from '../../content/rules/sends/post-identification.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import type { TimelineEvent } from '../../content/rules/timeline.ts';
import { RECONCILE_DELAYS_SECONDS, repeatDelaySeconds } from '../../core/retry/back-off.ts';
import { leaseEnd, leaseEndMs } from '../../core/retry/lease.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { FoundPost } from '../../platforms/kit/found-post.ts';
import { applyChange, applyEntryTransition, applyPublishOutcome } from './publish-transitions.ts';

/**
 * Mark an entry as unconfirmed: checked a few times, and never sent again automatically unless the platform stores it
 * under a key of ours. See docs/reference/outcomes.md. `endedAt` is when its request ended at the latest: after a
 * crash, which is noticed when the request is over, so that the first check follows at once.
 */
export function markUnconfirmed(
  content: Content,
  entry: ScheduleEntry,
  error: EntryError,
  nowMs: number,
  endedAt?: string,
): ContentState {
  const ended_at = endedAt ?? formatInstant(nowMs);
  const last_sent_at = entry.attempt?.sent_at ?? formatInstant(nowMs);
  const sent_at = entry.unconfirmed_send?.sent_at ?? last_sent_at;
  const key = entry.attempt?.key;
  const { prepared_state, unconfirmed_send } = entry;
  const ended = { state: 'unconfirmed', attempt: null, error } as const;
  const event: TimelineEvent = ['unconfirmed', nowMs, error.code];
  if (entry.attempt?.is_repeat && unconfirmed_send) {
    const due_at = endedAt === undefined ? nextRepeatAt(unconfirmed_send.checks, nowMs) : formatInstant(nowMs);
    const sends = extendLast(unconfirmed_send.sends, ended_at);
    const changes = { ...ended, due_at, unconfirmed_send: { ...unconfirmed_send, last_sent_at, sends } };
    return applyEntryTransition(content, entry, changes, event);
  }
  const part = entry.parts.length;
  const added: Send[] = key === undefined ? [] : [{ key, sent_at: last_sent_at, ended_at, part, prepared_state }];
  const sends = addSend(entry, added);
  const due_at = endedAt === undefined ? firstCheckAt(nowMs) : formatInstant(nowMs);
  const sent = { sent_at, last_sent_at, checks: 0, ...(sends.length > 0 ? { sends } : {}) };
  return applyEntryTransition(content, entry, { ...ended, due_at, unconfirmed_send: sent }, event);
}

/**
 * Return the sends of an entry with a new one. One under the same key of the platform as the last one takes its place: both
 * together create at most one post.
 */
function addSend(entry: ScheduleEntry, added: Send[]): Send[] {
  const sends = entry.unconfirmed_send?.sends ?? [];
  const [last, next] = [sends.at(-1), added[0]];
  const isSame = last && next && isRepeatable(entry) && recordKeyOf(last) === recordKeyOf(next);
  if (isSame && last.key === next.key) return [...sends.slice(0, -1), { ...next, sent_at: last.sent_at }];
  // One text is stored once, however often it is sent.
  return [...sends.map((send) => (send.key === next?.key ? withoutTexts(send) : send)), ...added];
}

/** Return the key under which the platform stores the post of a send. */
function recordKeyOf({ prepared_state }: Send) {
  return prepared_state?.recordKey;
}

/** Return the sends with a later end of the last one: the repeat had the same key on the platform. */
function extendLast(sends: Send[] = [], ended_at: string): Send[] {
  return sends.map((send, index) => (index === sends.length - 1 ? { ...send, ended_at } : send));
}

/** Return the time of the next check of a post that may be sent again. */
function nextRepeatAt(checks: number, nowMs: number): string {
  return formatInstant(nowMs + repeatDelaySeconds(checks) * 1000);
}

/** What to do about an unconfirmed post that the platform does not have. `absent`: it was not published. */
type RepeatDecision = { action: 'repeat'; send: Send } | { action: 'wait' | 'absent' };

/**
 * Decide about an unconfirmed post that is not on its platform. Where a repeat creates no second post, it is sent
 * again until the lateness limit, unless its item lacks approval. Otherwise it counts as absent when the platform no
 * longer processes `last`, its last send.
 */
export function decideRepeat(
  entry: ScheduleEntry,
  last: Send | undefined,
  nowMs: number,
  latenessLimitSeconds: number,
  isApproved: boolean,
): RepeatDecision {
  if (!last || !isRepeatable(entry)) return { action: 'absent' };
  if (isApproved && nowMs <= latestMs(entry, latenessLimitSeconds)) return { action: 'repeat', send: last };
  return { action: windowOf(last).toMs < nowMs ? 'absent' : 'wait' };
}

function latestMs({ scheduled_at }: ScheduleEntry, latenessLimitSeconds: number): number {
  return Date.parse(scheduled_at) + latenessLimitSeconds * 1000;
}

/** Start to send an unconfirmed post again, with what `send` has sent. Written before the request. */
export function startRepeat(content: Content, entry: ScheduleEntry, send: Send, attemptId: string, nowMs: number) {
  const unconfirmed = entry.unconfirmed_send!;
  const changes = {
    state: 'sending',
    attempts: entry.attempts + 1,
    due_at: leaseEnd('attempt', nowMs),
    attempt: { id: attemptId, sent_at: formatInstant(nowMs), key: send.key, is_repeat: true },
    prepared_state: send.prepared_state ?? null,
    unconfirmed_send: { ...unconfirmed, checks: unconfirmed.checks + 1 },
  } as const;
  return applyEntryTransition(content, entry, changes, ['sent', nowMs]);
}

function firstCheckAt(nowMs: number): string {
  return formatInstant(nowMs + RECONCILE_DELAYS_SECONDS[0]! * 1000);
}

/** Mark a `sending` entry as unconfirmed after its worker crashed. Its request ended before its lease did. */
export function markUnconfirmedAfterCrash(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return markUnconfirmed(content, entry, entryError('outcome_unknown'), nowMs, entry.due_at ?? undefined);
}

/**
 * Return an entry to unconfirmed after an attempt that certainly created no post, while the post of an earlier send
 * may be live. The checks begin again, unless the attempt was one of them.
 */
export function returnToUnconfirmed(content: Content, entry: ScheduleEntry, error: EntryError, nowMs: number) {
  const { checks } = entry.unconfirmed_send!;
  const isRepeat = entry.attempt?.is_repeat === true;
  const changes = {
    state: 'unconfirmed',
    due_at: isRepeat ? nextRepeatAt(checks, nowMs) : firstCheckAt(nowMs),
    attempt: null,
    unconfirmed_send: { ...entry.unconfirmed_send!, checks: isRepeat ? checks : 0 },
    error,
  } as const;
  return applyEntryTransition(content, entry, changes, ['unconfirmed', nowMs, error.code]);
}

/**
 * Schedule the next check after a check that did not find the post, which proves nothing. Where the post may be sent
 * again, the checks go on until it would be too late.
 */
export function scheduleNextCheck(
  content: Content,
  entry: ScheduleEntry,
  nowMs: number,
  latenessLimitSeconds: number,
): ContentState {
  const { checks, ...sent } = entry.unconfirmed_send ?? { sent_at: formatInstant(nowMs), checks: 0 };
  if (isRepeatable(entry)) {
    // The last request may have ended its deadline after the limit, and is then processed for a while.
    const isOver = nowMs > leaseEndMs('attempt', latestMs(entry, latenessLimitSeconds)) + SETTLE_SECONDS * 1000;
    const due_at = isOver ? null : nextRepeatAt(checks + 1, nowMs);
    const changes = { due_at, unconfirmed_send: { ...sent, checks: checks + 1 } };
    return applyEntryTransition(content, entry, changes, ['checked', nowMs]);
  }
  const next = RECONCILE_DELAYS_SECONDS[checks + 1];
  const waitMs = next === undefined ? null : (next - RECONCILE_DELAYS_SECONDS[checks]!) * 1000;
  const due_at = waitMs === null ? null : formatInstant(nowMs + waitMs);
  const changes = { due_at, unconfirmed_send: { ...sent, checks: checks + 1 } };
  return applyEntryTransition(content, entry, changes, ['checked', nowMs]);
}

/** Stop checking, because the platform cannot be queried. The entry needs manual review. */
export function stopChecking(content: Content, entry: ScheduleEntry, nowMs: number): ContentState {
  return applyEntryTransition(content, entry, { due_at: null }, ['checked', nowMs, 'not_supported']);
}

/** Mark the entry as published with a post that was identified as its own. Its other sends stay open. */
export function markPublished(content: Content, entry: ScheduleEntry, post: IdentifiedPost, nowMs: number) {
  const isOther = ({ key, sent_at }: Send) => key !== post.send.key || sent_at !== post.send.sent_at;
  // The platform confirms the repeat of a send itself.
  const type = entry.attempt?.is_repeat ? 'confirmed' : 'reconciled';
  return publishAs(content, withSends(entry, isOther), post, [type, nowMs]);
}

/** Return the entry with only the sends that `isKept` selects. */
export function withSends(entry: ScheduleEntry, isKept: (send: Send) => boolean): ScheduleEntry {
  const { unconfirmed_send: unconfirmed } = entry;
  if (!unconfirmed?.sends) return entry;
  return { ...entry, unconfirmed_send: { ...unconfirmed, sends: unconfirmed.sends.filter(isKept) } };
}

type LivePost = Omit<FoundPost, 'platformPostId' | 'publishedAtMs'> & {
  platformPostId: string | null;
  publishedAtMs: number | null;
};

/** Publish at the time the platform reports, or else when it was sent last, but never before it was sent first. */
export function publishAs(content: Content, entry: ScheduleEntry, post: LivePost, event: TimelineEvent): ContentState {
  const nowMs = event[1];
  const { sent_at = formatInstant(nowMs), last_sent_at = sent_at } = entry.unconfirmed_send ?? {};
  const publishedMs = Math.max(post.publishedAtMs ?? Date.parse(last_sent_at), Date.parse(sent_at));
  return applyChange(content, entry, confirmPart(content, entry, { ...post, publishedMs }, event));
}

/** Schedule a retry of a post that is certainly not live, unless it is too late. */
export function markNotPublished(content: Content, entry: ScheduleEntry, nowMs: number, latenessLimitSeconds: number) {
  // Replaces the unconfirmed error, whose "may be live" would be wrong for a failed post.
  const result = { outcome: 'retry', error: entryError('not_published'), retryAfterSeconds: null } as const;
  const disproved = withSends(entry, () => false);
  return applyPublishOutcome(content, disproved, result, nowMs, latenessLimitSeconds);
}
