import { describe, expect, it } from 'vitest';
import { closeWindow, windowStartMs } from '../../../lib/analytics/rules/engagement-window.ts';
import { OPEN } from './open-window.ts';

describe('an engagement window', () => {
  it('starts at the full minute', () => {
    const start = Date.parse('2027-03-01T09:00:00Z');
    expect([start, start + 1, start + 59_999].map(windowStartMs)).toEqual([start, start, start]);
    expect(windowStartMs(start + 60_000)).toBe(start + 60_000);
  });

  it('has no due_at after it is closed', () => {
    expect(closeWindow(OPEN, 1)).toMatchObject({ due_at: null, closed_at_ms: 1, like: 12, version: 4 });
  });
});
