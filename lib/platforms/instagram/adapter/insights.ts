import { asArray, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { parseCount, parseOne } from '../../kit/http/metrics.ts';
import type { HttpResponse } from '../../kit/http/request.ts';
import type { Access, PlatformMetrics } from '../../kit/publisher.ts';
import { call, classify } from './request.ts';

const INSIGHTS = ['views', 'reach', 'likes', 'comments', 'shares', 'saved', 'total_interactions'];

/**
 * Read the metrics of one post; null when Instagram reports none for it.
 *
 * Instagram rejects a whole request that names one unknown or inapplicable metric. Each metric is then requested
 * separately, and a retired one is null like any other that is not reported.
 * @throws MetricsUnavailableError when the next request would fail too.
 */
export async function fetchInsights(mediaId: string, ...access: Access): Promise<PlatformMetrics | null> {
  const request = async (names: string[]) => {
    const path = `${encodeURIComponent(mediaId)}/insights?metric=${names.join(',')}`;
    const result = await call('GET', path, undefined, ...access);
    if (result.response && isAboutMetric(result.response)) return 'no_such_metric';
    return parseOne(result, (answer) => classify(answer, access[0]));
  };
  const whole = await request(INSIGHTS);
  if (whole === undefined) return null;
  if (whole !== 'no_such_metric') return toMetrics(mediaId, [whole]);
  // Concurrent, so that a post takes the time of two responses, not of eight.
  const results = await Promise.allSettled(INSIGHTS.map((name) => request([name])));
  const rejected = results.find((each) => each.status === 'rejected');
  if (rejected) throw rejected.reason;
  const values = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const found = values.filter((value) => value !== undefined && value !== 'no_such_metric');
  return found.length === 0 ? null : toMetrics(mediaId, found);
}

/** Check for an error about a metric. Code 100 is any wrong parameter; only the explanation names it. */
function isAboutMetric(answer: HttpResponse): boolean {
  const message = asString(getPath(parseJsonBody(answer), 'error', 'message')) ?? '';
  return answer.status === 400 && /\bmetric/i.test(message);
}

function toMetrics(mediaId: string, responses: unknown[]): PlatformMetrics {
  const insights = responses.flatMap((response) => asArray(getPath(response, 'data')));
  const insight = (name: string) => {
    const found = insights.find((each) => getPath(each, 'name') === name);
    return parseCount(getPath(found, 'values', '0', 'value'));
  };
  return {
    platformPostId: mediaId,
    impressions: insight('views'),
    reach: insight('reach'),
    likes: insight('likes'),
    comments: insight('comments'),
    shares: insight('shares'),
    saves: insight('saved'),
    clicks: null,
    interactions: insight('total_interactions'),
  };
}
