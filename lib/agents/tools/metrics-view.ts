import * as z from 'zod/mini';
import type { Answers } from './called-operations.ts';

const count = () => z.nullable(z.int());

/** The schema of the metrics of a period: sums of what the platforms report, with their formula and coverage. */
export const metrics = () =>
  z.object({
    from: z.string(),
    to: z.string(),
    engagement_rate: z.number(),
    formula: z.string().check(z.meta({ description: 'How engagement_rate, in percent, is computed.' })),
    numerator: count(),
    denominator: count(),
    impressions: z.int(),
    reach: z.int(),
    clicks: z.int(),
    as_of: z.nullable(z.string()),
    coverage: z.array(
      z.object({
        platform: z.string(),
        published: z.int(),
        measured: z.int(),
        as_of: z.nullable(z.string()),
        reports: z.array(z.string()),
        stopped_because: z.array(z.string()),
      }),
    ),
    by_platform: z.array(
      z.object({
        ...{ platform: z.string(), engagement_rate: z.nullable(z.number()) },
        ...{ impressions: count(), reach: count(), likes: count(), comments: count() },
        ...{ shares: count(), saves: count(), clicks: count() },
      }),
    ),
    lowered: z
      .array(z.object({ platform: z.string(), metrics: z.array(z.string()), detail: z.string() }))
      .check(z.meta({ description: 'Sums that are negative, because a platform lowered earlier totals.' })),
    sandbox: z.boolean().check(z.meta({ description: 'Whether these are invented figures of sandbox accounts.' })),
  });

/** Build the view of the performance of a period. */
export function toMetrics(body: Answers['analytics.performance']): z.infer<ReturnType<typeof metrics>> {
  const { from, to, engagement_rate, numerator, denominator, impressions, reach, clicks, as_of, sandbox } = body;
  return {
    ...{ from, to, engagement_rate, formula: body.basis, numerator, denominator, impressions, reach, clicks, as_of },
    coverage: body.coverage.map(({ platform, published, posts, reports, stopped, ...each }) => ({
      ...{ platform, published, measured: posts, as_of: each.as_of, reports },
      stopped_because: stopped.map(({ reason }) => reason),
    })),
    by_platform: body.breakdown,
    lowered: body.corrections,
    sandbox,
  };
}
