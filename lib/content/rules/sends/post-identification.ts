import { leaseEnd, leaseEndMs } from '../../../core/retry/lease.ts';
import type { FoundPost, TimeWindow } from '../../../platforms/kit/found-post.ts';
import type { ScheduleEntry, Send } from '../schedule-entry.ts';

/** A post that is a target's own, with the send that created it. */
export type IdentifiedPost = FoundPost & { send: Send };

/** The sends of one target with one text on one account that may have created a post, as other targets see them. */
export interface OpenSends {
  key: string;
  workspace_id: string;
  content_id: string;
  sends: Send[];
}

/** How long after its end, in seconds, a platform may still process a request. A later post is not from it. */
export const SETTLE_SECONDS = 60;

/** How much earlier, in seconds, a post must be than a send to be certainly older. */
export const CLOCK_SKEW_SECONDS = 60;

/** How long a send is compared with posts and other sends, in days. Afterwards nothing is taken for its post. */
export const OPEN_SEND_DAYS = 30;

/** List the sends of an entry that may have created a post whose id is unknown. */
export function openSendsOf({ state, attempt, unconfirmed_send }: ScheduleEntry): Send[] {
  const isSending = state === 'sending' && attempt?.sent_at && attempt.key !== undefined;
  const running = isSending ? [{ key: attempt.key!, sent_at: attempt.sent_at!, ended_at: null }] : [];
  const unknown = (unconfirmed_send?.sends ?? []).map(({ key, sent_at, ended_at }) => ({ key, sent_at, ended_at }));
  return [...unknown, ...running];
}

/**
 * List the sends of an entry whose post may be live, of all its parts. An item of an earlier version has only the first
 * and the last one, between which its post may have been created.
 */
export function sendsInDoubt({ unconfirmed_send, prepared_state }: ScheduleEntry): Send[] {
  if (!unconfirmed_send) return [];
  const { sends = [], sent_at, last_sent_at = sent_at } = unconfirmed_send;
  if (sends.length > 0) return sends;
  return [{ key: '', sent_at, ended_at: leaseEnd('attempt', Date.parse(last_sent_at)), prepared_state }];
}

/**
 * Return whether a post of this time may be from one of these sends. A person has said so: only a post that is certainly
 * older or newer is not.
 */
export function mayBeFrom(sends: Send[], publishedAtMs: number): boolean {
  return sends.some((send) => isWithin({ publishedAtMs }, send) || isJustBefore({ publishedAtMs }, send));
}

/** Return when the post of a send can have been created. Platforms report whole seconds. */
export function windowOf({ sent_at, ended_at }: Send): TimeWindow {
  const sentMs = Date.parse(sent_at);
  const endedMs = ended_at === null ? leaseEndMs('attempt', sentMs) : Date.parse(ended_at);
  return { fromMs: Math.floor(sentMs / 1000) * 1000, toMs: endedMs + SETTLE_SECONDS * 1000 };
}

/** The result of an identification. `ambiguous`: a post may be this target's or another one's. */
export type Identification = { result: 'found'; post: IdentifiedPost } | { result: 'ambiguous' | 'none' };

/**
 * Identify the post of a send among posts with its text on its account. A text alone proves nothing: the post must
 * have been created during the send, belong to no other target, and be the only such post, and no other target may have
 * been sending the same text at that time.
 */
export function identifyPost(
  posts: FoundPost[],
  send: Send,
  others: { claimedPostIds: ReadonlySet<string>; sends: Send[] },
): Identification {
  const free = posts.filter(({ platformPostId }) => !others.claimedPostIds.has(platformPostId));
  const [post, ...further] = free.filter((each) => isWithin(each, send));
  if (!post) return { result: free.some((each) => isJustBefore(each, send)) ? 'ambiguous' : 'none' };
  if (further.length > 0 || others.sends.some((other) => isWithin(post, other))) return { result: 'ambiguous' };
  return {
    result: 'found',
    post: { ...post, send, publishedAtMs: Math.max(post.publishedAtMs, Date.parse(send.sent_at)) },
  };
}

function isWithin({ publishedAtMs }: Pick<FoundPost, 'publishedAtMs'>, send: Send): boolean {
  const { fromMs, toMs } = windowOf(send);
  return publishedAtMs >= fromMs && publishedAtMs <= toMs;
}

/** Return whether a post may only seem to be older than the send, because the platform's clock is slow. */
function isJustBefore({ publishedAtMs }: Pick<FoundPost, 'publishedAtMs'>, send: Send): boolean {
  const { fromMs } = windowOf(send);
  return publishedAtMs < fromMs && publishedAtMs >= fromMs - CLOCK_SKEW_SECONDS * 1000;
}
