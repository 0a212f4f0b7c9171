import { describe, expect, it } from 'vitest';
import { ENGAGEMENT_KINDS } from '../../../lib/analytics/rules/engagement-ingestion.ts';
import { isReportedInWindow } from '../../../lib/analytics/rules/engagement-window.ts';
import { engagement, eventsOf } from './text-engagements.ts';

describe('comment.created and mention.detected', () => {
  it.each(ENGAGEMENT_KINDS)('an engagement of the kind %s has an event of its own or is in a window', (kind) => {
    expect(eventsOf(engagement(kind)).length === 0).toBe(isReportedInWindow(engagement(kind)));
  });

  it.each([
    ['comment', 'comment.created'],
    ['mention', 'mention.detected'],
  ] as const)('a %s is the event %s, with its author, text and post', (kind, type) => {
    expect(eventsOf(engagement(kind))).toMatchObject([
      {
        type,
        timestamp: '2027-03-01T09:00:00.000Z',
        data: {
          content_id: 'cnt_1',
          platform: 'twitter',
          platform_post_id: '77',
          external_id: 'c-1',
          actor: 'ada',
          text: 'Lovely.',
          occurred_at: '2027-03-01T08:00:00.000Z',
        },
      },
    ]);
  });

  it('has a deduplication key of its own for each platform and external id', () => {
    const keys = [
      eventsOf(engagement('comment')),
      eventsOf(engagement('comment', { external_id: 'c-2' })),
      eventsOf(engagement('comment', { platform: 'linkedin' })),
    ].map(([event]) => event?.dedupKey);
    expect(new Set(keys).size).toBe(3);
    expect(eventsOf(engagement('comment', { received_at: 'later' }))[0]?.dedupKey).toBe(keys[0]);
  });
});
