import { defineEntity } from './define-entity.ts';
import type { Lifecycle } from './lifecycle.ts';

/** A number of the workspace by its name, in the transaction of the change that it counts. */
export const counterEntity = /* @__PURE__ */ defineEntity({
  name: 'Counter',
  pk: 'WS#{workspace_id}#COUNT',
  sk: '{name}',
});

export const counterLifecycle: Lifecycle = { ending: 'work' };

/** The actor of a deletion, in its transaction; expires after 21 days. */
export const tombstoneEntity = /* @__PURE__ */ defineEntity({
  name: 'Tombstone',
  pk: 'WS#{workspace_id}#TOMBSTONE',
  sk: '{removed_id}',
});

export const tombstoneLifecycle: Lifecycle = { ending: 'work' };
