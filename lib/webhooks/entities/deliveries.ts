import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Recovery } from '../rules/recovery.ts';
import type { Delivery } from '../rules/webhook-delivery.ts';

/**
 * One event to one endpoint, with its newest 50 attempts, inserted with the result of the first ([decision
 * 7](decisions/0007-delivery-lanes.md#records)); listed and stored like the event. Those to an
 * endpoint of the stage are in eight partitions each.
 */
export const deliveryEntity = /* @__PURE__ */ defineEntity<Delivery>({
  name: 'Delivery',
  pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}',
  sk: '{id}',
  status_pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}#{status}',
  list_sk: '{id}',
  category_pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}#{status}#{event_type}',
  due_pk: 'DUE#DELIVERY#{shard}',
  due_sk: '{due_at}',
  resource: 'delivery',
});

// Deliveries and recoveries change automatically, so only requested changes are logged.
// biome-ignore format: several fields per line keep the table readable.
export const deliveryAudit: AuditModes<Delivery> = {
  id: 'never', workspace_id: 'never', endpoint_id: 'on_request', event_id: 'on_request', event_type: 'never',
  event_workspace_id: 'never', status: 'on_request', attempts: 'never', attempts_before_replay: 'never', lease_expires_at: 'never',
  lease_id: 'never', next_attempt_at: 'never', deferred_since: 'never', created_at: 'never', version: 'never',
};

export const deliveryLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', id: 'endpoint', as: 'endpoint_id' }],
  isExported: true,
};

/** A request to redeliver failed deliveries and to deliver missed events, and its progress. */
export const recoveryEntity = /* @__PURE__ */ defineEntity<Recovery>({
  name: 'Recovery',
  pk: 'WS#{workspace_id}#RECOVERY',
  sk: '{id}',
  due_pk: 'DUE#RECOVERY#{shard}',
  due_sk: '{due_at}',
  resource: 'recovery',
});

// biome-ignore format: several fields per line keep the table readable.
export const recoveryAudit: AuditModes<Recovery> = {
  id: 'never', workspace_id: 'never', endpoint_id: 'on_request', since: 'on_request', until: 'on_request',
  status: 'on_request', cursor: 'never', due_at: 'never', created_at: 'never', version: 'never',
};

export const recoveryLifecycle: Lifecycle = { ending: 'data', isExported: true };
