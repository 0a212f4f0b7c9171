import { describe, expect, it } from 'vitest';
import { closeWindow, type EngagementWindow } from '../../../lib/analytics/rules/engagement-window.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { OPEN } from '../rules/open-window.ts';

const CLOSED_AT = '2027-03-01T09:01:20.000Z';

function eventsOf(before: EngagementWindow, after: EngagementWindow) {
  return deriveEvents('EngagementWindow', { before, after, changedAt: CLOSED_AT });
}

describe('engagement.received', () => {
  it('is derived from closing a window, with the sums of the kinds that occurred', () => {
    expect(eventsOf(OPEN, closeWindow(OPEN, Date.parse(CLOSED_AT)))).toEqual([
      {
        type: 'engagement.received',
        dedupKey: 'cnt_1/engagement/twitter/2027-03-01T09:00:00.000Z',
        timestamp: CLOSED_AT,
        data: {
          content_id: 'cnt_1',
          platform: 'twitter',
          account_id: null,
          sandbox: false,
          platform_post_id: '77',
          since: '2027-03-01T09:00:00.000Z',
          until: '2027-03-01T09:01:00.000Z',
          deltas: { like: 12, share: 3 },
        },
      },
    ]);
  });

  it('is not derived from an increment', () => {
    expect(eventsOf(OPEN, { ...OPEN, like: 13 })).toEqual([]);
  });

  it('has null as the post of an item that is not published', () => {
    const { platform_post_id: _, ...unpublished } = OPEN;
    const [event] = eventsOf(unpublished, closeWindow(unpublished, 1));
    expect(event?.data.platform_post_id).toBeNull();
  });
});
