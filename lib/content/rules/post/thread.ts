import { formatInstant } from '../../../core/values/timestamps.ts';
import type { FollowingPart, Media, Platform, Post, PublishedPart } from '../../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../../platforms/platforms.ts';
import { type Content, postFor } from '../content.ts';
import type { ConfirmedPart, EntryError, ScheduleEntry } from '../schedule-entry.ts';
import { withoutRequests } from '../sends/earlier-sends.ts';
import { entryError } from '../sends/publish-failure-reasons.ts';
import { addLinkParameters } from '../text/link-parameters.ts';
import type { TimelineEvent, TimelineEventType } from '../timeline.ts';

/** What of an item is published by one post: the post itself, a further post of its thread, or its first comment. */
export type PartKind = 'post' | FollowingPart['kind'];
export type Part = { kind: PartKind; text: string; media: Media[] };

/** What of an item its parts are made of. */
export type Publishable = Pick<
  Content,
  'title' | 'description' | 'media' | 'thread' | 'first_comment' | 'platform_options' | 'link_parameters'
>;

/** List what follows the post of an item on a platform, in the order of publication: its thread, then its first comment. */
export function followingParts(content: Publishable, platform: Platform): FollowingPart[] {
  const { thread = content.thread, first_comment = content.first_comment } = content.platform_options[platform] ?? {};
  const shown = (text: string) => addLinkParameters(text, content.link_parameters?.[platform] ?? []);
  const replies = thread.map(({ text, media }): FollowingPart => ({ kind: 'reply', text: shown(text), media }));
  return first_comment === null ? replies : [...replies, { kind: 'comment', text: shown(first_comment), media: [] }];
}

/** List everything that an item publishes on a platform, in the order of publication. */
export function partsFor(content: Publishable, platform: Platform): [Part, ...FollowingPart[]] {
  const { text, media } = postFor(content, platform);
  return [{ kind: 'post', text, media }, ...followingParts(content, platform)];
}

/** Return whether the platform publishes all parts in one request: all of them or nothing. */
export function publishesAtOnce(platform: Platform): boolean {
  return PLATFORM_TABLE[platform].publishesThreadAtOnce === true;
}

/** Names the parts that are live. */
type Progress = Pick<ScheduleEntry, 'platform' | 'parts'>;

/** Count the requests that publish what is left of an entry: one for each part, or one for all where both are sent at once. */
export function requestsLeft(content: Publishable, { platform, parts }: Progress): number {
  if (publishesAtOnce(platform)) return 1;
  return Math.max(1, partsFor(content, platform).length - parts.length);
}

/**
 * Return what the next request of an entry publishes: the post, with all that follows it where the platform takes both in
 * one request, or the part after those that are live. `canSend` has said that there is one.
 */
export function nextPost(content: Publishable, { platform, parts }: Progress): Post {
  const following = followingParts(content, platform);
  if (parts.length === 0) {
    const post = postFor(content, platform);
    return publishesAtOnce(platform) && following.length > 0 ? { ...post, following } : post;
  }
  const { kind, text, media } = following[parts.length - 1]!;
  const { rootId, parentId } = answeredIds(kind, parts)!;
  return { text, media, replyTo: { kind, rootId, parentId } };
}

/** Return what an entry does next: send a part, or end, because all are live or the id of a live one is not known. */
export function nextStep(content: Publishable, { platform, parts }: Progress): 'send' | 'complete' | 'id_unknown' {
  if (parts.length === 0) return 'send';
  const next = followingParts(content, platform)[parts.length - 1];
  if (!next) return 'complete';
  return answeredIds(next.kind, parts) ? 'send' : 'id_unknown';
}

/** Return the ids of the posts that the next part answers: a comment answers the post, a reply the part before it. */
function answeredIds(kind: FollowingPart['kind'], parts: ConfirmedPart[]): { rootId: string; parentId: string } | null {
  const rootId = parts[0]?.platform_post_id ?? null;
  const parentId = kind === 'comment' ? rootId : (parts.at(-1)?.platform_post_id ?? null);
  return rootId === null || parentId === null ? null : { rootId, parentId };
}

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
  const { unconfirmed_send } = entry;
  const sends = unconfirmed_send ? { unconfirmed_send: withoutRequests(unconfirmed_send) } : {};
  const ended = { attempt: null, due_at: null, error: null, ...sends, ...result } as const;
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
  return { ...withoutRequests(unconfirmed_send), checks: 0 };
}

/** Return the change of an entry that sends nothing more: a thread with a live part is interrupted. */
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
