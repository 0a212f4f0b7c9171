import { asArray, asString, getPath } from '../json-response.ts';
import { parseBatch, parseCount, parseOne } from '../metrics.ts';
import type { PlatformConnection, PlatformMetrics, PublishingAccount } from '../publisher.ts';
import { call, classify } from './request.ts';

/** Read the statistics of a page's posts, in one request for both kinds of urns. */
export async function organizationMetrics(
  urns: string[],
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PlatformMetrics[]> {
  const list = (name: string, kind: string) => {
    const wanted = urns.filter((urn) => urn.startsWith(kind)).map(encodeURIComponent);
    return wanted.length === 0 ? '' : `&${name}=List(${wanted.join(',')})`;
  };
  const posts = `${list('shares', 'urn:li:share:')}${list('ugcPosts', 'urn:li:ugcPost:')}`;
  // Without a list of posts, LinkedIn returns the statistics of the whole page.
  if (posts === '') return [];
  const entity = encodeURIComponent(account.externalId);
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${entity}${posts}`;
  const result = await call('GET', path, undefined, account, connection);
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

/**
 * Read the metrics of a member's post, with one request per metric.
 *
 * Returns null when LinkedIn returns none.
 */
export async function memberMetrics(
  urn: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PlatformMetrics | null> {
  const kind = urn.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share';
  let answered = 0;
  const total = async (queryType: string): Promise<number | null> => {
    const entity = `(${kind}:${encodeURIComponent(urn)})`;
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${queryType}&aggregation=TOTAL`;
    const result = await call('GET', path, undefined, account, connection);
    const json = parseOne(result, (answer) => classify(answer, account));
    if (json !== undefined) answered += 1;
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
  return answered === 0 ? null : metrics;
}
