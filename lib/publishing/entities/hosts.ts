import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/**
 * The lease of an attempt to publish on an account's own server, over all workspaces; ten per platform, two minutes at
 * most.
 */
export const hostLeaseEntity = /* @__PURE__ */ defineEntity({
  name: 'HostLease',
  pk: 'HOSTLEASE#{host}',
  sk: '{operation}#{slot}',
});

export const hostLeaseLifecycle: Lifecycle = { ending: 'work', found: 'stage' };

/**
 * The slow attempts in a row of a workspace with a host that it has chosen; expires half an hour after the last of
 * them, and deleted by a fast one.
 */
export const slowHostEntity = /* @__PURE__ */ defineEntity({
  name: 'SlowHost',
  pk: 'WS#{workspace_id}#SLOWHOST',
  sk: '{host}',
});

export const slowHostLifecycle: Lifecycle = { ending: 'work' };
