import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';
import { objectHeaders } from '../../lib/app/site/object-headers.ts';

const FIRST_SCREEN_BYTES = 200_000;

describe('The build of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-build-'));
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  beforeAll(() => buildDashboard(folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A script with those that it imports at once. */
  function withImports(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, next] of read(`assets/${name}`).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
      withImports(next!, found);
    }
    return found;
  }

  it('has at most 200 kB of compressed scripts for the first screen, in each language', () => {
    const scripts = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'));
    const entry = basename(/src="(assets\/main-[^"]+)"/.exec(read('index.html'))![1]!);
    const calendar = scripts.find((file) => file.startsWith('calendar-'))!;
    const largestLanguage = Math.max(
      ...scripts.filter((file) => /^(de|en|es|fr)-/.test(file)).map((file) => gzipSync(read(`assets/${file}`)).length),
    );
    const loaded = withImports(calendar, withImports(entry));
    const bytes = [...loaded].map((file) => gzipSync(read(`assets/${file}`)).length);
    const total = bytes.reduce((sum, each) => sum + each, largestLanguage);
    // A build whose imports the test does not find would have next to nothing.
    expect(total).toBeGreaterThan(FIRST_SCREEN_BYTES / 4);
    expect(total).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
  });

  it('has a page without inline scripts and styles, which its content security policy forbids', () => {
    const page = read('index.html');
    expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/ src="assets\/main-[A-Z0-9]+\.js"/)]);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('has a script and styles that exist, each named with a hash of its content', () => {
    const named = [...read('index.html').matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(named.length).toBe(2);
    for (const path of named) {
      expect(path).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
      expect(existsSync(join(folder, path)), path).toBe(true);
    }
  });

  it('has the same names when it is built again from the same source', () => {
    const again = mkdtempSync(join(tmpdir(), 'dashboard-build-'));
    try {
      buildDashboard(again);
      expect(readdirSync(join(again, 'assets')).sort()).toEqual(readdirSync(join(folder, 'assets')).sort());
      expect(readFileSync(join(again, 'index.html'), 'utf8')).toBe(read('index.html'));
    } finally {
      rmSync(again, { recursive: true });
    }
  });

  it('has a manifest whose icons have the size that it states', async () => {
    expect(read('index.html')).toContain('<link rel="manifest" href="manifest.webmanifest">');
    expect(objectHeaders('app/manifest.webmanifest')['content-type']).toBe('application/manifest+json');
    const { icons, display, start_url } = JSON.parse(read('manifest.webmanifest')) as {
      icons: { src: string; sizes: string; purpose: string }[];
      display: string;
      start_url: string;
    };
    expect({ display, start_url }).toEqual({ display: 'standalone', start_url: './' });
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ]);
    for (const { src, sizes } of icons) {
      const { width, height } = await sharp(join(folder, src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});
