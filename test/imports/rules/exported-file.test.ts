import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRows } from '../../../lib/exports/rules/export-rows.ts';
import { type ParsedFile, parseFile } from '../../../lib/imports/rules/parse-file.ts';

const parsed = (text: string) => parseFile(Buffer.from(text), 'csv') as ParsedFile;
const textsOf = ({ columns, rows }: ParsedFile) => rows.map((row) => row[columns.indexOf('text')]);

const fileOf = (texts: readonly string[]) =>
  formatRows(
    texts.map((text, index) => ({ json: null, columns: { id: `cnt_${index}`, title: 'Title', text } })),
    'content',
    'csv',
    true,
  );

describe('the CSV file of an export', () => {
  it('has each text as it was, whatever it begins with and has behind separators and line breaks', () => {
    const sign = fc.constantFrom(...`'"=+-@;,\t\n a`, '\uff1d', '\u{1f389}');
    const text = fc.oneof(
      fc.array(sign, { maxLength: 20 }).map((signs) => signs.join('')),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        expect(textsOf(parsed(fileOf(texts)))).toEqual(texts);
      }),
      { numRuns: 300 },
    );
  });

  it('has each text as it was after a spreadsheet has stored it with semicolons', () => {
    const texts = ['@acme', 'a;=1', 'a,=1', "'=1", 'a\n- b'];
    const records: string[][] = parse(fileOf(texts));
    expect(textsOf(parsed(stringify(records, { delimiter: ';', bom: true })))).toEqual(texts);
  });

  it('is no export without the columns that tell it: its apostrophes stay', () => {
    expect(textsOf(parsed(fileOf(['@acme']).replace('scheduled_local', 'local')))).toEqual(["'@acme"]);
  });
});
