import * as z from 'zod/mini';
import { accountFilter } from '../../core/api/request-fields.ts';
import { platform } from '../../platforms/api/request-fields.ts';
import { metrics, toMetrics } from './metrics-view.ts';
import { defineTool, postId, READS } from './tool.ts';

const MAX_RANKED = 5;

/** Read the metrics of a period. */
export const readMetrics = defineTool({
  name: 'read_metrics',
  title: 'Read metrics',
  description:
    'Return the engagement rate, reach, impressions and clicks of a period with the formula, what each platform reports and how many posts are measured; and the five posts with the most engagement. Nothing is estimated: a metric that a platform does not report is null.',
  annotations: READS,
  place: 9,
  example: { period: '30d' },
  input: () =>
    z.strictObject({
      period: z
        ._default(z.string().check(z.regex(/^\d{1,4}[hd]$/, 'Must be hours or days, such as 24h or 30d.')), '7d')
        .check(z.meta({ description: 'The period until now: hours or days, at most 366d.' })),
      platform: z.optional(platform),
      account_id: z.optional(accountFilter),
      post_id: z.optional(postId()).check(z.meta({ description: 'Only this post, without a ranking.' })),
    }),
  output: () =>
    z.object({
      metrics: metrics(),
      top_posts: z.array(
        z.object({ post_id: z.string(), title: z.nullable(z.string()), engagements: z.nullable(z.number()) }),
      ),
    }),
  run: async ({ post_id: content_id, ...selection }, call) => {
    const performance = await call('analytics.performance', { query: { ...selection, content_id } });
    if (content_id !== undefined) return { metrics: toMetrics(performance), top_posts: [] };
    const { data } = await call('analytics.rank-content', { query: { ...selection, limit: MAX_RANKED } });
    const top_posts = data.map(({ content_id: post_id, title, value }) => ({ post_id, title, engagements: value }));
    return { metrics: toMetrics(performance), top_posts };
  },
});
