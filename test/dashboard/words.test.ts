import { afterEach, describe, expect, it } from 'vitest';
import german from '../../dashboard/languages/de.json' with { type: 'json' };
import english from '../../dashboard/languages/en.json' with { type: 'json' };
import { CONTENT_STATUSES, PERMISSIONS } from '../../dashboard/src/api/values.ts';
import { groupPermissions, summarizePermissions } from '../../dashboard/src/components/permissions.ts';
import { hasText, setTexts } from '../../dashboard/src/language/texts.ts';
import { roleInSentence } from '../../dashboard/src/role-names.ts';
import { formatTime } from '../../dashboard/src/times.ts';
import { statusText } from '../../dashboard/src/words.ts';

describe('The names of the API', () => {
  afterEach(() => setTexts(english, 'en', 'en-GB'));

  it('are shown in the language of the dashboard, and as words where it does not know them', () => {
    setTexts(german, 'de', 'de-DE');
    expect([statusText('needs_reconnect'), statusText('on_hold')]).toEqual(['neu verbinden', 'on hold']);
    expect([roleInSentence('viewer'), roleInSentence('guest_author')]).toEqual(['Betrachter', 'guest author']);
  });

  it('have a text for each status of a post', () => {
    expect(CONTENT_STATUSES.filter((status) => !hasText(`status.${status}`))).toEqual([]);
  });

  it('have a text for each permission and its resource', () => {
    const groups = groupPermissions(PERMISSIONS);
    const shown = groups.flatMap(({ name, permissions }) => [name, ...permissions.map(({ meaning }) => meaning)]);
    expect(shown.filter((text) => /:|^\p{Ll}/u.test(text))).toEqual([]);
    expect(summarizePermissions(['team:read'])).toBe('1 permission, read only');
    expect(summarizePermissions(['team:read', 'team:write'])).toBe('2 permissions');
  });
});

describe('A time', () => {
  afterEach(() => setTexts(english, 'en', 'en-GB'));

  it('is written as the locale of the browser does', () => {
    const write = (locale: string) => {
      setTexts(english, 'en', locale);
      return formatTime('2026-11-20T09:30:00Z', 'Europe/Berlin');
    };
    expect(['en-GB', 'de-DE', 'en-US'].map(write)).toEqual([
      '20 Nov 2026, 10:30 CET',
      '20. Nov. 2026, 10:30 MEZ',
      'Nov 20, 2026, 10:30 AM GMT+1',
    ]);
  });
});
