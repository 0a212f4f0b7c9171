import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, platform, sandboxFilter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { isTimeZone, WEEKDAYS } from '../../rules/best-times.ts';

export const BestTimesQuery = z.strictObject({
  zone: z._default(
    z.string().check(z.refine(isTimeZone, 'Must be an IANA time zone name, such as Europe/Berlin.')),
    'UTC',
  ),
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  sandbox: z.optional(sandboxFilter),
});

const weekHour = lazyObject(() => ({
  weekday: z.enum(WEEKDAYS),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  posts: integer(),
  median_rate: z.nullable(z.number()),
  expected_rate: z.nullable(z.number()),
}));

export const BestTimesResponse = lazyObject(() => ({
  zone: z.string(),
  sandbox: z.boolean(),
  posts: integer(),
  overall_rate: z.nullable(z.number()),
  enough_data: z.boolean(),
  best: z.array(weekHour()),
  hours: z.array(weekHour()),
  min_posts: integer(),
  min_posts_per_hour: integer(),
  prior_posts: integer(),
  as_of: timestamp(),
}));

export const operation = defineOperation({
  id: 'analytics.best-times',
  route: 'GET /v1/analytics/best-times',
  summary: 'List the best times to post',
  description:
    'Analyze the newest 500 posts of the last 180 days that were scheduled more than a day ago. Each hour of the week has the median engagement rate of its posts and an expected rate, which adds five posts at the overall rate so that hours with few posts are not overrated. With fewer than 20 posts, or 3 in an hour, no time is recommended.',
  permissions: ['analytics:read'],
  query: BestTimesQuery,
  access: { get: ['DefaultAccount', 'PostMetrics'], list: ['PostMetrics'], indexes: ['by_parent'] },
  example: { query: { zone: 'Europe/Berlin' } },
});

export const response = BestTimesResponse;
