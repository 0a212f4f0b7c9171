import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { PlatformConnection, Post, PublishingAccount } from '../publisher.ts';
import { call, isId } from './request.ts';

/** The page size: captions are long, and the response size is limited. */
const LIMIT = 25;

export interface FoundMedia {
  id: string;
  url: string | null;
  publishedAtMs: number;
}

/** Parse the permalink of a post; null unless it is an https URL. */
export function parsePermalink(value: unknown): string | null {
  const permalink = asString(value);
  return permalink?.startsWith('https://') ? permalink : null;
}

/**
 * Find the post of a published container by its caption.
 *
 * Searches the account's media since `sinceMs`, because Instagram does not state the id of that post. Null when no post or more than one matches, because metrics of
 * another post would be worse than none.
 */
export async function findMedia(
  { text }: Post,
  sinceMs: number,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<FoundMedia | null> {
  const fields = 'id,caption,timestamp,permalink';
  const path = `${encodeURIComponent(account.externalId)}/media?fields=${fields}&limit=${LIMIT}`;
  const result = await call('GET', path, undefined, account, connection);
  if (result.response?.status !== 200) return null;
  const caption = normalizeForComparison(text);
  const fitting = asArray(getPath(parseJsonBody(result.response), 'data')).flatMap((media): FoundMedia[] => {
    const id = getPath(media, 'id');
    const publishedAtMs = Date.parse(asString(getPath(media, 'timestamp')) ?? '');
    const isOurs =
      normalizeForComparison(asString(getPath(media, 'caption')) ?? '') === caption &&
      publishedAtMs >= sinceMs;
    return isId(id) && isOurs
      ? [{ id, url: parsePermalink(getPath(media, 'permalink')), publishedAtMs }]
      : [];
  });
  return fitting.length === 1 ? fitting[0]! : null;
}
