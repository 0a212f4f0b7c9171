import { defineJobPart } from '../core/queue/define-job.ts';

export const contentIndexing = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: ['SearchDocument', 'Content'],
    put: ['SearchDocument', 'SearchTerm', 'ContentLabel'],
    remove: ['SearchDocument', 'SearchTerm', 'ContentLabel'],
  },
});
