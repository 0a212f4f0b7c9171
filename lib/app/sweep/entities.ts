import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Heartbeat } from './heartbeat-record.ts';

/** When the sweep sent it through the stream last: one item, written by each run in a stage with alarms. */
export const heartbeatEntity = /* @__PURE__ */ defineEntity<Heartbeat>({
  name: 'Heartbeat',
  pk: 'HEARTBEAT',
  sk: 'HEARTBEAT',
});

export const heartbeatLifecycle: Lifecycle = { ending: 'work', found: 'stage' };
