import { defineProblem } from '../core/problems/define-problem.ts';

export const importLimit = /* @__PURE__ */ defineProblem({
  code: 'import_limit',
  status: 409,
  title: 'Import limit reached',
  retryable: true,
  meaning: 'The workspace already checks, runs or undoes two imports.',
  remedy: 'Wait until one of them has ended.',
});

export const importChanged = /* @__PURE__ */ defineProblem({
  code: 'import_changed',
  status: 409,
  title: 'Import changed',
  meaning: 'The import was checked again after the check that the request names.',
  remedy: 'Read the import with `GET /v1/imports/{id}`, and run it with its new `completed_at`.',
});

export const importNotUploaded = /* @__PURE__ */ defineProblem({
  code: 'import_not_uploaded',
  status: 409,
  title: 'File not uploaded',
  meaning: 'The file of the import is not stored yet.',
  remedy: 'Send the file to the URL in `upload` of `GET /v1/imports/{id}`. Then send `uploaded`.',
});
