import { isSandboxAccountId } from '../../lib/accounts/rules/sandbox-account.ts';
import { operation } from '../../lib/analytics/api/analytics/trends.ts';
import { tagScores } from '../../lib/analytics/rules/hashtag-score.ts';
import { dropSubphrases, rankTrends, type Trend, trendHistoryFrom } from '../../lib/analytics/rules/trends.ts';
import { latestPostMetrics } from '../../lib/analytics/store/post-metrics.ts';
import { loadTermHistories, loadTextCounts } from '../../lib/analytics/store/term-counts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

// The score of a hashtag compares it with the latest posts.
const POSTS_COMPARED = 75;

/** Find topics and hashtags that are unusually frequent compared with their own history. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs }) => {
  const now = new Date(nowMs);
  const { window, limit, platform } = query;
  const workspaceId = caller.workspace.id;
  const series = platform ?? 'all';
  const from = trendHistoryFrom(now, window);
  const [histories, texts, posts] = await Promise.all([
    loadTermHistories(workspaceId, series, from.terms),
    loadTextCounts(workspaceId, series, from.texts),
    latestPostMetrics(workspaceId, POSTS_COMPARED),
  ]);
  const isTag = ({ term }: { term: string }) => term.startsWith('#');
  // Topics and hashtags are ranked together, because the oldest count of any term starts the history.
  const ranked = rankTrends({ histories, texts }, now, window, Number.POSITIVE_INFINITY);
  const topics = dropSubphrases(ranked.filter((trend) => !isTag(trend))).slice(0, limit);
  const tags = ranked.filter(isTag).slice(0, limit);
  const scores = tagScores(
    tags.map(({ term }) => term),
    posts.filter(({ account_id }) => !isSandboxAccountId(account_id)),
  );
  const explained = (trend: Trend, extra: object = {}) =>
    query.explain === 'true' ? { explain: { ...explanation(trend), ...extra } } : {};
  return {
    status: 200,
    body: {
      trending_topics: topics.map((trend) => ({
        topic: trend.term,
        growth_rate: trend.growthRate,
        volume: trend.volume,
        ...explained(trend),
      })),
      trending_hashtags: tags.map((trend) => ({
        hashtag: trend.term,
        usage_count: trend.volume,
        engagement_score: scores.get(trend.term)!.score,
        growth_rate: trend.growthRate,
        ...explained(trend, scores.get(trend.term)!.reasons),
      })),
      window,
      as_of: now.toISOString(),
    },
  };
});

function explanation({ volume, before, hours, observed, baseline, variance, z, counts }: Trend) {
  return { now: volume, before, hours, observed, baseline, variance, z, counts };
}
