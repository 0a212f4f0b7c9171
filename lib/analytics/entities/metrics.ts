import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import { ALL_CONTENT, ALL_SANDBOX } from '../rules/time-buckets.ts';

/** A published post and the latest totals its platform reported; in the transaction that adds a poll to its sums. */
export const postMetricsEntity = /* @__PURE__ */ defineEntity({
  name: 'PostMetrics',
  pk: 'WS#{workspace_id}#POSTMETRICS',
  sk: '{id}',
  parent_pk: 'WS#{workspace_id}#POSTMETRICS#{account_id}',
  list_sk: '{id}',
  due_pk: 'DUE#POSTMETRICS#{shard}',
  due_sk: '{due_at}',
});

export const postMetricsLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** The content item and the schedule entry of a post on a platform. */
export const publishedPostEntity = /* @__PURE__ */ defineEntity({
  name: 'PublishedPost',
  pk: 'WS#{workspace_id}#POST',
  sk: '{platform}#{post_hash}',
});

export const publishedPostLifecycle: Lifecycle = { ending: 'data' };

/**
 * Sums over all items of a workspace (scope `all`; scope `sandbox`: of all sandbox accounts, which are not in `all`)
 * or of an account (its id), by platform: of a day, or of four hours with each hour separate.
 */
export const bucketEntity = /* @__PURE__ */ defineEntity({
  name: 'Bucket',
  pk: 'WS#{workspace_id}#BUCKET#{scope}',
  sk: '{time}',
});

export const bucketLifecycle: Lifecycle = {
  ending: 'data',
  found: [
    { read: 'partition', of: ['Workspace'], values: () => [{ scope: ALL_CONTENT }, { scope: ALL_SANDBOX }] },
    { read: 'partition', id: 'account', as: 'scope' },
  ],
};

/**
 * The same sums of one item, by platform and account; items with new metrics in a day, or in four hours, share a
 * partition.
 */
export const contentBucketEntity = /* @__PURE__ */ defineEntity({
  name: 'ContentBucket',
  pk: 'WS#{workspace_id}#CONTENTBUCKET#{time}',
  sk: '{content_id}',
});

export const contentBucketLifecycle: Lifecycle = {
  ending: 'data',
  found: [
    // Every sum of an item is in the sum of all items, or of all sandbox accounts, of the same time.
    { read: 'partition', of: ['Bucket'], values: ({ sk }) => [{ time: sk }] },
  ],
};
