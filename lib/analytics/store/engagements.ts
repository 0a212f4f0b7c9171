import { sha256 } from '../../core/crypto/sha256.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { tryCommit, type Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { loadAll, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, fromItem, type Item, keyOf, type PrimaryKey, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { engagementEntity } from '../entities/engagements.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';

const RETENTION_DAYS = 400;

// External ids come from the caller: they may be long, or contain the separator.
function hashOf({ platform, external_id }: Pick<Engagement, 'platform' | 'external_id'>): string {
  return sha256(`${platform}\n${external_id}`);
}

function engagementKey(engagement: Engagement): PrimaryKey {
  return keyOf(engagementEntity, { workspace_id: engagement.workspace_id, engagement_hash: hashOf(engagement) });
}

/**
 * Build the write of an engagement: new, or after the version that was read. One with a name or a text of a commenter
 * is stored for `textRetentionDays`, others for 400 days.
 */
export function engagementWrite(before: Engagement | null, after: Engagement, textRetentionDays: number): Write {
  const isPersonal = after.actor !== null || after.text !== null;
  const expiresAtMs = Date.parse(after.received_at) + (isPersonal ? textRetentionDays : RETENTION_DAYS) * DAY_MS;
  const engagement_hash = hashOf(after);
  const extraKeyFields = { engagement_hash, shard: shardOf(engagement_hash, DUE_SHARDS) };
  return versioned(engagementEntity, before, after, extraKeyFields, expiresAtMs);
}

/** List engagements that should have been aggregated before `before` (ISO 8601), and count those skipped. */
export async function listOverdueEngagements(before: string, limit: number): Promise<Supported<Engagement>> {
  const { records, skipped } = await loadDue<Engagement>(engagementEntity, before, limit);
  // The index lags the table.
  return { records: records.filter(({ is_aggregated }) => !is_aggregated), skipped };
}

/** Insert an engagement. Returns null, or the stored engagement when its external id is a duplicate. */
export async function insertEngagement(engagement: Engagement, textRetentionDays: number): Promise<Engagement | null> {
  let found: Item | undefined;
  const onConflict = (item: Item | undefined) => {
    found = item;
    return new ConflictError();
  };
  if (await tryCommit([{ ...engagementWrite(null, engagement, textRetentionDays), onConflict }])) return null;
  if (!found) throw new Error('The table rejected an engagement without returning the stored one.');
  return fromItem<Engagement>(found);
}

/** Load the current engagements in the same order; null for one that no longer exists. */
export function loadEngagements(engagements: Engagement[]): Promise<(Engagement | null)[]> {
  return loadAll<Engagement>(engagements.map(engagementKey));
}
