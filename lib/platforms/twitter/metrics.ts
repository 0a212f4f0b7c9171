import { asArray, asString, getPath } from '../json-response.ts';
import { MetricsUnavailableError, parseBatch, parseCount, sumOrNull } from '../metrics.ts';
import type { PlatformConnection, PlatformMetrics, PublishingAccount } from '../publisher.ts';
import { call, classify } from './request.ts';

const MAX_METRICS_IDS = 100;

/** X returns these only to the author, and for thirty days. */
const NON_PUBLIC = 'non_public_metrics';

function toMetrics(post: unknown): PlatformMetrics {
  const shown = (name: string) => parseCount(getPath(post, 'public_metrics', name));
  return {
    platformPostId: String(getPath(post, 'id')),
    impressions: shown('impression_count'),
    reach: null,
    likes: shown('like_count'),
    comments: shown('reply_count'),
    shares: sumOrNull(shown('retweet_count'), shown('quote_count')),
    saves: shown('bookmark_count'),
    clicks: parseCount(getPath(post, 'non_public_metrics', 'url_link_clicks')),
  };
}

/**
 * Read the metrics of up to 100 posts in one request.
 *
 * A post older than thirty days has no non-public metrics, and X omits a post when it rejects one of its fields.
 * Those posts are requested again without these fields.
 *
 * @throws RangeError for more than 100 posts; `MetricsUnavailableError` when X rejects a request, with the metrics of
 * the first one when it rejects the second.
 */
export async function fetchPostMetrics(
  platformPostIds: string[],
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PlatformMetrics[]> {
  if (platformPostIds.length === 0) return [];
  if (platformPostIds.length > MAX_METRICS_IDS) {
    throw new RangeError(`X answers for ${MAX_METRICS_IDS} posts at once, not ${platformPostIds.length}`);
  }
  const whole = await lookUp(platformPostIds, ['public_metrics', NON_PUBLIC], account, connection);
  if (whole.withheld.length === 0) return whole.found;
  try {
    const rest = await lookUp(whole.withheld, ['public_metrics'], account, connection);
    return [...whole.found, ...rest.found];
  } catch (error) {
    // X has charged for the posts that it returned.
    throw error instanceof MetricsUnavailableError ? error.withPartialResults(whole.found) : error;
  }
}

/**
 * Parse the posts that X returned, and the ids of those that it omitted because of a field.
 *
 * Such an error may not name its post (docs.x.com, FieldUnauthorizedProblem). It applies to each post that is
 * neither returned nor named by another error.
 */
async function lookUp(
  ids: string[],
  fields: string[],
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ found: PlatformMetrics[]; withheld: string[] }> {
  const path = `/2/tweets?ids=${ids.map(encodeURIComponent).join(',')}&tweet.fields=${fields.join(',')}`;
  const result = await call('GET', path, undefined, account, connection);
  const json = parseBatch(result, (answer) => classify(answer, account));
  const found = asArray(getPath(json, 'data'))
    .filter((answered) => ids.includes(String(getPath(answered, 'id'))))
    .map(toMetrics);
  const answered = new Set(found.map(({ platformPostId }) => platformPostId));
  const { fields: refused = [], posts: gone = [] } = Object.groupBy(
    asArray(getPath(json, 'errors')),
    (error) => (asString(getPath(error, 'field'))?.startsWith(NON_PUBLIC) ? 'fields' : 'posts'),
  );
  if (refused.length === 0) return { found, withheld: [] };
  const named = new Set(
    gone.map((error) => asString(getPath(error, 'resource_id')) ?? asString(getPath(error, 'value'))),
  );
  return { found, withheld: ids.filter((id) => !named.has(id) && !answered.has(id)) };
}
