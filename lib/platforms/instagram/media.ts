import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { normalizeForComparison } from '../normalize-text.ts';
import type { PlatformConnection, Post, PublishingAccount } from '../publisher.ts';
import { call, isId } from './request.ts';

/** Newest first, so that a post of the last hours is among them; captions are long, and an answer is read up to a limit. */
const LIMIT = 25;

export interface FoundMedia {
  id: string;
  url: string | null;
  publishedAtMs: number;
}

/** The address if it is one that may be shown, else null. */
export function parsePermalink(value: unknown): string | null {
  const permalink = asString(value);
  return permalink?.startsWith('https://') ? permalink : null;
}

/**
 * Finds the post of a container that is published: Instagram does not say which it became, so it is looked
 * for by its caption among the account's media since `sinceMs`. Null when none, or more than one, fits: the
 * numbers of another post would be worse than none.
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
