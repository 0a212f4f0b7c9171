import { fakeMetrics } from '../../kit/simulator/fake-metrics.ts';
import type { PostStore } from '../../kit/simulator/post-store.ts';
import type { SimulatedRequest, SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import { linkedInError } from './errors.ts';

const METRICS = {
  IMPRESSION: 'impressions',
  MEMBERS_REACHED: 'reach',
  RESHARE: 'reposts',
  REACTION: 'likes',
  COMMENT: 'comments',
} as const;

/** Respond to `GET /rest/organizationalEntityShareStatistics`, for posts of the organization. */
export function pageStatistics(request: SimulatedRequest, store: PostStore): SimulatedResponse {
  const organizationalEntity = request.query.get('organizationalEntity');
  if (request.query.get('q') !== 'organizationalEntity' || organizationalEntity === null) {
    return linkedInError(400, 'The finder is organizationalEntity');
  }
  const asked = (['shares', 'ugcPosts'] as const).flatMap((name) => {
    const list = /^List\((.*)\)$/.exec(request.query.get(name) ?? '')?.[1] ?? '';
    return list.split(',').map((urn) => ({ urn, key: name === 'shares' ? 'share' : 'ugcPost' }));
  });
  const elements = asked.flatMap(({ urn, key }) => {
    const post = store.findPost('linkedin', urn);
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

/** Respond to `GET /rest/memberCreatorPostAnalytics`: one metric of one post. */
export function memberStatistics(request: SimulatedRequest, store: PostStore): SimulatedResponse {
  const entity = /^\((share|ugc):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(request.query.get('entity') ?? '');
  const queryType = request.query.get('queryType') ?? '';
  if (request.query.get('q') !== 'entity' || entity === null) return linkedInError(400, 'The finder is entity');
  if (!Object.hasOwn(METRICS, queryType) || request.query.get('aggregation') !== 'TOTAL') {
    return linkedInError(400, 'queryType or aggregation is not one of those offered');
  }
  const [, kind, urn] = entity as unknown as [string, string, string];
  const post = store.findPost('linkedin', urn);
  if (post === undefined) return linkedInError(404, 'Entity not found');
  const count = fakeMetrics(urn, post.atMs, Date.now())[METRICS[queryType as keyof typeof METRICS]];
  const elements = [{ count, metricType: queryType, targetEntity: { [kind]: urn } }];
  return { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } };
}
