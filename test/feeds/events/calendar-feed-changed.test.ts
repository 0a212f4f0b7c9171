import { describe, expect, it } from 'vitest';
import { newCalendarFeed } from '../../../lib/feeds/rules/calendar-feed.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-01-01T00:00:00.000Z';
const feed = newCalendarFeed(
  { name: 'Spring', scope: { account: null, label: 'lbl_1' } },
  { id: 'cal_1', workspace_id: 'ws_1', created_by: 'usr_1', token_hash: 'secret-hash' },
  Date.parse(AT),
);

describe('calendar_feed.changed', () => {
  it.each([
    ['created', null, feed],
    ['deleted', feed, null],
  ])('is derived from the change by which a feed is %s, without its token', (change, before, after) => {
    const events = deriveEvents('CalendarFeed', { before, after, changedAt: AT });
    const view = { id: 'cal_1', name: 'Spring', scope: feed.scope, created_by: 'usr_1', created_at: AT };
    expect(events).toEqual([
      ...[{ type: 'calendar_feed.changed', dedupKey: `cal_1/${change}`, timestamp: AT, data: { ...view, change } }],
    ]);
  });
});
