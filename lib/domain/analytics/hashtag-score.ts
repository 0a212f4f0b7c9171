import { engagementRate, engagementScores, isRated, medianRate } from './engagement-rate.ts';
import type { PostMetrics } from './post-metrics.ts';

/** What a post says of its tags. */
export type ScoredPost = Pick<PostMetrics, 'hashtags' | 'totals'>;

/** The score of a tag and what it follows from: a score of 0 may be that of the worst posts, or of none. */
export interface TagScore {
  score: number;
  reasons: {
    /** Of the posts compared, those with the tag. */
    rated_posts: number;
    /** The median of their rates, in percent; null of none. */
    median_rate: number | null;
    /** The posts that have a rate: they were seen, and some engagement was reported. */
    compared_posts: number;
  };
}

/** The `engagement_score` of each of these tags among these posts of the workspace, by the tag. */
export function tagScores(tags: string[], posts: ScoredPost[]): Map<string, TagScore> {
  const rated = posts
    .filter(({ totals }) => isRated(totals))
    .map(({ hashtags, totals }) => ({ hashtags, rate: engagementRate(totals).rate }));
  const ratesOf = (some: typeof rated) => some.map(({ rate }) => rate);
  const byTag = tags.map(
    (tag) => [tag, ratesOf(rated.filter((post) => post.hashtags.includes(tag)))] as const,
  );
  const scores = engagementScores(Object.fromEntries(byTag), ratesOf(rated));
  return new Map(
    byTag.map(([tag, rates]) => {
      const counted = { rated_posts: rates.length, compared_posts: rated.length };
      return [tag, { score: scores[tag]!, reasons: { ...counted, median_rate: medianRate(rates) } }];
    }),
  );
}
