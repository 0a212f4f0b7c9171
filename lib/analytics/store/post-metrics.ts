import type { Write } from '../../core/table/commit.ts';
import { listDueKeys } from '../../core/table/due-index.ts';
import { loadSupported, query, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, fromItem, keyOf, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { isSupportedSchema } from '../../core/table/schema-version.ts';
import { versioned } from '../../core/table/versioned.ts';
import { minIdAt } from '../../core/values/id.ts';
import { postMetricsEntity } from '../entities/metrics.ts';
import type { PostMetrics } from '../rules/post-metrics.ts';

/** Build the write of a post's metrics: new, or after the version that was read. */
export function postMetricsWrite(before: PostMetrics | null, after: PostMetrics): Write {
  return versioned(postMetricsEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/** List the keys of post metrics whose poll was due before `before` (ISO 8601), oldest first. */
export function listDuePostMetricsKeys(before: string, limit: number): Promise<PrimaryKey[]> {
  return listDueKeys(postMetricsEntity, before, limit);
}

/** Load the post metrics under these keys, and count those skipped for a newer schema. */
export function loadPostMetrics(keys: PrimaryKey[]): Promise<Supported<PostMetrics>> {
  return loadSupported<PostMetrics>(keys);
}

/** The fields of post metrics that name a post to poll. */
export type PollTarget = Pick<PostMetrics, 'id' | 'workspace_id' | 'platform' | 'account_id'>;

/** Load what names the posts under these keys: the hashtags of a long caption have ten kilobytes. */
export function loadPollTargets(keys: PrimaryKey[]): Promise<Supported<PollTarget>> {
  return loadSupported<PollTarget>(keys, { attributes: ['id', 'workspace_id', 'platform', 'account_id'] });
}

/** Build the primary keys of post metrics of a workspace. */
export function postMetricsKeys(workspaceId: string, ids: string[]): PrimaryKey[] {
  return ids.map((id) => keyOf(postMetricsEntity, { workspace_id: workspaceId, id }));
}

/** Which posts `latestPostMetrics` loads: within times (epoch ms), or of one account. */
type LatestPosts = { since?: number; until?: number; accountId?: string | undefined };

/** Load a workspace's latest posts, newest first by scheduled or sent time. */
export async function latestPostMetrics(
  workspaceId: string,
  limit: number,
  { since, until, accountId }: LatestPosts = {},
): Promise<PostMetrics[]> {
  const to = until === undefined ? undefined : minIdAt('entry', until + 1);
  const from = since === undefined ? undefined : minIdAt('entry', since);
  const range = { from, to, descending: true, limit };
  if (accountId === undefined) {
    const items = await query({ pk: partition(postMetricsEntity, 'pk', { workspace_id: workspaceId }), ...range });
    return items.filter(isSupportedSchema).map((item) => fromItem<PostMetrics>(item));
  }
  const pk = partition(postMetricsEntity, 'parent_pk', { workspace_id: workspaceId, account_id: accountId });
  const keys = await query({ index: 'by_parent', pk, ...range });
  const ids = keys.map(({ sk }) => String(sk));
  return (await loadSupported<PostMetrics>(postMetricsKeys(workspaceId, ids), { eventuallyConsistent: true })).records;
}
