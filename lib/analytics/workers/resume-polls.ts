import { metricsScheduleOf } from '../../accounts/rules/metrics-schedule.ts';
import { loadAccounts } from '../../accounts/store/accounts.ts';
import { settings } from '../../core/config/settings.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';
import { applyEngagement } from '../rules/post-metrics.ts';
import { loadPostMetrics, postMetricsKeys, postMetricsWrite } from '../store/post-metrics.ts';

/**
 * Poll the posts of new engagements of one workspace after their usual pause again, where unchanged metrics have made it
 * longer. A poll at the same time may have read its metrics before the engagement, so the post is then looked at again.
 */
export async function resumePolls(workspaceId: string, engagements: Engagement[]): Promise<void> {
  const ids = [...new Set(engagements.flatMap(({ schedule_id }) => schedule_id ?? []))];
  if (ids.length === 0) return;
  await retryOnConflict(RETRY_POLICIES.request, async () => {
    const { records } = await loadPostMetrics(postMetricsKeys(workspaceId, ids));
    const unchanged = records.filter(({ unchanged_polls, due_at }) => unchanged_polls !== undefined && due_at !== null);
    if (unchanged.length === 0) return;
    const accountIds = unchanged.flatMap(({ account_id }) => account_id ?? []);
    const accounts = await loadAccounts(workspaceId, accountIds);
    const [nowMs, everyMinutes] = [Date.now(), settings().metricPollEveryMinutes];
    for (const post of unchanged) {
      const account = accounts.get(post.account_id ?? '');
      if (!account) continue;
      const next = applyEngagement(post, { schedule: metricsScheduleOf(account), nowMs, everyMinutes });
      if (next) await commit([postMetricsWrite(post, next)]);
    }
  });
}
