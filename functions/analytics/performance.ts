import { defaultAccountsOf } from '../../lib/accounts/steps/default-accounts-prefetch.ts';
import { operation } from '../../lib/analytics/api/analytics/performance.ts';
import { performanceOf } from '../../lib/analytics/rules/performance.ts';
import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { parsePeriod } from '../../lib/analytics/steps/period.ts';
import { loadPollingStops } from '../../lib/analytics/steps/polling-stops.ts';
import { sumBuckets } from '../../lib/analytics/store/metric-buckets.ts';
import { isId } from '../../lib/core/values/id.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { showsSandboxData } from '../../lib/publishing/steps/sandbox-data.ts';

/** Sum engagement, reach, impressions and clicks over a period, from the metric buckets. */
export const handler = defineEndpoint(
  { ...operation, prefetch: defaultAccountsOf },
  async ({ caller, query, nowMs }) => {
    const period = parsePeriod(query, nowMs);
    const { content_id, platform, account_id } = query;
    const isValidId = content_id === undefined || isId('content', content_id);
    const canMatch = checkAccountFilter(query) && isValidId;
    const isSandbox = await showsSandboxData(caller.workspace.id, query);
    const filter = { contentId: content_id ?? null, accountId: account_id ?? null, isSandbox };
    const [sums, stops] = canMatch
      ? await Promise.all([
          sumBuckets(caller.workspace.id, filter, period),
          loadPollingStops(caller.workspace.id, filter, period, nowMs),
        ])
      : [{}, {}];
    return { status: 200, body: { ...performanceOf(sums, platform ?? null, period, stops), sandbox: isSandbox } };
  },
);
