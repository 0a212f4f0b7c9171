import type { MetricsDelta, PostMetrics } from '../domain/analytics/post-metrics.ts';
import { minIdAt } from '../domain/id.ts';
import type { Write } from './commit.ts';
import { listDueItems } from './due-index.ts';
import { loadSupported, query } from './read.ts';
import {
  DUE_SHARDS,
  fromItem,
  isSupportedSchema,
  keyOf,
  type PrimaryKey,
  partition,
  shardOf,
  toItem,
} from './schema.ts';

const METRICS_DELTA_RETENTION_DAYS = 400;

/** The write of a measurement: new, or following on the one that was read. */
export function postMetricsWrite(before: PostMetrics | null, after: PostMetrics): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = toItem('PostMetrics', record, { shard: shardOf(after.id, DUE_SHARDS) });
  return { put: item, condition: before ? { version: before.version } : 'absent' };
}

/** The write of an observation: new, or marked as applied. */
export function metricsDeltaWrite(before: MetricsDelta | null, after: MetricsDelta): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = toItem(
    'MetricsDelta',
    record,
    {},
    Date.parse(after.at) + METRICS_DELTA_RETENTION_DAYS * 86_400_000,
  );
  return { put: item, condition: before ? { version: before.version } : 'absent' };
}

/** Where the measurements are whose numbers are to be read before `before` (ISO 8601), oldest first. */
export async function listDuePostMetricsKeys(before: string, limit: number): Promise<PrimaryKey[]> {
  const items = await listDueItems('PostMetrics', before, limit);
  return items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

/** The measurements under these keys, and how many of them cannot be read. */
export function loadPostMetrics(keys: PrimaryKey[]): Promise<{ records: PostMetrics[]; unreadable: number }> {
  return loadSupported<PostMetrics>(keys);
}

/** The keys of measurements of a workspace. */
export function postMetricsKeys(workspaceId: string, ids: string[]): PrimaryKey[] {
  return ids.map((id) => keyOf('PostMetrics', { workspace_id: workspaceId, id }));
}

/**
 * The measurements of a workspace's latest posts, newest first by when they were scheduled or sent. With
 * `until` (epoch milliseconds) those scheduled later are passed over.
 */
export async function latestPostMetrics(
  workspaceId: string,
  limit: number,
  until?: number,
): Promise<PostMetrics[]> {
  const pk = partition('PostMetrics', 'pk', { workspace_id: workspaceId });
  const to = until === undefined ? undefined : minIdAt('entry', until + 1);
  const items = await query({ pk, to, descending: true, limit });
  return items.filter(isSupportedSchema).map((item) => fromItem<PostMetrics>(item));
}
