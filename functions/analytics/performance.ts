import { periodOf } from '../../lib/domain/buckets.ts';
import { isId } from '../../lib/domain/id.ts';
import { performanceOf } from '../../lib/domain/performance.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { sumBuckets } from '../../lib/table/bucket.ts';

/** Engagement, reach, impressions and clicks over a period, from the buckets. */
export const handler = endpoint('analytics.performance', async ({ caller, query, nowMs }) => {
  const period = periodOf(query, new Date(nowMs));
  if ('problem' in period) {
    const { field, code, detail } = period.problem;
    throw new Refusal('invalid_query', `${field}: ${detail}`, {
      members: { errors: [{ pointer: field, code, detail }] },
    });
  }
  const { content_id, platform } = query;
  const isPossible = content_id === undefined || isId('content', content_id);
  const sums = isPossible ? await sumBuckets(caller.workspace.id, content_id ?? null, period) : {};
  return { status: 200, body: performanceOf(sums, platform ?? null, period) };
});
