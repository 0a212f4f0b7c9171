import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, platform, sandboxFilter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';
import { METRIC_NAMES } from '../../rules/metrics.ts';
import { corrections, metricFields, periodFields } from './fields.ts';

export const PerformanceQuery = z.strictObject({
  ...periodFields,
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  sandbox: z.optional(sandboxFilter),
  content_id: z.optional(z.string().check(z.maxLength(64))),
});

export const PerformanceResponse = lazyObject(() => ({
  engagement_rate: z.number(),
  reach: integer(),
  impressions: integer(),
  clicks: integer(),
  period: z.string(),
  from: timestamp(),
  to: timestamp(),
  numerator: z.nullable(integer()),
  denominator: z.nullable(integer()),
  basis: z.string(),
  as_of: z.nullable(timestamp()),
  coverage: z.array(
    z.object({
      platform: platformName(),
      published: integer(),
      posts: integer(),
      as_of: z.nullable(timestamp()),
      reports: z.array(z.enum(METRIC_NAMES)),
    }),
  ),
  breakdown: z.array(
    z.object({ platform: platformName(), engagement_rate: z.nullable(z.number()), ...metricFields() }),
  ),
  corrections: corrections(),
  sandbox: z.boolean(),
}));

export const operation = defineOperation({
  id: 'analytics.performance',
  route: 'GET /v1/analytics/performance',
  summary: 'Retrieve performance',
  description:
    "Return engagement, reach, impressions and clicks of a period, summed from the platforms' reports and from POST /engagements, with the formula of the rate. Nothing is estimated: a metric that a platform does not report is null in `breakdown`. When a platform lowered its totals, a sum can be negative: `corrections` explains it, and no rate is negative.",
  permissions: ['analytics:read'],
  query: PerformanceQuery,
  access: { get: ['Bucket', 'ContentBucket', 'DefaultAccount'] },
  example: { query: { period: '7d' } },
});

export const response = PerformanceResponse;
