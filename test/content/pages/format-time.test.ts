import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatTime } from '../../../lib/content/pages/format-time.ts';

afterEach(() => vi.restoreAllMocks());

describe('the times of the page of a reviewer', () => {
  const times = Array.from({ length: 24 }, (_, hour) =>
    new Date(Date.UTC(2026, hour % 12, 1 + hour, hour, (hour * 5) % 60)).toISOString(),
  );

  it('are those of Intl in British English, in every month', () => {
    const intl = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    expect(times.map(formatTime)).toEqual(times.map((each) => `${intl.format(new Date(each))} UTC`));
  });

  it('load no data of Intl', () => {
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    times.map(formatTime);
    expect(created).not.toHaveBeenCalled();
  });
});
