import type { Limits } from '../../core/config/limits.ts';
import { PLANS, type Plan } from '../../core/config/plans.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { limitOf, type OwnLimits } from '../../identity/rules/workspace-limits.ts';
import { storageQuotaExceeded } from '../problems.ts';

/** The most bytes that a media library can have. `isOfPlan`: neither the workspace nor the stage has set it. */
export interface StorageQuota {
  bytes: number;
  isOfPlan: boolean;
}

/** Return the quota of a workspace: its own limit, the default of the stage, or that of its plan. */
export function storageQuota({ plan, limits }: { plan: Plan; limits?: OwnLimits }, defaults: Limits): StorageQuota {
  const limit = limitOf(limits, 'media_bytes', defaults);
  return { bytes: limit ?? PLANS[plan].mediaStorageBytes, isOfPlan: limit === null };
}

/** Return the 409 for a file whose bytes would exceed the quota. */
export function storageQuotaError(usedBytes: number, quotaBytes: number): ApiError {
  const [used, quota] = [usedBytes, quotaBytes].map((bytes) => bytes.toLocaleString('en-US'));
  return storageQuotaExceeded(
    `The media library has ${used} of ${quota} bytes, too many for this file. Delete files that are no longer needed.`,
    { extensions: { used_bytes: usedBytes, quota_bytes: quotaBytes } },
  );
}
