import type { FollowingPart } from '../../kit/definition/platform-definition.ts';
import { rejectContent } from '../../kit/http/classification.ts';
import { asArray } from '../../kit/http/json-response.ts';
import { isInLife, toUnfinished, UPLOAD_LIFE_MS } from '../../kit/preparation.ts';
import type { Access, Post, Preparation, PreparedState, PrepareOutcome } from '../../kit/publisher.ts';
import { type Draft, draftRecord, draftsWithRequests, newLookupTime } from './draft.ts';
import { isRecent, keptKeys } from './kept-records.ts';
import { linkThread, packThread, toDraft, unpackThread } from './thread-records.ts';

/** Three copies fit into an entry: the present preparation, and two sends with an unknown outcome. */
const MAX_PACKED_CHARACTERS = 100_000;

/** Prepare the records of a post and the parts after it. Each part that needs requests is saved when it is drafted. */
export async function prepareThread(
  post: Post,
  following: FollowingPart[],
  preparation: Preparation,
  ...access: Access
): Promise<PrepareOutcome> {
  const { saved } = preparation;
  if (preparation.mayBeLive && typeof saved?.records === 'string' && isRecent(unpackThread(saved.records)[0]!.record)) {
    return { outcome: 'prepared', preparation: saved };
  }
  const keys = keptKeys(preparation);
  const isUsable = saved !== null && isInLife(saved.draftedAt, UPLOAD_LIFE_MS);
  const draftedAt = isUsable ? saved.draftedAt! : new Date().toISOString();
  const drafts = isUsable ? savedDrafts(saved) : [];
  const save = (progress: PreparedState) =>
    preparation.save({
      ...{ ...progress, draftedAt, drafts: drafts.map((draft) => JSON.stringify(draft)) },
      ...(keys ? { keys } : {}),
    });
  const ofPart: Preparation = {
    get saved() {
      return preparation.saved?.draftedAt === draftedAt ? preparation.saved : null;
    },
    mayBeLive: preparation.mayBeLive,
    save,
    hasTime: preparation.hasTime,
  };
  const parts = [post, ...following];
  const lookupTime = newLookupTime();
  for (const part of parts.slice(drafts.length)) {
    const sendsRequests = draftsWithRequests(part);
    if (sendsRequests && !preparation.hasTime())
      return toUnfinished(drafts.length, parts.length, 'posts of the thread');
    const drafted = await draftRecord(part, ofPart, lookupTime, ...access);
    if (drafted.outcome !== 'drafted') return drafted;
    drafts.push(drafted.draft);
    // The last one is saved with the start of sending.
    if (sendsRequests && drafts.length < parts.length) await save({});
  }
  const records = linkThread(access[0].externalId, drafts, following, Date.now(), keys);
  const packed = packThread(records);
  if (packed.length > MAX_PACKED_CHARACTERS) {
    const message = `The stored thread has ${packed.length} bytes. At most ${MAX_PACKED_CHARACTERS} are allowed.`;
    return rejectContent('thread_too_large', message);
  }
  return { outcome: 'prepared', preparation: { recordKey: records[0]!.recordKey, records: packed, draftedAt } };
}

/** Return the drafts that earlier attempts have saved: of a part of the thread, or all if none was published. */
function savedDrafts({ records, drafts }: PreparedState): Draft[] {
  if (typeof records === 'string') return unpackThread(records).map(toDraft);
  return asArray(drafts).map((draft) => JSON.parse(String(draft)));
}
