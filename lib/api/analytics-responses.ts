import * as z from 'zod';
import { WEEKDAYS } from '../domain/analytics/best-times.ts';
import { RANKING_METRICS } from '../domain/analytics/content-ranking.ts';
import { METRIC_NAMES } from '../domain/analytics/metrics.ts';
import { count, Pagination, platform, time } from './responses.ts';

const measured = {
  impressions: count.nullable(),
  reach: count.nullable(),
  likes: count.nullable(),
  comments: count.nullable(),
  shares: count.nullable(),
  saves: count.nullable(),
  clicks: count.nullable(),
};

export const PerformanceResponse = z.object({
  engagement_rate: z.number(),
  reach: count,
  impressions: count,
  clicks: count,
  period: z.string(),
  from: time,
  to: time,
  numerator: count.nullable(),
  denominator: count.nullable(),
  basis: z.string(),
  as_of: time.nullable(),
  coverage: z.array(
    z.object({
      platform,
      published: count,
      posts: count,
      as_of: time.nullable(),
      reports: z.array(z.enum(METRIC_NAMES)),
    }),
  ),
  breakdown: z.array(z.object({ platform, engagement_rate: z.number().nullable(), ...measured })),
});

export const ContentRankingResponse = z.object({
  data: z.array(
    z.object({
      content_id: z.string(),
      title: z.string().nullable(),
      platforms: z.array(platform),
      value: z.number().nullable(),
      metrics: z.object({
        ...measured,
        engagements: count.nullable(),
        engagement_rate: z.number().nullable(),
      }),
    }),
  ),
  metric: z.enum(RANKING_METRICS),
  order: z.enum(['top', 'bottom']),
  period: z.string(),
  from: time,
  to: time,
  min_impressions: count,
  pagination: Pagination,
});

const weekHour = z.object({
  weekday: z.enum(WEEKDAYS),
  hour: z.number().int().min(0).max(23),
  posts: count,
  median_rate: z.number().nullable(),
  expected_rate: z.number().nullable(),
});

export const BestTimesResponse = z.object({
  zone: z.string(),
  posts: count,
  overall_rate: z.number().nullable(),
  enough_data: z.boolean(),
  best: z.array(weekHour),
  hours: z.array(weekHour),
  min_posts: count,
  least_posts_an_hour: count,
  prior_posts: count,
  as_of: time,
});

const explanation = z.object({
  now: count,
  before: count,
  hours: count,
  observed: count,
  baseline: z.number(),
  variance: z.number(),
  z: z.number(),
  counts: z.array(count),
});
const scoreExplanation = explanation.extend({
  rated_posts: count,
  median_rate: z.number().nullable(),
  compared_posts: count,
});

export const TrendsResponse = z.object({
  trending_topics: z.array(
    z.object({ topic: z.string(), growth_rate: z.number(), volume: count, explain: explanation.optional() }),
  ),
  trending_hashtags: z.array(
    z.object({
      hashtag: z.string(),
      usage_count: count,
      engagement_score: count,
      growth_rate: z.number(),
      explain: scoreExplanation.optional(),
    }),
  ),
  window: z.enum(['24h', '7d']),
  as_of: time,
});
