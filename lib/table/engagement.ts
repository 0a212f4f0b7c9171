import { DAY_MS } from '../domain/buckets.ts';
import type { Engagement } from '../domain/ingestion.ts';
import { commitOnce, LostRace, type Write } from './commit.ts';
import { hashOfKey, type Item, itemOf, type Key, keyOf, recordOf } from './keys.ts';
import { loadAll } from './read.ts';

const KEPT_DAYS = 400;

/** External ids are the caller's: they may be long, and hold the separator. */
function hashOf({ platform, external_id }: Pick<Engagement, 'platform' | 'external_id'>): string {
  return hashOfKey(`${platform}\n${external_id}`);
}

function engagementKey(engagement: Engagement): Key {
  return keyOf('Engagement', {
    workspace_id: engagement.workspace_id,
    engagement_hash: hashOf(engagement),
  });
}

/** The write of an engagement: new, or following on the one that was read. */
export function engagementWrite(before: Engagement | null, after: Engagement): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const expiresAtMs = Date.parse(after.received_at) + KEPT_DAYS * DAY_MS;
  const item = itemOf('Engagement', record, { engagement_hash: hashOf(after) }, expiresAtMs);
  return { put: item, expect: before ? { version: before.version } : 'absent' };
}

/** Keeps an engagement. Null when it was not there yet; otherwise the one that was, which stays as it is. */
export async function keepEngagement(engagement: Engagement): Promise<Engagement | null> {
  let found: Item | undefined;
  const otherwise = (item: Item | undefined) => {
    found = item;
    return new LostRace();
  };
  if (await commitOnce([{ ...engagementWrite(null, engagement), otherwise }])) return null;
  if (!found) throw new Error('The table refused an engagement and did not say for which.');
  return recordOf<Engagement>(found);
}

/** The engagements as they are now, in the same order; null for one that is there no more. */
export function loadEngagements(engagements: Engagement[]): Promise<(Engagement | null)[]> {
  return loadAll<Engagement>(engagements.map(engagementKey));
}
