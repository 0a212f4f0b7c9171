import { defineJob } from '../core/queue/define-job.ts';
import { LEASE_SECONDS } from '../core/retry/lease.ts';

/**
 * Derive schedules, events, deliveries, sums and the audit log from the changes of the table. A batch of 100 changes uses a
 * tenth of a second or more of CPU, and the next one of its shard waits for it. With 512 MB (0.29 vCPU) it would take more
 * than three times as long.
 */
export const streamJob = /* @__PURE__ */ defineJob({
  name: 'on-table-change',
  timeoutSeconds: 60,
  // One vCPU.
  memoryMb: 1769,
  sends: ['delivery', 'publish', 'email', 'media', 'step'],
  access: {},
});

/**
 * Run the steps of exports, imports and other jobs, and of the search index: a step takes seconds, for which the stream would
 * wait. The queue is fair between workspaces. A step of an import parses and checks a hundred rows. The timeout is shorter than
 * the lease of the search index (`lib/core/retry/lease.ts`). Its lease is renewed, so it sends to its own queue: a step whose
 * process has ended is delivered again soon.
 */
export const stepJob = /* @__PURE__ */ defineJob({
  name: 'on-step-queued',
  timeoutSeconds: 60,
  memoryMb: 1024,
  queue: { concurrency: { setting: 'stepConcurrency' }, receives: 'step' },
  sends: ['step'],
  access: {},
});

/**
 * Send emails. SES limits the rate and the number of emails a day, so the concurrency is the least that SQS supports, and a
 * message that fails is received again every six minutes for a day. A message that names several recipients is divided into
 * one for each. No lease ends while its worker runs.
 */
export const emailJob = /* @__PURE__ */ defineJob({
  name: 'on-email-queued',
  timeoutSeconds: LEASE_SECONDS.email,
  queue: { concurrency: 2, receives: 'email' },
  sends: ['email'],
  access: { get: ['SentEmail', 'EmailCount'], put: ['SentEmail'], add: ['EmailCount'] },
});

/** Find what every other path has missed: it works through thousands of items in a run that ends before the next one begins. */
export const sweepJob = /* @__PURE__ */ defineJob({
  name: 'on-sweep-due',
  every: { setting: 'sweepEveryMinutes' },
  schedule: 'SweepSchedule',
  timeoutSeconds: 300,
  memoryMb: 1024,
  sends: ['publish', 'delivery', 'email'],
  access: { put: ['Heartbeat'], indexes: ['by_due'] },
});
