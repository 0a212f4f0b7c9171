import { describe, expect, it } from 'vitest';
import { firstKnownTimeZone, fromLocalInput, toLocalInput } from '../../dashboard/src/times.ts';

const BERLIN = 'Europe/Berlin';

describe('fromLocalInput', () => {
  it.each([
    ['the second one of a repeated time', '2026-10-25T01:30:00.000Z'],
    ['a time with seconds', '2026-11-20T09:30:40.000Z'],
  ])('returns the instant that the input shows while it is not changed: %s', (_, instant) => {
    expect(fromLocalInput(toLocalInput(instant, BERLIN), BERLIN, instant)).toBe(instant);
  });

  it('reads a changed value in the time zone', () => {
    expect(fromLocalInput('2026-07-01T09:30', BERLIN, '2026-11-20T09:30:40.000Z')).toBe('2026-07-01T07:30:00Z');
  });

  it('takes the later one for a time that a clock change skips, and the earlier one for a repeated time', () => {
    expect(fromLocalInput('2026-03-29T02:30', BERLIN)).toBe('2026-03-29T01:30:00Z');
    expect(fromLocalInput('2026-10-25T02:30', BERLIN)).toBe('2026-10-25T00:30:00Z');
  });

  it('returns null for an incomplete value', () => {
    expect(fromLocalInput('', BERLIN)).toBeNull();
  });
});

describe('firstKnownTimeZone', () => {
  it('leaves out zones in which no time can be formatted, and is UTC without any other', () => {
    expect(firstKnownTimeZone([null, 'Etc/Unknown', 'PST', BERLIN, 'Asia/Tokyo'])).toBe(BERLIN);
    expect(firstKnownTimeZone(['Etc/Unknown', undefined])).toBe('UTC');
  });
});
