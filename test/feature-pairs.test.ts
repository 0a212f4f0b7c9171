import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import PROOFS from './feature-pairs.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

const FEATURES = [
  'recurrence',
  'queue',
  'halt',
  'import',
  'export',
  'duplicate guard',
  'link rules',
  'templates',
  'approval',
  'agents',
  'account changes',
  'time zone',
  'removal of a member',
];

const PAIRS = FEATURES.flatMap((feature, index) => FEATURES.slice(index + 1).map((other) => `${feature} | ${other}`));

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  if (!sources.has(file)) {
    const path = join(ROOT, 'test', file);
    sources.set(file, file.endsWith('.test.ts') && existsSync(path) ? readFileSync(path, 'utf8') : '');
  }
  return sources.get(file)!;
}

/** Return whether a test file has a test with a title: the first argument of `it`, or of what `it.each` returns. */
function hasTest(file: string, title: string): boolean {
  const source = sourceOf(file).replaceAll(/\(\s+/g, '(').replaceAll("\\'", "'");
  return ["'", '`', '"'].some((quote) => source.includes(`(${quote}${title}${quote},`));
}

describe('the table of pairs of features', () => {
  it('has each of the 78 pairs once, in the order of the features', () => {
    expect(PAIRS).toHaveLength(78);
    expect(Object.entries(PROOFS).flatMap(([pair, { tests }]) => (tests.length > 0 ? [pair] : []))).toEqual(PAIRS);
  });

  it('says of each pair what must hold', () => {
    expect(Object.entries(PROOFS).flatMap(([pair, { holds }]) => (holds.length < 20 ? [pair] : []))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = Object.entries(PROOFS).flatMap(([pair, { tests }]) =>
      tests.flatMap((test) => {
        const [, file = '', title = ''] = /^(\S+) › (.+)$/.exec(test) ?? [];
        return hasTest(file, title) ? [] : [`${pair}: ${test}`];
      }),
    );
    expect(missing).toEqual([]);
  });
});
