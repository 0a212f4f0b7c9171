import { defineJob, defineJobPart } from '../core/queue/define-job.ts';

/**
 * Inspect the files that clients have uploaded. The longest inspection is that of an image of 100 megapixels, which has
 * 400 MB of pixels and is decoded and encoded several times with one vCPU, or of a video of 512 MiB, which is fetched within
 * 60 seconds and copied with at least 10 MB per second. Its queue is in the data stack.
 */
export const inspectionJob = /* @__PURE__ */ defineJob({
  name: 'on-media-queued',
  timeoutSeconds: 120,
  memoryMb: 2048,
  access: {
    get: ['MediaAsset', 'Workspace'],
    put: ['MediaAsset', 'MediaDeletion', 'InFlightRequest'],
    add: ['Counter', 'AgentUsage'],
    remove: ['InFlightRequest'],
  },
});

export const mediaChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['MediaAsset', 'Counter'], add: ['Counter'] },
});

export const expiredMedia = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['MediaAsset'], put: ['MediaAsset'], add: ['Counter'], remove: ['MediaAsset'], indexes: ['by_due'] },
});
