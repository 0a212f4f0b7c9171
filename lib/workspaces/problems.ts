import { defineProblem } from '../core/problems/define-problem.ts';

export const externalIdSet = /* @__PURE__ */ defineProblem({
  code: 'external_id_set',
  status: 409,
  title: 'External id cannot change',
  meaning: 'The workspace has another external id, which never changes once it is set.',
  remedy: 'Leave `external_id` out, or create a workspace with the new external id.',
});

export const invalidExternalId = /* @__PURE__ */ defineProblem({
  code: 'invalid_external_id',
  status: 422,
  title: 'Invalid external id',
  meaning: 'The external id in the path is empty, too long, or has characters other than printable ASCII.',
  remedy: 'Use an external id of 1 to 255 printable ASCII characters, percent-encoded in the path.',
});
