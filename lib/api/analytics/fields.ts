import * as z from 'zod';
import { METRIC_NAMES } from '../../domain/analytics/metrics.ts';
import { lazy } from '../lazy.ts';
import { timeParameter } from '../request-fields.ts';
import { integer, platformName } from '../response-fields.ts';

export const periodFields = {
  period: z.enum(['24h', '7d', '30d', '90d']).optional(),
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
