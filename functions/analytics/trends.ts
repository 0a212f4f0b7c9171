import { isSandboxAccountId } from '../../lib/accounts/rules/sandbox-account.ts';
import { operation } from '../../lib/analytics/api/analytics/trends.ts';
import { tagScores } from '../../lib/analytics/rules/hashtag-score.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { termHistoriesOf } from '../../lib/analytics/rules/term-histories.ts';
import { splitTrends, type TermHistory, type Trend, trendHistoryFrom } from '../../lib/analytics/rules/trends.ts';
import { loadCountedItems } from '../../lib/analytics/steps/counted-items.ts';
import { latestPostMetrics } from '../../lib/analytics/store/post-metrics.ts';
import { loadTermHistories, loadTextCounts } from '../../lib/analytics/store/term-counts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemsByLabel, labelledItems } from '../../lib/search/steps/labelled-items.ts';

// The score of a hashtag compares it with the latest posts.
const POSTS_COMPARED = 75;

/** Find topics and hashtags that are unusually frequent compared with their own history. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs }) => {
  const now = new Date(nowMs);
  const { window, limit, platform, group_by } = query;
  const workspaceId = caller.workspace.id;
  const series = platform ?? 'all';
  const from = trendHistoryFrom(now, window);
  const labelled = await labelledItems(caller, query);
  const labels = group_by ? await itemsByLabel(caller, group_by, labelled) : [];
  const wanted = new Set([...(labelled ?? []), ...labels.flatMap(({ contentIds }) => contentIds)]);
  const [all, texts, posts, items] = await Promise.all([
    labelled ? null : loadTermHistories(workspaceId, series, from.terms),
    loadTextCounts(workspaceId, series, from.texts),
    latestPostMetrics(workspaceId, POSTS_COMPARED),
    wanted.size > 0 ? loadCountedItems(workspaceId, series, from.terms, wanted) : [],
  ]);
  const compared = posts.filter(({ account_id }) => !isSandboxAccountId(account_id));
  const viewOf = (histories: TermHistory[]) =>
    trendsView(splitTrends({ histories, texts }, now, window, limit), compared, query.explain === 'true');
  const groups = labels.flatMap(({ id, name, contentIds }) => {
    const ids = new Set(contentIds);
    const view = viewOf(termHistoriesOf(items.filter(({ content_id }) => ids.has(content_id))));
    return isEmpty(view) ? [] : [{ label_id: id, name, ...view }];
  });
  return {
    status: 200,
    body: {
      ...viewOf(all ?? termHistoriesOf(items)),
      groups: group_by ? groups : null,
      ...{ window, as_of: now.toISOString() },
    },
  };
});

type Ranked = ReturnType<typeof splitTrends>;
type View = ReturnType<typeof trendsView>;

function isEmpty({ trending_topics, trending_hashtags }: View): boolean {
  return trending_topics.length + trending_hashtags.length === 0;
}

function trendsView({ topics, tags }: Ranked, posts: PostMetrics[], isExplained: boolean) {
  const scores = tagScores(
    tags.map(({ term }) => term),
    posts,
  );
  const explained = (trend: Trend, extra: object = {}) =>
    isExplained ? { explain: { ...explanation(trend), ...extra } } : {};
  return {
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
  };
}

function explanation({ volume, before, hours, observed, baseline, variance, z, counts }: Trend) {
  return { now: volume, before, hours, observed, baseline, variance, z, counts };
}
