import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';

const MAX_FIRST_LOAD_BYTES = 150_000;

let outdir: string;
let page: string;

beforeAll(() => {
  outdir = mkdtempSync(join(tmpdir(), 'dashboard-'));
  buildDashboard(outdir);
  page = readFileSync(join(outdir, 'index.html'), 'utf8');
});
afterAll(() => rmSync(outdir, { recursive: true }));

const assets = () => readdirSync(join(outdir, 'assets'));
const textOf = (name: string) => readFileSync(join(outdir, 'assets', name), 'utf8');

/** The modules that a module imports when it loads, itself included. */
function loadedWith(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  for (const [, imported] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    loadedWith(imported!, loaded);
  return loaded;
}

describe('the built dashboard', () => {
  it('loads at most 150 kB of gzipped files to show the calendar, its first screen', () => {
    const [main, calendar, styles] = ['main-', 'calendar-', 'styles-'].map(
      (start) => assets().find((name) => name.startsWith(start) && !name.endsWith('.txt'))!,
    );
    const names = [...loadedWith(main!), ...loadedWith(calendar!), styles!];
    const sizes = [...new Set(names)].map((name) => gzipSync(textOf(name)).length);
    expect(names.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, gzipSync(page).length)).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  });

  it('has a page without inline scripts and styles, as its content security policy demands', () => {
    expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/ src="assets\/main-[A-Z0-9]+\.js"/)]);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('names files that exist, each with a hash of its content', () => {
    const named = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(named.length).toBe(2);
    for (const path of named) {
      expect(path).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
      expect(existsSync(join(outdir, path)), path).toBe(true);
    }
  });

  it('has the same names when it is built again from the same source', () => {
    const again = mkdtempSync(join(tmpdir(), 'dashboard-'));
    try {
      buildDashboard(again);
      expect(readdirSync(join(again, 'assets')).sort()).toEqual(assets().sort());
      expect(readFileSync(join(again, 'index.html'), 'utf8')).toBe(page);
    } finally {
      rmSync(again, { recursive: true });
    }
  });
});
