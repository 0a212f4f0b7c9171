import * as z from 'zod/mini';
import { metadata } from '../../../core/api/metadata.ts';
import { build, PersonName } from '../../../core/api/request-fields.ts';
import { PLAN_NAMES } from '../../../core/config/plans.ts';
import { DEFAULT_SPREAD_SECONDS, MAX_SPREAD_SECONDS, MISSED_POLICIES } from '../../../halts/rules/halt-release.ts';
import { OPAQUE_ID, OPAQUE_ID_RULE } from '../../../identity/rules/external-id.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../../identity/rules/rate-limits.ts';

/** The id that a product gives to a workspace. */
export const externalId = z
  .string()
  .check(z.minLength(1), z.maxLength(255), z.regex(OPAQUE_ID, `Must be ${OPAQUE_ID_RULE}.`));

// biome-ignore format: one field per line.
const limits = z.strictObject({
  requests_per_minute: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_REQUESTS_PER_MINUTE)))).check(z.meta({ description: 'Requests per minute. Null for the limit of the plan.', examples: [600] })),
});

/** What happens to the posts that were due while publishing was halted. */
// biome-ignore format: one field per line.
export const missedPostFields = /* @__PURE__ */ build(() => ({
  missed: z._default(z.enum(MISSED_POLICIES), 'publish').check(z.meta({ description: 'What happens to the posts that were due in the meantime: `publish` reschedules them, `mark_missed` lets them fail.', examples: ['publish'] })),
  spread_seconds: z._default(z.int().check(z.minimum(0), z.maximum(MAX_SPREAD_SECONDS)), DEFAULT_SPREAD_SECONDS).check(z.meta({ description: 'The time over which they are rescheduled, in seconds.', examples: [900] })),
}));

/** The fields of a workspace that a product sets. */
// biome-ignore format: one field per line.
export const workspaceFields = /* @__PURE__ */ build(() => ({
  name: PersonName.check(z.meta({ description: 'The name of the customer. Connect and review pages show it.', examples: ['Example Bakery'] })),
  plan: z.enum(PLAN_NAMES).check(z.meta({ description: 'The plan, which decides the rate limit, the storage and, on some stages, webhooks.', examples: ['standard'] })),
  limits: limits.check(z.describe('Limits of the workspace in place of those of its plan.')),
  metadata: metadata.check(z.meta({ description: 'Values of your own, at most 50, with keys of at most 40 characters and values of at most 500.', examples: [{ tier: 'gold' }] })),
}));

/** The fields of a new workspace, without its external id. */
export const newWorkspaceFields = /* @__PURE__ */ build(() => ({
  name: workspaceFields.name,
  plan: z.optional(workspaceFields.plan),
  limits: z.optional(workspaceFields.limits),
  metadata: z.optional(workspaceFields.metadata),
}));
