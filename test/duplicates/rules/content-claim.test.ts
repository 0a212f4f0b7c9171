import { describe, expect, it } from 'vitest';
import {
  type Claim,
  holdersAfterDeletion,
  isTooClose,
  type RecurrenceTime,
} from '../../../lib/duplicates/rules/content-claim.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function claimAt(at: string, recurrence_time?: RecurrenceTime): Claim {
  const place = { account: 'acc_1', platform: 'twitter', hash: 'h' } as const;
  return { ...place, at_ms: Date.parse(at), is_draft: false, ...(recurrence_time ? { recurrence_time } : {}) };
}

const onClock = (local: string, zone = 'Europe/Berlin', id = 'rec_1'): RecurrenceTime => {
  return { recurrence_id: id, time_zone: zone, clock_ms: Date.parse(`${local}Z`) };
};

describe('posts with the same content are too close', () => {
  it('one millisecond before the period ends, not at its end', () => {
    const first = claimAt('2027-03-01T09:00:00Z');
    expect(isTooClose(first, claimAt('2027-03-02T08:59:59.999Z'), DAY)).toBe(true);
    expect(isTooClose(first, claimAt('2027-03-02T09:00:00Z'), DAY)).toBe(false);
    expect(isTooClose(claimAt('2027-03-02T08:59:59.999Z'), first, DAY)).toBe(true);
  });

  // Berlin changes to summer time on 28 March 2027 and back on 31 October.
  const before = claimAt('2027-03-27T08:00:00Z', onClock('2027-03-27T09:00'));

  it('on the clock of their zone, if one recurrence has made both', () => {
    expect(isTooClose(before, claimAt('2027-03-28T07:00:00Z', onClock('2027-03-28T09:00')), DAY)).toBe(false);
    expect(isTooClose(before, claimAt('2027-03-28T06:59:00Z', onClock('2027-03-28T08:59')), DAY)).toBe(true);
    const inGap = claimAt('2027-03-28T01:30:00Z', onClock('2027-03-28T02:30'));
    expect(isTooClose(inGap, claimAt('2027-03-29T00:30:00Z', onClock('2027-03-29T02:30')), DAY)).toBe(false);
  });

  it('only where they are also by the time that has passed', () => {
    const autumn = claimAt('2027-10-30T07:00:00Z', onClock('2027-10-30T09:00'));
    expect(isTooClose(autumn, claimAt('2027-10-31T07:00:00Z', onClock('2027-10-31T08:00')), DAY)).toBe(false);
  });

  it.each([
    ['another recurrence', onClock('2027-03-28T09:00', 'Europe/Berlin', 'rec_2')],
    ['another zone', onClock('2027-03-28T09:00', 'Europe/Paris')],
    ['no recurrence', undefined],
  ])('by the time that has passed, if one is of %s', (_, time) => {
    expect(isTooClose(before, claimAt('2027-03-28T07:00:00Z', time), DAY)).toBe(true);
  });
});

describe('the holders of a content after the deletion of an item', () => {
  it('have its live posts, with the clock of their recurrence, and those of other items', () => {
    const now = Date.parse('2027-03-27T12:00:00Z');
    const other = { content_id: 'cnt_2', accounts: ['acc_1'], at_ms: now, is_draft: false };
    const planned = { content_id: 'cnt_1', accounts: ['acc_1', 'acc_2'], at_ms: now - 4 * HOUR, is_draft: false };
    const live = claimAt('2027-03-27T08:00:00Z', onClock('2027-03-27T09:00'));
    expect(holdersAfterDeletion([planned, other], 'cnt_1', [live], now)).toEqual([
      other,
      { ...planned, accounts: ['acc_1'], is_deleted: true, recurrence_time: onClock('2027-03-27T09:00') },
    ]);
  });
});
