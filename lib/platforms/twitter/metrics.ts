import { asArray, asString, getPath } from '../json-response.ts';
import { MetricsUnavailableError, parseBatch, parseCount, sumOrNull } from '../metrics.ts';
import type { PlatformConnection, PlatformMetrics, PublishingAccount } from '../publisher.ts';
import { call, classify } from './request.ts';

const MAX_METRICS_IDS = 100;

/** X keeps these for the author, and for thirty days. */
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
 * Reads up to 100 posts in one request. A post older than thirty days has no non-public numbers any more, and X
 * omits a post when it rejects one of its fields: those posts are requested again without them.
 *
 * @throws RangeError for more posts than X answers for at once; `MetricsUnavailableError`, with what the first request
 * answered when it was the second.
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
    // What X has answered, it has charged for.
    throw error instanceof MetricsUnavailableError ? error.withPartialResults(whole.found) : error;
  }
}

/**
 * The posts X answered for, and the ids of those it left out for a field that it does not show. Such an error need
 * not say of which post it is (docs.x.com, FieldUnauthorizedProblem): it is of each that is neither answered for
 * nor named by another error.
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
