import { describe, expect, it } from 'vitest';
import { type InboundEngagement, toEngagementInput } from '../../../lib/domain/analytics/inbound-webhook.ts';

const NOW_MS = Date.parse('2026-11-20T09:30:00.000Z');
const TOLD: InboundEngagement = {
  kind: 'comment',
  post_id: '5',
  actor: 'ada',
  text: 'Lovely.',
  occurred_ms: NOW_MS - 1000,
  external_id: '9',
};
const sent = (other: Partial<InboundEngagement> = {}) =>
  toEngagementInput({ ...TOLD, ...other }, 'twitter', NOW_MS);

describe('what a platform told, as an engagement that is sent', () => {
  it('is of the post, the person and the moment it was told of', () => {
    expect(sent()).toEqual({
      platform: 'twitter',
      platform_post_id: '5',
      kind: 'comment',
      actor: 'ada',
      text: 'Lovely.',
      occurred_at: '2026-11-20T09:29:59.000Z',
      external_id: '9',
    });
  });

  it('happened now when nobody says when, and when the platform is ahead of us', () => {
    expect(sent({ occurred_ms: null }).occurred_at).toBe('2026-11-20T09:30:00.000Z');
    expect(sent({ occurred_ms: NOW_MS + 3_600_000 }).occurred_at).toBe('2026-11-20T09:30:00.000Z');
  });

  it('is long ago, and no error, when the platform names a time that no calendar has', () => {
    expect(sent({ occurred_ms: -1e300 }).occurred_at).toBe('1970-01-01T00:00:00.000Z');
  });

  it('has no characters that are no text, and has no text where nothing is left to be seen', () => {
    expect(sent({ text: 'a\u0007b\ud83d' }).text).toBe('ab');
    expect(sent({ text: ' \u200b\u0000' }).text).toBeUndefined();
    expect(sent({ actor: null }).actor).toBeUndefined();
  });

  it('is cut at the length an engagement may have, between whole characters', () => {
    expect(sent({ text: '🎈'.repeat(10_001) }).text).toBe('🎈'.repeat(10_000));
    expect(sent({ actor: 'a'.repeat(201) }).actor).toHaveLength(200);
  });
});
