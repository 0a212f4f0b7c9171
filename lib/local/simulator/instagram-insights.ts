import type { Call, Reply } from './exchange.ts';
import { missing, refuse } from './instagram-refusal.ts';
import type { Ledger } from './ledger.ts';
import { numbersOf } from './numbers.ts';

const INSIGHTS: Record<string, (numbers: ReturnType<typeof numbersOf>) => number> = {
  views: (numbers) => numbers.impressions,
  reach: (numbers) => numbers.reach,
  likes: (numbers) => numbers.likes,
  comments: (numbers) => numbers.comments,
  shares: (numbers) => numbers.reposts,
  saved: (numbers) => numbers.saves,
  total_interactions: ({ likes, comments, reposts, saves }) => likes + comments + reposts + saves,
};

/** `GET /{media}/insights`, for media of accounts that are the token's own. */
export function readInsights(
  call: Call,
  id: string,
  ledger: Ledger,
  isOwn: (account: string) => boolean,
): Reply {
  const post = ledger.findPost('instagram', id);
  if (post === undefined || !isOwn(post.account)) return missing(id);
  const metrics = call.query.get('metric')?.split(',') ?? [];
  const strange = metrics.find((metric) => !Object.hasOwn(INSIGHTS, metric));
  if (strange !== undefined || metrics.length === 0) {
    return refuse(100, `metric must be one of the following values: ${Object.keys(INSIGHTS).join(', ')}`);
  }
  const numbers = numbersOf(id, post.atMs, Date.now());
  // Instagram answers with no data rather than with zeros.
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
