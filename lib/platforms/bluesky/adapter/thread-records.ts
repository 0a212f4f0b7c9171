import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FollowingPart } from '../../kit/definition/platform-definition.ts';
import type { Draft } from './draft.ts';
import { recordCid } from './record-cid.ts';
import { newRecordKey } from './record-key.ts';
import { postUri } from './request.ts';

/** A record of a thread, with its key and the id of its content. */
export type ThreadRecord = { recordKey: string; cid: string; record: Draft & { createdAt: string; reply?: object } };

/**
 * Build the records of a thread from their drafts. A part answers the one before it, and a first comment the post. Keys
 * and times increase from part to part, because clients sort by them. `keys`: those that the records must have.
 */
export function linkThread(
  did: string,
  drafts: Draft[],
  following: Pick<FollowingPart, 'kind'>[],
  nowMs: number,
  keys: string[] = [],
): ThreadRecord[] {
  const records: ThreadRecord[] = [];
  const referTo = ({ recordKey, cid }: ThreadRecord) => ({ uri: postUri(did, recordKey), cid });
  for (const [index, draft] of drafts.entries()) {
    const [root] = records;
    const before = following[index - 1]?.kind === 'comment' ? root : records.at(-1);
    const reply = root && before ? { reply: { root: referTo(root), parent: referTo(before) } } : {};
    const record = { ...draft, createdAt: new Date(nowMs + index).toISOString(), ...reply };
    records.push({ recordKey: keys[index] ?? newRecordKey(nowMs + index), cid: recordCid(record), record });
  }
  return records;
}

/** Return the draft that a record was built from. */
export function toDraft({ record }: ThreadRecord): Draft {
  const { createdAt: _createdAt, reply: _reply, ...draft } = record;
  return draft;
}

/** Compress the records of a thread: an entry contains them twice, and has at most 400 KB. */
export function packThread(records: ThreadRecord[]): string {
  return deflateRawSync(JSON.stringify(records)).toString('base64');
}

/** Return the records that `packThread` compressed. */
export function unpackThread(packed: string): ThreadRecord[] {
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
}
