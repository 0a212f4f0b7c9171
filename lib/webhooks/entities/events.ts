import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/**
 * An event; listed for 30 days, stored for 34. Of a stage with stage keys also in the lists of all workspaces. One of the stage
 * is in `WS#{about}#EVENT#about` of `by_category`: the deletion of that workspace reads this partition.
 */
export const eventEntity = /* @__PURE__ */ defineEntity({
  name: 'Event',
  pk: 'WS#{workspace_id}#EVENT',
  sk: '{id}',
  parent_pk: 'EVENTS#{shard}',
  status_pk: 'EVENTS#{type}#{shard}',
  category_pk: 'WS#{workspace_id}#EVENT#{type}',
  list_sk: '{id}',
});

export const eventLifecycle: Lifecycle = { ending: 'data', isExported: true };
