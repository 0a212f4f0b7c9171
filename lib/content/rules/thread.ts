import type { FollowingPart, Media, Platform, Post } from '../../platforms/facts/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/facts/platforms.ts';
import { type Content, postFor } from './content.ts';
import type { ConfirmedPart, ScheduleEntry } from './schedule-entry.ts';

/** What of an item is published by one post: the post itself, a further post of its thread, or its first comment. */
export type PartKind = 'post' | FollowingPart['kind'];
export type Part = { kind: PartKind; text: string; media: Media[] };

/** What of an item its parts are made of. */
export type Publishable = Pick<
  Content,
  'title' | 'description' | 'media' | 'thread' | 'first_comment' | 'platform_options'
>;

/** List what follows the post of an item on a platform, in the order of publication: its thread, then its first comment. */
export function followingParts(content: Publishable, platform: Platform): FollowingPart[] {
  const { thread = content.thread, first_comment = content.first_comment } = content.platform_options[platform] ?? {};
  const replies = thread.map(({ text, media }): FollowingPart => ({ kind: 'reply', text, media }));
  return first_comment === null ? replies : [...replies, { kind: 'comment', text: first_comment, media: [] }];
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
