import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SELF = 'test/language.test.ts';

/** Words of the first generation's private vocabulary, each with the standard term that replaces it. */
// biome-ignore format: one row per line is what makes it a table.
const BANNED: readonly (readonly [pattern: RegExp, example: string, instead: string])[] = [
  [/\btold\b|\btell(s|ing)? of\b/i, 'is told of', 'is reported, emits, notifies'],
  [/\bwhat became of\b/i, 'what became of it', 'the outcome, the status'],
  [/\bopens? (an |the |its |their )?accounts?\b/i, 'what opens an account', 'credentials'],
  [/\bopens nothing\b/i, 'opens nothing', 'is no longer valid'],
  [/\bwhoever\b/i, 'whoever asks', 'the caller, a client, an operator'],
  [/\bsomebody\b/i, 'somebody has to look', 'needs manual review'],
  [/\bnobody\b/i, 'nobody knows', 'the outcome is unknown'],
  [/\bof before\b/i, 'the token of before', 'previous, legacy'],
  [/\banew\b/i, 'begins anew', 'again, from scratch'],
  [/\bfor good\b/i, 'fails for good', 'permanently'],
  [/\bby (itself|themselves)\b/i, 'goes on by itself', 'automatically'],
  [/\bmend(s|ed|ing)?\b/i, 'can be mended', 'fix'],
  [/\bmeanwhile\b/i, 'it changed meanwhile', 'concurrently'],
  [/\blook(s|ed)? after\b/i, 'is looked after', 'is processed'],
  [/\b(woken|wakes?)\b/i, 'is woken', 'is triggered, a due message'],
  [/\btwins?\b/i, 'its twin', 'a duplicate'],
  [/\bseal(s|ed|ing)?\b/i, 'is sealed', 'is encrypted'],
  [/\bheir\b/i, 'the heir', 'the next default'],
  [/\brefus(al|als|er|ing)\b/i, 'a refusal', 'a rejection'],
  [/\bspeaks? of\b/i, 'what it speaks of', 'refers to'],
  [/\bheld against\b/i, 'is held against', 'is validated against'],
  [/\breckon(s|ed|ing)?\b/i, 'is reckoned', 'is computed'],
  [/\bputs? back\b/i, 'is put back', 'is requeued'],
  [/\bhand(s|ed)? over\b/i, 'is handed over', 'is moved'],
  [/\bgiven up\b/i, 'was given up', 'is abandoned, is exhausted'],
  [/\blives? on\b/i, 'the old one lives on', 'stays valid'],
  [/\bgone out\b/i, 'has gone out', 'was published'],
  [/\bword for programs\b/i, 'a word for programs', 'machine-readable code'],
  [/\bwhat is due\b/i, 'what is due', 'overdue work'],
  [/\bside by side\b/i, 'read side by side', 'in parallel'],
  [/\bcomes? late\b/i, 'comes late', 'is delayed'],
  [/\b(house|night)s?\b/i, 'of the house', 'the thing itself'],
  [/\bone's own\b/i, "of one's own", 'your own'],
];

/** Files whose text is generated from checked sources, or is data of other publishers, such as lists of words. */
const UNCHECKED = new RegExp(
  [
    '^LICENSE$',
    '^package-lock\\.json$',
    '^lib/platforms/twitter/facts/text/url-patterns\\.ts$',
    '^lib/analytics/rules/stop-words\\.ts$',
    '^test/core/table/schema-1\\.jsonl$',
    '\\.(pem|png)$',
  ].join('|'),
);

/** The banned words in a text, one line each; identifiers are read as the words they are made of. */
function violations(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
    return BANNED.filter(([pattern]) => pattern.test(line) || pattern.test(words)).map(
      ([, , instead]) => `${file}:${index + 1}: ${line.trim().slice(0, 100)} (instead: ${instead})`,
    );
  });
}

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== SELF && !UNCHECKED.test(file));

describe('the language of the repository', () => {
  it('is checked in more than 600 files', () => {
    expect(FILES.length).toBeGreaterThan(600);
  });

  it('has no word of the private vocabulary in any file', () => {
    const found = FILES.flatMap((file) => {
      try {
        return violations(file, readFileSync(join(ROOT, file), 'utf8'));
      } catch (error) {
        // A file that was deleted and not committed yet is still listed by git.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    });
    expect(found).toEqual([]);
  });

  it.each(BANNED)('rejects %s in: %s', (_pattern, example) => {
    expect(violations('a.ts', example).length).toBe(1);
  });

  it('reads the words that an identifier is made of', () => {
    expect(violations('a.ts', 'const toldFields = 1;').length).toBe(1);
    expect(violations('a.ts', 'what_became_of: string;').length).toBe(1);
  });

  it('accepts words that only contain a banned one', () => {
    expect(violations('a.ts', 'amendment, recommended, warehouse, overnight')).toEqual([]);
  });
});
