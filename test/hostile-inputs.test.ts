import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import PROOFS from './hostile-inputs.json' with { type: 'json' };

// hostile-inputs.json has each invalid input with its response, and the tests that prove it. These tests verify it.

const ROOT = join(import.meta.dirname, '..');

/** How many rows each part of the list has. */
const PARTS = { C1: 15, C2: 9, C3: 8, C4: 10, C5: 9, C11: 2, C12: 8 };

interface Row {
  row: string;
  response: string;
  tests: string[];
}

const rows: Row[] = Object.entries(PROOFS).map(([row, proof]) => ({ row, ...proof }));

/** The tests that prove a row: the file below `test/`, and the title. */
function testsOf({ row, tests }: Row): { row: string; file: string; title: string }[] {
  return tests.map((named) => {
    const [, file, title] = /^([\w/-]+\.test\.ts) › (.+)$/.exec(named) ?? [];
    if (!file || !title) throw new Error(`${row} names no test in: ${named}`);
    return { row, file, title };
  });
}

const isUntested = ({ response }: Row) => response.startsWith('Not tested: ');

describe('the list of invalid inputs', () => {
  it('has every row once, in order', () => {
    const all = Object.entries(PARTS).flatMap(([part, count]) =>
      Array.from({ length: count }, (_, index) => `${part}.${index + 1}`),
    );
    expect(rows.map(({ row }) => row)).toEqual(all);
  });

  it('has a reason for every row that is not tested', () => {
    for (const { response } of rows.filter(isUntested)) expect(response.length).toBeGreaterThan(40);
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual(rows.filter(isUntested));
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
