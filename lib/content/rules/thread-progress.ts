import { formatInstant } from '../../core/values/timestamps.ts';
import type { PublishedPart } from '../../platforms/facts/platform.ts';
import type { Content } from './content.ts';
import { entryError } from './publish-failure-reasons.ts';
import type { ConfirmedPart, EntryError, ScheduleEntry } from './schedule-entry.ts';
import { followingParts, nextStep, publishesAtOnce } from './thread.ts';
import type { TimelineEvent, TimelineEventType } from './timeline.ts';

/** A part that is live. `following`: those that the same request has published, where the platform names them. */
export interface LivePart {
  platformPostId: string | null;
  url: string | null;
  publishedMs: number;
  following?: PublishedPart[] | undefined;
}

/** The changes of an entry and the event that its target shows. */
export type Change = { changes: Partial<ScheduleEntry>; event: TimelineEvent };

/**
 * Return the change of an entry whose present part is live: the next part is due at once, and its attempts begin from
 * zero, or the entry is published with its last part. Without the id that the next part has to answer, the thread is
 * interrupted. `type` is the event, which names the part of a thread.
 */
export function confirmPart(
  content: Content,
  entry: ScheduleEntry,
  live: LivePart,
  [type, nowMs, detail]: TimelineEvent,
): Change {
  const following = followingParts(content, entry.platform);
  const isFirst = entry.parts.length === 0;
  const result = isFirst ? firstResult(entry, live) : {};
  const ended = { attempt: null, due_at: null, error: null, ...result } as const;
  const isSingle = isFirst && following.length === 0;
  if (isSingle) return { changes: { ...ended, state: 'published' }, event: event(type, nowMs, detail) };
  const parts = [
    ...entry.parts,
    ...confirmedParts(live, isFirst && publishesAtOnce(entry.platform) ? following.length : 0),
  ];
  const shown = event(type, nowMs, detail ?? String(parts.length - 1));
  const step = nextStep(content, { ...entry, parts });
  if (step === 'complete') return { changes: { ...ended, state: 'published', parts }, event: shown };
  if (step === 'id_unknown') {
    return { changes: { ...ended, state: 'interrupted', parts, error: entryError('part_id_unknown') }, event: shown };
  }
  const fresh = { attempts: 0, prepared_state: null, unconfirmed_send: openSendsLeft(entry) };
  return { changes: { ...ended, ...fresh, state: 'continuing', parts, due_at: formatInstant(nowMs) }, event: shown };
}

/** Return the result of the post, which is that of the target. */
function firstResult({ scheduled_at }: ScheduleEntry, { platformPostId, url, publishedMs }: LivePart) {
  return {
    published_at: formatInstant(publishedMs),
    late_by_seconds: Math.max(0, Math.floor((publishedMs - Date.parse(scheduled_at)) / 1000)),
    platform_post_id: platformPostId,
    url,
  };
}

/** List a live part and the `count` parts that were published with it. Those that are not named have no id. */
function confirmedParts(
  { platformPostId, url, publishedMs, following = [] }: LivePart,
  count: number,
): ConfirmedPart[] {
  const published_at = formatInstant(publishedMs);
  const others = Array.from({ length: count }, (_, index) => following[index] ?? { platformPostId: null, url: null });
  return [{ platformPostId, url }, ...others].map((part) => {
    return { platform_post_id: part.platformPostId, url: part.url, published_at };
  });
}

/** Return the sends whose post may still be live, which other targets have to see; those of the next part come later. */
function openSendsLeft({ unconfirmed_send }: ScheduleEntry): ScheduleEntry['unconfirmed_send'] {
  if (!unconfirmed_send?.sends?.length) return null;
  return { ...unconfirmed_send, checks: 0 };
}

/** Return the change of an entry of which nothing more is sent: a thread of which a part is live is interrupted. */
export function endInFailure(entry: ScheduleEntry, error: EntryError, nowMs: number): Change {
  const state = entry.parts.length > 0 ? 'interrupted' : 'failed';
  return { changes: { state, attempt: null, due_at: null, error }, event: ['failed', nowMs, error.code] };
}

/** Return the state of an entry whose next attempt at the present part has a time. */
export function waitingState({ parts }: Pick<ScheduleEntry, 'parts'>): 'pending' | 'continuing' {
  return parts.length > 0 ? 'continuing' : 'pending';
}

function event(type: TimelineEventType, nowMs: number, detail: string | undefined): TimelineEvent {
  return detail === undefined ? [type, nowMs] : [type, nowMs, detail];
}
