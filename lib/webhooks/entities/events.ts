import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/** An event; listed for 30 days, stored for 34. */
export const eventEntity = /* @__PURE__ */ defineEntity({
  name: 'Event',
  pk: 'WS#{workspace_id}#EVENT',
  sk: '{id}',
  category_pk: 'WS#{workspace_id}#EVENT#{type}',
  list_sk: '{id}',
});

export const eventLifecycle: Lifecycle = { ending: 'data', isExported: true };
