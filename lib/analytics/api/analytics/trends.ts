import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazy } from '../../../core/api/lazy.ts';
import { wholeNumber } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { labelFilters } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { groupBy, labelOfGroup } from './fields.ts';

export const TrendsQuery = z.strictObject({
  window: z._default(z.enum(['24h', '7d']), '24h'),
  platform: z.optional(platform),
  ...labelFilters,
  group_by: groupBy,
  limit: z._default(
    z.pipe(wholeNumber, z.number().check(z.minimum(1, 'Must be at least 1.'), z.maximum(100, 'Must be at most 100.'))),
    20,
  ),
  explain: z._default(z.enum(['true', 'false']), 'false'),
});

// biome-ignore format: one field per line.
const explanation = /* @__PURE__ */ lazyObject(() => ({
  now: integer().check(z.meta({ description: 'Number of posts that contain the term in the window.', examples: [9] })),
  before: integer().check(z.meta({ description: 'Number of posts that contain the term in the preceding window.', examples: [4] })),
  hours: integer().check(z.meta({ description: 'The number of most recent hours in which the term deviates most. `observed`, `baseline`, `variance` and `z` refer to these hours.', examples: [6] })),
  observed: integer().check(z.meta({ description: 'Number of posts in the compared hours.', examples: [9] })),
  baseline: z.number().check(z.meta({ description: 'Expected number of posts in the compared hours.', examples: [2.5] })),
  variance: z.number().check(z.meta({ description: 'Expected variance of the number of posts.', examples: [1.2] })),
  z: z.number().check(z.meta({ description: 'The z-score: how far `observed` is from `baseline`, in standard deviations.', examples: [5.9] })),
  counts: z.array(integer()).check(z.meta({ description: 'Number of posts that contain the term in each hour of the window, oldest first.', examples: [[0, 1, 4, 9]] })),
}));

// biome-ignore format: one field per line.
const scoreExplanation = /* @__PURE__ */ lazy(() =>
  z.extend(explanation(), {
    rated_posts: integer().check(z.meta({ description: 'Number of `compared_posts` that have the hashtag.', examples: [4] })),
    median_rate: z.nullable(z.number()).check(z.meta({ description: 'Median engagement rate of the posts, in percent. Null if there are no posts.', examples: [6] })),
    compared_posts: integer().check(z.meta({ description: 'Number of recent posts in the workspace that have an engagement rate, with or without the hashtag.', examples: [40] })),
  }),
);

// biome-ignore format: one field per line.
const trendLists = /* @__PURE__ */ lazy(() => ({
  trending_topics: z.array(
    z.object({
      topic: z.string().check(z.meta({ description: 'A topic of one to three words.', examples: ['launch'] })),
      growth_rate: z.number().check(z.meta({ description: 'Growth compared with the preceding window, in percent: 100 · (volume − before) / max(before, 5).', examples: [80] })),
      volume: integer().check(z.meta({ description: 'Number of posts that contain the topic in the window.', examples: [9] })),
      explain: z.optional(explanation()).check(z.describe('The values used to compute the ranking. Only present if `explain=true`.')),
    }),
  ).check(z.describe('Trending topics, highest z-score first.')),
  trending_hashtags: z.array(
    z.object({
      hashtag: z.string().check(z.meta({ description: 'The hashtag, including `#`.', examples: ['#launch'] })),
      usage_count: integer().check(z.meta({ description: 'Number of posts that contain the hashtag in the window.', examples: [9] })),
      engagement_score: integer().check(z.meta({ description: 'A score from 0 to 100: the percentile of the median engagement rate of posts with this hashtag among the recent posts of the workspace. 0 if no recent post has the hashtag.', examples: [82] })),
      growth_rate: z.number().check(z.meta({ description: 'Growth compared with the preceding window, in percent: 100 · (volume − before) / max(before, 5).', examples: [80] })),
      explain: z.optional(scoreExplanation()).check(z.describe('The values used to compute the ranking. Only present if `explain=true`.')),
    }),
  ).check(z.describe('Trending hashtags, highest z-score first.')),
}));

// biome-ignore format: one field per line.
export const TrendsResponse = /* @__PURE__ */ lazyObject(() => ({
  ...trendLists(),
  groups: z.nullable(z.array(
    z.object({ ...labelOfGroup(), ...trendLists() }),
  )).check(z.describe('The trends of each label or campaign, as `group_by` says, of those that have any. Null without `group_by`.')),
  window: z.enum(['24h', '7d']).check(z.meta({ description: 'The length of the analyzed window.', examples: ['24h'] })),
  as_of: timestamp().check(z.meta({ description: 'Time of the request.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

export const operation = defineOperation({
  id: 'analytics.trends',
  route: 'GET /v1/analytics/trends',
  summary: 'List trending topics and hashtags',
  description:
    'Return the topics and hashtags with unusually high use compared with their own history. With `label`, `campaign` or `group_by`, the terms are those of the items that have the label or campaign now; each item counts in the hour in which it was first published, with the terms of its comments. Such a request compares at most 2,000 posts.',
  permissions: ['analytics:read'],
  agents: true,
  portals: true,
  query: TrendsQuery,
  errors: ['too_much_to_compare'],
  access: {
    get: ['Content', 'LabelName', 'PostTerms'],
    list: ['TermBucket', 'DailyTextCount', 'PostMetrics', 'ContentLabel', 'Label'],
  },
  example: { query: { window: '24h' } },
});

export const response = TrendsResponse;
