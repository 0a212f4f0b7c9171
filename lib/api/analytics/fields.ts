import * as z from 'zod';
import { lazy } from '../lazy.ts';
import { timeParameter } from '../request-fields.ts';
import { integer } from '../response-fields.ts';

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
