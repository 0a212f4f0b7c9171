import { defaultAccountsOf } from '../../lib/accounts/steps/default-accounts-prefetch.ts';
import { operation } from '../../lib/analytics/api/analytics/rank-content.ts';
import { MIN_IMPRESSIONS, rankContent } from '../../lib/analytics/rules/content-ranking.ts';
import { toPeriodView } from '../../lib/analytics/rules/time-buckets.ts';
import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { rankingPage, rankingTime } from '../../lib/analytics/steps/content-ranking.ts';
import { parsePeriod } from '../../lib/analytics/steps/period.ts';
import { MAX_BUCKETS_PER_REQUEST, sumContentBuckets } from '../../lib/analytics/store/metric-buckets.ts';
import { mayReadTitles } from '../../lib/content/rules/readable-texts.ts';
import { loadContents } from '../../lib/content/store/contents.ts';
import { ApiError } from '../../lib/core/problems/api-error.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { showsSandboxData } from '../../lib/publishing/steps/sandbox-data.ts';

/** Rank content items by one metric over a period, from the metric buckets. */
export const handler = defineEndpoint(
  { ...operation, prefetch: defaultAccountsOf },
  async ({ caller, query, context, nowMs }) => {
    const paging = parsePagination(context, query);
    const { metric, order, platform } = query;
    // All pages of a ranking use the period of the first page.
    const rankedAtMs = rankingTime(paging) ?? nowMs;
    const period = parsePeriod(query, rankedAtMs);
    const canMatch = checkAccountFilter(query);
    const isSandbox = await showsSandboxData(caller.workspace.id, query);
    const selection = { accountId: query.account_id ?? null, isSandbox };
    const sums = canMatch ? await sumContentBuckets(caller.workspace.id, selection, period) : new Map();
    if (!sums) {
      const detail = `The period contains more than ${MAX_BUCKETS_PER_REQUEST} buckets of metrics. Request a shorter period.`;
      throw new ApiError('too_much_to_compare', detail);
    }
    const ranked = rankContent(sums, { metric, order, only: platform ?? null });
    const page = rankingPage(ranked, order, paging, rankedAtMs);
    const { pagination, headers } = paginationResponse(context, paging, page);
    const shown = mayReadTitles(caller) ? page.records.map(({ content_id }) => content_id) : [];
    const contents = await loadContents(caller.workspace.id, shown);
    const titles = new Map(contents.map(({ id, title }) => [id, title]));
    const data = page.records.map((item) => ({ ...item, title: titles.get(item.content_id) ?? null }));
    return {
      status: 200,
      headers,
      body: {
        ...{ data, metric, order, sandbox: isSandbox, ...toPeriodView(period) },
        ...{ min_impressions: MIN_IMPRESSIONS, pagination },
      },
    };
  },
);
