import { classifyNoResponse, missingPostId } from '../../kit/http/classification.ts';
import { asArray, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import type { Access, PublishedPart, PublishOutcome } from '../../kit/publisher.ts';
import { POST_COLLECTION } from '../facts/facts.ts';
import { call, classify, postUri, postUrl } from './request.ts';
import { type ThreadRecord, unpackThread } from './thread-records.ts';

/**
 * Create the records of a thread in one commit: all of them or none. The server accepts no commit that creates a record
 * under a key in use, so a second one of the same thread fails as a whole.
 */
export async function commitThread(packed: string, ...access: Access): Promise<PublishOutcome> {
  const [account] = access;
  const records = unpackThread(packed);
  const writes = records.map(({ recordKey: rkey, record: value }) => {
    return { $type: 'com.atproto.repo.applyWrites#create', collection: POST_COLLECTION, rkey, value };
  });
  const body = { repo: account.externalId, writes };
  const result = await call('com.atproto.repo.applyWrites', { body }, ...access);
  if (result.response === null) return classifyNoResponse(result);
  if (!isSuccess(result.response)) return classify(result.response, account);
  const results = asArray(getPath(parseJsonBody(result.response), 'results'));
  const isConfirmed = records.every(({ recordKey, cid }, index) => {
    const uri = postUri(account.externalId, recordKey);
    return getPath(results[index], 'uri') === uri && getPath(results[index], 'cid') === cid;
  });
  // What is live is then found by its keys, and is not sent again.
  if (!isConfirmed) return missingPostId(result.response.status);
  const [post, ...following] = publishedParts(account.externalId, records);
  return { outcome: 'published', ...post!, following };
}

/** Return the posts of a thread, in order. */
export function publishedParts(did: string, records: ThreadRecord[]): PublishedPart[] {
  return records.map(({ recordKey }) => ({ platformPostId: postUri(did, recordKey), url: postUrl(did, recordKey) }));
}
