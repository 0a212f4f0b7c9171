import { shownPeriod } from '../../lib/domain/buckets.ts';
import { LEAST_IMPRESSIONS, rankContent } from '../../lib/domain/content-ranking.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { askedPeriod } from '../../lib/http/period.ts';
import { rankingPage, rankingTime } from '../../lib/http/ranking-page.ts';
import { loadContents } from '../../lib/table/content.ts';
import { MOST_BUCKETS, sumContentBuckets } from '../../lib/table/content-bucket.ts';

/** Items compared by one number over a period, from the buckets. */
export const handler = endpoint('analytics.content', async ({ caller, query, call, nowMs }) => {
  const paging = pagingOf(call, query);
  const { metric, order, platform } = query;
  // A walk keeps the period of its first page, whatever the hour is by now.
  const askedMs = rankingTime(paging) ?? nowMs;
  const period = askedPeriod(query, askedMs);
  const sums = await sumContentBuckets(caller.workspace.id, period);
  if (!sums) {
    const detail = `The items have news in more than ${MOST_BUCKETS} buckets in this period; ask for a shorter one.`;
    throw new Refusal('too_much_to_compare', detail);
  }
  const ranked = rankContent(sums, { metric, order, only: platform ?? null });
  const page = rankingPage(ranked, order, paging, askedMs);
  const { pagination, headers } = paginationOf(call, paging, page);
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
      data,
      metric,
      order,
      ...shownPeriod(period),
      least_impressions: LEAST_IMPRESSIONS,
      pagination,
    },
  };
});
