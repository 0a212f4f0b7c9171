import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../clients/cli/src/draft.ts';
import { EventReader } from '../../clients/cli/src/events.ts';
import { EXIT } from '../../clients/cli/src/failures.ts';
import { exitCodeOfItem, followItem } from '../../clients/cli/src/follow.ts';
import { ImportResults } from '../../clients/cli/src/import-results.ts';
import { parsePlan } from '../../clients/cli/src/plan.ts';
import { decodeText } from '../../clients/cli/src/text.ts';
import { ConnectionError } from '../../clients/typescript/src/errors.ts';
import type { Call, Transport } from '../../clients/typescript/src/transport.ts';
import type { Content } from '../../clients/typescript/src/types.ts';

const BASE = { text: '', platforms: [], accounts: [], images: [], alts: [], thread: [] };

describe('a plan', () => {
  test('is read from CSV with quotes, lists, numbered columns and any case of the header', () => {
    const csv = `\ufeffText,Platforms,AT,image,image 2,Alt,alt_2,thread_1,Thread 2,First Comment,account\r
"Hello, ""you""\r
second line","x, bluesky",tomorrow 9:00,a.jpg;b.jpg,c.jpg,,The second,two,three,why?,acc_1;acc_2\r
`;
    expect(parsePlan(csv, 'plan.csv')).toEqual([
      {
        number: 1,
        key: expect.stringMatching(/^cis-import-[0-9a-f]{40}$/),
        text: 'Hello, "you"\nsecond line',
        platforms: ['x', 'bluesky'],
        at: 'tomorrow 9:00',
        images: ['a.jpg', 'b.jpg', 'c.jpg'],
        alts: ['', 'The second'],
        thread: ['two', 'three'],
        firstComment: 'why?',
        accounts: ['acc_1', 'acc_2'],
      },
    ]);
  });

  test('is read from CSV with semicolons, and from JSON lines', () => {
    const expected = [
      { ...BASE, number: 1, key: expect.any(String), text: 'Hi', platforms: ['x', 'bluesky'], status: 'draft' },
    ];
    expect(parsePlan('text;platforms;status\nHi;x,bluesky;Draft\n', 'plan.csv')).toEqual(expected);
    expect(parsePlan('{"text":"Hi","platforms":["x","bluesky"],"status":"draft"}\n', 'plan.jsonl')).toEqual(expected);
  });

  test('has no row for a line of empty cells, and no column with a name that objects inherit', () => {
    expect(parsePlan('text;platforms;at\r\nHi;x;\r\n;;\r\n\r\n', 'plan.csv')).toHaveLength(1);
    expect(() => parsePlan('text,platforms,constructor\nHi,x,y\n', 'plan.csv')).toThrow('unknown column "constructor"');
  });

  test('that is no UTF-8 is rejected, and a byte order mark is no part of it', () => {
    expect(() => decodeText(Buffer.from('Grüße', 'latin1'), 'plan.csv')).toThrow('plan.csv is not UTF-8');
    expect(decodeText(Buffer.from('\ufeff{"text":"Grüße"}'), 'plan.jsonl')).toBe('{"text":"Grüße"}');
  });

  test('keeps a row created that another import of the same plan has failed with', () => {
    const plan = join(mkdtempSync(join(tmpdir(), 'cli-plan-')), 'plan.csv');
    const line = { key: 'key-1', row: 1, time: new Date().toISOString() };
    const [one, two] = [new ImportResults(plan), new ImportResults(plan)];
    one.add({ ...line, result: 'created', id: 'cnt_1', status: 'draft' });
    two.add({ ...line, result: 'failed', code: 'idempotency_key_reused', detail: 'Another body.' });
    for (const results of [one, two]) results.close();
    const next = new ImportResults(plan);
    next.close();
    expect(next.of('key-1')).toMatchObject({ result: 'created', id: 'cnt_1' });
    rmSync(dirname(plan), { recursive: true });
  });

  test('is not sent while its results cannot be written', () => {
    expect(() => new ImportResults('/dev/null/plan.csv')).toThrow('Nothing was sent.');
  });

  test('has one key per row, which depends on its content and on its number among equal rows', () => {
    const keys = (text: string) => parsePlan(`text,platforms\n${text}`, 'plan.csv').map(({ key }) => key);
    const [a, b, c] = keys('One,x\nOne,x\nTwo,x\n');
    expect(new Set([a, b, c]).size).toBe(3);
    expect(keys('Zero,x\nTwo,x\nOne,x\nOne,x\n').slice(1)).toEqual([c, a, b]);
  });

  test.each([
    ['plan.csv', 'text,platfroms\nHi,x\n', 'The header has the unknown column "platfroms". Did you mean platforms?'],
    ['plan.csv', 'text,colour\nHi,x\n', 'unknown column "colour"'],
    ['plan.csv', 'text,platforms,\nHi,x,\n', 'Column 3 of the header has no name.'],
    ['plan.csv', 'text,text\nHi,x\n', 'The header has the column text twice.'],
    ['plan.csv', 'text,platforms\nHi,x,y\n', 'The file is no valid CSV'],
    ['plan.csv', 'text,platforms\n"Hi,x\n', 'The file is no valid CSV'],
    ['plan.jsonl', '{"text":"a"}\n{"text":\n', 'Line 2 is not valid JSON'],
    ['plan.jsonl', '{"text":1}\n', 'Line 1: text must be a text'],
    ['plan.jsonl', '{"colour":"red"}\n', 'Line 1 has the unknown column "colour".'],
  ])('in %s is rejected with the place: %j', (name, text, reason) => {
    expect(() => parsePlan(text, name)).toThrow(reason);
  });

  test('has a text of any length, whose beginning is the title', () => {
    const body = (text: string) => bodyOf({ text, platforms: ['x'], accounts: [], thread: [] }, [], undefined);
    expect(body('Short')).toEqual({ title: 'Short', platforms: ['x'] });
    expect(body('Title\nrest')).toEqual({ title: 'Title', description: 'Title\nrest', platforms: ['x'] });
    expect(body('a'.repeat(301))).toMatchObject({ title: `${'a'.repeat(99)}…`, description: 'a'.repeat(301) });
  });
});

describe('the wait for an outcome', () => {
  const item = (status: string) => ({ id: 'cnt_1', status, scheduled_at: null, targets: [] }) as unknown as Content;

  /** Follow an item with these later states on a clock of its own. */
  async function follow(first: string, states: (string | Error)[]) {
    let nowMs = 0;
    const transport = {
      async wait(ms: number) {
        nowMs += ms;
      },
      async send() {
        const state = states.length > 1 ? states.shift()! : states[0]!;
        if (state instanceof Error) throw state;
        return item(state);
      },
    } as unknown as Transport;
    return followItem(transport, item(first), { onChange() {}, now: () => nowMs });
  }

  test.each([
    ['published', EXIT.success],
    ['failed', EXIT.rejected],
    ['partially_published', EXIT.rejected],
    ['resting', EXIT.unconfirmed],
  ])('ends with %s and its exit code', async (status, code) => {
    const outcome = await follow('publishing', ['publishing', new ConnectionError('lost'), status]);
    expect([outcome.status, exitCodeOfItem(outcome)]).toEqual([status, code]);
  });

  test.each(['publishing', 'unconfirmed'])(
    'ends after its limit while an item is %s, with the exit code 4',
    async (status) => {
      const outcome = await follow('publishing', [status]);
      expect([outcome.status, exitCodeOfItem(outcome)]).toEqual([status, 4]);
    },
  );
});

describe('the reader of events', () => {
  const event = (number: number, at = `2026-12-01T09:00:0${number}Z`) => ({
    id: `evt_${number}`,
    type: 't',
    timestamp: at,
    data: null,
  });

  test('returns each event once and in order, also one that appears late, on two pages, and after an error', async () => {
    const lists = [
      [[event(3)], [event(2), event(1)]],
      new ConnectionError('lost'),
      [[event(5), event(3), event(2), event(1)]],
      [[event(5), event(4), event(3), event(2), event(1)]],
    ];
    let page = 0;
    const send = async ({ query }: Call) => {
      const pages = lists[0]!;
      if (pages instanceof Error) {
        lists.shift();
        throw pages;
      }
      if (!(query as { cursor?: string }).cursor) page = 0;
      const events = pages[page]!;
      page += 1;
      if (page === pages.length) lists.shift();
      return { events, pagination: { next_cursor: page < pages.length ? 'next' : null } };
    };
    const reader = new EventReader({ send } as unknown as Transport, { sinceMs: Date.parse('2026-12-01T09:00:00Z') });
    const next = async () => (await reader.next()).map(({ id }) => id);
    expect(await next()).toEqual(['evt_1', 'evt_2', 'evt_3']);
    await expect(next()).rejects.toThrow('lost');
    expect(await next()).toEqual(['evt_5']);
    expect(await next()).toEqual(['evt_4']);
  });

  test('keeps a bounded number of events in memory, and returns the oldest ones first', async () => {
    const startMs = Date.now() - 3_600_000;
    const all = Array.from({ length: 5_000 }, (_, number) => {
      const timestamp = new Date(startMs + number * 100).toISOString();
      return { id: `evt_${String(number).padStart(5, '0')}`, type: 't', timestamp, workspace_id: 'ws_1', data: {} };
    });
    const send = async ({ query }: Call) => {
      const { from, to = '9', cursor = '0' } = query as { from: string; to?: string; cursor?: string };
      const within = all.filter(({ timestamp }) => timestamp >= from && timestamp < to).reverse();
      const next = Number(cursor) + 100;
      const next_cursor = next < within.length ? String(next) : null;
      return { events: within.slice(Number(cursor), next), pagination: { next_cursor } };
    };
    const reader = new EventReader({ send } as unknown as Transport, { sinceMs: startMs });
    const ids: string[] = [];
    do {
      const events = await reader.next();
      expect(events.length).toBeLessThanOrEqual(1_000);
      ids.push(...events.map(({ id }) => id));
    } while (!reader.isCurrent);
    expect(ids).toEqual(all.map(({ id }) => id));
  });
});
