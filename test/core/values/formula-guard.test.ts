import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUARDED_CSV, guardFormulas, jsonCell, withoutGuard } from '../../../lib/core/values/formula-guard.ts';

const SIGNS = [...`'"=+-@;,\t\r\n a1[{:`, '\uff0b', '\uff0d', '\uff1d', '\uff20', '\u00e9', '\u{1f389}'];
const text = fc.oneof(
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join('')),
  fc.string({ unit: 'binary' }),
);

const RUNS = /^"*[-=+@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** The cells of a file in a program that separates by one of these. */
const cellsOf = (file: string) => [...[',', ';', '\t'].flatMap((each) => file.split(each)), ...file.split(/[\r\n]/)];

describe('the guard against formulas', () => {
  it('is removed from any text that has it, which is then as it was', () => {
    fc.assert(
      fc.property(text, (value) => void expect(withoutGuard(guardFormulas(value))).toBe(value)),
      { numRuns: 5_000 },
    );
  });

  it('leaves no cell of any text that a spreadsheet runs, whichever of these separates its cells', () => {
    fc.assert(
      fc.property(
        text,
        (value) => void expect(cellsOf(guardFormulas(value)).filter((cell) => RUNS.test(cell))).toEqual([]),
      ),
      { numRuns: 5_000 },
    );
  });

  it('leaves a text without such signs, and a number', () => {
    const values = ["don't", 'a=b', 'Thanks, @acme', 'a - b', "'quoted'", ''];
    expect(values.map(guardFormulas)).toEqual(values);
    expect(stringify([[-1, 'a']], GUARDED_CSV)).toBe('-1,"a"\n');
  });

  it('leaves the JSON of a list or an object valid, with the same value', () => {
    const json = fc.oneof(fc.array(text), fc.dictionary(text, text));
    fc.assert(
      fc.property(json, (value) => {
        const cell = jsonCell(value);
        expect(JSON.parse(cell)).toEqual(value);
        expect(() => JSON.parse(guardFormulas(cell))).not.toThrow();
        expect(JSON.parse(withoutGuard(guardFormulas(cell)))).toEqual(value);
      }),
    );
  });
});
