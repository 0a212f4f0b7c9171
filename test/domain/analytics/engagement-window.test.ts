import { describe, expect, it } from 'vitest';
import {
  ENGAGEMENT_KINDS,
  type Engagement,
  type EngagementKind,
} from '../../../lib/domain/analytics/engagement-ingestion.ts';
import {
  closeWindow,
  type EngagementWindow,
  isReportedInWindow,
  toEngagementEvent,
  toWindowEvent,
  windowStartMs,
} from '../../../lib/domain/analytics/engagement-window.ts';

const engagement = (kind: EngagementKind, fields: Partial<Engagement> = {}): Engagement => ({
  workspace_id: 'ws_1',
  content_id: 'cnt_1',
  platform: 'twitter',
  platform_post_id: '77',
  kind,
  count: 1,
  actor: 'ada',
  text: 'Lovely.',
  occurred_at: '2027-03-01T08:00:00.000Z',
  external_id: 'c-1',
  received_at: '2027-03-01T09:00:00.000Z',
  request: 'request-1',
  is_aggregated: false,
  version: 0,
  ...fields,
});

const MINUTE: EngagementWindow = {
  workspace_id: 'ws_1',
  content_id: 'cnt_1',
  platform: 'twitter',
  platform_post_id: '77',
  since: '2027-03-01T09:00:00.000Z',
  due_at: '2027-03-01T09:01:00.000Z',
  share: 3,
  like: 12,
  version: 4,
};

describe('an engagement', () => {
  it.each(ENGAGEMENT_KINDS)('of the kind %s is told either by itself or together with others', (kind) => {
    expect(toEngagementEvent(engagement(kind)) === null).toBe(isReportedInWindow(engagement(kind)));
  });

  it.each([
    ['comment', 'comment.created'],
    ['mention', 'mention.detected'],
  ] as const)('of the kind %s is the event %s, with who said what and where', (kind, type) => {
    expect(toEngagementEvent(engagement(kind))).toMatchObject({
      type,
      data: {
        content_id: 'cnt_1',
        platform: 'twitter',
        platform_post_id: '77',
        external_id: 'c-1',
        actor: 'ada',
        text: 'Lovely.',
        occurred_at: '2027-03-01T08:00:00.000Z',
      },
    });
  });

  it('has a cause of its own for each platform and external id', () => {
    const causes = [
      toEngagementEvent(engagement('comment')),
      toEngagementEvent(engagement('comment', { external_id: 'c-2' })),
      toEngagementEvent(engagement('comment', { platform: 'linkedin' })),
    ].map((news) => news?.dedupKey);
    expect(new Set(causes).size).toBe(3);
    expect(toEngagementEvent(engagement('comment', { received_at: 'later' }))?.dedupKey).toBe(causes[0]);
  });
});

describe('a minute', () => {
  it('begins at the full minute', () => {
    const start = Date.parse('2027-03-01T09:00:00Z');
    expect([start, start + 1, start + 59_999].map(windowStartMs)).toEqual([start, start, start]);
    expect(windowStartMs(start + 60_000)).toBe(start + 60_000);
  });

  it('tells its sums by kind, and neither kinds of which none came nor when it was closed', () => {
    const closed = closeWindow(MINUTE, Date.parse('2027-03-01T09:01:20Z'));
    expect(toWindowEvent(closed)).toEqual({
      type: 'engagement.received',
      dedupKey: 'cnt_1/engagement/twitter/2027-03-01T09:00:00.000Z',
      data: {
        content_id: 'cnt_1',
        platform: 'twitter',
        platform_post_id: '77',
        since: '2027-03-01T09:00:00.000Z',
        until: '2027-03-01T09:01:00.000Z',
        deltas: { like: 12, share: 3 },
      },
    });
  });

  it('of an item that is not published says null for the post', () => {
    const { platform_post_id: _, ...unpublished } = MINUTE;
    expect(toWindowEvent(unpublished).data.platform_post_id).toBeNull();
  });

  it('that is closed is not due any more', () => {
    expect(closeWindow(MINUTE, 1)).toMatchObject({ due_at: null, closed_at_ms: 1, like: 12, version: 4 });
  });
});
