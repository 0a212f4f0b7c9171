import type { SimRequest, SimResponse } from './exchange.ts';
import type { PostStore } from './ledger.ts';
import { linkedInError } from './linkedin-refusal.ts';
import { fakeMetrics } from './numbers.ts';

const METRICS = {
  IMPRESSION: 'impressions',
  MEMBERS_REACHED: 'reach',
  RESHARE: 'reposts',
  REACTION: 'likes',
  COMMENT: 'comments',
} as const;

/** `GET /rest/organizationalEntityShareStatistics`, for posts of that organization. */
export function pageStatistics(call: SimRequest, ledger: PostStore): SimResponse {
  const organizationalEntity = call.query.get('organizationalEntity');
  if (call.query.get('q') !== 'organizationalEntity' || organizationalEntity === null) {
    return linkedInError(400, 'The finder is organizationalEntity');
  }
  const asked = (['shares', 'ugcPosts'] as const).flatMap((name) => {
    const list = /^List\((.*)\)$/.exec(call.query.get(name) ?? '')?.[1] ?? '';
    return list.split(',').map((urn) => ({ urn, key: name === 'shares' ? 'share' : 'ugcPost' }));
  });
  const elements = asked.flatMap(({ urn, key }) => {
    const post = ledger.findPost('linkedin', urn);
    if (post === undefined || post.account !== organizationalEntity) return [];
    const numbers = fakeMetrics(urn, post.atMs, Date.now());
    const { impressions, clicks, likes, comments, reposts } = numbers;
    const totalShareStatistics = {
      uniqueImpressionsCount: numbers.reach,
      impressionCount: impressions,
      clickCount: clicks,
      likeCount: likes,
      commentCount: comments,
      shareCount: reposts,
      engagement: impressions === 0 ? 0 : (clicks + likes + comments + reposts) / impressions,
    };
    return { organizationalEntity, [key]: urn, totalShareStatistics };
  });
  return { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } };
}

/** `GET /rest/memberCreatorPostAnalytics`: one number of one post. */
export function memberStatistics(call: SimRequest, ledger: PostStore): SimResponse {
  const entity = /^\((share|ugc):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(call.query.get('entity') ?? '');
  const queryType = call.query.get('queryType') ?? '';
  if (call.query.get('q') !== 'entity' || entity === null) return linkedInError(400, 'The finder is entity');
  if (!Object.hasOwn(METRICS, queryType) || call.query.get('aggregation') !== 'TOTAL') {
    return linkedInError(400, 'queryType or aggregation is not one of those offered');
  }
  const [, kind, urn] = entity as unknown as [string, string, string];
  const post = ledger.findPost('linkedin', urn);
  if (post === undefined) return linkedInError(404, 'Entity not found');
  const count = fakeMetrics(urn, post.atMs, Date.now())[METRICS[queryType as keyof typeof METRICS]];
  const elements = [{ count, metricType: queryType, targetEntity: { [kind]: urn } }];
  return { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } };
}
