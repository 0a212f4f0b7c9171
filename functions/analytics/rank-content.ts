import { defaultAccountsOf } from '../../lib/accounts/steps/default-accounts-prefetch.ts';
import { operation } from '../../lib/analytics/api/analytics/rank-content.ts';
import { MIN_IMPRESSIONS, rankContent, rankLabels } from '../../lib/analytics/rules/content-ranking.ts';
import { toPeriodView } from '../../lib/analytics/rules/time-buckets.ts';
import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { failAboveBucketLimit } from '../../lib/analytics/steps/bucket-limit.ts';
import { rankingPage, rankingTime } from '../../lib/analytics/steps/content-ranking.ts';
import { parsePeriod } from '../../lib/analytics/steps/period.ts';
import { sumBucketsOfItems, sumContentBuckets } from '../../lib/analytics/store/metric-buckets.ts';
import { mayReadTitles } from '../../lib/content/rules/view/readable-texts.ts';
import { loadContents } from '../../lib/content/store/contents.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { showsSandboxData } from '../../lib/publishing/steps/sandbox-data.ts';
import { itemsByLabel, labelledItems } from '../../lib/search/steps/labelled-items.ts';

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
    const labelled = await labelledItems(caller, query);
    const sum = () =>
      labelled
        ? sumBucketsOfItems(caller.workspace.id, selection, period, labelled)
        : sumContentBuckets(caller.workspace.id, selection, period);
    const sums = canMatch ? ((await sum()) ?? failAboveBucketLimit()) : new Map();
    const labels = query.group_by ? await itemsByLabel(caller, query.group_by, labelled) : null;
    const by = { metric, order, only: platform ?? null };
    const ranked = rankContent(sums, by);
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
        ...{ min_impressions: MIN_IMPRESSIONS, pagination, groups: labels && rankLabels(sums, labels, by) },
      },
    };
  },
);
