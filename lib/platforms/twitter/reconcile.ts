import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { PlatformConnection, PublishingAccount, ReconcileOutcome, SentPost } from '../publisher.ts';
import { call, isId, postUrl } from './request.ts';

/**
 * X dates a post by its own clock, in whole seconds, and ours may be ahead of it: a post of ours may seem to
 * have been created before we sent it.
 */
const CLOCK_SKEW_MS = 60_000;

/** How long after it was sent a post without text may have been created and still be taken for ours. */
const MEDIA_ONLY_MATCH_WINDOW_MS = 10 * 60_000;

/** The most X gives at once. Read posts are paid for by the piece, but only those since `start_time` come. */
const MAX_RESULTS = 100;

const HTML_CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

interface TimelinePost {
  id: string;
  createdAtMs: number;
  text: string;
  hasMedia: boolean;
}

/**
 * A post of the timeline with its text as it was written: X writes `& < >` as HTML does, puts a t.co link in
 * the place of every url, and adds one for the post's own media. Undefined for anything that is not a post.
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

/** X adds a protocol, and sometimes a slash, to urls written without, so neither takes part in comparing. */
function stripProtocols(text: string): string {
  return normalizeForComparison(text.replace(/https?:\/\/|\//gi, ''));
}

/** The post that is ours among those read since it was sent; undefined when none is, or more than one may be. */
function findMatch(sent: SentPost, posts: TimelinePost[]): TimelinePost | undefined {
  const text = stripProtocols(sent.text);
  if (text !== '') {
    // X rejects a repeated text, so one matches; if there are more, the first after sending is the likeliest.
    const same = posts.filter((post) => post.text === text);
    return same.sort((a, b) => a.createdAtMs - b.createdAtMs)[0];
  }
  // Pictures cannot be compared: only a single one that was posted right then is taken for ours.
  const untilMs = sent.sentAtMs + MEDIA_ONLY_MATCH_WINDOW_MS;
  const alone = posts.filter((post) => post.text === '' && post.hasMedia && post.createdAtMs <= untilMs);
  return alone.length === 1 ? alone[0] : undefined;
}

/**
 * Looks for a sent post in the account's timeline. A missing post may be delayed, and an error response or
 * silence says nothing at all, so the only other answer is `not_seen`.
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
