import { describe, expect, it } from 'vitest';
import { closeDay, isCountable, isMarked, markDay, openDays, recordSums } from '../../../lib/usage/rules/usage-day.ts';

const DAY = { workspace_id: 'ws_1', day: '2026-08-03' };
const AT = Date.parse('2026-08-03T10:00:00Z');
const MINUTE = 60_000;

describe('a day', () => {
  it('is due an hour after its first record, for as long as records may be added without a mark', () => {
    const day = markDay(null, DAY, AT)!;
    expect(day).toMatchObject({ marked_until: '2026-08-03T11:00:00.000Z', due_at: '2026-08-03T11:05:00.000Z' });
    expect(isMarked(Date.parse(day.marked_until), AT + 54 * MINUTE)).toBe(true);
    expect(isMarked(Date.parse(day.marked_until), AT + 55 * MINUTE)).toBe(false);
  });

  it('that is marked needs no other mark', () => {
    expect(markDay(markDay(null, DAY, AT), DAY, AT + 54 * MINUTE)).toBeNull();
  });

  it('that is due stays due at its time, however often it is marked', () => {
    const day = markDay(null, DAY, AT)!;
    expect(markDay(day, DAY, AT + 56 * MINUTE)).toMatchObject({
      due_at: day.due_at,
      marked_until: '2026-08-03T11:56:00.000Z',
    });
  });

  it('is settled by a sum after the last record that it may have', () => {
    const day = markDay(null, DAY, AT)!;
    expect(recordSums(day, [], AT + 65 * MINUTE)).toMatchObject({ due_at: null, revision: 1 });
  });

  it('is due again when records may follow the sum', () => {
    const day = markDay(markDay(null, DAY, AT)!, DAY, AT + 56 * MINUTE)!;
    expect(recordSums(day, [], AT + 66 * MINUTE).due_at).toBe('2026-08-03T12:01:00.000Z');
  });

  it('is due again after a late record', () => {
    const settled = recordSums(markDay(null, DAY, AT)!, [], AT + 65 * MINUTE);
    const later = AT + 20 * 24 * 60 * MINUTE;
    expect(markDay(settled, DAY, later)).toMatchObject({ due_at: '2026-08-23T11:05:00.000Z', revision: 1 });
  });

  it('of a workspace that is deleted is never due again', () => {
    const day = markDay(null, DAY, AT)!;
    expect(closeDay(day, [], AT + MINUTE)).toMatchObject({ due_at: null, revision: 1 });
  });

  it('is open while it may change, and tomorrow, for a clock that is ahead', () => {
    const { from, to } = openDays(AT);
    expect([from, to]).toEqual(['2026-06-28', '2026-08-05']);
    expect(isCountable('2026-06-28', AT)).toBe(false);
    expect(isCountable('2026-06-29', AT)).toBe(true);
  });

  it('changes for 35 days after its end', () => {
    const end = Date.parse('2026-08-04T00:00:00Z');
    expect(isCountable(DAY.day, end + 35 * 24 * 60 * MINUTE - 1)).toBe(true);
    expect(isCountable(DAY.day, end + 35 * 24 * 60 * MINUTE)).toBe(false);
  });
});
