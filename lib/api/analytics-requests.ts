import * as z from 'zod';
import { isTimeZone } from '../domain/analytics/best-times.ts';
import { RANKING_METRICS } from '../domain/analytics/content-ranking.ts';
import { pageFields, platform, timeParameter, wholeNumber } from './requests.ts';

const periodFields = {
  period: z.enum(['24h', '7d', '30d', '90d']).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
};

export const PerformanceQuery = z.strictObject({
  ...periodFields,
  platform: platform.optional(),
  content_id: z.string().max(64).optional(),
});

export const ContentRankingQuery = z.strictObject({
  ...pageFields,
  ...periodFields,
  platform: platform.optional(),
  metric: z.enum(RANKING_METRICS).default('engagements'),
  order: z.enum(['top', 'bottom']).default('top'),
});

export const BestTimesQuery = z.strictObject({
  zone: z
    .string()
    .refine(isTimeZone, 'Must be an IANA time zone name, such as Europe/Berlin.')
    .default('UTC'),
  platform: platform.optional(),
});

export const TrendsQuery = z.strictObject({
  window: z.enum(['24h', '7d']).default('24h'),
  platform: platform.optional(),
  limit: wholeNumber
    .pipe(z.number().min(1, 'Must be at least 1.').max(100, 'Must be at most 100.'))
    .default(20),
  explain: z.enum(['true', 'false']).default('false'),
});
