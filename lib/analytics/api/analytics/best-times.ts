import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, sandboxFilter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { isTimeZone } from '../../../core/values/time-zone.ts';
import { labelFilters } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { WEEKDAYS } from '../../rules/best-times.ts';
import { groupBy, labelOfGroup } from './fields.ts';

export const BestTimesQuery = z.strictObject({
  zone: z._default(
    z.string().check(z.refine(isTimeZone, 'Must be an IANA time zone name, such as Europe/Berlin.')),
    'UTC',
  ),
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  sandbox: z.optional(sandboxFilter),
  ...labelFilters,
  group_by: groupBy,
});

// biome-ignore format: one field per line.
const weekHour = /* @__PURE__ */ lazyObject(() => ({
  weekday: z.enum(WEEKDAYS).check(z.meta({ description: 'The day of the week in the requested time zone.', examples: ['monday'] })),
  hour: z.int().check(z.minimum(0), z.maximum(23), z.meta({ description: 'The hour of the day in the requested time zone, from 0 to 23.', examples: [9] })),
  posts: integer().check(z.meta({ description: 'Number of posts published in this hour.', examples: [5] })),
  median_rate: z.nullable(z.number()).check(z.meta({ description: 'Median engagement rate of the posts, in percent. Null if there are no posts.', examples: [6] })),
  expected_rate: z.nullable(z.number()).check(z.meta({ description: 'The expected engagement rate of the hour, in percent: (posts · median_rate + prior_posts · overall_rate) / (posts + prior_posts).', examples: [4] })),
}));

// biome-ignore format: one field per line.
export const BestTimesResponse = /* @__PURE__ */ lazyObject(() => ({
  zone: z.string().check(z.meta({ description: 'The IANA name of the time zone.', examples: ['Europe/Berlin'] })),
  sandbox: z.boolean(),
  posts: integer().check(z.meta({ description: 'Number of posts analyzed.', examples: [25] })),
  overall_rate: z.nullable(z.number()).check(z.meta({ description: 'Median engagement rate of all analyzed posts, in percent. Null if there are no posts.', examples: [2] })),
  enough_data: z.boolean().check(z.meta({ description: 'Whether there are enough posts to recommend an hour.', examples: [true] })),
  best: z.array(weekHour()).check(z.describe('Hours with enough posts that are expected to perform above the overall rate, best first.')),
  hours: z.array(weekHour()).check(z.describe('All 168 hours of the week, starting on Monday at 00:00.')),
  min_posts: integer().check(z.meta({ description: 'Minimum number of posts required for any recommendation.', examples: [20] })),
  min_posts_per_hour: integer().check(z.meta({ description: 'Minimum number of posts required to recommend an hour.', examples: [3] })),
  groups: z.nullable(z.array(
    z.object({
      ...labelOfGroup(),
      posts: integer().check(z.meta({ description: 'Number of posts analyzed.', examples: [25] })),
      overall_rate: z.nullable(z.number()).check(z.meta({ description: 'Median engagement rate of these posts, in percent.', examples: [2] })),
      enough_data: z.boolean().check(z.meta({ description: 'Whether there are enough posts to recommend an hour.', examples: [true] })),
      best: z.array(weekHour()).check(z.describe('Hours with enough posts that are expected to perform above the overall rate of the group, best first.')),
    }),
  )).check(z.describe('The same by label or campaign, as `group_by` says, of those with analyzed posts, most posts first. Null without `group_by`.')),
  prior_posts: integer().check(z.meta({ description: 'Number of posts at the overall rate that is added to every hour.', examples: [5] })),
  as_of: timestamp().check(z.meta({ description: 'Time of the request.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

export const operation = defineOperation({
  id: 'analytics.best-times',
  route: 'GET /v1/analytics/best-times',
  summary: 'List the best times to post',
  description:
    'Analyze the newest 500 posts of the last 180 days that were scheduled more than a day ago. Returns the median and the expected engagement rate for each hour of the week. The expected rate includes five posts at the overall rate, so that hours with few posts are not overrated. `label` and `campaign` select, of these posts, those of the items that have them now, and `group_by` returns the best hours of each label or campaign. Recommendations require at least 20 posts, and 3 posts in an hour.',
  permissions: ['analytics:read'],
  agents: true,
  portals: true,
  query: BestTimesQuery,
  errors: ['too_much_to_compare'],
  access: {
    get: ['Content', 'DefaultAccount', 'LabelName', 'PostMetrics'],
    list: ['ContentLabel', 'Label', 'PostMetrics'],
    indexes: ['by_parent'],
  },
  example: { query: { zone: 'Europe/Berlin' } },
});

export const response = BestTimesResponse;
