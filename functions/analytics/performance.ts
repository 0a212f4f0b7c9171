import { defaultAccountsOf } from '../../lib/accounts/steps/default-accounts-prefetch.ts';
import { operation } from '../../lib/analytics/api/analytics/performance.ts';
import { addTotals, labelGroups } from '../../lib/analytics/rules/label-groups.ts';
import { performanceOf } from '../../lib/analytics/rules/performance.ts';
import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { failAboveBucketLimit } from '../../lib/analytics/steps/bucket-limit.ts';
import { parsePeriod } from '../../lib/analytics/steps/period.ts';
import { loadPollingStops } from '../../lib/analytics/steps/polling-stops.ts';
import { sumBuckets, sumBucketsOfItems } from '../../lib/analytics/store/metric-buckets.ts';
import { isId } from '../../lib/core/values/id.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { showsSandboxData } from '../../lib/publishing/steps/sandbox-data.ts';
import { itemsByLabel, labelledItems } from '../../lib/search/steps/labelled-items.ts';

/** Sum engagement, reach, impressions and clicks over a period, from the metric buckets. */
export const handler = defineEndpoint(
  { ...operation, prefetch: defaultAccountsOf },
  async ({ caller, query, nowMs }) => {
    const period = parsePeriod(query, nowMs);
    const { content_id, platform = null, account_id, group_by } = query;
    const workspaceId = caller.workspace.id;
    const isValidId = content_id === undefined || isId('content', content_id);
    const canMatch = checkAccountFilter(query) && isValidId;
    const isSandbox = await showsSandboxData(workspaceId, query);
    const filter = { contentId: content_id ?? null, accountId: account_id ?? null, isSandbox };
    const labelled = await labelledItems(caller, query);
    const ofItems = async (ids: string[]) => {
      const wanted = ids.filter((id) => content_id === undefined || id === content_id);
      return (await sumBucketsOfItems(workspaceId, filter, period, wanted)) ?? failAboveBucketLimit();
    };
    const sumAll = async () =>
      labelled ? addTotals((await ofItems(labelled)).values()) : sumBuckets(workspaceId, filter, period);
    const groups = async () => {
      if (!group_by) return null;
      const grouped = await itemsByLabel(caller, group_by, labelled);
      const ids = new Set(grouped.flatMap(({ contentIds }) => contentIds));
      return labelGroups(await ofItems([...ids]), grouped, platform);
    };
    const [sums, stops, grouped] = canMatch
      ? await Promise.all([sumAll(), loadPollingStops(workspaceId, filter, period, nowMs), groups()])
      : [{}, {}, group_by ? [] : null];
    const body = { ...performanceOf(sums, platform, period, stops), groups: grouped, sandbox: isSandbox };
    return { status: 200, body };
  },
);
