import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, sandboxFilter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { labelFilters } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { METRIC_NAMES } from '../../rules/metrics.ts';
import { STOP_REASONS } from '../../rules/polling-stops.ts';
import { corrections, groupBy, labelOfGroup, metricFields, periodFields } from './fields.ts';

export const PerformanceQuery = z.strictObject({
  ...periodFields,
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  sandbox: z.optional(sandboxFilter),
  content_id: z.optional(z.string().check(z.maxLength(64))),
  ...labelFilters,
  group_by: groupBy,
});

// biome-ignore format: one field per line.
export const PerformanceResponse = /* @__PURE__ */ lazyObject(() => ({
  engagement_rate: z.number(),
  reach: integer().check(z.meta({ description: 'Reach, summed over posts and platforms. A person who saw several posts is counted several times.', examples: [950] })),
  impressions: integer().check(z.meta({ description: 'Number of impressions.', examples: [1200] })),
  clicks: integer().check(z.meta({ description: 'Number of link clicks.', examples: [48] })),
  period: z.string().check(z.meta({ description: 'The requested period: its name, or `from` and `to` separated by a slash.', examples: ['7d'] })),
  from: timestamp().check(z.meta({ description: 'Start of the period, inclusive.', examples: ['2026-11-13T09:30:00.000Z'] })),
  to: timestamp().check(z.meta({ description: 'End of the period, exclusive.', examples: ['2026-11-20T09:30:00.000Z'] })),
  numerator: z.nullable(integer()).check(z.meta({ description: 'Sum of likes, comments, shares, saves and clicks on platforms that report impressions. Null if nothing was reported.', examples: [87] })),
  denominator: z.nullable(integer()).check(z.meta({ description: 'Number of impressions on platforms that report impressions. Null if nothing was reported.', examples: [1200] })),
  basis: z.string().check(z.meta({ description: 'The formula used to compute the rate.', examples: ['100 * (likes + comments + shares + saves + clicks) / impressions'] })),
  as_of: z.nullable(timestamp()).check(z.meta({ description: 'Time of the most recent metrics included in the response.', examples: ['2026-11-20T09:30:00.000Z'] })),
  coverage: z.array(
    z.object({
      platform: platformName(),
      published: integer().check(z.meta({ description: 'Number of posts published on this platform in the period.', examples: [3] })),
      posts: integer().check(z.meta({ description: 'Number of posts first measured in the period.', examples: [12] })),
      as_of: z.nullable(timestamp()).check(z.meta({ description: 'Time of the most recent metrics from this platform. Null if it reported none in the period.', examples: ['2026-11-20T09:30:00.000Z'] })),
      reports: z.array(z.enum(METRIC_NAMES)).check(z.meta({ description: 'The metrics this platform reports.', examples: [['impressions', 'likes']] })),
      stopped: z.array(
        z.object({
          reason: z.enum(STOP_REASONS).check(z.meta({ description: 'Why metrics are no longer polled. `off`: the schedule of the account is `off`. `budget_used_up`: the monthly budget of the account is used up. `schedule_ended`: the last poll of the schedule is over for older posts.', examples: ['schedule_ended'] })),
          accounts: integer().check(z.meta({ description: 'Number of accounts affected.', examples: [1] })),
          since: z.nullable(timestamp()).check(z.meta({ description: 'Time the first of these accounts stopped. Null if it is unknown.', examples: ['2026-11-20T09:30:00.000Z'] })),
          published_before: z.nullable(timestamp()).check(z.meta({ description: 'Only posts published before this time are affected. Null if all are.', examples: ['2026-11-13T09:30:00.000Z'] })),
          resumes_at: z.nullable(timestamp()).check(z.meta({ description: 'Time polling continues. Null if it continues only after a change of the settings.', examples: [null] })),
        }),
      ).check(z.describe('Why metrics of posts of the period are no longer updated. Empty if polling continues.')),
    }),
  ).check(z.describe('What the metrics include: platforms, number of posts and the metrics each platform reports.')),
  breakdown: z.array(
    z.object({ platform: platformName(), engagement_rate: z.nullable(z.number()), ...metricFields() }),
  ).check(z.describe('The same metrics by platform. Null values were not reported by the platform.')),
  corrections: corrections().check(z.describe('Negative sums by platform. A sum is negative if the platform lowered totals it had reported earlier.')),
  groups: z.nullable(z.array(
    z.object({
      ...labelOfGroup(),
      published: integer().check(z.meta({ description: 'Number of posts published in the period.', examples: [3] })),
      posts: integer().check(z.meta({ description: 'Number of posts first measured in the period.', examples: [12] })),
      engagement_rate: z.nullable(z.number()),
      ...metricFields(),
    }),
  )).check(z.describe('The same metrics by label or campaign, as `group_by` says: of the items that have it now. An item with several labels counts for each. Null without `group_by`.')),
  sandbox: z.boolean(),
}));

export const operation = defineOperation({
  id: 'analytics.performance',
  route: 'GET /v1/analytics/performance',
  summary: 'Retrieve performance',
  description:
    'Return the engagement, reach, impressions and clicks of a period. Metrics are sums of platform reports and of `POST /engagements`; nothing is estimated. A metric that a platform does not report is null in `breakdown`. A sum can be negative if a platform lowered its totals; `corrections` lists these sums. Rates are never negative. With `label`, `campaign` or `group_by`, the sums are those of the items that have the label or campaign now, whenever they were published: the request reads at most 20,000 daily sums, at most 20,000 items of labels, and with `group_by` at most 20,000 labels of items.',
  permissions: ['analytics:read'],
  agents: true,
  portals: true,
  query: PerformanceQuery,
  errors: ['too_much_to_compare'],
  timeoutSeconds: 29,
  access: {
    get: ['Bucket', 'Content', 'ContentBucket', 'DefaultAccount', 'Account', 'MetricsSpending', 'LabelName'],
    list: ['Account', 'ContentBucket', 'ContentLabel', 'Label'],
  },
  example: { query: { period: '7d' } },
});

export const response = PerformanceResponse;
