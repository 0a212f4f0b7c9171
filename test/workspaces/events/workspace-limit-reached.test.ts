import { describe, expect, it } from 'vitest';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { type LimitCounter, noticeOf } from '../../../lib/workspaces/rules/limit-notices.ts';

const NOW = Date.parse('2026-08-03T10:00:00.000Z');
const POSTS: LimitCounter = { workspace_id: 'ws_1', limit_name: 'posts_per_day', limit: 10, period: '2026-08-03' };
const percent = (before: LimitCounter | null, after: LimitCounter) => noticeOf(before, after, NOW)?.percent ?? null;

describe('the counter of a limit', () => {
  it.each([
    [0, 7, null],
    [7, 8, 80],
    [8, 9, null],
    [9, 10, 100],
    [7, 10, 100],
    [9, 8, null],
  ])('that goes from %i to %i of 10 has reached %s percent', (before, after, expected) => {
    expect(percent({ ...POSTS, used: before }, { ...POSTS, used: after })).toBe(expected);
  });

  it('is full when the limit does not allow something, however much is left', () => {
    expect(percent({ ...POSTS, used: 9 }, { ...POSTS, used: 9, rejected: 1 })).toBe(100);
    expect(percent({ ...POSTS, used: 9, rejected: 1 }, { ...POSTS, used: 9, rejected: 2 })).toBeNull();
  });

  it('is compared with a limit that has changed', () => {
    expect(percent({ ...POSTS, used: 8 }, { ...POSTS, used: 9, limit: 20 })).toBeNull();
    expect(percent({ ...POSTS, used: 9, limit: 20 }, { ...POSTS, used: 9 })).toBe(80);
  });

  it('has no notice where the bytes of the plan are the only limit', () => {
    const { period: _, ...media } = { ...POSTS, limit_name: 'media_bytes' as const, bytes: 90 };
    expect(noticeOf(null, { ...media, limit: null }, NOW)).toBeNull();
    expect(noticeOf(null, { ...media, limit: 100 }, NOW)).toMatchObject({ percent: 80, value: 90, period: null });
  });

  it('has one notice of a percentage in a period, for each value of the limit', () => {
    const idOf = (used: number, limit = 10) => noticeOf(null, { ...POSTS, used, limit }, NOW)?.id;
    expect(idOf(8)).toBe(idOf(9));
    expect(new Set([idOf(8), idOf(10), idOf(80, 100)]).size).toBe(3);
  });
});

describe('a notice', () => {
  it('is one event of the stage about its workspace', () => {
    const after = noticeOf(null, { ...POSTS, used: 8 }, NOW)!;
    const [event, ...others] = deriveEvents('LimitNotice', { before: null, after, changedAt: after.reached_at });
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'workspace.limit_reached', workspaceId: 'ws_1' });
    expect(event!.data).toEqual({
      ...{ limit: 'posts_per_day', percent: 80, value: 8, maximum: 10, period: '2026-08-03' },
      reached_at: '2026-08-03T10:00:00.000Z',
    });
  });
});
