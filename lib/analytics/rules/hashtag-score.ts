import { engagementRate, engagementScores, isRated, medianRate } from './engagement-rate.ts';
import type { PostMetrics } from './post-metrics.ts';

/** Fields of a post that determine the scores of its tags. */
export type ScoredPost = Pick<PostMetrics, 'hashtags' | 'totals'>;

/** The score of a tag with its inputs: a score of 0 can mean the worst posts, or no posts. */
export interface TagScore {
  score: number;
  reasons: {
    rated_posts: number; // Number of compared posts that have the tag.
    median_rate: number | null; // Median of their rates, in percent; null without posts.
    compared_posts: number; // Number of posts with a rate: they have impressions and a reported engagement.
  };
}

/** Compute the `engagement_score` of each of these tags among these posts of the workspace. */
export function tagScores(tags: string[], posts: ScoredPost[]): Map<string, TagScore> {
  const rated = posts
    .filter(({ totals }) => isRated(totals))
    .map(({ hashtags, totals }) => ({ hashtags, rate: engagementRate(totals).rate }));
  const ratesOf = (some: typeof rated) => some.map(({ rate }) => rate);
  const byTag = tags.map((tag) => [tag, ratesOf(rated.filter((post) => post.hashtags.includes(tag)))] as const);
  const scores = engagementScores(Object.fromEntries(byTag), ratesOf(rated));
  return new Map(
    byTag.map(([tag, rates]) => {
      const counted = { rated_posts: rates.length, compared_posts: rated.length };
      return [tag, { score: scores[tag]!, reasons: { ...counted, median_rate: medianRate(rates) } }];
    }),
  );
}
