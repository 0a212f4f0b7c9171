import { asArray, asString, getPath } from '../../kit/http/json-response.ts';
import { MetricsUnavailableError, parseBatch, parseCount, sumOrNull } from '../../kit/http/metrics.ts';
import type { Access, PlatformMetrics } from '../../kit/publisher.ts';
import { call, classify } from './request.ts';

const MAX_METRICS_IDS = 100;

/** X reports these to the author only, for thirty days. */
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
    clicks: parseCount(getPath(post, NON_PUBLIC, 'url_link_clicks')),
  };
}

/**
 * Read up to 100 posts in one request.
 *
 * X omits a post when it rejects one of its fields, such as the non-public metrics of a post older than thirty days:
 * such posts are requested again without them.
 * @throws RangeError for more than 100 posts; `MetricsUnavailableError`, with the results of the first request when the
 * second fails.
 */
export async function fetchPostMetrics(platformPostIds: string[], ...access: Access): Promise<PlatformMetrics[]> {
  if (platformPostIds.length === 0) return [];
  if (platformPostIds.length > MAX_METRICS_IDS) {
    throw new RangeError(`X answers for ${MAX_METRICS_IDS} posts at once, not ${platformPostIds.length}`);
  }
  const { found, withheld } = await lookUp(platformPostIds, ['public_metrics', NON_PUBLIC], ...access);
  if (withheld.length === 0) return found;
  try {
    const rest = await lookUp(withheld, ['public_metrics'], ...access);
    return [...found, ...rest.found];
  } catch (error) {
    // X has charged for the posts of its first response.
    throw error instanceof MetricsUnavailableError ? error.withPartialResults(found) : error;
  }
}

/**
 * Request posts; returns the reported ones, and the ids of those X omitted for a field that it does not show. Such an
 * error need not name its post (docs.x.com, FieldUnauthorizedProblem): it applies to each post that is neither reported
 * nor named by another error.
 */
async function lookUp(
  ids: string[],
  fields: string[],
  ...access: Access
): Promise<{ found: PlatformMetrics[]; withheld: string[] }> {
  const path = `/2/tweets?ids=${ids.map(encodeURIComponent).join(',')}&tweet.fields=${fields.join(',')}`;
  const result = await call('GET', path, undefined, ...access);
  const json = parseBatch(result, (answer) => classify(answer, access[0]));
  const found = asArray(getPath(json, 'data'))
    .map(toMetrics)
    .filter(({ platformPostId }) => ids.includes(platformPostId));
  const errors = asArray(getPath(json, 'errors'));
  const isAboutField = (error: unknown) => asString(getPath(error, 'field'))?.startsWith(NON_PUBLIC) === true;
  if (!errors.some(isAboutField)) return { found, withheld: [] };
  const named = errors
    .filter((error) => !isAboutField(error))
    .map((error) => asString(getPath(error, 'resource_id')) ?? asString(getPath(error, 'value')));
  const known = new Set([...named, ...found.map(({ platformPostId }) => platformPostId)]);
  return { found, withheld: ids.filter((id) => !known.has(id)) };
}
