import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { moveIntoCache } from '../../lib/bundle/cached-folder.ts';
import { DEADLINE_MS } from './http-client.ts';

/** Whether a browser exists for this machine: the package contains one for Linux on x64. */
export const HAS_BROWSER =
  process.env.CHROMIUM !== undefined || (process.platform === 'linux' && process.arch === 'x64');

const PACKED = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

/**
 * A headless Chromium from npm with its libraries, so that the machine needs none of them. `folder` is for
 * its profile and temporary files. `CHROMIUM` names another one to use.
 */
export async function openBrowser(folder: string): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core');
  const installed = process.env.CHROMIUM;
  const unpacked = installed === undefined ? await unpackOnce() : '';
  mkdirSync(folder, { recursive: true });
  return puppeteer.launch({
    executablePath: installed ?? join(unpacked, 'chromium'),
    headless: 'shell',
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
    env: {
      ...process.env,
      TMPDIR: folder,
      // With the locale C, the language of the browser is one that `Intl` rejects.
      LANG: 'en_US.UTF-8',
      ...(installed === undefined && { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib') }),
    },
    userDataDir: join(folder, 'profile'),
    timeout: DEADLINE_MS,
    // A page that waits answers the protocol only when its wait ends.
    protocolTimeout: DEADLINE_MS + 10_000,
  });
}

/** Open a page that waits as long as a test may take. */
export async function openPage(context: Browser | BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(DEADLINE_MS);
  return page;
}

/** Unpack the browser and its libraries, which takes 2 s, unless an earlier call did. Returns their folder. */
async function unpackOnce(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKED, 'package.json'), 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const temporary = process.env.TMPDIR;
  // The package unpacks into the temporary folder.
  process.env.TMPDIR = draft;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await inflate(join(PACKED, 'bin/al2023.tar.br'));
    moveIntoCache(draft, folder);
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  return folder;
}

/**
 * Show a page at two widths, and expect that nothing leaves the narrow one. With a folder, store screenshots of both
 * widths, light and dark.
 */
export async function inspectPage(page: Page, name: string, folder: string | undefined): Promise<void> {
  for (const width of [360, 1200]) {
    await page.setViewport({ width, height: 640 });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    if (folder === undefined) continue;
    mkdirSync(folder, { recursive: true });
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const path = join(folder, `${name}-${width}-${scheme}.png`) as `${string}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
}
