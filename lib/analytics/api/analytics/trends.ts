import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazy } from '../../../core/api/lazy.ts';
import { platform, wholeNumber } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';

export const TrendsQuery = z.strictObject({
  window: z._default(z.enum(['24h', '7d']), '24h'),
  platform: z.optional(platform),
  limit: z._default(
    z.pipe(wholeNumber, z.number().check(z.minimum(1, 'Must be at least 1.'), z.maximum(100, 'Must be at most 100.'))),
    20,
  ),
  explain: z._default(z.enum(['true', 'false']), 'false'),
});

const explanation = lazyObject(() => ({
  now: integer(),
  before: integer(),
  hours: integer(),
  observed: integer(),
  baseline: z.number(),
  variance: z.number(),
  z: z.number(),
  counts: z.array(integer()),
}));

const scoreExplanation = lazy(() =>
  z.extend(explanation(), { rated_posts: integer(), median_rate: z.nullable(z.number()), compared_posts: integer() }),
);

export const TrendsResponse = lazyObject(() => ({
  trending_topics: z.array(
    z.object({ topic: z.string(), growth_rate: z.number(), volume: integer(), explain: z.optional(explanation()) }),
  ),
  trending_hashtags: z.array(
    z.object({
      hashtag: z.string(),
      usage_count: integer(),
      engagement_score: integer(),
      growth_rate: z.number(),
      explain: z.optional(scoreExplanation()),
    }),
  ),
  window: z.enum(['24h', '7d']),
  as_of: timestamp(),
}));

export const operation = defineOperation({
  id: 'analytics.trends',
  route: 'GET /v1/analytics/trends',
  summary: 'List trending topics and hashtags',
  description:
    'Return the topics and hashtags whose use is unusually high compared with their own history, not those with the highest count.',
  permissions: ['analytics:read'],
  query: TrendsQuery,
  access: { list: ['TermBucket', 'DailyTextCount', 'PostMetrics'] },
  example: { query: { window: '24h' } },
});

export const response = TrendsResponse;
