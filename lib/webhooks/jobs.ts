import { defineJob, defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import type { Recovery } from './rules/recovery.ts';

/**
 * Deliver events. There are two lanes, a function and a queue each; the stack has the timeouts. A batch of the fast lane takes
 * three seconds at most, and six times its timeout is how long a message of a crashed worker waits.
 */
export const deliveryJob = /* @__PURE__ */ defineJob({
  name: 'on-delivery-queued',
  timeoutSeconds: 10,
  access: {
    get: ['Delivery', 'Endpoint', 'Event', 'Workspace', 'ApiKey'],
    put: ['Delivery', 'Endpoint'],
    insert: ['Delivery'],
    add: ['RateWindow'],
    indexes: ['by_status'],
    kms: { decrypt: ['Endpoint'] },
  },
});

export const recoverySteps = /* @__PURE__ */ defineSteps<Recovery>({
  entity: 'Recovery',
  idOf: ({ id }) => id,
  hasStep: ({ status }) => status === 'running',
});

export const recoveryStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: ['Recovery', 'Endpoint', 'Delivery', 'Event'],
    put: ['Recovery', 'Delivery'],
    indexes: ['by_status', 'by_parent'],
  },
});

export const eventChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: {
    get: ['Endpoint', 'Workspace', 'Member', 'ApiKey', 'Label'],
    list: ['Endpoint'],
    insert: ['Event'],
    put: ['Endpoint'],
    add: ['Counter'],
  },
});

export const overdueRecoveries = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['Recovery'], put: ['Recovery'], indexes: ['by_due'] },
});
