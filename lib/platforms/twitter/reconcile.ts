import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { Access, ReconcileOutcome, SentPost } from '../publisher.ts';
import { call, isId, postUrl } from './request.ts';

/** X dates a post by its own clock, in whole seconds; the date may be earlier than the request. */
const CLOCK_SKEW_MS = 60_000;

/** The time after sending within which a post without text may match. */
const MEDIA_ONLY_MATCH_WINDOW_MS = 10 * 60_000;

/** X's maximum. X charges per post that is read, but returns only posts since `start_time`. */
const MAX_RESULTS = 100;

const HTML_CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

type TimelinePost = { id: string; createdAtMs: number; text: string; hasMedia: boolean };

/**
 * Parse a post of the timeline and restore its original text; undefined for anything that is not a post. X escapes `& <
 * >` as HTML does, replaces every URL with a t.co link, and appends one for the post's own media.
 */
function parsePost(post: unknown): TimelinePost | undefined {
  const id = getPath(post, 'id');
  const text = asString(getPath(post, 'text'));
  const createdAtMs = Date.parse(asString(getPath(post, 'created_at')) ?? '');
  if (!isId(id) || text === undefined || Number.isNaN(createdAtMs)) return undefined;
  const links = new Map<string, string>();
  let hasMedia = false;
  for (const entity of asArray(getPath(post, 'entities', 'urls'))) {
    const [link, target] = [asString(getPath(entity, 'url')), asString(getPath(entity, 'expanded_url'))];
    if (link === undefined || target === undefined) continue;
    // A text cannot contain the post's own id, so this link is the one X appended for its images.
    const isOwnMedia = /\/status\/(\d{1,19})\/(?:photo|video)\/\d+$/.exec(target)?.[1] === id;
    links.set(link, isOwnMedia ? '' : target);
    hasMedia ||= isOwnMedia;
  }
  const original = text
    .replace(/&(?:amp|lt|gt);/g, (character) => HTML_CHARACTERS[character]!)
    .replace(/https?:\/\/t\.co\/\w+/g, (link) => links.get(link) ?? link);
  return { id, createdAtMs, text: stripProtocols(original), hasMedia };
}

/** Remove protocols and slashes before a comparison: X adds them to URLs without. */
function stripProtocols(text: string): string {
  return normalizeForComparison(text.replace(/https?:\/\/|\//gi, ''));
}

/** Find the sent post among the posts since then; undefined when none or more than one matches. */
function findMatch(sent: SentPost, posts: TimelinePost[]): TimelinePost | undefined {
  const text = stripProtocols(sent.text);
  if (text !== '') {
    // X rejects a repeated text, so one matches; if there are more, the first after sending is the likeliest.
    return posts.filter((post) => post.text === text).sort((a, b) => a.createdAtMs - b.createdAtMs)[0];
  }
  // Images cannot be compared: only a single post with images at that time matches.
  const untilMs = sent.sentAtMs + MEDIA_ONLY_MATCH_WINDOW_MS;
  const matching = posts.filter((post) => post.text === '' && post.hasMedia && post.createdAtMs <= untilMs);
  return matching.length === 1 ? matching[0] : undefined;
}

/**
 * Look for a sent post in the account's timeline. A missing post may be delayed and an error response proves nothing,
 * so the only other result is `not_seen`.
 */
export async function findInTimeline(sent: SentPost, ...access: Access): Promise<ReconcileOutcome> {
  const sinceMs = sent.sentAtMs - CLOCK_SKEW_MS;
  const startTime = `${new Date(sinceMs).toISOString().slice(0, 19)}Z`;
  const query = `max_results=${MAX_RESULTS}&start_time=${startTime}&tweet.fields=created_at,entities`;
  const path = `/2/users/${encodeURIComponent(access[0].externalId)}/tweets?${query}`;
  const result = await call('GET', path, undefined, ...access);
  if (result.response?.status !== 200) return { found: 'not_seen' };
  const earliestMs = Math.floor(sinceMs / 1000) * 1000;
  const posts = asArray(getPath(parseJsonBody(result.response), 'data'))
    .flatMap((post) => parsePost(post) ?? [])
    .filter(({ createdAtMs }) => createdAtMs >= earliestMs);
  const post = findMatch(sent, posts);
  if (post === undefined) return { found: 'not_seen' };
  return { found: 'live', platformPostId: post.id, url: postUrl(post.id), publishedAtMs: post.createdAtMs };
}
