import { operation } from '../../lib/api/analytics/rank-content.ts';
import { MIN_IMPRESSIONS, rankContent } from '../../lib/domain/analytics/content-ranking.ts';
import { toPeriodView } from '../../lib/domain/analytics/time-buckets.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { checkAccountFilter } from '../../lib/http/account-filter.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { parsePeriod } from '../../lib/http/period.ts';
import { loadContents } from '../../lib/table/contents.ts';
import { MAX_BUCKETS_PER_REQUEST, sumContentBuckets } from '../../lib/table/metric-buckets.ts';
import { rankingPage, rankingTime } from '../../lib/use-cases/content-ranking.ts';
import { defaultAccountsOf } from '../../lib/use-cases/default-accounts-prefetch.ts';
import { showsSandboxData } from '../../lib/use-cases/sandbox-data.ts';

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
    const contents = await loadContents(
      caller.workspace.id,
      page.records.map(({ content_id }) => content_id),
    );
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
