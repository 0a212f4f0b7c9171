import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const RUNBOOK = 'docs/runbook.md';

/** Texts in the reports of Lambda, which no source contains. */
const OF_LAMBDA = ['Task timed out', 'Max Memory Used', 'Init Duration'];

/** All source that runs in functions, with the value of a template as `…`, as the documents write it. */
const SOURCE = globSync('{functions,lib}/**/*.ts', { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/\$\{[^}]*\}/g, '…'))
  .join('\n');

/** The log messages that begin with a value, such as `${kind} email sent`. */
const COMPOSED = [...SOURCE.matchAll(/\blog\.\w+\(\s*`…( [^`…]+)`/g)].map(([, ending]) => ending!);

/** The texts in back quotes of a document, outside of its blocks of code. */
function quotedIn(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted!);
}

/** The values that a query compares a field of log lines with: `message = "…"`, `step = "…"`. */
function queriedIn(quoted: string): string[] {
  return [...quoted.matchAll(/\b(?:message|step|status|lane) = "([^"]+)"/g)].map(([, value]) => value!);
}

/** Log texts quoted as they are: several words without any sign of code. */
function sentencesIn(quoted: string): string[] {
  return /^[A-Za-z-]+(?: (?:[A-Za-z]+|…))+$/.test(quoted) && !quoted.startsWith('npm ') ? [quoted] : [];
}

describe('a log text in the runbook', () => {
  const texts = quotedIn(RUNBOOK).flatMap((quoted) => [...queriedIn(quoted), ...sentencesIn(quoted)]);

  it('is found more than thirty times', () => {
    expect(texts.length).toBeGreaterThan(30);
  });

  it('is a text that the service logs', () => {
    const isLogged = (text: string) =>
      OF_LAMBDA.includes(text) ||
      [`'${text}`, `\`${text}`].some((literal) => SOURCE.includes(literal)) ||
      COMPOSED.some((ending) => text.endsWith(ending));
    expect(texts.filter((text) => !isLogged(text))).toEqual([]);
  });
});
