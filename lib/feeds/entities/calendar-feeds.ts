import { defineEntity } from '../../core/table/define-entity.ts';
import type { CalendarFeed } from '../rules/calendar-feed.ts';

/**
 * A calendar feed: its name, which posts it has, its creator, and the hash of its token, which also names its
 * workspace and creator ([calendar feeds](calendar-feeds.md)).
 */
export const calendarFeedEntity = /* @__PURE__ */ defineEntity<CalendarFeed>({
  name: 'CalendarFeed',
  pk: 'WS#{workspace_id}#CALENDARFEED',
  sk: '{id}',
  resource: 'calendar_feed',
});
