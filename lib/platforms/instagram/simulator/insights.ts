import { fakeMetrics } from '../../kit/simulator/fake-metrics.ts';
import type { PostStore } from '../../kit/simulator/post-store.ts';
import type { SimulatedRequest, SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import { graphError, missing } from './errors.ts';

const INSIGHTS: Record<string, (numbers: ReturnType<typeof fakeMetrics>) => number> = {
  views: (numbers) => numbers.impressions,
  reach: (numbers) => numbers.reach,
  likes: (numbers) => numbers.likes,
  comments: (numbers) => numbers.comments,
  shares: (numbers) => numbers.reposts,
  saved: (numbers) => numbers.saves,
  total_interactions: ({ likes, comments, reposts, saves }) => likes + comments + reposts + saves,
};

/** Respond to `GET /{media}/insights`, for media of the token's account. */
export function readInsights(
  request: SimulatedRequest,
  id: string,
  store: PostStore,
  isOwn: (account: string) => boolean,
): SimulatedResponse {
  const post = store.findPost('instagram', id);
  if (post === undefined || !isOwn(post.account)) return missing(id);
  const metrics = request.query.get('metric')?.split(',') ?? [];
  const unknown = metrics.find((metric) => !Object.hasOwn(INSIGHTS, metric));
  if (unknown !== undefined || metrics.length === 0) {
    return graphError(100, `metric must be one of the following values: ${Object.keys(INSIGHTS).join(', ')}`);
  }
  const numbers = fakeMetrics(id, post.atMs, Date.now());
  // Instagram returns no data instead of zeros.
  const data = metrics.flatMap((name) => {
    const value = INSIGHTS[name]!(numbers);
    if (numbers.impressions === 0) return [];
    return {
      name,
      period: 'lifetime',
      values: [{ value }],
      title: name,
      id: `${id}/insights/${name}/lifetime`,
    };
  });
  return { status: 200, body: { data } };
}
