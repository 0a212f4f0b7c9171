import { describe, expect, it } from 'vitest';
import { localTimeAt } from '../../../lib/core/values/local-time.ts';
import { isTimeZone } from '../../../lib/core/values/time-zone.ts';

describe('a time zone', () => {
  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    '+02:00',
    'Mars/Olympus',
    '',
    'Europe',
    '__proto__',
    'UTC+1',
    'Europe/Berlin ',
    'Europe/Berlin\n',
    '2027-01-01T00:00Z[Europe/Berlin]',
    'x'.repeat(65),
    'PST',
    'ist',
  ])('is not %j', (name) => expect(isTimeZone(name)).toBe(false));

  it('with a name of three letters, or of the list of the runtime, is one that local times can be computed in', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const short = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
    const accepted = [...Intl.supportedValuesOf('timeZone'), ...short].filter(isTimeZone);
    expect(accepted).toEqual(expect.arrayContaining(['EST', 'GMT', 'Asia/Tokyo']));
    for (const name of accepted) expect(localTimeAt(0, name), name).toMatch(/^19(69|70)-/);
  });
});
