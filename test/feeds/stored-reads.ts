import { loadWorkspaceFeeds } from '../../lib/feeds/store/calendar-feeds.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  CalendarFeed: async () => [await loadWorkspaceFeeds(workspaceId), [one('CalendarFeed')]],
};
