import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { PlatformConnection, PublishingAccount, ReconcileOutcome, SentPost } from '../publisher.ts';
import { call, isId, postUrl } from './request.ts';

/**
 * The tolerated clock difference.
 *
 * X dates a post by its own clock, in whole seconds, so that a post may appear to be older than its request.
 */
const CLOCK_SKEW_MS = 60_000;

/** How long after its request a post without text may have been created. */
const MEDIA_ONLY_MATCH_WINDOW_MS = 10 * 60_000;

/**
 * X's maximum page size.
 *
 * X charges per post that it returns, but returns only posts since `start_time`.
 */
const MAX_RESULTS = 100;

const HTML_CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

interface TimelinePost {
  id: string;
  createdAtMs: number;
  text: string;
  hasMedia: boolean;
}

/**
 * Parse a post of the timeline and restore its original text.
 *
 * Returns undefined for anything that is not a post. X escapes `& < >` as in HTML, replaces every URL by a t.co link,
 * and appends one for the post's media.
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
    // A text cannot contain the post's own id: this link stands for its images.
    const isOwnMedia = /\/status\/(\d{1,19})\/(?:photo|video)\/\d+$/.exec(target)?.[1] === id;
    links.set(link, isOwnMedia ? '' : target);
    hasMedia ||= isOwnMedia;
  }
  const written = text
    .replace(/&(?:amp|lt|gt);/g, (character) => HTML_CHARACTERS[character]!)
    .replace(/https?:\/\/t\.co\/\w+/g, (link) => links.get(link) ?? link);
  return { id, createdAtMs, text: stripProtocols(written), hasMedia };
}

/** Remove the protocols and trailing slashes that X adds to URLs. */
function stripProtocols(text: string): string {
  return normalizeForComparison(text.replace(/https?:\/\/|\//gi, ''));
}

/**
 * Find the sent post among the posts since then.
 *
 * Returns undefined when none matches, or the match is ambiguous.
 */
function findMatch(sent: SentPost, posts: TimelinePost[]): TimelinePost | undefined {
  const text = stripProtocols(sent.text);
  if (text !== '') {
    // X rejects a repeated text, so one matches; if there are more, the first after sending is the likeliest.
    const same = posts.filter((post) => post.text === text);
    return same.sort((a, b) => a.createdAtMs - b.createdAtMs)[0];
  }
  // Images cannot be compared, so only a single post that was created within that time matches.
  const untilMs = sent.sentAtMs + MEDIA_ONLY_MATCH_WINDOW_MS;
  const alone = posts.filter((post) => post.text === '' && post.hasMedia && post.createdAtMs <= untilMs);
  return alone.length === 1 ? alone[0] : undefined;
}

/**
 * Look up a sent post in the account's timeline.
 *
 * A missing post may be delayed, and an error or a missing response proves nothing, so the only other outcome is
 * `not_seen`.
 */
export async function findInTimeline(
  sent: SentPost,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<ReconcileOutcome> {
  const sinceMs = sent.sentAtMs - CLOCK_SKEW_MS;
  const startTime = `${new Date(sinceMs).toISOString().slice(0, 19)}Z`;
  const query = `max_results=${MAX_RESULTS}&start_time=${startTime}&tweet.fields=created_at,entities`;
  const path = `/2/users/${encodeURIComponent(account.externalId)}/tweets?${query}`;
  const result = await call('GET', path, undefined, account, connection);
  if (result.response?.status !== 200) return { found: 'not_seen' };
  const posts = asArray(getPath(parseJsonBody(result.response), 'data')).flatMap(
    (post) => parsePost(post) ?? [],
  );
  const earliestMs = Math.floor(sinceMs / 1000) * 1000;
  const post = findMatch(
    sent,
    posts.filter(({ createdAtMs }) => createdAtMs >= earliestMs),
  );
  if (post === undefined) return { found: 'not_seen' };
  return { found: 'live', platformPostId: post.id, url: postUrl(post.id), publishedAtMs: post.createdAtMs };
}
