import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
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

// biome-ignore format: several fields per line keep the table readable.
export const calendarFeedAudit: AuditModes<CalendarFeed> = {
  id: 'never', workspace_id: 'never', name: 'always', scope: 'always', token_hash: 'redacted', created_by: 'always',
  created_at: 'never', version: 'never',
};

export const calendarFeedLifecycle: Lifecycle = {
  ending: 'creator',
  isExported: true,
  secrets: ['token_hash'],
  person: { field: 'created_by', names: 'user', isDeleted: true },
};
