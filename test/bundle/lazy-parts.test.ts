import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildBundles } from '../../lib/bundle/build.ts';

// Where bundles are built: below the package.json of the project.
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
mkdirSync(CACHE, { recursive: true });
const FOLDER = mkdtempSync(join(CACHE, 'lazy-parts-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

// It accepts local times, for which it loads the polyfill of Temporal.
const NAME = 'content/validate';
const { [NAME]: content, 'queues/list': alone } = buildBundles({ [NAME]: NAME, 'queues/list': 'queues/list' }, FOLDER);
const files = readdirSync(join(FOLDER, NAME)).filter((file) => file.endsWith('.js'));
const partOf = (name: string) => files.find((file) => file.startsWith(`${name}-`))!;

describe('a bundle whose modules load others when a request needs them', () => {
  it('has these in files of their own', () => {
    const temporal = Object.keys(content!.inputs).filter((path) => path.includes('temporal-polyfill'));
    expect(temporal).not.toEqual([]);
    const having = files.filter((file) => readFileSync(join(FOLDER, NAME, file), 'utf8').includes('PlainDateTime'));
    expect(having).toHaveLength(1);
    expect(having).not.toContain('index.js');
  });

  it('loads a part that shares its modules with the rest', () => {
    const load = createRequire(import.meta.url);
    const { parsePublicationTime } = load(join(FOLDER, NAME, partOf('publication-time')));
    const nowMs = Date.parse('2027-03-01T00:00:00Z');
    const time = parsePublicationTime({ local: '2027-03-28T02:30' }, '/scheduled_at', 'Europe/Berlin', nowMs);
    expect(time).toEqual({
      at: '2027-03-28T01:30:00.000Z',
      local: { local: '2027-03-28T02:30', time_zone: 'Europe/Berlin', clock: 'gap' },
    });
  });

  it('has no file of what no request loads', () => {
    const reached = new Set(['index.js']);
    for (const file of reached) {
      const source = readFileSync(join(FOLDER, NAME, file), 'utf8');
      for (const [, other] of source.matchAll(/require\(["'`]\.\/([^"'`]+)["'`]\)/g)) reached.add(other!);
    }
    expect(files.toSorted()).toEqual([...reached].sort());
  });

  it('is one file where no module does', () => {
    expect(alone!.bytes).toBeGreaterThan(0);
    expect(readdirSync(join(FOLDER, 'queues/list')).sort()).toEqual(['index.js', 'index.js.map']);
  });
});

describe('a bundle with an entity', () => {
  it('has its keys, and not what operators do with its items', () => {
    const source = readFileSync(join(FOLDER, 'queues/list', 'index.js'), 'utf8');
    expect(source).toContain('WS#{workspace_id}#QUEUE');
    expect(source).not.toContain('isExported');
  });
});
