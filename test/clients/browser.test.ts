import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser, openPage } from '../e2e/browser.ts';
import { getAccessToken } from '../e2e/http-client.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { LANGUAGES, prepareLanguage } from './languages.ts';

// The library in a page that has the origin of the API, as the section "In browsers" of its README describes it.

const { service, folder } = useRunningService();
const PAGE = '<!doctype html><title>An application</title>';

/** What the page runs. It returns what it has seen. */
const PROGRAM = `(async () => {
  const { ApiError, Client, verifyWebhook } = await import('/library/index.js');
  let tokens = 0;
  const accessToken = () => ((tokens += 1), fetch('/my-token').then((response) => response.text()));
  const client = new Client({ baseUrl: '/v1', accessToken });
  const made = await Promise.all(
    [1, 2, 3].map((number) => client.content.create({ title: 'From a page ' + number, platforms: ['x'] })),
  );
  const listed = [];
  for await (const item of client.content.list({ limit: 2 })) listed.push(item.id);
  const missing = await client.content.get('cnt_missing').catch((error) => error instanceof ApiError && error.code);
  const unsigned = await verifyWebhook('{}', {}, 'whsec_AAAA').catch(({ name }) => name);
  return { tokens, listed: made.every(({ id }) => listed.includes(id)), missing, unsigned };
})()`;

describe.skipIf(!HAS_BROWSER)('the library in a browser', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const language = LANGUAGES.find(({ name }) => name === 'typescript')!;
    const own = join(folder, 'library');
    await prepareLanguage(language, own);
    const token = await getAccessToken(service.baseUrl, service.credentials);
    browser = await openBrowser(join(folder, 'browser'));
    page = await openPage(browser);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/my-page') return request.respond({ contentType: 'text/html', body: PAGE });
      if (pathname === '/my-token') return request.respond({ contentType: 'text/plain', body: token });
      if (!pathname.startsWith('/library/')) return request.continue();
      const file = join(own, 'node_modules/content-intelligence/dist', pathname.slice('/library/'.length));
      return request.respond({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
    });
    await page.goto(`${service.url}/my-page`);
  });

  afterAll(() => browser?.close());

  test('creates, lists page by page, and reports problems, with one access token', async () => {
    expect(await page.evaluate(PROGRAM)).toEqual({
      tokens: 1,
      listed: true,
      missing: 'not_found',
      unsigned: 'WebhookError',
    });
  });
});
