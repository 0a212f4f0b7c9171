import { describe, expect, it } from 'vitest';
import { parsePublicationTime, type RequestedTime } from '../../../lib/content/rules/schedule/publication-time.ts';
import { detectMapping } from '../../../lib/imports/rules/import-columns.ts';
import { type ParsedFile, parseFile } from '../../../lib/imports/rules/parse-file.ts';
import { rowRequest } from '../../../lib/imports/rules/row-request.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');

/** The instant of a row with a time and a zone, and how the clock differs there. */
function planned(when: string, zone: string) {
  const bytes = new TextEncoder().encode(`text;when date;time zone\nA;${when};${zone}\n`);
  const { columns, rows } = parseFile(bytes, 'csv') as ParsedFile;
  const mapping = { ...detectMapping(columns), scheduled_at: 'when date' };
  const { body, errors } = rowRequest(rows[0]!, { columns, mapping, defaults: {}, source: null });
  expect(errors).toEqual([]);
  const { at, local } = parsePublicationTime(body.scheduled_at as RequestedTime, '/scheduled_at', 'UTC', NOW);
  return [at, local?.clock ?? 'regular'];
}

describe('a local time of a row', () => {
  it.each([
    ['28.03.2027 02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z', 'gap'],
    ['31.10.2027 02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z', 'repeated'],
    ['3/14/2027 2:30 AM', 'America/New_York', '2027-03-14T07:30:00.000Z', 'gap'],
    ['2027-11-07 01:30', 'America/New_York', '2027-11-07T05:30:00.000Z', 'repeated'],
    ['2027-10-03 02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z', 'gap'],
    ['2027-04-04 01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z', 'repeated'],
    ['2027-09-05 00:30', 'America/Santiago', '2027-09-05T04:30:00.000Z', 'gap'],
    ['2027-06-01 09:30', 'Asia/Kathmandu', '2027-06-01T03:45:00.000Z', 'regular'],
  ])('%s in %s is %s', (when, zone, at, clock) => {
    expect(planned(when, zone)).toEqual([at, clock]);
  });
});
