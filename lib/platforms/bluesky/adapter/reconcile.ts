import { asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { shareDeadline } from '../../kit/http/request.ts';
import type { Access, ReconcileOutcome, SentPost } from '../../kit/publisher.ts';
import { POST_COLLECTION } from '../facts/facts.ts';
import { publishedParts } from './commit-thread.ts';
import { postUri, postUrl, queryPublicly } from './request.ts';
import { unpackThread } from './thread-records.ts';

/**
 * Look up the record of a sent post by its key. No other post can have it, so nothing has to be compared. One record of
 * a thread proves the others, because one commit creates all of them; the account may have deleted some since.
 */
export async function findRecords({ preparation, window }: SentPost, ...access: Access): Promise<ReconcileOutcome> {
  const [{ externalId: repo }, connection] = access;
  const rootKey = asString(preparation.recordKey);
  if (rootKey === undefined) return { found: 'not_seen' };
  const packed = asString(preparation.records);
  const records = packed === undefined ? [] : unpackThread(packed);
  const keys = packed === undefined ? [rootKey] : records.map(({ recordKey }) => recordKey);
  const nextConnection = shareDeadline(connection);
  for (const key of keys) {
    const found = await findRecord(repo, key, nextConnection());
    if (found === 'not_seen') return { found };
    if (found === 'absent') continue;
    // The record states when it was prepared, which is before it was sent.
    const publishedAtMs = Math.max(found.createdAtMs, window.fromMs);
    const post = { platformPostId: postUri(repo, rootKey), url: postUrl(repo, rootKey), publishedAtMs };
    return {
      found: 'own',
      post,
      ...(packed === undefined ? {} : { following: publishedParts(repo, records).slice(1) }),
    };
  }
  return { found: 'not_live' };
}

async function findRecord(repo: string, rkey: string, connection: Access[1]) {
  const parameters = new URLSearchParams({ repo, collection: POST_COLLECTION, rkey });
  const { response } = await queryPublicly('com.atproto.repo.getRecord', parameters, connection);
  if (response === null) return 'not_seen';
  const json = parseJsonBody(response);
  if (response.status === 400 && getPath(json, 'error') === 'RecordNotFound') return 'absent';
  if (!isSuccess(response) || getPath(json, 'uri') !== postUri(repo, rkey)) return 'not_seen';
  const createdAtMs = Date.parse(asString(getPath(json, 'value', 'createdAt')) ?? '');
  return { createdAtMs: Number.isNaN(createdAtMs) ? 0 : createdAtMs };
}
