import * as z from 'zod';
import { METRIC_NAMES } from '../../domain/analytics/metrics.ts';
import { RELATIVE_PERIOD } from '../../domain/analytics/time-buckets.ts';
import { lazy } from '../lazy.ts';
import { timeParameter } from '../request-fields.ts';
import { integer, platformName } from '../response-fields.ts';

export const periodFields = {
  period: z
    .string()
    .regex(RELATIVE_PERIOD, 'Must be a number of hours or days up to 366 days, such as 24h or 30d.')
    .optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
};

export const metricFields = lazy(() => ({
  impressions: integer().nullable(),
  reach: integer().nullable(),
  likes: integer().nullable(),
  comments: integer().nullable(),
  shares: integer().nullable(),
  saves: integer().nullable(),
  clicks: integer().nullable(),
}));

export const corrections = lazy(() =>
  z.array(z.object({ platform: platformName(), metrics: z.array(z.enum(METRIC_NAMES)), detail: z.string() })),
);
