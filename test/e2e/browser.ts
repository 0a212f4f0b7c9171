import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { expect } from 'vitest';

/** Whether a browser exists for this machine: the package contains one for Linux on x64. */
export const HAS_BROWSER =
  process.env.CHROMIUM !== undefined || (process.platform === 'linux' && process.arch === 'x64');

/**
 * A headless Chromium from npm, unpacked into `folder` together with its libraries, so that the machine
 * needs none of them. `CHROMIUM` names another one to use.
 */
export async function openBrowser(folder: string): Promise<Browser> {
  mkdirSync(folder, { recursive: true });
  const temporary = process.env.TMPDIR;
  // The package unpacks into the temporary folder.
  process.env.TMPDIR = folder;
  try {
    const { default: puppeteer } = await import('puppeteer-core');
    const executablePath = process.env.CHROMIUM ?? (await unpack(folder));
    // With the locale C, the language of the browser is one that `Intl` refuses.
    const env = { ...process.env, LANG: 'en_US.UTF-8', LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
    const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
    return await puppeteer.launch({
      executablePath,
      headless: 'shell',
      args,
      env,
      userDataDir: join(folder, 'profile'),
    });
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
}

async function unpack(folder: string): Promise<string> {
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const packed = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin');
  const executablePath = await chromium.executablePath();
  await inflate(join(packed, 'al2023.tar.br'));
  if (!existsSync(executablePath)) throw new Error(`There is no browser in ${folder}.`);
  return executablePath;
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
