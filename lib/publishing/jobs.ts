import { defineJob, defineJobPart } from '../core/queue/define-job.ts';

/**
 * Publish on one platform: there is a function and a queue of each, and one of each for the slow lane. Its timeout is shorter
 * than the lease of an attempt (`lib/core/retry/lease.ts`), so no lease expires during a run.
 */
export const publishJob = /* @__PURE__ */ defineJob({
  name: 'on-publish-due',
  timeoutSeconds: 90,
  access: {
    get: [
      'ScheduleEntry',
      'Content',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'PostClaim',
      'SandboxPost',
      'WorkspaceSettings',
      'SlowHost',
    ],
    list: ['OpenSends'],
    put: [
      'Content',
      'ContentTarget',
      'ScheduleEntry',
      'PublishLimit',
      'PostClaim',
      'OpenSends',
      'SandboxPost',
      'InFlightRequest',
      'HostLease',
      'SlowHost',
    ],
    add: ['Counter'],
    update: ['Account'],
    remove: ['OpenSends', 'InFlightRequest', 'HostLease', 'SlowHost'],
    indexes: ['by_parent'],
    kms: { encrypt: ['Account', 'Preparation'], decrypt: ['Account', 'Passkey', 'Preparation'] },
  },
});

/** The handler of schedule entries that have ended. */
export const endedUse = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['ScheduleEntry'], put: ['ScheduleEntry'], add: ['Counter'] },
});

/**
 * Queue a post whose schedule has fired, a minute early. It has its own reserved concurrency: at 08:59 the schedules of 09:00
 * must not compete with the posts that are being published.
 */
export const scheduledPostJob = /* @__PURE__ */ defineJob({
  name: 'on-publish-scheduled',
  timeoutSeconds: 30,
  sends: ['publish'],
  access: {},
});

/** Create the schedules of posts shortly before they are due. Planning 100,000 posts takes seven minutes. */
export const planningJob = /* @__PURE__ */ defineJob({
  name: 'on-schedule-planning-due',
  every: 60,
  schedule: 'SchedulePlanning',
  timeoutSeconds: 900,
  memoryMb: 1024,
  access: { get: ['ScheduleEntry', 'SchedulePlan'], put: ['SchedulePlan'], indexes: ['by_due'] },
});
