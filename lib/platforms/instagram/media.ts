import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { Access, Post } from '../publisher.ts';
import { call, isId } from './request.ts';

/** Newest first, so the posts of the last hours are included. Captions are long and the response size is limited. */
const LIMIT = 25;

type FoundMedia = { id: string; url: string | null; publishedAtMs: number };

/** Parse the public URL of a post; null when it must not be shown. */
export function parsePermalink(value: unknown): string | null {
  const permalink = asString(value);
  return permalink?.startsWith('https://') ? permalink : null;
}

/**
 * Find the post of a published container by its caption among the account's media since `sinceMs`. Instagram does not
 * state which post a container became. Null unless exactly one matches: the metrics of another post would be worse than
 * none.
 */
export async function findMedia({ text }: Post, sinceMs: number, ...access: Access): Promise<FoundMedia | null> {
  const path = `${encodeURIComponent(access[0].externalId)}/media?fields=id,caption,timestamp,permalink&limit=${LIMIT}`;
  const result = await call('GET', path, undefined, ...access);
  if (result.response?.status !== 200) return null;
  const caption = normalizeForComparison(text);
  const matching = asArray(getPath(parseJsonBody(result.response), 'data')).flatMap((media): FoundMedia[] => {
    const id = getPath(media, 'id');
    const publishedAtMs = Date.parse(asString(getPath(media, 'timestamp')) ?? '');
    const isSame = normalizeForComparison(asString(getPath(media, 'caption')) ?? '') === caption;
    if (!isId(id) || !isSame || !(publishedAtMs >= sinceMs)) return [];
    return [{ id, url: parsePermalink(getPath(media, 'permalink')), publishedAtMs }];
  });
  return matching.length === 1 ? matching[0]! : null;
}
