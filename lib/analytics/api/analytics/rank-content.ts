import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, pageFields, platform, sandboxFilter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, Pagination, platformName, timestamp } from '../../../core/api/response-fields.ts';
import { RANKING_METRICS } from '../../rules/content-ranking.ts';
import { corrections, metricFields, periodFields } from './fields.ts';

export const ContentRankingQuery = z.strictObject({
  ...pageFields,
  ...periodFields,
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  sandbox: z.optional(sandboxFilter),
  metric: z._default(z.enum(RANKING_METRICS), 'engagements'),
  order: z._default(z.enum(['top', 'bottom']), 'top'),
});

export const ContentRankingResponse = lazyObject(() => ({
  data: z.array(
    z.object({
      content_id: z.string(),
      title: z.nullable(z.string()),
      platforms: z.array(platformName()),
      value: z.nullable(z.number()),
      metrics: z.object({
        ...metricFields(),
        engagements: z.nullable(integer()),
        engagement_rate: z.nullable(z.number()),
      }),
      corrections: corrections(),
    }),
  ),
  metric: z.enum(RANKING_METRICS),
  order: z.enum(['top', 'bottom']),
  sandbox: z.boolean(),
  period: z.string(),
  from: timestamp(),
  to: timestamp(),
  min_impressions: integer(),
  pagination: Pagination(),
}));

export const operation = defineOperation({
  id: 'analytics.rank-content',
  route: 'GET /v1/analytics/content',
  summary: 'Rank content items',
  description:
    'Rank every item that was published or measured in the period by one metric. The items add up to the performance of the same period. Items without the metric, or with a rate over fewer than 100 impressions, come last in either order. A request reads at most 20,000 daily sums; above that it fails with 422 instead of returning a partial ranking.',
  permissions: ['analytics:read'],
  query: ContentRankingQuery,
  errors: ['too_much_to_compare'],
  timeoutSeconds: 29,
  access: { get: ['Content', 'DefaultAccount'], list: ['ContentBucket'] },
  example: { query: { metric: 'impressions', order: 'top' } },
});

export const response = ContentRankingResponse;
