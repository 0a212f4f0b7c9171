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

/** Return whether `plan` is at least `minimum`. */
export function planAtLeast(plan: Plan, minimum: Plan): boolean {
  const order = Object.keys(PLANS);
  return order.indexOf(plan) >= order.indexOf(minimum);
}
