import type { FoundPost } from '../../kit/found-post.ts';
import { asArray, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { shareDeadline } from '../../kit/http/request.ts';
import type { PostReader } from '../../kit/post-reader.ts';
import type { Access, SentPost } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { definition } from '../facts/facts.ts';
import { call, isId } from './request.ts';

/** Posts of one page. Captions are long and the response size is limited. */
const LIMIT = 25;

/** Instagram lists the newest 10,000 media of an account. */
const MAX_PAGES = 10_000 / LIMIT;

const MAX_PERMALINK_CHARACTERS = 2_048;

/** Parse the public URL of a post; null when it must not be shown. */
export function parsePermalink(value: unknown): string | null {
  const permalink = asString(value);
  if (permalink === undefined || permalink.length > MAX_PERMALINK_CHARACTERS) return null;
  return permalink.startsWith('https://') ? permalink : null;
}

/** A medium of an account. `publishedAtMs` is NaN without a readable time. */
type ListedMedium = { id: unknown; caption: string; url: string | null; publishedAtMs: number };

/**
 * List the account's media page by page, newest first, until one is older than `sinceMs`. The last page is null if it
 * could not be read, or is not the last one of the account.
 */
async function* listMedia(
  fields: string,
  sinceMs: number,
  ...[account, connection]: Access
): AsyncGenerator<ListedMedium[] | null> {
  const path = `${encodeURIComponent(account.externalId)}/media?fields=${fields}&limit=${LIMIT}`;
  const nextConnection = shareDeadline(connection);
  let after = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await call('GET', `${path}${after}`, undefined, account, nextConnection());
    if (result.response?.status !== 200) break;
    const json = parseJsonBody(result.response);
    const media = asArray(getPath(json, 'data')).map((each) => ({
      id: getPath(each, 'id'),
      caption: normalizeForComparison(asString(getPath(each, 'caption')) ?? ''),
      url: parsePermalink(getPath(each, 'permalink')),
      publishedAtMs: Date.parse(asString(getPath(each, 'timestamp')) ?? ''),
    }));
    yield media;
    const cursor = asString(getPath(json, 'paging', 'cursors', 'after'));
    const hasNext = getPath(json, 'paging', 'next') !== undefined && cursor !== undefined;
    if (!hasNext || media.some(({ publishedAtMs }) => publishedAtMs < sinceMs)) return;
    after = `&after=${encodeURIComponent(cursor)}`;
  }
  yield null;
}

/**
 * List the account's media with the caption of a post that were created within its window; null unless all of them
 * were read.
 */
export async function findMedia(sent: SentPost, ...access: Access): Promise<FoundPost[] | null> {
  const caption = normalizeForComparison(sent.text);
  const { fromMs, toMs } = sent.window;
  const found: FoundPost[] = [];
  for await (const media of listMedia('id,caption,timestamp,permalink', fromMs, ...access)) {
    if (media === null) return null;
    for (const { id, caption: shown, url, publishedAtMs } of media) {
      const isInTime = publishedAtMs >= fromMs && publishedAtMs <= toMs;
      if (isId(id) && shown === caption && isInTime) found.push({ platformPostId: id, url, publishedAtMs });
    }
  }
  return found;
}

/**
 * Read the medium of a permalink among the account's media, because Instagram finds none by its permalink: from the
 * newest one to those from before the sends.
 */
export const readPost: PostReader = async (url, sends, ...access) => {
  const name = nameOf(url);
  const sinceMs = Math.min(...sends.map(({ window }) => window.fromMs));
  for await (const media of listMedia('id,timestamp,permalink', sinceMs, ...access)) {
    if (media === null) return { found: 'unread' };
    const medium = media.find((each) => each.url !== null && nameOf(each.url) === name);
    if (!medium) continue;
    const { id, publishedAtMs } = medium;
    return isId(id) ? { found: 'post', platformPostId: id, publishedAtMs } : { found: 'unread' };
  }
  return { found: 'absent' };
};

function nameOf(url: string): string | null {
  const { pattern, parse } = definition.postUrl;
  return pattern.test(url) ? parse(url).name : null;
}
