import { operation } from '../../lib/feeds/api/calendar-feeds/list.ts';
import { toCalendarFeedView } from '../../lib/feeds/rules/calendar-feed.ts';
import { listCalendarFeeds } from '../../lib/feeds/store/calendar-feeds.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';

/** List the calendar feeds of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listCalendarFeeds(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { calendar_feeds: page.records.map(toCalendarFeedView), pagination } };
});
