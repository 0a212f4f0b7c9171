import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../lib/core/net/retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

test.each([
  ['0', 0],
  ['120', 120],
  [' 120 ', 120],
  ['31536000000', 31_536_000_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Fri, 20 Nov 2026 12:02:00 GMT', 120],
  ['Friday, 20-Nov-26 12:02:00 GMT', 120],
  ['Fri Nov 20 12:02:00 2026', 120],
  ['Sun Nov  1 12:00:00 2026', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', (Date.UTC(9999, 11, 31, 23, 59, 59) - NOW) / 1000],
])('Retry-After %j is read as %d seconds', (value, seconds) => {
  expect(parseRetryAfter(value, NOW)).toBe(seconds);
});

test.each([
  undefined,
  '',
  '-5',
  '1.5',
  '1e3',
  'soon',
  '120, 240',
  '2026-11-20T12:02:00Z',
  'Fri, 99 Foo 2026 12:02:00 GMT',
])('Retry-After %j is ignored', (value) => {
  expect(parseRetryAfter(value, NOW)).toBeNull();
});

test('a date between two seconds is rounded up, so that the request is not early', () => {
  expect(parseRetryAfter('Fri, 20 Nov 2026 12:02:00 GMT', NOW + 1)).toBe(120);
});
