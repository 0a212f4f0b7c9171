import type { PostMetrics } from '../domain/analytics/post-metrics.ts';
import { minIdAt } from '../domain/id.ts';
import type { Write } from './commit.ts';
import { listDueKeys } from './due-index.ts';
import { loadSupported, query, type Supported } from './read.ts';
import { DUE_SHARDS, fromItem, isSupportedSchema, keyOf, type PrimaryKey, partition, shardOf } from './schema.ts';
import { versioned } from './versioned.ts';

/** Build the write of a post's metrics: new, or after the version that was read. */
export function postMetricsWrite(before: PostMetrics | null, after: PostMetrics): Write {
  return versioned('PostMetrics', before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/** List the keys of post metrics whose poll was due before `before` (ISO 8601), oldest first. */
export function listDuePostMetricsKeys(before: string, limit: number): Promise<PrimaryKey[]> {
  return listDueKeys('PostMetrics', before, limit);
}

/** Load the post metrics under these keys, and count those skipped for a newer schema. */
export function loadPostMetrics(keys: PrimaryKey[]): Promise<Supported<PostMetrics>> {
  return loadSupported<PostMetrics>(keys);
}

/** The fields of post metrics that name a post to poll. */
export type PollTarget = Pick<PostMetrics, 'id' | 'workspace_id' | 'platform'>;

/** Load what names the posts under these keys: the hashtags of a long caption have ten kilobytes. */
export function loadPollTargets(keys: PrimaryKey[]): Promise<Supported<PollTarget>> {
  return loadSupported<PollTarget>(keys, { attributes: ['id', 'workspace_id', 'platform'] });
}

/** Build the primary keys of post metrics of a workspace. */
export function postMetricsKeys(workspaceId: string, ids: string[]): PrimaryKey[] {
  return ids.map((id) => keyOf('PostMetrics', { workspace_id: workspaceId, id }));
}

/** Load a workspace's latest posts, newest first by scheduled or sent time; only up to `until` (epoch ms) if given. */
export async function latestPostMetrics(workspaceId: string, limit: number, until?: number): Promise<PostMetrics[]> {
  const pk = partition('PostMetrics', 'pk', { workspace_id: workspaceId });
  const to = until === undefined ? undefined : minIdAt('entry', until + 1);
  const items = await query({ pk, to, descending: true, limit });
  return items.filter(isSupportedSchema).map((item) => fromItem<PostMetrics>(item));
}
