import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';

// Set DASHBOARD_SCREENSHOTS to a folder to store screenshots of the screens.

const SCREENSHOTS = process.env.DASHBOARD_SCREENSHOTS;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the present screen. It describes only violations: to describe what passes takes longer. */
async function violations(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts of others, which those of the DevTools protocol are not.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return (await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + JSON.stringify(nodes[0])))`)) as string[];
}

/** Look at the present screen as axe does, at a wide and at a narrow window, light and dark. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    // A chart takes its new size after the page has its own.
    await page.waitForFunction(`${OVERFLOW} <= 0`, { polling: 'raf' }).catch(() => undefined);
    expect(await page.evaluate(OVERFLOW), `${name} at ${width} px`).toBeLessThanOrEqual(0);
    expect(await violations(page), `${name} at ${width} px`).toEqual([]);
    if (SCREENSHOTS === undefined) continue;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`) as `${string}.png` });
  }
  await page.setViewport({ width: 1280, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
}
