import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { build, pageFields } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, Pagination, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { AWS_UNIT_MICRO_USD } from '../../rules/aws-unit-costs.ts';
import { GRANULARITIES, USAGE_GROUPS } from '../../rules/usage-report.ts';

const { items, posts, delivery_attempts, metric_reads } = AWS_UNIT_MICRO_USD;
const AWS_FORMULA = `An estimate of what AWS charges, in millionths of a US dollar at list prices: ${items} an item, ${posts} a post of any outcome, ${delivery_attempts} an attempt of a delivery, and ${metric_reads} a read of metrics. Without requests that read, media, and what an idle stage costs.`;

const day = /* @__PURE__ */ build(() => z.iso.date('Must be a day such as 2026-11-01.'));

export const UsageQuery = z.strictObject({
  from: z.optional(day),
  to: z.optional(day),
  granularity: z.optional(z.enum(GRANULARITIES)),
  group_by: z.optional(z.enum(USAGE_GROUPS)),
  ...pageFields,
});

// biome-ignore format: one field per line.
const amountFields = () => ({
  items: integer().check(z.meta({ description: 'Content items created.', examples: [12] })),
  posts_published: integer().check(z.meta({ description: 'Posts published, and threads published with all parts, by `published_at` of the first part.', examples: [30] })),
  posts_partially_published: integer().check(z.meta({ description: 'Threads that ended after some of their parts.', examples: [0] })),
  posts_failed: integer().check(z.meta({ description: 'Posts that failed, by `scheduled_at`.', examples: [1] })),
  posts_unconfirmed: integer().check(z.meta({ description: 'Posts whose outcome is still not known, by the time they were sent.', examples: [0] })),
  parts_published: integer().check(z.meta({ description: 'Posts that are live: each part of a thread counts.', examples: [34] })),
  sandbox_posts: integer().check(z.meta({ description: 'Posts published on sandbox accounts. No other number includes them.', examples: [0] })),
  platform_micro_usd: integer().check(z.meta({ description: 'What platforms charge for these posts and reads at list prices, in millionths of a US dollar.', examples: [510000] })),
  metric_reads: integer().check(z.meta({ description: 'Reads of the metrics of a post for which the platform charges.', examples: [20] })),
  media_bytes: integer().check(z.meta({ description: 'Bytes that were added to the media library, with adaptations, by the time of the upload.', examples: [4200000] })),
  deliveries: integer().check(z.meta({ description: 'Attempts to deliver a webhook that succeeded.', examples: [90] })),
  delivery_attempts: integer().check(z.meta({ description: 'Attempts to deliver a webhook.', examples: [92] })),
  accounts_added: integer().check(z.meta({ description: 'Accounts connected for the first time, or again after their removal.', examples: [3] })),
  accounts_removed: integer().check(z.meta({ description: 'Accounts removed.', examples: [0] })),
  aws_micro_usd: integer().check(z.meta({ description: AWS_FORMULA, examples: [6600] })),
});

// biome-ignore format: one field per line.
export const UsageResponse = /* @__PURE__ */ lazyObject(() => ({
  from: z.string().check(z.meta({ format: 'date', description: 'The first day (UTC).', examples: ['2026-11-01'] })),
  to: z.string().check(z.meta({ format: 'date', description: 'The day after the last one (UTC).', examples: ['2026-12-01'] })),
  complete_until: timestamp().check(z.meta({ description: 'Days before this time are complete. Later ones lack at most about 70 minutes.', examples: ['2026-11-20T00:00:00.000Z'] })),
  totals: z.object(amountFields()).check(z.describe('What was used in the whole period, on all pages.')),
  unattributed: z.object(amountFields()).check(z.describe('The part of `totals` that belongs to no group: `totals` is the sum of it and all rows.')),
  rows: z.array(z.object({
    period: z.string().check(z.meta({ description: 'The day, the month, or `from` and `to` separated by a slash.', examples: ['2026-11'] })),
    workspace_id: z.nullable(z.string()).check(z.meta({ description: 'The workspace, with `group_by=workspace`.', examples: ['ws_01K00000000000000000000001'] })),
    external_id: z.nullable(z.string()).check(z.meta({ description: 'The external id of that workspace.', examples: ['customer-17'] })),
    platform: z.nullable(platformName()).check(z.meta({ description: 'The platform, with `group_by=platform`, or that of the account.', examples: ['twitter'] })),
    account_id: z.nullable(z.string()).check(z.meta({ description: 'The account, with `group_by=account`.', examples: ['acc_01K00000000000000000000000'] })),
    ...amountFields(),
  })).check(z.describe('What was used, by period and group. Without a row, nothing was.')),
  pagination: Pagination(),
}));

export const operation = defineOperation({
  id: 'usage.get',
  route: 'GET /v1/usage',
  summary: 'Retrieve usage',
  description:
    'Return what a workspace has used, by UTC day. A stage key that names no workspace receives the sums of all that it may name, and with `group_by=workspace` those of each: a page has `limit` workspaces. Without it there is one page. Numbers of days before `complete_until` change only by late outcomes, and never later than 35 days after the day. Returns JSON, or CSV if `Accept` is `text/csv`: the rows, and at the end those that belong to no group.',
  permissions: ['analytics:read'],
  stage: 'optional',
  query: UsageQuery,
  contentTypes: ['application/json', 'text/csv'],
  errors: ['usage_not_counted'],
  timeoutSeconds: 29,
  access: {
    get: ['Workspace'],
    list: ['UsageDay', 'StageUsage', 'RemovedUsage'],
    indexes: ['by_due', 'by_parent'],
  },
  example: { query: { granularity: 'month', group_by: 'platform' } },
});

export const response = UsageResponse;
