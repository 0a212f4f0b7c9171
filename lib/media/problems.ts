import { defineProblem } from '../core/problems/define-problem.ts';

export const mediaInUse = /* @__PURE__ */ defineProblem({
  code: 'media_in_use',
  status: 409,
  title: 'Media file in use',
  meaning: 'Content items reference the file.',
  remedy: 'Delete the items, or remove the file from their `media`. A file without references expires after 30 days.',
  extensions: { reference_count: 2 },
});

export const storageQuotaExceeded = /* @__PURE__ */ defineProblem({
  code: 'storage_quota_exceeded',
  status: 409,
  title: 'Storage quota exceeded',
  meaning:
    'The media library would exceed the storage quota of the plan, or the limit `media_bytes` of the workspace. Files that are announced count with their ' +
    '`size_bytes`.',
  remedy:
    'Delete files that are no longer needed with `DELETE /v1/media/{id}`, or upgrade the workspace. Files ' +
    'without references expire after 30 days.',
  extensions: { used_bytes: 10_737_000_000, quota_bytes: 10_737_418_240 },
});
