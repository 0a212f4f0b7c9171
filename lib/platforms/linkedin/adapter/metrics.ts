import { asArray, asString, getPath } from '../../kit/http/json-response.ts';
import { parseBatch, parseCount, parseOne } from '../../kit/http/metrics.ts';
import type { Access, PlatformMetrics } from '../../kit/publisher.ts';
import { call, classify } from './request.ts';

/** Read the statistics of a page's posts, in one request for shares and posts of the newer kind. */
export async function organizationMetrics(urns: string[], ...access: Access): Promise<PlatformMetrics[]> {
  const [account] = access;
  const list = (name: string, kind: string) => {
    const selected = urns.filter((urn) => urn.startsWith(kind)).map(encodeURIComponent);
    return selected.length === 0 ? '' : `&${name}=List(${selected.join(',')})`;
  };
  const posts = `${list('shares', 'urn:li:share:')}${list('ugcPosts', 'urn:li:ugcPost:')}`;
  // Without a list LinkedIn reports the totals of the page.
  if (posts === '') return [];
  const entity = encodeURIComponent(account.externalId);
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${entity}${posts}`;
  const result = await call('GET', path, undefined, ...access);
  const json = parseBatch(result, (answer) => classify(answer, account));
  return asArray(getPath(json, 'elements')).flatMap((element) => {
    const urn = asString(getPath(element, 'share')) ?? asString(getPath(element, 'ugcPost'));
    if (urn === undefined || !urns.includes(urn)) return [];
    const total = (name: string) => parseCount(getPath(element, 'totalShareStatistics', name));
    return {
      platformPostId: urn,
      impressions: total('impressionCount'),
      reach: total('uniqueImpressionsCount'),
      likes: total('likeCount'),
      comments: total('commentCount'),
      shares: total('shareCount'),
      saves: null,
      clicks: total('clickCount'),
    };
  });
}

/** Read a member's post with one request per metric; null when LinkedIn reports none of them. */
export async function memberMetrics(urn: string, ...access: Access): Promise<PlatformMetrics | null> {
  const entity = `(${urn.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'}:${encodeURIComponent(urn)})`;
  let responses = 0;
  const total = async (queryType: string): Promise<number | null> => {
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${queryType}&aggregation=TOTAL`;
    const result = await call('GET', path, undefined, ...access);
    const json = parseOne(result, (answer) => classify(answer, access[0]));
    if (json !== undefined) responses += 1;
    return parseCount(getPath(json, 'elements', '0', 'count'));
  };
  const metrics = {
    platformPostId: urn,
    impressions: await total('IMPRESSION'),
    reach: await total('MEMBERS_REACHED'),
    likes: await total('REACTION'),
    comments: await total('COMMENT'),
    shares: await total('RESHARE'),
    saves: null,
    clicks: null,
  };
  return responses === 0 ? null : metrics;
}
