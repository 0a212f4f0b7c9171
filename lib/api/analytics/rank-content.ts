import * as z from 'zod';
import { RANKING_METRICS } from '../../domain/analytics/content-ranking.ts';
import { defineOperation } from '../define-operation.ts';
import { accountFilter, pageFields, platform, sandboxFilter } from '../request-fields.ts';
import { integer, lazyObject, Pagination, platformName, timestamp } from '../response-fields.ts';
import { corrections, metricFields, periodFields } from './fields.ts';

export const ContentRankingQuery = z.strictObject({
  ...pageFields,
  ...periodFields,
  platform: platform.optional(),
  account_id: accountFilter.optional(),
  sandbox: sandboxFilter.optional(),
  metric: z.enum(RANKING_METRICS).default('engagements'),
  order: z.enum(['top', 'bottom']).default('top'),
});

export const ContentRankingResponse = lazyObject(() => ({
  data: z.array(
    z.object({
      content_id: z.string(),
      title: z.string().nullable(),
      platforms: z.array(platformName()),
      value: z.number().nullable(),
      metrics: z.object({
        ...metricFields(),
        engagements: integer().nullable(),
        engagement_rate: z.number().nullable(),
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
