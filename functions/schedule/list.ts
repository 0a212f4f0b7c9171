import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { operation } from '../../lib/content/api/schedule/list.ts';
import { mayReadTexts, mayReadTitles } from '../../lib/content/rules/readable-texts.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { thumbnailsOf } from '../../lib/content/steps/thumbnails.ts';
import { loadReferredContents } from '../../lib/content/store/contents.ts';
import { listEntries } from '../../lib/content/store/schedule-entries.ts';
import { timeRange } from '../../lib/core/http/time-range.ts';
import { EMPTY_PAGE } from '../../lib/core/table/page.ts';
import { isId } from '../../lib/core/values/id.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';

/** List schedule entries, soonest first; without a status filter, those not yet finished. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const { fromMs, toMs } = timeRange(query);
  const filter = {
    status: query.status,
    platform: query.platform,
    account_id: query.account_id,
    content_id: query.content_id,
    from: fromMs === undefined ? undefined : formatInstant(fromMs),
    to: toMs === undefined ? undefined : formatInstant(toMs),
  };
  const isValidId = query.content_id === undefined || isId('content', query.content_id);
  const canMatch = checkAccountFilter(query) && isValidId;
  const page = canMatch ? await listEntries(caller.workspace.id, filter, paging) : EMPTY_PAGE;
  const { pagination, headers } = paginationResponse(context, paging, page);
  const listed = mayReadTitles(caller) ? page.records.map(({ content_id }) => content_id) : [];
  const contents = await loadReferredContents(caller.workspace.id, listed);
  const titles = new Map(contents.map(({ id, title }) => [id, title]));
  const thumbnails = await thumbnailsOf(mayReadTexts(caller) ? contents : []);
  const scheduled_posts = page.records.map((entry) => ({
    ...toEntryView(entry, titles.get(entry.content_id) ?? null),
    thumbnail: thumbnails.get(entry.content_id) ?? null,
  }));
  return { status: 200, headers, body: { scheduled_posts, pagination } };
});
