import { describe, expect, it } from 'vitest';
import {
  lateness,
  nextLookMs,
  remedyFor,
  type TimedTarget,
  timelineOf,
} from '../../dashboard/src/screens/posts/timeline.ts';
import { TIMELINE_STATES } from '../../lib/content/rules/timeline.ts';
import './english.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const target = (fields: Partial<TimedTarget> = {}): TimedTarget => ({
  status: 'published',
  scheduled_at: inSeconds(-60),
  published_at: inSeconds(-58),
  next_check_at: null,
  timeline: [],
  timeline_omitted: 0,
  ...fields,
});

describe('timelineOf', () => {
  it('names the events in their order, then what comes next', () => {
    const timeline = [
      { type: 'scheduled', at: inSeconds(-100), detail: null },
      { type: 'sent', at: inSeconds(-10), detail: null },
      { type: 'unconfirmed', at: inSeconds(-5), detail: 'no_answer' },
    ];
    const unconfirmed = target({ status: 'unconfirmed', timeline, next_check_at: inSeconds(30) });
    expect(timelineOf(unconfirmed)).toEqual([
      { label: 'Scheduled', at: inSeconds(-100), detail: null, isNext: false },
      { label: 'Sent to the platform', at: inSeconds(-10), detail: null, isNext: false },
      { label: 'Outcome unknown', at: inSeconds(-5), detail: 'no_answer', isNext: false },
      { label: 'Next check on the platform', at: inSeconds(30), detail: null, isNext: true },
    ]);
  });

  it('says that a platform cannot be asked, not that it has no such post', () => {
    const timeline = [{ type: 'checked', at: inSeconds(0), detail: 'not_supported' }];
    const [row] = timelineOf(target({ status: 'unconfirmed', timeline }));
    expect(row).toMatchObject({ label: 'Not checked: the platform cannot be asked', detail: null });
  });

  it('shows what is known of a target without recorded events', () => {
    expect(timelineOf(target()).map(({ label }) => label)).toEqual(['Published']);
  });

  it('says after the first attempt how many events are not kept', () => {
    const types = ['scheduled', 'claimed', 'sent', 'unconfirmed', 'checked', 'failed'];
    const timeline = types.map((type, index) => ({ type, at: inSeconds(index), detail: null }));
    const rows = timelineOf(target({ status: 'failed', published_at: null, timeline, timeline_omitted: 7 }));
    expect(rows).toHaveLength(7);
    expect(rows[4]).toEqual({ label: '7 events not stored', at: null, detail: null, isNext: false });
  });

  it('has a name for every type of event', () => {
    const events = Object.keys(TIMELINE_STATES).map((type) => ({ type, at: inSeconds(0), detail: null }));
    for (const { label } of timelineOf(target({ timeline: events }))) expect(label).toMatch(/^[A-Z]/);
  });
});

describe('lateness', () => {
  it.each([
    [null, null],
    [0, 'on time'],
    [9, '9 s late'],
    [125, '2 min 5 s late'],
    [7_500, '2 h 5 min late'],
  ])('of %s seconds is %s', (seconds, text) => {
    expect(lateness(seconds)).toBe(text);
  });
});

describe('nextLookMs', () => {
  it('is null when every target has its final state', () => {
    expect(nextLookMs([target(), target({ status: 'failed' }), target({ status: 'cancelled' })], NOW)).toBeNull();
    expect(nextLookMs([target({ status: 'unconfirmed' })], NOW)).toBeNull();
  });

  it('looks every two seconds while a target is in progress', () => {
    expect(nextLookMs([target(), target({ status: 'publishing' })], NOW)).toBe(2_000);
    expect(nextLookMs([target({ status: 'pending', scheduled_at: inSeconds(-3) })], NOW)).toBe(2_000);
  });

  it('waits until shortly before the due time, at most a minute', () => {
    expect(nextLookMs([target({ status: 'pending', scheduled_at: inSeconds(30) })], NOW)).toBe(25_000);
    expect(nextLookMs([target({ status: 'pending', scheduled_at: inSeconds(90_000) })], NOW)).toBe(60_000);
  });
});

describe('remedyFor', () => {
  const error = (code: string, category: string, status = 'failed') => ({ status, error: { code, category } });

  it('names what to do about a failed target', () => {
    expect(remedyFor(error('unauthorized', 'auth'), true)).toContain('Reconnect');
    expect(remedyFor(error('not_approved', 'content'), false)).toContain('approved');
    expect(remedyFor(error('something_new', 'unknown'), true)).toBe('Retry later.');
  });

  it('does not ask for an edit that the API would reject', () => {
    expect(remedyFor(error('duplicate_content', 'content'), true)).toContain('Edit');
    expect(remedyFor(error('duplicate_content', 'content'), false)).toContain('new post');
  });

  it('asks for nothing while the service continues automatically', () => {
    expect(remedyFor(error('rate_limited', 'rate_limit', 'pending'), true)).toContain('automatically');
    expect(remedyFor(error('no_answer', 'platform', 'unconfirmed'), true)).toBeNull();
  });

  it('asks for nothing while a part of a thread waits for its next attempt', () => {
    expect(remedyFor(error('rate_limited', 'rate_limit', 'publishing'), false)).toContain('automatically');
    expect(remedyFor(error('post_not_found', 'content', 'publishing'), false)).toContain('automatically');
  });
});
