import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';
import type { EngagementWindow } from '../rules/engagement-window.ts';
import type { InboundBatch } from '../rules/inbound-batch.ts';

/**
 * A reported engagement, once per platform and external id; expires after 400 days, with a name or text of a commenter
 * after `commenterTextRetentionDays`.
 */
export const engagementEntity = /* @__PURE__ */ defineEntity<Engagement>({
  name: 'Engagement',
  pk: 'WS#{workspace_id}#ENGAGEMENT',
  sk: '{engagement_hash}',
  due_pk: 'DUE#ENGAGEMENT#{shard}',
  due_sk: '{due_at}',
});

export const engagementLifecycle: Lifecycle = {
  ending: 'data',
  isExported: true,
  person: { field: 'actor', names: 'commenter', cleared: ['actor', 'text'] },
};

/**
 * Engagements of an item on an account (target: its id, or the platform where it is not known) within a minute, by
 * kind, until the window is closed and reported; expires after 30 days.
 */
export const engagementWindowEntity = /* @__PURE__ */ defineEntity<EngagementWindow>({
  name: 'EngagementWindow',
  pk: 'WS#{workspace_id}#ENGAGEMENTWINDOW',
  sk: '{since}#{content_id}#{target}',
  due_pk: 'DUE#ENGAGEMENTWINDOW#{shard}',
  due_sk: '{due_at}',
});

export const engagementWindowLifecycle: Lifecycle = { ending: 'data' };

/** Up to 100 comments of a platform webhook, until they are recorded; then without them. Expires after two days. */
export const inboundBatchEntity = /* @__PURE__ */ defineEntity<InboundBatch>({
  name: 'InboundBatch',
  pk: 'WS#{workspace_id}#INBOUNDBATCH#{webhook_hash}',
  sk: '{number}',
  parent_pk: 'WS#{workspace_id}#INBOUNDBATCHES',
  list_sk: '{received_at}',
});

export const inboundBatchLifecycle: Lifecycle = { ending: 'data', found: [{ read: 'list' }], isExported: true };

/** A reported comment on a post that is not known (yet); expires after a day. */
export const orphanCommentEntity = /* @__PURE__ */ defineEntity({
  name: 'OrphanComment',
  pk: 'WS#{workspace_id}#ORPHANCOMMENT#{post_hash}',
  sk: '{comment_hash}',
  parent_pk: 'WS#{workspace_id}#ORPHANCOMMENTS',
  list_sk: '{occurred_at}',
});

export const orphanCommentLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'list' }],
  isExported: true,
  person: { field: 'actor', names: 'commenter', isDeleted: true },
};
