import { describe, expect, it } from 'vitest';
import { toEngagementInput } from '../../../lib/analytics/rules/inbound-webhook.ts';
import type { InboundEngagement } from '../../../lib/platforms/kit/publisher.ts';

const NOW_MS = Date.parse('2026-11-20T09:30:00.000Z');
const ENGAGEMENT: InboundEngagement = {
  kind: 'comment',
  post_id: '5',
  actor: 'ada',
  text: 'Lovely.',
  occurred_ms: NOW_MS - 1000,
  external_id: '9',
};
const inputOf = (other: Partial<InboundEngagement> = {}) =>
  toEngagementInput({ ...ENGAGEMENT, ...other }, 'twitter', NOW_MS);

describe('toEngagementInput', () => {
  it('converts the post, the actor and the time', () => {
    expect(inputOf()).toEqual({
      platform: 'twitter',
      platform_post_id: '5',
      kind: 'comment',
      actor: 'ada',
      text: 'Lovely.',
      occurred_at: '2026-11-20T09:29:59.000Z',
      external_id: '9',
    });
  });

  it('uses the current time without a time, or for a time in the future', () => {
    expect(inputOf({ occurred_ms: null }).occurred_at).toBe('2026-11-20T09:30:00.000Z');
    expect(inputOf({ occurred_ms: NOW_MS + 3_600_000 }).occurred_at).toBe('2026-11-20T09:30:00.000Z');
  });

  it('accepts a time out of range as long ago', () => {
    expect(inputOf({ occurred_ms: -1e300 }).occurred_at).toBe('1970-01-01T00:00:00.000Z');
  });

  it('removes control characters and unpaired surrogates, and omits an invisible text', () => {
    expect(inputOf({ text: 'a\u0007b\ud83d' }).text).toBe('ab');
    expect(inputOf({ text: ' \u200b\u0000' }).text).toBeUndefined();
    expect(inputOf({ actor: null }).actor).toBeUndefined();
  });

  it('truncates at the maximum length, between code points', () => {
    expect(inputOf({ text: '🎈'.repeat(10_001) }).text).toBe('🎈'.repeat(10_000));
    expect(inputOf({ actor: 'a'.repeat(201) }).actor).toHaveLength(200);
  });
});
