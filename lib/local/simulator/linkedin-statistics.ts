import type { Call, Reply } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { refuse } from './linkedin-refusal.ts';
import { numbersOf } from './numbers.ts';

const METRICS = {
  IMPRESSION: 'impressions',
  MEMBERS_REACHED: 'reach',
  RESHARE: 'reposts',
  REACTION: 'likes',
  COMMENT: 'comments',
} as const;

/** `GET /rest/organizationalEntityShareStatistics`, for posts of that organization. */
export function pageStatistics(call: Call, ledger: Ledger): Reply {
  const organizationalEntity = call.query.get('organizationalEntity');
  if (call.query.get('q') !== 'organizationalEntity' || organizationalEntity === null) {
    return refuse(400, 'The finder is organizationalEntity');
  }
  const asked = (['shares', 'ugcPosts'] as const).flatMap((name) => {
    const list = /^List\((.*)\)$/.exec(call.query.get(name) ?? '')?.[1] ?? '';
    return list.split(',').map((urn) => ({ urn, key: name === 'shares' ? 'share' : 'ugcPost' }));
  });
  const elements = asked.flatMap(({ urn, key }) => {
    const post = ledger.findPost('linkedin', urn);
    if (post === undefined || post.account !== organizationalEntity) return [];
    const numbers = numbersOf(urn, post.atMs, Date.now());
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
export function memberStatistics(call: Call, ledger: Ledger): Reply {
  const entity = /^\((share|ugc):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(call.query.get('entity') ?? '');
  const queryType = call.query.get('queryType') ?? '';
  if (call.query.get('q') !== 'entity' || entity === null) return refuse(400, 'The finder is entity');
  if (!Object.hasOwn(METRICS, queryType) || call.query.get('aggregation') !== 'TOTAL') {
    return refuse(400, 'queryType or aggregation is not one of those offered');
  }
  const [, kind, urn] = entity as unknown as [string, string, string];
  const post = ledger.findPost('linkedin', urn);
  if (post === undefined) return refuse(404, 'Entity not found');
  const count = numbersOf(urn, post.atMs, Date.now())[METRICS[queryType as keyof typeof METRICS]];
  const elements = [{ count, metricType: queryType, targetEntity: { [kind]: urn } }];
  return { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } };
}
