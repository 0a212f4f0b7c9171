import { isId } from '../../lib/domain/id.ts';
import { performanceOf } from '../../lib/domain/performance.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { askedPeriod } from '../../lib/http/period.ts';
import { sumBuckets } from '../../lib/table/bucket.ts';

/** Engagement, reach, impressions and clicks over a period, from the buckets. */
export const handler = endpoint('analytics.performance', async ({ caller, query, nowMs }) => {
  const period = askedPeriod(query, nowMs);
  const { content_id, platform } = query;
  const isPossible = content_id === undefined || isId('content', content_id);
  const sums = isPossible ? await sumBuckets(caller.workspace.id, content_id ?? null, period) : {};
  return { status: 200, body: performanceOf(sums, platform ?? null, period) };
});
