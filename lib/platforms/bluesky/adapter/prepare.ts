import type { Access, Post, Preparation, PrepareOutcome } from '../../kit/publisher.ts';
import { draftRecord, draftsWithRequests, newLookupTime } from './draft.ts';
import { isRecent, keeping, keptKey } from './kept-records.ts';
import { newRecordKey } from './record-key.ts';
import { prepareThread } from './thread.ts';

/** Check whether preparing a post, or a part after it, sends requests. */
export function preparesWithRequests({ following = [], ...post }: Post): boolean {
  return [post, ...following].some(draftsWithRequests);
}

/**
 * Prepare the record of a post and its key, or those of a post with the parts after it. Both are stored before they are
 * sent, so that every attempt sends the same bytes to the same place: the server stores them once. After an attempt that
 * certainly created no post, they get another key and the present time; media are not uploaded again. Records that may
 * be live keep their keys, and for an hour their bytes: a server that has them accepts no others under these keys.
 */
export async function preparePost(post: Post, preparation: Preparation, ...access: Access): Promise<PrepareOutcome> {
  if (post.replyTo) throw new Error('Bluesky publishes a post and the parts after it in one request');
  const { following = [] } = post;
  return following.length > 0
    ? prepareThread(post, following, preparation, ...access)
    : prepareRecord(post, preparation, ...access);
}

async function prepareRecord(post: Post, preparation: Preparation, ...access: Access): Promise<PrepareOutcome> {
  const { saved } = preparation;
  if (preparation.mayBeLive && saved?.record && isRecent(JSON.parse(String(saved.record)))) {
    return { outcome: 'prepared', preparation: saved };
  }
  const key = keptKey(preparation);
  const kept = key ? keeping({ recordKey: key }, preparation) : preparation;
  const drafted = await draftRecord(post, kept, newLookupTime(), ...access);
  if (drafted.outcome !== 'drafted') return drafted;
  const nowMs = Date.now();
  const record = JSON.stringify({ ...drafted.draft, createdAt: new Date(nowMs).toISOString() });
  return { outcome: 'prepared', preparation: { ...drafted.uploads, recordKey: key ?? newRecordKey(nowMs), record } };
}
