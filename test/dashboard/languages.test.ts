import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import ts from '../../dashboard/node_modules/typescript/lib/typescript.js';
import { chooseLanguage } from '../../dashboard/src/language/choose-language.ts';

type Texts = Record<string, Record<string, string>>;

const SOURCE = join(import.meta.dirname, '../../dashboard/src');
const FOLDER = join(SOURCE, '../languages');
const LANGUAGES = readdirSync(FOLDER).map((file) => file.replace('.json', ''));
const read = (language: string): Texts => JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));
const english = read('en');
const keysOf = (texts: Texts) =>
  Object.keys(texts).flatMap((name) => Object.keys(texts[name]!).map((key) => `${name}.${key}`));

// What the API document says, which is in English.
const GENERATED = ['api/platform-descriptions.ts', 'api/schema.d.ts', 'api/values.ts'];

const SOURCES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !GENERATED.includes(path))
  .map((path) => ({ path, code: readFileSync(join(SOURCE, path), 'utf8') }));

/** The names that a message expects, for example `count` and `link`. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (elements: readonly object[]) => {
    for (const element of elements as {
      value?: string;
      type: number;
      children?: object[];
      options?: Record<string, { value: object[] }>;
    }[]) {
      // Type 0 is text, and type 7 the `#` of a plural.
      if (element.type !== 0 && element.type !== 7) names.add(element.value!);
      if (element.children) visit(element.children);
      for (const option of Object.values(element.options ?? {})) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(message, 'en').getAst());
  return [...names].sort();
}

/** The texts of a source that a person reads: in elements, in attributes, and sentences in the code. */
function textsIn({ path, code }: { path: string; code: string }): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    // The message of an error is for the console.
    if (ts.isNewExpression(node) && node.expression.getText().endsWith('Error')) return;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) return;
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) found.push(node.text.trim());
    const isRead =
      ts.isJsxAttribute(node.parent ?? node) &&
      /^(label|title|placeholder|alt|aria-label|hint)$/.test((node.parent as ts.JsxAttribute).name.getText());
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? templateText(node) : '';
    if (/^\p{Lu}\p{Ll}+.* \p{L}/u.test(text) || (isRead && /\p{L}{2}/u.test(text))) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found.map((text) => `${path}: ${text}`);
}

/** A template as it reads with a number for each value. */
function templateText(template: ts.TemplateExpression): string {
  return template.head.text + template.templateSpans.map(({ literal }) => `0${literal.text}`).join('');
}

describe('The texts of the dashboard', () => {
  it.each(LANGUAGES)('are complete in %s, with the same values', (language) => {
    const texts = read(language);
    expect(keysOf(texts)).toEqual(keysOf(english));
    for (const [section, messages] of Object.entries(english)) {
      for (const [key, message] of Object.entries(messages)) {
        expect({ key, names: argumentsOf(texts[section]![key]!) }).toEqual({ key, names: argumentsOf(message) });
      }
    }
  });

  const code = SOURCES.map((source) => source.code).join('\n');
  // A key that is built ends its fixed part with the name of its section, or with the first word of the key.
  const built = [...code.matchAll(/`(\w+\.\w*)\$\{/g)].map((match) => match[1]!);
  const isBuilt = (key: string) => built.some((prefix) => key.startsWith(prefix));

  it('are all used', () => {
    expect(keysOf(english).filter((key) => !code.includes(`'${key}'`) && !isBuilt(key))).toEqual([]);
  });

  it('stand once: what several screens say in every language alike is a text of `words`', () => {
    const all = LANGUAGES.map(read);
    const fixed = keysOf(english).filter((key) => !isBuilt(key));
    const textsOf = (key: string) => {
      const [section, name] = key.split('.') as [string, string];
      return JSON.stringify(all.map((texts) => texts[section]![name]));
    };
    const first = new Map(fixed.toReversed().map((key) => [textsOf(key), key]));
    expect(fixed.filter((key) => first.get(textsOf(key)) !== key)).toEqual([]);
  });

  it('are in the files of the languages, not in the code', () => {
    // The name of the service is the same in each language.
    expect(SOURCES.flatMap(textsIn)).toEqual(['main.tsx: Content Intelligence']);
  });

  it('are found in the code when they are there', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is part of the code.
    const code = 'const a = <p title="Read me">Hello</p>; const b = `Saved ${n} posts`; const c = "Not saved yet";';
    expect(textsIn({ path: 'a.tsx', code })).toEqual([
      'a.tsx: Read me',
      'a.tsx: Hello',
      'a.tsx: Saved 0 posts',
      'a.tsx: Not saved yet',
    ]);
  });
});

describe('The language of the dashboard', () => {
  it('is the stored one, then the first of the browser that exists, then English', () => {
    expect(chooseLanguage(['de', 'en'], 'de', ['en-US'])).toEqual({ language: 'de', locale: 'de' });
    expect(chooseLanguage(['de', 'en'], null, ['it', 'de-AT', 'en'])).toEqual({ language: 'de', locale: 'de-AT' });
    expect(chooseLanguage(['de', 'en'], 'xx', ['it'])).toEqual({ language: 'en', locale: 'en' });
  });

  it('is not that of an invalid tag, which the browser has where LANG is C', () => {
    const inBrowser = (...tags: string[]) => chooseLanguage(['de', 'en'], null, tags);
    expect(inBrowser('en-US@posix')).toEqual({ language: 'en', locale: 'en' });
    expect(inBrowser('en-US@posix', 'de-AT')).toEqual({ language: 'de', locale: 'de-AT' });
    expect(inBrowser('', 'de_DE')).toEqual({ language: 'en', locale: 'en' });
    expect(chooseLanguage(['de', 'en'], 'de', ['de-DE@posix'])).toEqual({ language: 'de', locale: 'de' });
  });
});
