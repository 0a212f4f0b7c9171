import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, pageFields, sandboxFilter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, Pagination, timestamp } from '../../../core/api/response-fields.ts';
import { labelFilters } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { RANKING_METRICS } from '../../rules/content-ranking.ts';
import { corrections, groupBy, labelOfGroup, metricFields, periodFields } from './fields.ts';

export const ContentRankingQuery = z.strictObject({
  ...pageFields,
  ...periodFields,
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  sandbox: z.optional(sandboxFilter),
  ...labelFilters,
  group_by: groupBy,
  metric: z._default(z.enum(RANKING_METRICS), 'engagements'),
  order: z._default(z.enum(['top', 'bottom']), 'top'),
});

// biome-ignore format: one field per line.
export const ContentRankingResponse = /* @__PURE__ */ lazyObject(() => ({
  data: z.array(
    z.object({
      content_id: z.string().check(z.meta({ description: 'The id of the content item.', examples: ['cnt_01K00000000000000000000000'] })),
      title: z.nullable(z.string()).check(z.meta({ description: 'The title. Null if the item was deleted, or if the token has neither `content:read` nor `content:write`.', examples: ['Summer campaign'] })),
      platforms: z.array(platformName()).check(z.meta({ description: 'Platforms on which the item was published or measured in the period.', examples: [['twitter', 'linkedin']] })),
      value: z.nullable(z.number()).check(z.meta({ description: 'The value used to rank the item. Null if it was not reported or the rate is based on too few impressions. Items without a value come last in both orders.', examples: [87] })),
      metrics: z.object({
        ...metricFields(),
        engagements: z.nullable(integer()).check(z.meta({ description: 'Sum of likes, comments, shares, saves and clicks. Null if none of them was reported.', examples: [87] })),
        engagement_rate: z.nullable(z.number()),
      }).check(z.describe('Changes of the metrics in the period. Null values were not reported.')),
      corrections: corrections().check(z.describe('Negative sums by platform. A sum is negative if the platform lowered totals it had reported earlier.')),
    }),
  ).check(z.describe('The items on this page.')),
  metric: z.enum(RANKING_METRICS).check(z.meta({ description: 'The metric used to rank the items.', examples: ['engagements'] })),
  order: z.enum(['top', 'bottom']).check(z.meta({ description: 'Sort order: `top` returns the largest values first, `bottom` the smallest.', examples: ['top'] })),
  sandbox: z.boolean(),
  period: z.string().check(z.meta({ description: 'The requested period: its name, or `from` and `to` separated by a slash.', examples: ['7d'] })),
  from: timestamp().check(z.meta({ description: 'Start of the period, inclusive.', examples: ['2026-11-13T09:30:00.000Z'] })),
  to: timestamp().check(z.meta({ description: 'End of the period, exclusive.', examples: ['2026-11-20T09:30:00.000Z'] })),
  min_impressions: integer().check(z.meta({ description: 'Minimum number of impressions for an item to be ranked by rate.', examples: [100] })),
  pagination: Pagination(),
  groups: z.nullable(z.array(
    z.object({
      ...labelOfGroup(),
      items: integer().check(z.meta({ description: 'Number of its items in the ranking.', examples: [12] })),
      value: z.nullable(z.number()).check(z.meta({ description: 'The value used to rank the group, over its items. Null if it was not reported or the rate is based on too few impressions.', examples: [87] })),
      metrics: z.object({
        ...metricFields(),
        engagements: z.nullable(integer()).check(z.meta({ description: 'Sum of likes, comments, shares, saves and clicks. Null if none of them was reported.', examples: [87] })),
        engagement_rate: z.nullable(z.number()),
      }).check(z.describe('Changes of the metrics of its items in the period. Null values were not reported.')),
    }),
  )).check(z.describe('The ranking of the labels or campaigns, as `group_by` says, over all items and not only those of the page. An item with several labels counts for each. Null without `group_by`.')),
}));

export const operation = defineOperation({
  id: 'analytics.rank-content',
  route: 'GET /v1/analytics/content',
  summary: 'Rank content items',
  description:
    'Rank all items published or measured in the period by one metric. The items add up to the performance of the same period. Items without the metric, or with a rate over fewer than 100 impressions, come last in both orders. `label` and `campaign` select the items that have them now, and `group_by` ranks the labels or campaigns besides. A request reads at most 20,000 daily sums; requests for more data fail with 422.',
  permissions: ['analytics:read'],
  agents: true,
  portals: true,
  query: ContentRankingQuery,
  errors: ['too_much_to_compare'],
  timeoutSeconds: 29,
  access: {
    get: ['Content', 'ContentBucket', 'DefaultAccount', 'LabelName'],
    list: ['ContentBucket', 'ContentLabel', 'Label'],
  },
  example: { query: { metric: 'impressions', order: 'top' } },
});

export const response = ContentRankingResponse;
