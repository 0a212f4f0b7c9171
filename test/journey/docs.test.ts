import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../lib/contract/routes.ts';
import { EVENT_KINDS } from '../../lib/domain/events.ts';
import { type LocalService, startLocalService } from '../../lib/local/local-service.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';

// The documentation as somebody reads it: in a browser, from the running service. Set DOCS_SCREENSHOTS to a folder
// to keep what it looked like.

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
let local: LocalService;

beforeAll(async () => {
  local = await startLocalService({ port: 0, folder: join(folder, 'service') });
}, 90_000);

afterAll(async () => {
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('what the service says of itself', () => {
  test('GET /openapi.json is the committed document, compressed for who takes that', async () => {
    const answer = await fetch(`${local.baseUrl}/openapi.json`);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const committed = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
    expect(await answer.json()).toEqual(JSON.parse(committed));
  });

  test('the type of a problem, resolved against its request, is the address of a page about it', async () => {
    for (const path of ['/v1/content', '/auth/verify', '/v1/nothing']) {
      const refused = await fetch(`${local.url}${path}`);
      const { type, code } = (await refused.json()) as { type: string; code: string };
      const page = await fetch(new URL(type, refused.url));
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain(`<code>${code}</code>`);
    }
  });
});

describe.skipIf(!HAS_BROWSER)('the documentation page in a browser', () => {
  let browser: Browser;
  let page: Page;
  const said: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    page = await browser.newPage();
    await page.setViewport({ width: 1400, height: 900 });
    page.on('console', (message) => message.type() !== 'info' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${local.baseUrl}/docs`, { waitUntil: 'networkidle0' });
    await page.waitForSelector('h1');
  }, 90_000);

  afterAll(() => browser?.close());

  const text = async () => String(await page.evaluate('document.body.innerText'));

  /** Opens a place of the page by its address, as a link to it does, and waits until it says `words`. */
  async function open(hash: string, words: string): Promise<string> {
    await page.goto(`${local.baseUrl}/docs#${hash}`, { waitUntil: 'networkidle0' });
    await page.reload({ waitUntil: 'networkidle0' });
    await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(words)})`, {
      timeout: 20_000,
    });
    return text();
  }

  async function picture(name: string): Promise<void> {
    const to = process.env.DOCS_SCREENSHOTS;
    if (to) await page.screenshot({ path: join(to, `${name}.png`) });
  }

  test('shows the introduction and every group of operations', async () => {
    await picture('introduction');
    const shown = await text();
    expect(shown).toContain('Content published to social platforms once');
    for (const [operation] of allRoutes()) expect(shown).toContain(operation.split('.')[0]);
  });

  test('shows an operation with its parameters, its fields and what it refuses', async () => {
    console.log(
      await page.evaluate(
        '[...document.querySelectorAll("a[href]")].map(a=>a.getAttribute("href")).slice(0,60).join(" ")',
      ),
    );
    console.log((await text()).slice(0, 4000));
  });

  test('shows the payload of every kind of event', async () => {
    expect(EVENT_KINDS.length).toBe(8);
  });

  test('asks nobody but the service, and complains of nothing', async () => {
    const foreign = asked.filter((url) => !url.startsWith(`${local.url}/`) && !/^(data|blob):/.test(url));
    expect(foreign).toEqual([]);
    expect(asked).toContain(`${local.baseUrl}/docs/redoc.js`);
    expect(said).toEqual([]);
  });
});
