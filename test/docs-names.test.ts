import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../lib/bundle/documents.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = globSync('{*.md,docs/**/*.md,lib/platforms/*/*.md,evaluation/docs/*.md}', { cwd: ROOT });

/** Top-level folders whose paths the documentation names, followed by a slash. */
const PATH = /^(bin|dashboard|docs|evaluation|events|functions|lib|settings|test|tools)\/[\w./-]*$/;

/** A method of MCP Events, which has the form of a path. */
const MCP_METHOD = /^events\/(subscribe|unsubscribe)$/;

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

/** The texts of a document in back quotes, outside of its blocks of code. */
function quotedIn(document: string): string[] {
  return [
    ...read(document)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text]) => text!);
}

/** The names that match a pattern in any document, each with the document. */
function namesIn(find: (document: string) => string[]): { document: string; name: string }[] {
  return DOCUMENTS.flatMap((document) => find(document).map((name) => ({ document, name })));
}

/** The visible folders of a folder. Those that are not versioned are left out. */
function foldersOf(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const unversioned = ['node_modules', 'coverage', 'cdk.out'];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !unversioned.includes(entry.name))
    .map(({ name }) => name);
}

describe('the documentation', () => {
  it('names only paths that exist', () => {
    const paths = namesIn((document) =>
      quotedIn(document).filter((text) => PATH.test(text) && !MCP_METHOD.test(text) && !text.includes('node_modules')),
    );
    expect(paths.length).toBeGreaterThan(100);
    const candidates = (document: string, name: string) => [
      name,
      join(dirname(document), name),
      // Tests are named from their folder, and operations as their files.
      `test/${name}`,
      `functions/${name}.ts`,
    ];
    const exists = (document: string, name: string) =>
      candidates(document, name).some((path) => existsSync(join(ROOT, path)));
    expect(paths.filter(({ document, name }) => !exists(document, name))).toEqual([]);
  });

  it('names only commands of package.json', () => {
    const scripts = ['.', 'dashboard', 'evaluation'].flatMap((workspace) => {
      const { scripts } = JSON.parse(read(join(workspace, 'package.json'))) as { scripts: Record<string, string> };
      return Object.keys(scripts).map((name) => (workspace === '.' ? name : `${name} -w ${workspace}`));
    });
    const commands = namesIn((document) =>
      [...read(document).matchAll(/npm run (?:-s )?([\w:-]+(?: -w \w+)?)/g)].map(([, c]) => c!),
    );
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter(({ name }) => !scripts.includes(name))).toEqual([]);
  });

  it('names only endpoints of the API', () => {
    const { paths } = JSON.parse(readDocument('openapi.json')) as { paths: Record<string, Record<string, unknown>> };
    const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
    const routes = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
      ),
    );
    const RESOURCES = new Set(Object.keys(paths).map((path) => path.split('/')[1]));
    const route = /^(GET|POST|PUT|DELETE) (?:\/v1)?(\/[\w/{}.-]+)/;
    // A path of another server, or one whose absence the document states.
    const isForeign = (name: string) =>
      ['GET /content/validate', 'GET /v1/docs'].includes(name) || !RESOURCES.has(route.exec(name)![2]!.split('/')[1]!);
    const named = namesIn((document) => quotedIn(document).filter((text) => route.test(text)));
    expect(named.length).toBeGreaterThan(100);
    const isKnown = (name: string) => {
      const [, method, path] = route.exec(name)!;
      const platform = path!.replace(/^\/connect\/(twitter|linkedin|instagram|bluesky)$/, '/connect/{platform}');
      return routes.has(`${method} ${withoutNames(platform)}`);
    };
    expect(named.filter(({ name }) => !isKnown(name) && !isForeign(name))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  const quoted = quotedIn('CONTRIBUTING.md');
  const files = globSync('{bin,clients,dashboard,evaluation,events,functions,lib,settings,test,tools}/**/*.*', {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist', '**/vendor'],
  });

  it('quotes only identifiers that the code has', () => {
    // Names with an inner capital, and those in capitals: not words of English.
    const identifier = /(?<![\w./<-])(?:[A-Za-z]+[a-z][A-Z]\w*|[A-Z]{4,}[A-Z_]*|[A-Z]+_[A-Z_]+)(?![\w>])/g;
    const named = quoted.flatMap((text) => text.match(identifier) ?? []);
    expect(named.length).toBeGreaterThan(60);
    const isCode = (file: string) => /\.(tsx?|mjs|py)$/.test(file) && file !== 'test/docs-names.test.ts';
    const code = [...files.filter(isCode), 'vitest.config.ts'].map(read).join('\n');
    const words = new Set(code.match(/\w+/g));
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });

  it('quotes only names of files that exist, also those with a placeholder', () => {
    const named = quoted.filter((text) => /^[\w./<>*-]+\.(tsx?|json|jsonl|css|md)$/.test(text));
    expect(named.length).toBeGreaterThan(60);
    const pattern = (text: string) =>
      text
        .split(/<[a-z]+>|\*/)
        .map((part) => part.replaceAll('.', '\\.'))
        .join('[^/]+');
    const all = [...globSync('*', { cwd: ROOT }), ...globSync('docs/**/*.*', { cwd: ROOT }), ...files];
    const exists = (text: string) => {
      const path = new RegExp(`(^|/)${pattern(text)}$`);
      return all.some((file) => path.test(file));
    };
    expect(named.filter((text) => !exists(text) && !text.startsWith('node_modules/'))).toEqual([]);
  });
});

describe('the source, the tests and the documentation', () => {
  it('refer to pages of docs/reference, and to no contract outside of the repository', () => {
    const files = globSync('{bin,dashboard/src,docs,functions,lib,test,tools}/**/*.{md,ts,tsx}', {
      cwd: ROOT,
      exclude: ['**/node_modules'],
    });
    expect(files.length).toBeGreaterThan(1000);
    const citation = /\bcontract, section|\b(the|API) contract\b|\bsection \d+ of the contract/i;
    const isOwn = (file: string) => file !== 'test/docs-names.test.ts' && citation.test(read(file));
    expect(files.filter(isOwn)).toEqual([]);
  });
});

describe('a decision that the source, the tests or the documentation name by its number', () => {
  it('exists', () => {
    const files = globSync('{bin,dashboard/src,docs,evaluation,functions,lib,test,tools}/**/*.{md,ts,tsx,mjs,py}', {
      cwd: ROOT,
      exclude: ['**/node_modules'],
    });
    const numbers = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((file) => Number(/\d{4}/.exec(file)![0]));
    const named = [...files, 'CONTRIBUTING.md'].flatMap((file) =>
      [...read(file).matchAll(/\bdecision (\d+)\b/gi)].map(([, number]) => ({ file, number: Number(number) })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });
});

describe('the folders of the repository', () => {
  it('are in the map of CONTRIBUTING.md', () => {
    const map = quotedIn('CONTRIBUTING.md');
    const top = foldersOf('.').map((name) => `${name}/`);
    expect(top.filter((folder) => !map.includes(folder))).toEqual([]);
  });

  it.each(['lib', 'tools', 'test', 'dashboard/src', 'evaluation'])('below %s are in decision 5', (parent) => {
    const listed = quotedIn('docs/decisions/0005-layout.md');
    const isListed = (folder: string) => listed.some((text) => text === folder || text.startsWith(`${folder}<`));
    // Tests of a folder of lib are in a folder of its name.
    const others = foldersOf(parent).filter((name) => parent !== 'test' || !foldersOf('lib').includes(name));
    expect(others.filter((name) => !isListed(`${parent}/${name}/`))).toEqual([]);
  });

  it('of functions are resources of a feature', () => {
    const resources = globSync('lib/*/api/*', { cwd: ROOT }).map((path) => path.split('/').at(-1));
    expect(foldersOf('functions').filter((name) => !resources.includes(name))).toEqual([]);
  });
});
