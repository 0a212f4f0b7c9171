import { describe, expect, test } from 'vitest';
import { safeJson, withFamiliarNames } from '../../clients/cli/src/cell.ts';
import { flagFields, planFields, postFields } from '../../clients/cli/src/field-names.ts';
import { renderObject } from '../../clients/cli/src/object-view.ts';
import { OPERATIONS } from '../../clients/cli/src/operations.ts';
import { columnsOf, renderTable } from '../../clients/cli/src/table.ts';

const ID = 'cnt_01K00000000000000000000000';
const UNLIMITED = Number.POSITIVE_INFINITY;

describe('a table', () => {
  const rows = [
    { id: ID, title: 'A long title that does not fit', status: 'draft', platforms: ['twitter'], workspace_id: 'ws_1' },
    { id: ID, title: '日本語のタイトルは二倍の幅', status: 'partially_published', platforms: ['bluesky'] },
  ];

  test('shortens only texts, and moves an id that does not fit to a line of its own', () => {
    expect(renderTable(rows, columnsOf(rows), 56).split('\n')).toEqual([
      'TITLE                     PLATFORMS  STATUS',
      '  ID',
      'A long title that does …  x          draft',
      `  ${ID}`,
      '日本語のタイトルは二倍…   bluesky    partially_published',
      `  ${ID}`,
    ]);
  });

  test('has one record per block where the columns are too many', () => {
    expect(renderTable(rows, columnsOf(rows), 30).split('\n\n')[0]!.split('\n')).toEqual([
      'TITLE      A long title that does not fit',
      'PLATFORMS  x',
      'STATUS     draft',
      `ID         ${ID}`,
    ]);
  });

  test('has no limit without a width', () => {
    const [, line] = renderTable(rows, columnsOf(rows), UNLIMITED).split('\n');
    expect(line).toContain('A long title that does not fit');
    expect(line).toContain(ID);
  });

  test('begins with the time, and has no column without a value', () => {
    const entry = { id: 'scd_1', content_id: ID, title: 'Hi', url: null, platform: 'twitter', status: 'pending' };
    expect(columnsOf([{ ...entry, scheduled_at: '2026-12-01T09:00:00.000Z' }])).toEqual([
      'scheduled_at',
      'title',
      'platform',
      'status',
      'id',
    ]);
    expect(columnsOf([{ ...entry, scheduled_at: null }])).toEqual(['title', 'platform', 'status', 'id']);
    expect(renderTable([{ name: 'one', url: null }], ['name', 'url'], 80)).toBe('NAME\none');
  });

  test('shows no control characters, nor does JSON', () => {
    expect(safeJson({ title: '\u009b2J\u202e' })).toBe('{"title":"\\u009b2J\\u202e"}');
    expect(renderTable([{ 'a\u001b[2J': 1 }], ['a\u001b[2J'], 80)).not.toContain('\u001b');
    const hostile = {
      title: '\u0007x',
      list: [{ 'a\u001b': '\u001b[31m' }],
      local: { local: '\u001b', time_zone: 'a' },
    };
    const text = renderTable([{ title: 'a\u001b[31mb\nc\u202ed' }], ['title'], 80) + renderObject(hostile, 80);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be absent.
    expect(text.replace(/\n/g, '')).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

describe('an object', () => {
  test('has its lists of objects as tables after its fields, with times on the clock of the machine', () => {
    const at = new Date(2026, 11, 1, 9, 0, 7).toISOString();
    const value = { reach: 4, as_of: at, best: [{ weekday: 'monday', hour: 9 }], scope: { platform: 'twitter' } };
    expect(renderObject(value, 80)).toBe(
      'reach  4\nas_of  2026-12-01 09:00:07\nscope  {"platform":"x"}\n\nbest\nWEEKDAY  HOUR\nmonday   9',
    );
  });

  test('does not print more rows than a person reads', () => {
    expect(renderObject({ hours: Array.from({ length: 168 }, () => ({ posts: 0 })) }, 80)).toBe(
      'hours: 168 rows, which --json prints.',
    );
  });
});

describe('an error', () => {
  const create = OPERATIONS.find(({ resource, verb }) => resource === 'content' && verb === 'create')!;

  test.each([
    ['/title', '<text>', '--title', 'text'],
    ['/description', '<text>', '--description', 'text'],
    ['/platforms/0', '--to', '--platforms', 'platforms'],
    ['/scheduled_at/local', '--at', '--scheduled-at (local)', 'at'],
    ['/media/1/alt', '--alt (number 2)', '--media (1/alt)', 'alt_2'],
    ['/thread/1/text', '--thread (number 2)', '--thread (1/text)', 'thread_2'],
    ['/other', '/other', '/other', '/other'],
  ])('names %s as a person has given it', (pointer, ofPost, ofOperation, ofPlan) => {
    expect([postFields(pointer), flagFields(create)(pointer), planFields(pointer)]).toEqual([
      ofPost,
      ofOperation,
      ofPlan,
    ]);
  });

  test('names X once, and leaves addresses alone', () => {
    expect(withFamiliarNames('Must be one of: instagram, twitter, linkedin, x.')).toBe(
      'Must be one of: instagram, linkedin, x.',
    );
    expect(withFamiliarNames('twitter: see https://twitter.com/a')).toBe('x: see https://twitter.com/a');
  });
});
