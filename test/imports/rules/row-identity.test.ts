import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/core/problems/define-problem.ts';
import { assertCorrections, mergeCorrections } from '../../../lib/imports/rules/row-identity.ts';

const LONG = Array(20).fill('a'.repeat(999));
const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

/** The codes of the problems of a correction of the first row. */
function codesOf(values: Record<string, unknown>, format: 'csv' | 'jsonl', before = {}): string[] {
  try {
    assertCorrections([{ row: 1, values }], { columns: ['a', 'b'], row_count: 1, format });
    mergeCorrections(before, [{ row: 1, values }], { format });
    return [];
  } catch (error) {
    return ((error as ApiError).extensions.errors as { code: string }[]).map(({ code }) => code);
  }
}

describe('a correction', () => {
  it.each([
    ['a text of 20,000 characters', 'csv', 'x'.repeat(20_000), []],
    ['a text of 20,001 characters', 'csv', 'x'.repeat(20_001), ['too_long']],
    ['a text of 20,001 characters', 'jsonl', 'x'.repeat(20_001), ['too_long']],
    ['a list of 20,061 characters as JSON', 'csv', LONG, ['too_long']],
    ['a list of 20,061 characters as JSON', 'jsonl', LONG, []],
    ['a value of 20 levels', 'jsonl', nested(20), []],
    ['a value of 21 levels', 'jsonl', nested(21), ['nested_too_deeply']],
    ['a list of 300,000 bytes', 'jsonl', Array(100_000).fill(11), ['too_long']],
  ] as const)('with %s in %s is checked by the limits of a file', (_, format, value, codes) => {
    expect(codesOf({ a: value }, format)).toEqual(codes);
  });

  it('counts with those that the row has already', () => {
    const half = Array(10).fill('x'.repeat(19_000));
    expect(codesOf({ a: half }, 'jsonl', { 1: { a: half } })).toEqual([]);
    expect(codesOf({ a: half }, 'jsonl', { 1: { b: half } })).toEqual(['too_long']);
  });
});
