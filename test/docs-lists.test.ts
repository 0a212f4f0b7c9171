import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RESOURCE_TYPES } from '../lib/audit/rules/resource-types.ts';
import { TEXT_FIELDS } from '../lib/content/rules/view/readable-texts.ts';

// Lists of the documentation that repeat a list of the code.

const rowOf = (file: string, start: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(start))!;

/** The names of resources in the document, where they are not those of the API. */
const RESOURCE_NAMES: Record<string, string> = {
  workspace_settings: 'its settings',
  key: 'API key',
  content: 'content item',
  endpoint: 'webhook endpoint',
  delivery: 'replays',
  recovery: 'recoveries',
  media: 'media file',
  link_rules: 'link rule',
};

describe('the documentation', () => {
  it.each(Object.values(RESOURCE_TYPES))('names the audited resource %s in docs/audit.md', (type) => {
    expect(rowOf('docs/audit.md', '| recorded |')).toContain(RESOURCE_NAMES[type] ?? type.replaceAll('_', ' '));
  });

  it('has the shortcut of every screen in docs/dashboard.md', () => {
    const keys = [...readFileSync('dashboard/src/routes.ts', 'utf8').matchAll(/key: '(.)'/g)].map(([, key]) => key!);
    const row = rowOf('docs/dashboard.md', '| `g`, then a letter |');
    // `n` opens the composer without `g`.
    expect(keys.filter((key) => key !== 'n' && !row.includes(`\`${key}\``))).toEqual([]);
  });

  it.each(TEXT_FIELDS)('names the permission that shows %s in docs/reference/team.md', (field) => {
    expect(rowOf('docs/reference/team.md', field === 'title' ? '| `title`' : '| `description`')).toContain(
      `\`${field}\``,
    );
  });
});

describe('docs/README.md', () => {
  it('links every page of docs', () => {
    const pages = globSync('*.md', { cwd: 'docs' }).filter((page) => page !== 'README.md');
    const index = readFileSync('docs/README.md', 'utf8');
    expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
  });
});

describe('docs/compare.md', () => {
  it('has a source in each cell of another product, or says that there is none', () => {
    const lines = readFileSync('docs/compare.md', 'utf8').match(/^\| .+ \|$/gm)!;
    const rows = lines.filter((line) => !line.startsWith('| | '));
    const cells = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
    expect(cells.length).toBeGreaterThan(15);
    // What a whole product is, which its page in the first row shows.
    const OF_PRODUCT = ['machine', 'runs', 'license', 'also has'];
    const stated = cells.filter(([name]) => !OF_PRODUCT.includes(name!)).flatMap((row) => row.slice(2));
    expect(stated.filter((cell) => !cell.includes('](') && cell !== 'not documented')).toEqual([]);
  });
});

describe('README.md', () => {
  it('shows how to start, publish and deploy, on one page', () => {
    const text = readFileSync('README.md', 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(headings).toEqual(['Two commands', 'The first post', 'Deploy', 'Next']);
    expect(text.split('\n').length).toBeLessThanOrEqual(61);
  });
});
