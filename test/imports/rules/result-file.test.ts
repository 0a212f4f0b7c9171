import { describe, expect, it } from 'vitest';
import { type ParsedFile, parseFile } from '../../../lib/imports/rules/parse-file.ts';
import { formatResults } from '../../../lib/imports/rules/result-file.ts';
import type { RowResult } from '../../../lib/imports/rules/row-result.ts';

const parsed = (text: string) => parseFile(Buffer.from(text), 'csv') as ParsedFile;

/** The result file of a file whose rows are all wrong. */
function resultOf({ columns, rows }: ParsedFile): string {
  const results = rows.map((cells, index): RowResult => {
    const problem = { field: 'text', column: '=text', code: 'invalid', detail: '-', content_id: null };
    const nothing = { title: null, platforms: [], scheduled_at: null, scheduled_local: null, queue_id: null };
    const identity = { row: index + 1, key: null, hash: '', cells };
    return { ...identity, ...nothing, status: 'invalid', warnings: [], problems: [problem], content_id: null };
  });
  return formatResults(results, { columns, format: 'csv' }, true);
}

describe('a result file that is sent again', () => {
  const values = [
    '@friends',
    '=1+1',
    '-1',
    '+1',
    '\t=1',
    '\r=1',
    '\uff0b1',
    '\uff0d1',
    '\uff1d1',
    '\uff201',
    '- a, "b"',
  ];

  it.each([
    ['that its guard has prefixed', values],
    ['that had apostrophes before', ["'@friends", "''=1", "'plain", "'", "don't", "'-"]],
    ['without a prefix', ['plain', 'a=b', '', '"quoted"']],
  ])('has the values %s', (_, texts) => {
    const file = { columns: ['=text', "'@key", 'n'], rows: texts.map((text, index) => [text, text, String(index)]) };
    expect(parsed(resultOf(file))).toEqual(file);
  });

  it('can be sent again with its own result file', () => {
    const file = { columns: ['text', 'platforms'], rows: [['@friends', 'myspace']] };
    expect(parsed(resultOf(parsed(resultOf(file))))).toEqual(file);
  });

  it('may have as many columns as a file can', () => {
    const columns = Array.from({ length: 100 }, (_, index) => `c${index}`);
    const file = { columns, rows: [columns] };
    expect(parsed(resultOf(file))).toEqual(file);
  });

  it('keeps apostrophes where a column of a result file is missing', () => {
    const text = resultOf({ columns: ['text'], rows: [['@friends']] }).replace('import_status', 'status');
    expect(parsed(text).rows[0]![0]).toBe("'@friends");
  });
});
