import * as z from 'zod/mini';
import { metadata } from '../../../core/api/metadata.ts';
import { build, PersonName } from '../../../core/api/request-fields.ts';
import { LIMIT_RANGES, type LimitName } from '../../../core/config/limits.ts';
import { PLAN_NAMES } from '../../../core/config/plans.ts';
import { DEFAULT_SPREAD_SECONDS, MAX_SPREAD_SECONDS, MISSED_POLICIES } from '../../../halts/rules/halt-release.ts';
import { OPAQUE_ID, OPAQUE_ID_RULE } from '../../../identity/rules/external-id.ts';
import { WORKSPACE_LABEL, WORKSPACE_LABEL_RULE } from '../../rules/workspace-details.ts';
import { LIMIT_TEXTS } from './limit-texts.ts';

/** The id that a product gives to a workspace. */
export const externalId = z
  .string()
  .check(z.minLength(1), z.maxLength(255), z.regex(OPAQUE_ID, `Must be ${OPAQUE_ID_RULE}.`));

/** The label of a workspace. */
export const workspaceLabel = z.string().check(z.regex(WORKSPACE_LABEL, `Must be ${WORKSPACE_LABEL_RULE}.`));

const limit = (name: LimitName) => {
  const { minimum, maximum } = LIMIT_RANGES[name];
  return z.optional(z.nullable(z.int().check(z.minimum(minimum), z.maximum(maximum))));
};

// biome-ignore format: one field per line.
const limits = z.strictObject({
  requests_per_minute: limit('requests_per_minute').check(z.meta({ description: LIMIT_TEXTS.requests_per_minute, examples: [600] })),
  accounts: limit('accounts').check(z.meta({ description: LIMIT_TEXTS.accounts, examples: [10] })),
  posts_per_day: limit('posts_per_day').check(z.meta({ description: LIMIT_TEXTS.posts_per_day, examples: [50] })),
  media_bytes: limit('media_bytes').check(z.meta({ description: LIMIT_TEXTS.media_bytes, examples: [1_000_000_000] })),
  platform_micro_usd_per_month: limit('platform_micro_usd_per_month').check(z.meta({ description: LIMIT_TEXTS.platform_micro_usd_per_month, examples: [5_000_000] })),
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
  limits: limits.check(z.describe(LIMIT_TEXTS.all)),
  label: z.nullable(workspaceLabel).check(z.meta({ description: 'A name that groups workspaces, such as a region. `GET /workspaces` selects by it, and the operator halts publishing by it. Null for none.', examples: ['europe'] })),
  metadata: metadata.check(z.meta({ description: 'Values of your own, at most 50, with keys of at most 40 characters and values of at most 500.', examples: [{ tier: 'gold' }] })),
}));

/** The fields of a new workspace, without its external id. */
export const newWorkspaceFields = /* @__PURE__ */ build(() => ({
  name: workspaceFields.name,
  plan: z.optional(workspaceFields.plan),
  limits: z.optional(workspaceFields.limits),
  label: z.optional(workspaceFields.label),
  metadata: z.optional(workspaceFields.metadata),
}));
