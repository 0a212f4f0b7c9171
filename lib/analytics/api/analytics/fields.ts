import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { timeParameter } from '../../../core/api/request-fields.ts';
import { integer } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { GROUP_KINDS } from '../../rules/label-groups.ts';
import { METRIC_NAMES } from '../../rules/metrics.ts';
import { RELATIVE_PERIOD } from '../../rules/time-buckets.ts';

/** Group the figures by label or by campaign. */
export const groupBy = z.optional(z.enum(GROUP_KINDS));

export const periodFields = {
  period: z.optional(
    z.string().check(z.regex(RELATIVE_PERIOD, 'Must be a number of hours or days up to 366 days, such as 24h or 30d.')),
  ),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
};

// biome-ignore format: one field per line.
export const metricFields = lazy(() => ({
  impressions: z.nullable(integer()).check(z.meta({ description: 'Number of impressions.', examples: [1200] })),
  reach: z.nullable(integer()).check(z.meta({ description: 'Reach, summed over posts and platforms. A person who saw several posts is counted several times.', examples: [950] })),
  likes: z.nullable(integer()).check(z.meta({ description: 'Number of likes.', examples: [30] })),
  comments: z.nullable(integer()).check(z.meta({ description: 'Number of comments.', examples: [6] })),
  shares: z.nullable(integer()).check(z.meta({ description: 'Number of shares.', examples: [1] })),
  saves: z.nullable(integer()).check(z.meta({ description: 'Number of saves.', examples: [2] })),
  clicks: z.nullable(integer()).check(z.meta({ description: 'Number of link clicks.', examples: [48] })),
}));

// biome-ignore format: one field per line.
export const corrections = lazy(() =>
  z.array(z.object({
    platform: platformName(),
    metrics: z.array(z.enum(METRIC_NAMES)).check(z.meta({ description: 'The metrics whose sum is negative.', examples: [['likes']] })),
    detail: z.string().check(z.meta({ description: 'Why the sums are negative, and how rates are computed from them.', examples: ['The platform lowered earlier totals.'] })),
  })),
);

// biome-ignore format: one field per line.
/** The label or campaign of a group. */
export const labelOfGroup = lazy(() => ({
  label_id: z.string().check(z.meta({ description: 'The id of the label or campaign.', examples: ['lbl_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the label or campaign.', examples: ['Summer campaign'] })),
}));
