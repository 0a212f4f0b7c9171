import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import PROOFS from './hostile-inputs.json' with { type: 'json' };

// hostile-inputs.json names the tests that prove each row of docs/testing.md. These tests verify it.

const ROOT = join(import.meta.dirname, '..');

/** How many rows each part of the list has. */
const PARTS = { C1: 15, C2: 9, C3: 8, C4: 10, C5: 9, C11: 2, C12: 8 };

interface Row {
  row: string;
  answered: string;
}

const rows: Row[] = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| C'))
  .map((line) => {
    const [row = '', , answered = '', ...more] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (more.length > 0) throw new Error(`${row} has more cells than its table`);
    return { row, answered };
  });

/** The tests that prove a row: the file below `test/`, and the title. */
function testsOf({ row }: Row): { row: string; file: string; title: string }[] {
  return proofOf(row).map((named) => {
    const [, file, title] = /^([\w/-]+\.test\.ts) › (.+)$/.exec(named) ?? [];
    if (!file || !title) throw new Error(`${row} names no test in: ${named}`);
    return { row, file, title };
  });
}

const proofOf = (row: string) => (PROOFS as Record<string, string[]>)[row] ?? [];

const isUntested = ({ answered }: Row) => answered.startsWith('Not tested: ');

describe('the list of invalid inputs', () => {
  it('has every row once, in order', () => {
    const all = Object.entries(PARTS).flatMap(([part, count]) =>
      Array.from({ length: count }, (_, index) => `${part}.${index + 1}`),
    );
    expect(rows.map(({ row }) => row)).toEqual(all);
    expect(Object.keys(PROOFS)).toEqual(all);
  });

  it('has a reason for every row that is not tested', () => {
    for (const { answered } of rows.filter(isUntested)) expect(answered.length).toBeGreaterThan(40);
    expect(rows.filter(({ row }) => proofOf(row).length === 0)).toEqual(rows.filter(isUntested));
  });

  it.each(rows.filter((row) => !isUntested(row)).flatMap(testsOf))(
    '$row is proven by $file: $title',
    ({ file, title }) => {
      const path = join(ROOT, 'test', file);
      expect(existsSync(path)).toBe(true);
      const source = readFileSync(path, 'utf8');
      const literals = ["'", '"', '`'].map((mark) => `${mark}${title}${mark}`);
      expect(literals.some((literal) => source.includes(literal))).toBe(true);
    },
  );
});
