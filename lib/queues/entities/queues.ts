import { defineEntity } from '../../core/table/define-entity.ts';
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

/** Reserves the name of a queue: a duplicate is a conflict. */
export const queueNameEntity = /* @__PURE__ */ defineEntity({
  name: 'QueueName',
  pk: 'WS#{workspace_id}#QUEUENAME',
  sk: '{name_hash}',
});
