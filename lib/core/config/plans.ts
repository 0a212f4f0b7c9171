const GIB = 2 ** 30;

/**
 * The limits of each plan, lowest plan first. The stage decides which plans include webhooks. See
 * docs/reference/rate-limits.md and, for the bytes of the media library, docs/media.md.
 */
export const PLANS = {
  standard: { requestsPerMinute: 1_000, mediaStorageBytes: 10 * GIB },
  enterprise: { requestsPerMinute: 10_000, mediaStorageBytes: 100 * GIB },
} as const;

export type Plan = keyof typeof PLANS;

/** The names of the plans, lowest first. */
export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]];

/** Return whether `plan` is at least `minimum`. */
export function planAtLeast(plan: Plan, minimum: Plan): boolean {
  return PLAN_NAMES.indexOf(plan) >= PLAN_NAMES.indexOf(minimum);
}
