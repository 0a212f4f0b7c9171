import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkTypes, LANGUAGES, prepareLanguage } from './languages.ts';

// Requests name X `x`, and responses `twitter`: a comparison of a response with `x` is never true. `npm run clients` checks
// `programs/platforms.py` with mypy.

const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
const read = (path: string) => readFileSync(join(import.meta.dirname, '../../clients', path), 'utf8');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a comparison of a response with `x` does not compile in TypeScript, and a created endpoint has a secret', async () => {
  const own = join(folder, 'typescript');
  await prepareLanguage(LANGUAGES[0]!, own);
  await expect(checkTypes(own, 'platforms.ts')).resolves.toBeUndefined();
});

test('the platform of a response in Python is one of a closed list without `x`', () => {
  const text = read('python/content_intelligence/types.py');
  const [, target] = /^class Target\(TypedDict\):\n([\s\S]*?)\n\n/m.exec(text)!;
  expect(target).toMatch(/^ {4}platform: Platform$/m);
  expect(/^Platform = Literal\[([^\]]*)\]/m.exec(text)![1]).not.toContain('"x"');
});

test('the platform of a response in PHP is one of a closed list without `x`', () => {
  const text = read('php/src/Types.php');
  expect(text).toMatch(/@phpstan-type Target array\{platform: Platform, /);
  expect(/@phpstan-type Platform (.*)/.exec(text)![1]).not.toContain("'x'");
});

test('Go has one type for events, and no pointer to a flag whose default is false', () => {
  const text = read('go/types.go');
  expect(text).not.toContain('SubscribedEventType');
  const optional = [...text.matchAll(/^\t(\w+) +\*bool /gm)].map(([, name]) => name);
  for (const name of ['Sandbox', 'AllowDuplicate', 'Test', 'IsDefault']) {
    expect(text).toMatch(new RegExp(`^\t${name} +bool `, 'm'));
    if (name !== 'Sandbox') expect(optional).not.toContain(name);
  }
});

test('a created endpoint has a secret in Go, also one of its own', () => {
  const [, created] = /^type WebhookCreated struct \{\n([\s\S]*?)\n\}/m.exec(read('go/types.go'))!;
  expect(created).toMatch(/^\tSecret +string /m);
});
