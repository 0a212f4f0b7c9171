import { join } from 'node:path';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { HAS_BROWSER, inspectPage, openBrowser, openPage } from './browser.ts';
import { until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// An external reviewer in a browser of their own, without a token. Set REVIEW_SCREENSHOTS to a folder to store
// screenshots of the pages.

const SCREENSHOTS = process.env.REVIEW_SCREENSHOTS;
const { api, folder } = useRunningService();

const IMAGE = 'https://images.example.com/jacket.svg';
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675"><rect width="1200" height="675" fill="#c33"/></svg>`;

type Json = Record<string, unknown>;

async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Json> {
  const { status, text } = await api(method, path, body);
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text) as Json;
}

/** Submit an item with an image, and create a link that may approve it. Returns the id of the item and the url. */
async function submitted(fields: Json = {}): Promise<{ id: string; url: string }> {
  const { id } = await call('POST', '/content', {
    title: 'The red jacket is back',
    description: 'The red jacket is back in our shop: example.com/jackets?color=red #autumn @acme',
    platforms: PLATFORMS,
    platform_options: { instagram: { text: 'Back in our shop: the red jacket.\n\n#autumn #jackets' } },
    media: [{ url: 'https://images.example.com/jacket.jpg', type: 'image', alt: 'A red jacket on a wooden chair' }],
    ...fields,
  });
  await call('POST', `/content/${id}/submit`, { note: 'Ready for the review of the agency.' });
  const link = { name: 'Ada Example', permission: 'approve' };
  const { url } = await call('POST', `/content/${id}/review-links`, link);
  return { id: String(id), url: String(url) };
}

describe.skipIf(!HAS_BROWSER)('an external reviewer in a browser', () => {
  let browser: Browser;
  let page: Page;
  /** Messages of the console, e.g. that the policy of a page blocked something. */
  const messages: string[] = [];
  /** The referrers of all requests for images, which go to another host. */
  const referrers: (string | undefined)[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    // A context of its own: no cookies, no token.
    page = await openPage(await browser.createBrowserContext());
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    await page.setRequestInterception(true);
    page.on('request', (request: HTTPRequest) => {
      if (new URL(request.url()).host !== new URL(IMAGE).host) return void request.continue();
      referrers.push(request.headers().referer);
      void request.respond({ status: 200, contentType: 'image/svg+xml', body: PICTURE });
    });
    // The author may decide, because the demo workspace has no other member with a key.
    await call('PUT', '/workspace', { approval: 'required', authors_may_approve: true });
  });
  afterAll(async () => browser?.close());

  const textOf = (selector: string) => page.$eval(selector, (each) => each.textContent);
  /** Submit a form, and wait until the page that it leads to has a text. */
  const choose = async (action: string, selector: string, text: string) => {
    await page.click(`button[value="${action}"]`);
    await until(`${selector} has the text`, async () => (await textOf(selector))?.includes(text));
  };

  const inspect = (name: string) => inspectPage(page, name, SCREENSHOTS);

  test('comments, approves what the page has shown, and the post is published', async () => {
    const { id, url } = await submitted({ platforms: ['twitter'], media: [] });
    await page.goto(url);
    expect(await textOf('.status strong')).toBe('Waiting for approval');
    await inspect('pending');
    await page.type('#comment', 'Which shop is it?');
    await choose('comment', 'article:last-of-type .text', 'Which shop is it?');
    expect(page.url()).toBe(url);
    await choose('approve', '.status', 'Approved by Ada Example');
    await inspect('approved');
    await call('PUT', `/content/${id}`, { status: 'published' });
    await until('the post is published', async () => (await call('GET', `/content/${id}`)).status === 'published');
  });

  test('sees that the post has changed since the page was loaded, and approves nothing', async () => {
    const { id, url } = await submitted();
    await page.goto(url);
    await call('PUT', `/content/${id}`, { title: 'The blue jacket is back' });
    await call('POST', `/content/${id}/submit`, {});
    await page.type('#note', 'Looks good');
    await choose('approve', '.notice', 'The post has changed since you opened this page');
    expect([await textOf('h1'), await page.$eval('textarea', ({ value }) => value)]).toEqual([
      'The blue jacket is back',
      'Looks good',
    ]);
    await inspect('changed');
    expect((await call('GET', `/content/${id}`)).status).toBe('pending_approval');
  });

  test('sees why a link does not work', async () => {
    const { url } = await submitted();
    const response = await page.goto(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`);
    expect([response!.status(), await textOf('h1')]).toEqual([404, 'Unknown link']);
    await inspect('unknown');
  });

  test('sends the URL of the page, which has the token, to no other host', () => {
    expect(referrers.length).toBeGreaterThan(0);
    expect(referrers.filter(Boolean)).toEqual([]);
  });

  test('gets no page whose policy blocks something of its own', () => {
    expect(messages.filter((text) => /Content Security Policy|Rejected/i.test(text))).toEqual([]);
  });
});
