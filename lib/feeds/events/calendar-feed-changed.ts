import type { EventModule } from '../../core/events/event-module.ts';
import { deriveRecordChange } from '../../core/events/record-changes.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { calendarFeedEntity } from '../entities/calendar-feeds.ts';
import { type CalendarFeed, toCalendarFeedView } from '../rules/calendar-feed.ts';
import type { CalendarFeedParts } from './schema-parts.ts';

/** `calendar_feed.changed`. */
export const calendarFeedChanged = {
  description:
    'A calendar feed was created or deleted, by a request or because its creator was removed. `data` is the feed, without its secret URL.',
  schema: ({ z, change, calendarFeedFields }) =>
    z.object({ ...calendarFeedFields, change }).check(z.describe('The feed.')),
  sample: {
    ...{ id: 'cal_01K00000000000000000000000', name: 'Spring campaign', scope: { account: null, label: null } },
    ...{ created_by: 'usr_01K00000000000000000000000', created_at: SAMPLE_AT, change: 'created' },
  },
  // Its name can be that of a label. The list of the feeds needs `team:read`, which no endpoint for all events needs.
  permission: 'content:read',
  source: calendarFeedEntity,
  on: 'change',
  derive: (before, after, changedAt) => deriveRecordChange({ before, after, changedAt }, toCalendarFeedView),
} satisfies EventModule<CalendarFeed, CalendarFeedParts>;
