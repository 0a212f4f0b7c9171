import { PLANS, type Plan } from '../../core/config/plans.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { storageQuotaExceeded } from '../problems.ts';

/** Return the most bytes that the media library of a workspace can have. */
export function storageQuota({ plan }: { plan: Plan }): number {
  return PLANS[plan].mediaStorageBytes;
}

/** Return the 409 for a file whose bytes would exceed the quota. */
export function storageQuotaError(usedBytes: number, quotaBytes: number): ApiError {
  const [used, quota] = [usedBytes, quotaBytes].map((bytes) => bytes.toLocaleString('en-US'));
  return storageQuotaExceeded(
    `The media library has ${used} of ${quota} bytes, too many for this file. Delete files that are no longer needed.`,
    { extensions: { used_bytes: usedBytes, quota_bytes: quotaBytes } },
  );
}
