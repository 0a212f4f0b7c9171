import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Queue } from '../rules/queue.ts';

/**
 * A queue: weekly slots, accounts, whether it is paused, and its waiting posts with their slots, at most 1,000
 * ([decision 34](decisions/0034-local-times.md#a-queue-is-one-item-which-decides-who-has-which-slot)). It decides who
 * has which slot.
 */
export const queueEntity = /* @__PURE__ */ defineEntity<Queue>({
  name: 'Queue',
  pk: 'WS#{workspace_id}#QUEUE',
  sk: '{id}',
  resource: 'queue',
});

// The slot of a post is logged with its item.
// biome-ignore format: several fields per line keep the table readable.
export const queueAudit: AuditModes<Queue> = {
  id: 'never', workspace_id: 'never', name: 'always', accounts: 'always', slots: 'always', time_zone: 'always',
  paused: 'always', posts: 'never', created_at: 'never', updated_at: 'never', version: 'never',
};

export const queueLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** Reserves the name of a queue: a duplicate is a conflict. */
export const queueNameEntity = /* @__PURE__ */ defineEntity({
  name: 'QueueName',
  pk: 'WS#{workspace_id}#QUEUENAME',
  sk: '{name_hash}',
});

export const queueNameLifecycle: Lifecycle = { ending: 'data' };
