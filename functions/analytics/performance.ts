import { operation } from '../../lib/api/analytics/performance.ts';
import { performanceOf } from '../../lib/domain/analytics/performance.ts';
import { isId } from '../../lib/domain/id.ts';
import { checkAccountFilter } from '../../lib/http/account-filter.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { parsePeriod } from '../../lib/http/period.ts';
import { sumBuckets } from '../../lib/table/metric-buckets.ts';
import { defaultAccountsOf } from '../../lib/use-cases/default-accounts-prefetch.ts';
import { showsSandboxData } from '../../lib/use-cases/sandbox-data.ts';

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
    const sums = canMatch ? await sumBuckets(caller.workspace.id, filter, period) : {};
    return { status: 200, body: { ...performanceOf(sums, platform ?? null, period), sandbox: isSandbox } };
  },
);
