import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import { parseCount, parseOne } from '../metrics.ts';
import type { PlatformConnection, PlatformMetrics, PublishingAccount } from '../publisher.ts';
import type { HttpResponse } from '../request.ts';
import { call, classify } from './request.ts';

const INSIGHTS = ['views', 'reach', 'likes', 'comments', 'shares', 'saved', 'total_interactions'];

/**
 * Read the metrics of one post; null when Instagram does not report any for it.
 *
 * Instagram rejects a whole request that names a metric which it does not know or does not have for this type of
 * post. Then each metric is requested separately, and a rejected one is null.
 *
 * @throws MetricsUnavailableError when the next request would fail with the same error.
 */
export async function fetchInsights(
  mediaId: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PlatformMetrics | null> {
  const ask = async (names: string[]) => {
    const path = `${encodeURIComponent(mediaId)}/insights?metric=${names.join(',')}`;
    const result = await call('GET', path, undefined, account, connection);
    if (result.response && isAboutMetric(result.response)) return 'no_such_metric';
    return parseOne(result, (answer) => classify(answer, account));
  };
  const whole = await ask(INSIGHTS);
  if (whole === undefined) return null;
  if (whole !== 'no_such_metric') return toMetrics(mediaId, asArray(getPath(whole, 'data')));
  // In parallel, so that a post takes the time of two requests instead of eight.
  const asked = await Promise.allSettled(INSIGHTS.map((name) => ask([name])));
  const refused = asked.find((each) => each.status === 'rejected');
  if (refused) throw refused.reason;
  const answers = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const found = answers.filter((answer) => answer !== undefined && answer !== 'no_such_metric');
  if (found.length === 0) return null;
  return toMetrics(
    mediaId,
    found.flatMap((answer) => asArray(getPath(answer, 'data'))),
  );
}

/**
 * Return whether an error is about a metric.
 *
 * Code 100 is any invalid parameter; the explanation names it.
 */
function isAboutMetric(answer: HttpResponse): boolean {
  const message = asString(getPath(parseJsonBody(answer), 'error', 'message')) ?? '';
  return answer.status === 400 && /\bmetric/i.test(message);
}

function toMetrics(mediaId: string, insights: unknown[]): PlatformMetrics {
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
