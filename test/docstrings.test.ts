import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Imperatives that end in "s". Every other first word that does is a third person or a plural. */
const IMPERATIVES = [
  'Access',
  'Address',
  'Bypass',
  'Compress',
  'Discuss',
  'Express',
  'Focus',
  'Pass',
  'Process',
  'Suppress',
];

/** The first word of a docstring, and the name of the function below it: declared, or a constant that is one. */
const DOCUMENTED =
  /\/\*\*[\s*]*([A-Za-z]+)(?:[^*]|\*(?!\/))*\*\/\s*(?:\/\/ biome-ignore[^\n]*\s*)?(?:export )?(?:default )?(?:(?:async )?function\*?|const (?=\w+ = (?:async )?(?:<[^>\n]*>)?\([^\n]*=>)) ?(\w+)/g;

interface Docstring {
  firstWord: string;
  name: string;
}

function docstringsIn(source: string): Docstring[] {
  return [...source.matchAll(DOCUMENTED)].map(([, firstWord, name]) => ({ firstWord: firstWord!, name: name! }));
}

const isImperative = ({ firstWord }: Docstring) => !firstWord.endsWith('s') || IMPERATIVES.includes(firstWord);

const FILES = globSync('{bin,dashboard/src,functions,lib,test,tools}/**/*.{ts,tsx}', {
  cwd: ROOT,
  // Packages of tools, which `npm run real` installs.
  exclude: ['**/node_modules'],
});

describe('the docstring of a function', () => {
  const all = FILES.flatMap((file) =>
    docstringsIn(readFileSync(join(ROOT, file), 'utf8')).map((docstring) => ({ file, ...docstring })),
  );

  it('is found above more than 2,000 functions', () => {
    expect(all.length).toBeGreaterThan(2_000);
  });

  it('begins with an imperative', () => {
    expect(all.filter((docstring) => !isImperative(docstring))).toEqual([]);
  });

  it.each([
    '/** Returns a name. */\nexport function nameOf() {}',
    '/**\n * Copies a file.\n * And more.\n */\nasync function copy() {}',
    '/** Builds a row. */\nexport const toRow = (a: string) => [a];',
    '/** Counts. */\n// biome-ignore format: a table.\nexport function count() {}',
  ])('is rejected in the third person: %j', (source) => {
    expect(docstringsIn(source).map(isImperative)).toEqual([false]);
  });

  it.each([
    '/** Return a name. */\nexport function nameOf() {}',
    '/** Process a record. */\nexport async function process() {}',
  ])('is accepted as an imperative: %j', (source) => {
    expect(docstringsIn(source).map(isImperative)).toEqual([true]);
  });
});
