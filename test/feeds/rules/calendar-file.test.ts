import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { describe, expect, it } from 'vitest';
import { calendarFile, type PlannedPost } from '../../../lib/feeds/rules/calendar-file.ts';

const POST: PlannedPost = {
  entry: {
    id: 'scd_01K00000000000000000000000',
    content_id: 'cnt_01K00000000000000000000000',
    platform: 'twitter',
    scheduled_at: '2027-03-28T09:30:00.000Z',
    state: 'pending',
  },
  account: '@ada',
  title: 'Spring',
  text: 'News',
  changedAt: '2027-01-01T00:00:00.000Z',
  version: 4,
};

const DASHBOARD = 'https://app.example.com';

const fileOf = (fields: Partial<PlannedPost> = {}, name = 'Plan') =>
  calendarFile(name, [{ ...POST, ...fields }], DASHBOARD);

/** Parse strictly, and return the one event. */
function eventIn(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [event, ...others] = calendar.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  return new ICAL.Event(event!, { strictExceptions: true });
}

describe('a calendar file', () => {
  it('has the id, the version, the UTC time, the platform, the text and the URL of each post', () => {
    const event = eventIn(fileOf());
    expect(event.uid).toBe(POST.entry.id);
    expect(event.sequence).toBe(4);
    expect(event.startDate.toJSDate().toISOString()).toBe(POST.entry.scheduled_at);
    expect(event.startDate.zone.tzid).toBe('UTC');
    expect(event.summary).toBe('Spring · X');
    expect(event.description).toBe('News\n\nX · @ada · scheduled');
    const value = (name: string) => event.component.getFirstPropertyValue(name);
    expect(value('status')).toBe('CONFIRMED');
    expect(value('transp')).toBe('TRANSPARENT');
    expect(String(value('last-modified'))).toBe('2027-01-01T00:00:00Z');
    expect(value('url')).toBe(`${DASHBOARD}/app/#/posts/${POST.entry.content_id}`);
  });

  it('is the same for the same posts', () => {
    expect(fileOf()).toBe(fileOf());
  });

  it('shows a failed post as cancelled and an unconfirmed one as tentative', () => {
    const statusOf = (state: PlannedPost['entry']['state']) => {
      const event = eventIn(fileOf({ entry: { ...POST.entry, state } }));
      return event.component.getFirstPropertyValue('status');
    };
    expect(statusOf('published')).toBe('CONFIRMED');
    expect(statusOf('failed')).toBe('CANCELLED');
    expect(statusOf('unconfirmed')).toBe('TENTATIVE');
  });

  const TEXTS = {
    'commas, semicolons and backslashes': 'One, two; three \\ four',
    newlines: 'One\nTwo\n\nThree',
    'emoji across the fold at 75 octets': `${'a'.repeat(60)}${'👩‍👩‍👧‍👦'.repeat(20)}`,
    'lines of another property': 'One\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Evil',
    'a colon and quotes': '"SUMMARY":x',
  };

  it.each(Object.entries(TEXTS))('keeps %s in a title and a text, for two parsers', (_, text) => {
    const file = fileOf({ title: text, text });
    const expected = text.replaceAll('\r\n', '\n');
    const event = eventIn(file);
    expect(event.summary).toBe(`${expected} · X`);
    expect(event.description).toBe(`${expected}\n\nX · @ada · scheduled`);
    const read = nodeIcal.sync.parseICS(file)[POST.entry.id] as { summary: string };
    expect(read.summary).toBe(`${expected} · X`);
  });

  it('has lines of at most 75 octets that end with CRLF', () => {
    for (const text of Object.values(TEXTS)) {
      const lines = fileOf({ title: text, text }).split('\r\n');
      expect(lines.at(-1)).toBe('');
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n\ufffd]/);
      }
    }
  });

  it('escapes the name of the calendar', () => {
    const file = fileOf({}, 'Plan, all; of it');
    expect(file).toContain('\r\nX-WR-CALNAME:Plan\\, all\\; of it\r\n');
    expect(nodeIcal.sync.parseICS(file).vcalendar).toMatchObject({ 'WR-CALNAME': 'Plan, all; of it' });
  });

  it('of a stage without a dashboard has no URLs', () => {
    expect(calendarFile('Plan', [POST], null)).not.toContain('URL');
  });

  it('without posts is valid', () => {
    expect(new ICAL.Component(ICAL.parse(calendarFile('Plan', [], null))).getAllSubcomponents()).toEqual([]);
  });
});
