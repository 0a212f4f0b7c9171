import { normalizeForComparison } from '../../platforms/text/normalize-text.ts';
import type { FoundPost } from '../kit/found-post.ts';
import { asArray, asString, getPath, parseJsonBody } from '../kit/http/json-response.ts';
import { shareDeadline } from '../kit/http/request.ts';
import type { Access, SentPost } from '../kit/publisher.ts';
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

/**
 * List the account's media with the caption of a post that were created within its window; null unless all of them
 * were read. Instagram lists the newest first.
 */
export async function findMedia(sent: SentPost, ...[account, connection]: Access): Promise<FoundPost[] | null> {
  const caption = normalizeForComparison(sent.text);
  const { fromMs, toMs } = sent.window;
  const path = `${encodeURIComponent(account.externalId)}/media?fields=id,caption,timestamp,permalink&limit=${LIMIT}`;
  const nextConnection = shareDeadline(connection);
  const found: FoundPost[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await call('GET', `${path}${after}`, undefined, account, nextConnection());
    if (result.response?.status !== 200) return null;
    const json = parseJsonBody(result.response);
    const media = asArray(getPath(json, 'data')).map((each) => ({
      id: getPath(each, 'id'),
      caption: normalizeForComparison(asString(getPath(each, 'caption')) ?? ''),
      url: parsePermalink(getPath(each, 'permalink')),
      publishedAtMs: Date.parse(asString(getPath(each, 'timestamp')) ?? ''),
    }));
    for (const { id, caption: shown, url, publishedAtMs } of media) {
      const isInTime = publishedAtMs >= fromMs && publishedAtMs <= toMs;
      if (isId(id) && shown === caption && isInTime) found.push({ platformPostId: id, url, publishedAtMs });
    }
    const cursor = asString(getPath(json, 'paging', 'cursors', 'after'));
    const hasNext = getPath(json, 'paging', 'next') !== undefined && cursor !== undefined;
    if (!hasNext || media.some(({ publishedAtMs }) => publishedAtMs < fromMs)) return found;
    after = `&after=${encodeURIComponent(cursor)}`;
  }
  return null;
}
