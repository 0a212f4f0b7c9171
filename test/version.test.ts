import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../lib/bundle/documents.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Versioned {
  version: string;
}

const { version } = JSON.parse(read('package.json')) as Versioned;

describe('the version of package.json', () => {
  it.each(['dashboard', 'evaluation'])('is that of the workspace %s', (workspace) => {
    expect((JSON.parse(read(`${workspace}/package.json`)) as Versioned).version).toBe(version);
  });

  it('is that of the lock file, for each workspace', () => {
    const lock = JSON.parse(read('package-lock.json')) as Versioned & { packages: Record<string, Versioned> };
    const own = ['', 'dashboard', 'evaluation'].map((path) => lock.packages[path]!.version);
    expect([lock.version, ...own]).toEqual([version, version, version, version]);
  });

  it.each([
    'typescript/package.json',
    'cli/package.json',
    'python/pyproject.toml',
    'ruby/content_intelligence.gemspec',
  ])('is that of clients/%s, and of its changelog', (path) => {
    expect(/^[ ."a-z]*version"?\s*[:=]\s*"([^"]+)"/m.exec(read(`clients/${path}`))?.[1]).toBe(version);
    expect(read(`clients/${path.split('/')[0]}/CHANGELOG.md`)).toContain(`\n## ${version}\n`);
  });

  it('is that of server.json', () => {
    expect((JSON.parse(read('server.json')) as Versioned).version).toBe(version);
  });

  it('is that of the OpenAPI document', () => {
    expect((JSON.parse(readDocument('openapi.json')) as { info: Versioned }).info.version).toBe(version);
  });

  it('is the newest release of CHANGELOG.md, with its date', () => {
    const headings = read('CHANGELOG.md').match(/^## .*$/gm)!;
    expect(headings[0]).toBe('## [Unreleased]');
    expect(headings[1]).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`));
  });
});
