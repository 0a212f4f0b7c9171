/** The limits of each plan, lowest plan first. The stage decides which plans include webhooks. See docs/reference/rate-limits.md. */
export const PLANS = { standard: { requestsPerMinute: 1_000 }, enterprise: { requestsPerMinute: 10_000 } } as const;

export type Plan = keyof typeof PLANS;

/** Return whether `plan` is at least `minimum`. */
export function planAtLeast(plan: Plan, minimum: Plan): boolean {
  const order = Object.keys(PLANS);
  return order.indexOf(plan) >= order.indexOf(minimum);
}
