import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ColumnMapping, detectMapping, mappingFor, sourceOf } from '../../../lib/imports/rules/import-columns.ts';
import { type ParsedFile, parseFile } from '../../../lib/imports/rules/parse-file.ts';
import { type ImportDefaults, rowRequest } from '../../../lib/imports/rules/row-request.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const parsed = (text: string, format: 'csv' | 'jsonl' = 'csv') => parseFile(bytesOf(text), format);

const nested = (field: string, levels: number) => `{"${field}":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** The requests of the rows of a file in test/imports/files. */
function requestsOf(name: string, defaults: ImportDefaults = {}) {
  const bytes = readFileSync(new URL(`../files/${name}`, import.meta.url));
  const file = parseFile(bytes, name.endsWith('.csv') ? 'csv' : 'jsonl') as ParsedFile;
  const { columns, rows } = file;
  const reading = { columns, mapping: detectMapping(columns), defaults, source: sourceOf(columns) };
  return { source: reading.source, requests: rows.map((cells) => rowRequest(cells, reading)) };
}

describe('the file of a product', () => {
  it('of Buffer has its text, images, tags and local times', () => {
    const { source, requests } = requestsOf('buffer.csv', { platforms: ['twitter'], time_zone: 'Europe/Berlin' });
    expect(source).toBe('buffer');
    expect(requests.map(({ body }) => body)).toEqual([
      {
        title: 'Our summer campaign starts today.',
        description: 'Our summer campaign starts today.\n\n#summer',
        platforms: ['twitter'],
        scheduled_at: { local: '2027-01-23T17:30', time_zone: 'Europe/Berlin' },
        media: [{ url: 'https://media.example.com/a.jpg', type: 'image' }],
      },
      {
        title: 'Second, with a comma',
        description: 'Second, with a comma',
        platforms: ['twitter'],
        scheduled_at: { local: '2027-01-24T09:00', time_zone: 'Europe/Berlin' },
        labels: ['Product news', 'Summer'],
      },
    ]);
  });

  it('of Hootsuite has no header, and a link after the text', () => {
    const { source, requests } = requestsOf('hootsuite.csv');
    expect(source).toBe('hootsuite');
    expect(requests.map(({ body }) => [body.description, body.scheduled_at])).toEqual([
      ['Our summer campaign starts today.\nhttps://example.com/summer', { local: '2027-01-23T17:30' }],
      ['A post without a link', { local: '2027-01-24T09:05' }],
    ]);
  });

  it('of Postiz has a key, plain text, the platform and a time in UTC', () => {
    const { source, requests } = requestsOf('postiz.json');
    expect(source).toBe('postiz');
    expect(requests).toMatchObject([
      {
        key: 'cm4ean69r0003w8w1cdomox9n',
        body: {
          description: 'Our summer campaign starts today.\nTom & Ada',
          platforms: ['x'],
          scheduled_at: '2027-01-23T17:30:00.000Z',
        },
      },
      { key: 'cm4ean69r0004w8w1cdomox9n', body: { platforms: ['linkedin'] } },
    ]);
  });

  const postizRow = (state: string, defaults: ImportDefaults, mapping: ColumnMapping | null = null) => {
    const columns = ['content', 'publishDate', 'state'];
    const reading = { columns, mapping: mappingFor(columns, mapping), defaults, source: sourceOf(columns) };
    return rowRequest(['A post', '2027-01-24T09:05:00.000Z', state], reading);
  };

  it.each([{}, { queue: 'default' }])('of Postiz has drafts without a time, also with the defaults %j', (defaults) => {
    expect(postizRow('DRAFT', defaults)).toEqual({
      ...{ key: null, slot: null, errors: [] },
      body: { title: 'A post', description: 'A post' },
    });
  });

  it.each([
    ['PUBLISHED', 'published_elsewhere'],
    ['ERROR', 'failed_elsewhere'],
    ['constructor', 'invalid_state'],
  ])('of Postiz has no post to plan in the state %s', (state, code) => {
    expect(postizRow(state, {}).errors).toMatchObject([{ pointer: '/state', code }]);
    expect(postizRow(state, {}, { text: 'content' }).errors).toMatchObject([{ code }]);
  });

  it('of another product may have a column with the name state', () => {
    expect(detectMapping(['text', 'state'])).toEqual({ text: 'text' });
  });
});

describe('a file', () => {
  it.each([
    ['commas', 'a,b\n1,"2, 3"\n'],
    ['semicolons', 'a;b\r\n1;"2, 3"\r\n'],
    ['tabs', 'a\tb\n1\t"2, 3"'],
    ['a byte order mark', '\ufeffa,b\n1,"2, 3"'],
    ['empty lines', 'a,b\n\n1,"2, 3"\n,\n\n'],
    ['more cells than columns in no row', 'a,b\n1,"2, 3"'],
  ])('of CSV may have %s', (_, text) => {
    expect(parsed(text)).toEqual({ columns: ['a', 'b'], rows: [['1', '2, 3']] });
  });

  it('may be what spreadsheets call Unicode text', () => {
    const text = 'text\tday\nGrüße\t1';
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(parseFile(bytes, 'csv')).toEqual({ columns: ['text', 'day'], rows: [['Grüße', '1']] });
  });

  it('names the columns that have no name, and fills short rows', () => {
    expect(parsed('a,,c\n1\n1,2,3,4')).toEqual({
      columns: ['a', 'Column 2', 'c', 'Column 4'],
      rows: [
        ['1', '', '', ''],
        ['1', '2', '3', '4'],
      ],
    });
  });

  it('of JSON lines has a column per field, also of objects within', () => {
    expect(parsed('{"a":1,"b":{"c":"x"}}\n\n{"a":[2]}', 'jsonl')).toEqual({
      columns: ['a', 'b.c'],
      rows: [
        [1, 'x'],
        [[2], null],
      ],
    });
  });

  it.each([
    ['invalid UTF-8', 'csv', Buffer.from([0x61, 0xff]), 'invalid_encoding'],
    ['no JSON', 'jsonl', bytesOf('{"a":1}\n{"a":'), 'invalid_json_lines'],
    ['a list of texts', 'jsonl', bytesOf('["a"]'), 'invalid_json_lines'],
    ['one cell of megabytes', 'csv', bytesOf(`a\n${'x'.repeat(2_000_000)}`), 'invalid_csv'],
    ['a long cell', 'csv', bytesOf(`a\n${'x'.repeat(20_001)}`), 'cell_too_long'],
    [
      'many columns',
      'csv',
      bytesOf(`${Array.from({ length: 101 }, (_, index) => index).join(',')}\n1`),
      'too_many_columns',
    ],
    ['too many rows', 'jsonl', bytesOf('{"a":1}\n'.repeat(10_001)), 'too_many_rows'],
    ['columns twice', 'csv', bytesOf('a,a\n1,2'), 'duplicate_column'],
    ['nothing', 'csv', bytesOf(''), 'no_rows'],
    ['a quote in a value', 'csv', bytesOf('a,b\nx"y,2'), 'invalid_csv'],
  ] as const)('with %s is rejected', (_, format, bytes, code) => {
    expect(parseFile(bytes, format)).toMatchObject({ code });
  });

  // Padded to the widest row, these files would have hundreds of millions of cells, more than the memory of a function.
  it.each([
    ['csv', `a${','.repeat(100_000)}\n${'b\n'.repeat(9_000)}`],
    ['jsonl', `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',')}}\n${'{}\n'.repeat(9_900)}`],
  ] as const)('of %s with one wide row is rejected before its other rows are padded', (format, text) => {
    expect(parsed(text, format)).toMatchObject({ code: 'too_many_columns' });
  });

  it.each([
    ['a list of 20,000 levels', nested('thread', 20_000), 'value_too_deep'],
    ['objects of 20,000 levels', `{"a":${'{"b":'.repeat(20_000)}1${'}'.repeat(20_001)}`, 'value_too_deep'],
    ['a value of 21 levels', nested('thread', 21), 'value_too_deep'],
    ['a list of megabytes', `{"labels":[${'"label",'.repeat(500_000)}""]}`, 'row_too_long'],
    ['20 long cells', JSON.stringify({ ...Array(20).fill('x'.repeat(16_000)) }), 'row_too_long'],
  ])('of JSON lines with %s is rejected with the row', (_, row, code) => {
    const found = parsed(`{"text":"a"}\n${row}`, 'jsonl');
    expect(found).toMatchObject({ code, detail: expect.stringMatching(/^Row 2 /) });
  });

  it('has values of 20 levels at most', () => {
    expect(parsed(nested('thread', 20), 'jsonl')).toMatchObject({ columns: ['thread'] });
  });

  it.each([
    ['empty lines', ''],
    ['lines of delimiters', ','],
    ['lines of spaces', ' , '],
  ])('has its rows behind any number of %s', (_, blank) => {
    const text = ['a,b', '1,2', ...Array(10_001).fill(blank), '3,4'].join('\n');
    expect(parsed(text)).toMatchObject({
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
  });

  it('has 10,000 rows at most', () => {
    expect(parsed(`a\n${'1\n'.repeat(10_000)}`)).toMatchObject({ columns: ['a'] });
  });

  it.each([
    ['labels', '["a, b", "c"]', { labels: ['a, b', 'c'] }],
    ['labels', '[a], b', { labels: ['[a]', 'b'] }],
    ['thread', ' [{"text": "Second"}]', { thread: [{ text: 'Second' }] }],
    ['thread', 'Second', { thread: 'Second' }],
    ['thread', nested('a', 21), { thread: nested('a', 21) }],
    ['metadata', '{"origin": "crm"}', { metadata: { origin: 'crm' } }],
    ['templates', 'promo', { templates: 'promo' }],
    ['first_comment', '["a"]', { first_comment: '["a"]' }],
  ])('of CSV has in %s the cell %s as %j', (column, cell, expected) => {
    const reading = { columns: [column], mapping: { [column]: column }, defaults: {}, source: null };
    expect(rowRequest([cell], reading).body).toEqual(expected);
  });

  it('has the default snippet where a row has no text, and the default account set where it has no accounts', () => {
    const templates = { snippet: 'Launch', account_set: 'Brand', signature: 'Team' };
    const columns = ['text', 'accounts'];
    const reading = { columns, mapping: detectMapping(columns), defaults: { templates }, source: null };
    const of = (...cells: string[]) => rowRequest(cells, reading).body;
    expect(of('', '')).toEqual({ templates });
    expect(of('A', 'acc_1')).toEqual({
      ...{ title: 'A', description: 'A', accounts: ['acc_1'] },
      templates: { signature: 'Team' },
    });
  });

  it('has columns that are properties of objects like any others', () => {
    const { columns, rows } = parsed('{"__proto__":"a","constructor":"b","text":"c"}', 'jsonl') as ParsedFile;
    const reading = { columns, mapping: detectMapping(columns), defaults: {}, source: null };
    expect(rowRequest(rows[0]!, reading).body).toEqual({ title: 'c', description: 'c' });
    const named = parsed('text,platforms\na,constructor') as ParsedFile;
    const of = { ...reading, columns: named.columns, mapping: detectMapping(named.columns) };
    expect(rowRequest(named.rows[0]!, of).body.platforms).toEqual(['constructor']);
  });
});
