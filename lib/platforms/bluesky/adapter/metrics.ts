import { asArray, asString, getPath } from '../../kit/http/json-response.ts';
import { MetricsUnavailableError, parseBatch, parseCount, sumOrNull } from '../../kit/http/metrics.ts';
import { sendRequest } from '../../kit/http/request.ts';
import type { Access, PlatformMetrics } from '../../kit/publisher.ts';
import { classify } from './request.ts';

const MAX_POSTS = 25;

/**
 * Read the counts of posts, 25 in one request. They are public: the request has no token, because the AppView is not
 * the server of the account. Deleted posts are left out.
 */
export async function fetchPostMetrics(uris: string[], ...[, connection]: Access): Promise<PlatformMetrics[]> {
  const found: PlatformMetrics[] = [];
  for (let start = 0; start < uris.length; start += MAX_POSTS) {
    try {
      found.push(...(await fetchBatch(uris.slice(start, start + MAX_POSTS), connection)));
    } catch (error) {
      throw error instanceof MetricsUnavailableError ? error.withPartialResults(found) : error;
    }
  }
  return found;
}

async function fetchBatch(uris: string[], { settings, deadlineMs }: Access[1]): Promise<PlatformMetrics[]> {
  // The AppView has the metrics of all posts.
  const appView = settings?.blueskyUrls?.appView;
  if (appView === undefined) throw new Error('Bluesky needs the setting blueskyUrls for metrics');
  const parameters = new URLSearchParams(uris.map((uri): [string, string] => ['uris', uri]));
  const url = `${appView}/xrpc/app.bsky.feed.getPosts?${parameters}`;
  const result = await sendRequest({ method: 'GET', url, headers: {}, deadlineMs });
  const json = parseBatch(result, (answer) => classify(answer, { accessToken: '' }));
  return asArray(getPath(json, 'posts')).flatMap((post) => {
    const platformPostId = asString(getPath(post, 'uri'));
    if (platformPostId === undefined || !uris.includes(platformPostId)) return [];
    const count = (name: string) => parseCount(getPath(post, name));
    return {
      platformPostId,
      impressions: null,
      reach: null,
      likes: count('likeCount'),
      comments: count('replyCount'),
      shares: sumOrNull(count('repostCount'), count('quoteCount')),
      saves: count('bookmarkCount'),
      clicks: null,
    };
  });
}
