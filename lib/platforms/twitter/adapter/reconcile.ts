import type { FoundPost, TimeWindow } from '../../kit/found-post.ts';
import { asArray, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { shareDeadline } from '../../kit/http/request.ts';
import type { Access, PlatformConnection, PublishingAccount, ReconcileOutcome, SentPost } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { findUrls } from '../facts/text/post-urls.ts';
import { call, isId, postUrl } from './request.ts';

/** X's maximum of one page. X charges per post that is read, but returns only posts within the window. */
const MAX_RESULTS = 100;

/** A timeline has the newest 3,200 posts of an account. */
const MAX_PAGES = 3_200 / MAX_RESULTS;

/** X may reject an end time that is less than ten seconds in the past. */
const MIN_END_AGE_MS = 10_000;

const HTML_CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** `parentId`: the post that it answers; null for none. */
type TimelinePost = { id: string; createdAtMs: number; text: string; hasMedia: boolean; parentId: string | null };

/**
 * Parse a post of the timeline and restore its text; undefined for anything that is not a post. X escapes `& < >` as
 * HTML does, replaces every URL with a t.co link, and appends one for the post's own media.
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
    links.set(link, isOwnMedia ? '' : normalizeUrl(target));
    hasMedia ||= isOwnMedia;
  }
  const original = text
    .replace(/&(?:amp|lt|gt);/g, (character) => HTML_CHARACTERS[character]!)
    .replace(/https?:\/\/t\.co\/\w+/g, (link) => links.get(link) ?? link);
  return { id, createdAtMs, text: normalizeForComparison(original), hasMedia, parentId: parentOf(post) };
}

/** Return the id of the post that a post answers; null for none. */
function parentOf(post: unknown): string | null {
  const references = asArray(getPath(post, 'referenced_tweets'));
  const answered = references.find((reference) => getPath(reference, 'type') === 'replied_to');
  return asString(getPath(answered, 'id')) ?? null;
}

/** Write a URL as X does: with a protocol, and with a path. */
function normalizeUrl(url: string): string {
  const withProtocol = /^https?:\/\//i.test(url) ? url : `http://${url}`;
  return /^https?:\/\/[^/?#]+$/i.test(withProtocol) ? `${withProtocol}/` : withProtocol;
}

/** Return the text as X shows it, with its URLs in full. */
export function comparableText(text: string): string {
  const composed = text.normalize('NFC');
  let shown = '';
  let end = 0;
  for (const url of findUrls(composed)) {
    shown += composed.slice(end, url.start) + normalizeUrl(composed.slice(url.start, url.end));
    end = url.end;
  }
  return normalizeForComparison(shown + composed.slice(end));
}

/** List the posts of the account within a window; null unless all of them were read. */
async function listPosts(
  { fromMs, toMs }: TimeWindow,
  account: PublishingAccount,
  nextConnection: () => PlatformConnection,
): Promise<unknown[] | null> {
  const format = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
  // The end time is exclusive. Without one, only posts of the last seconds are newer than the window.
  const endMs = Math.floor(toMs / 1000) * 1000 + 1000;
  const end = endMs <= Date.now() - MIN_END_AGE_MS ? `&end_time=${format(endMs)}` : '';
  const query = `max_results=${MAX_RESULTS}&start_time=${format(fromMs)}${end}&tweet.fields=created_at,entities,referenced_tweets`;
  const path = `/2/users/${encodeURIComponent(account.externalId)}/tweets?${query}`;
  const posts: unknown[] = [];
  let token = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await call('GET', `${path}${token}`, undefined, account, nextConnection());
    if (result.response?.status !== 200) return null;
    const json = parseJsonBody(result.response);
    if (getPath(json, 'meta') === undefined) return null;
    posts.push(...asArray(getPath(json, 'data')));
    const next = asString(getPath(json, 'meta', 'next_token'));
    if (next === undefined) return posts;
    token = `&pagination_token=${encodeURIComponent(next)}`;
  }
  return null;
}

/**
 * Look for a sent post in the account's timeline, which has its replies too. An error response proves nothing: the result
 * is `not_seen`. Posts without a text are compared by having images, and a part of a thread by the post that it answers.
 */
export async function findInTimeline(sent: SentPost, ...[account, connection]: Access): Promise<ReconcileOutcome> {
  const text = comparableText(sent.text);
  const hasMedia = sent.media.length > 0;
  const { fromMs, toMs } = sent.window;
  const listed = await listPosts(sent.window, account, shareDeadline(connection));
  if (listed === null) return { found: 'not_seen' };
  const posts = listed.flatMap((each): FoundPost[] => {
    const post = parsePost(each);
    if (post === undefined || post.text !== text || post.hasMedia !== hasMedia) return [];
    if (post.parentId !== (sent.replyTo?.parentId ?? null)) return [];
    const { id, createdAtMs } = post;
    const isInTime = createdAtMs >= fromMs && createdAtMs <= toMs;
    return isInTime ? [{ platformPostId: id, url: postUrl(id), publishedAtMs: createdAtMs }] : [];
  });
  return { found: 'candidates', posts };
}
