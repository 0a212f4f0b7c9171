import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatTime } from '../../../lib/content/pages/format-time.ts';
import { REVIEW_TEXTS } from '../../../lib/content/pages/languages/languages.ts';

afterEach(() => vi.restoreAllMocks());

describe('the times of the page of a reviewer', () => {
  const times = Array.from({ length: 24 }, (_, hour) =>
    new Date(Date.UTC(2026, hour % 12, 1 + hour, hour, (hour * 5) % 60)).toISOString(),
  );

  it.each([
    ['en', 'en-GB'],
    ['de', 'de-DE'],
    ['fr', 'fr-FR'],
    ['es', 'es-ES'],
  ] as const)('in %s have the date and the clock of Intl, in every month', (language, locale) => {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });
    for (const each of times) {
      const time = formatTime(REVIEW_TEXTS[language], each);
      expect(time.startsWith(date.format(new Date(each)))).toBe(true);
      expect(time.endsWith(`${clock.format(new Date(each))} UTC`)).toBe(true);
    }
  });

  it('load no data of Intl', () => {
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    times.map((each) => formatTime(REVIEW_TEXTS.en, each));
    expect(created).not.toHaveBeenCalled();
  });
});
