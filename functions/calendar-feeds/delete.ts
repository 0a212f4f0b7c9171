import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/feeds/api/calendar-feeds/delete.ts';
import { calendarFeedEntity } from '../../lib/feeds/entities/calendar-feeds.ts';
import { deleteCalendarFeedWrites, loadCalendarFeed } from '../../lib/feeds/store/calendar-feeds.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('calendarFeed', calendarFeedEntity) };

/** Delete a calendar feed. Its URL is not found from then on. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const feed = await loadOr404('calendarFeed', params.id, (id) => loadCalendarFeed(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Calendar feed ${feed.id} is deleted.` },
    writes: deleteCalendarFeedWrites(feed),
  };
});
