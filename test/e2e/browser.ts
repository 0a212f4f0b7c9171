import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';

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
    const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
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
