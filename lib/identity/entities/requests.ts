import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/** The response of a request with an Idempotency-Key; encrypted where it contains a secret. */
export const idempotencyEntity = /* @__PURE__ */ defineEntity({
  name: 'Idempotency',
  pk: 'WS#{workspace_id}#IDEMPOTENCY',
  sk: '{operation}#{key_hash}',
});

export const idempotencyLifecycle: Lifecycle = { ending: 'work' };

/**
 * The lease of a request that waits for a platform or a receiver; five per operation, 30 seconds at most. Likewise of
 * an attempt to publish that a slow host or a video may delay: five per platform, two minutes at most. Those of
 * inspections of files (`media`): four, 130 seconds at most.
 */
export const inFlightRequestEntity = /* @__PURE__ */ defineEntity({
  name: 'InFlightRequest',
  pk: 'WS#{workspace_id}#INFLIGHT',
  sk: '{operation}#{slot}',
});

export const inFlightRequestLifecycle: Lifecycle = { ending: 'work' };
