import type { Engagement } from '../domain/analytics/engagement-ingestion.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import { ConflictError, tryCommit, type Write } from './commit.ts';
import { loadAll } from './read.ts';
import { fromItem, hashOfKey, type Item, keyOf, type PrimaryKey, toItem } from './schema.ts';

const RETENTION_DAYS = 400;

/** External ids are the caller's: they may be long, and hold the separator. */
function hashOf({ platform, external_id }: Pick<Engagement, 'platform' | 'external_id'>): string {
  return hashOfKey(`${platform}\n${external_id}`);
}

function engagementKey(engagement: Engagement): PrimaryKey {
  return keyOf('Engagement', {
    workspace_id: engagement.workspace_id,
    engagement_hash: hashOf(engagement),
  });
}

/** The write of an engagement: new, or following on the one that was read. */
export function engagementWrite(before: Engagement | null, after: Engagement): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const expiresAtMs = Date.parse(after.received_at) + RETENTION_DAYS * DAY_MS;
  const item = toItem('Engagement', record, { engagement_hash: hashOf(after) }, expiresAtMs);
  return { put: item, condition: before ? { version: before.version } : 'absent' };
}

/** Keeps an engagement. Null when it was not there yet; otherwise the one that was, which stays as it is. */
export async function insertEngagement(engagement: Engagement): Promise<Engagement | null> {
  let found: Item | undefined;
  const otherwise = (item: Item | undefined) => {
    found = item;
    return new ConflictError();
  };
  if (await tryCommit([{ ...engagementWrite(null, engagement), onConflict: otherwise }])) return null;
  if (!found) throw new Error('The table refused an engagement and did not say for which.');
  return fromItem<Engagement>(found);
}

/** The engagements as they are now, in the same order; null for one that is there no more. */
export function loadEngagements(engagements: Engagement[]): Promise<(Engagement | null)[]> {
  return loadAll<Engagement>(engagements.map(engagementKey));
}
