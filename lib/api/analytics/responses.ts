import { lazy } from '../lazy.ts';
import { integer } from '../response-fields.ts';

export const metricFields = lazy(() => ({
  impressions: integer().nullable(),
  reach: integer().nullable(),
  likes: integer().nullable(),
  comments: integer().nullable(),
  shares: integer().nullable(),
  saves: integer().nullable(),
  clicks: integer().nullable(),
}));
