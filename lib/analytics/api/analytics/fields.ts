import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { timeParameter } from '../../../core/api/request-fields.ts';
import { integer, platformName } from '../../../core/api/response-fields.ts';
import { METRIC_NAMES } from '../../rules/metrics.ts';
import { RELATIVE_PERIOD } from '../../rules/time-buckets.ts';

export const periodFields = {
  period: z.optional(
    z.string().check(z.regex(RELATIVE_PERIOD, 'Must be a number of hours or days up to 366 days, such as 24h or 30d.')),
  ),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
};

export const metricFields = lazy(() => ({
  impressions: z.nullable(integer()),
  reach: z.nullable(integer()),
  likes: z.nullable(integer()),
  comments: z.nullable(integer()),
  shares: z.nullable(integer()),
  saves: z.nullable(integer()),
  clicks: z.nullable(integer()),
}));

export const corrections = lazy(() =>
  z.array(z.object({ platform: platformName(), metrics: z.array(z.enum(METRIC_NAMES)), detail: z.string() })),
);
