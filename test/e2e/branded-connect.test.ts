import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';
import { HAS_BROWSER, inspectPage, openBrowser, openPage } from './browser.ts';
import { type ApiClient, createApiClient, getAccessToken } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// A product of its own origin connects accounts of its customers, in its name. Set CONNECT_SCREENSHOTS to a folder to store
// screenshots of the pages.

const SCREENSHOTS = process.env.CONNECT_SCREENSHOTS;

/** The pages of the product: the page that opens connections, and their redirect URI. */
const product = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html');
  const body = url.startsWith('/back') ? '<p>Close this window.</p>' : '<button>Connect</button>';
  response.end(`<!doctype html><title>Product</title>${body}<script src="${service.url}/connect.js"></script>`);
});
await new Promise<void>((resolve) => {
  product.listen(0, '127.0.0.1', resolve);
});
const origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
const { service, folder } = useRunningService({ settings: { returnUrls: [origin] } });

const BRANDING = {
  name: 'Example Social',
  colors: { accent: '#8a1538', background: '#fff8f0', text: '#2b1d14' },
  texts: { connect_intro: 'Connect the account on which we publish for you. <script>alert(1)</script>' },
  terms_url: 'https://example.com/terms',
  privacy_url: 'https://example.com/privacy',
  support_email: 'support@example.com',
};

describe.skipIf(!HAS_BROWSER)('connecting an account in the name of a product', () => {
  let browser: Browser;
  let page: Page;
  let stage: ApiClient;
  const messages: string[] = [];

  beforeAll(async () => {
    const token = await getAccessToken(service.baseUrl, await newStageKeyOf(folder));
    stage = createApiClient(service.baseUrl, token);
    const created = await stage('PUT', '/workspaces/external/bakery', { name: 'Example Bakery' });
    expect(created.status, created.text).toBe(201);
    const branded = await stage('PUT', '/branding', BRANDING);
    expect(branded.status, branded.text).toBe(200);
    browser = await openBrowser(join(folder, 'browser'));
    page = await openPage(browser);
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('dialog', (dialog) => messages.push(dialog.message()));
  });
  afterAll(async () => {
    await browser?.close();
    product.close();
  });

  const start = async (platform: string, body: object = {}) => {
    const { status, text } = await stage('POST', `/connect/${platform}`, body, { workspace: 'external:bakery' });
    expect(status, text).toBe(201);
    return JSON.parse(text) as { id: string; url: string };
  };
  const inspect = (name: string) => inspectPage(page, `branded-${name}`, SCREENSHOTS);
  const language = (value: string) => page.setExtraHTTPHeaders({ 'accept-language': value });

  test.each(['en', 'de', 'fr', 'es'])('shows every page in the colors and in %s', async (each) => {
    await language(each);
    const { url } = await start('linkedin', { end_user: { display_name: 'Grace <b>Hopper</b>' } });
    await page.goto(url);
    expect(await page.evaluate('document.documentElement.lang')).toBe(each);
    expect(await page.$eval('header', ({ textContent }) => textContent)).toBe('Example Social');
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
      'rgb(255, 248, 240)',
    );
    expect(await page.evaluate('getComputedStyle(document.querySelector("button")).backgroundColor')).toBe(
      'rgb(138, 21, 56)',
    );
    await inspect(`${each}-start`);
    await page.click('form button');
    await page.waitForSelector('button[value="allow"]');
    await Promise.all([page.waitForNavigation(), page.click('button[value="allow"]')]);
    await inspect(`${each}-choice`);
    await Promise.all([page.waitForNavigation(), page.click('li:nth-child(2) button')]);
    await inspect(`${each}-connected`);
    await page.goto(url);
    expect(await page.$eval('code', ({ textContent }) => textContent)).toBe('already_used');
    await inspect(`${each}-error`);
    expect(await page.$eval('body', ({ innerText }) => innerText)).not.toMatch(/@(?!acme)/);
  });

  test('runs no markup of the product, and its policy blocks nothing of the pages', () => {
    expect(messages.filter((text) => !/favicon|404/.test(text))).toEqual([]);
  });

  /** Click the button of the product, whose handler opens a connection. Returns its popup. */
  const open = async (connection: object | null, options: object = {}) => {
    await language('en');
    await page.goto(origin);
    const script = `document.querySelector('button').onclick = () => {
      window.result = connectAccount(${connection ? JSON.stringify(connection) : 'Promise.reject(new Error())'}, ${JSON.stringify(options)});
    }`;
    await page.evaluate(script);
    const popup = new Promise<Page>((resolve) => page.once('popup', (opened) => resolve(opened!)));
    await page.click('button');
    return popup;
  };
  const result = () => page.evaluate('window.result');

  test('opens a popup, and returns the result to the page that opened it', async () => {
    const flow = await start('twitter', { return_url: `${origin}/back` });
    const popup = await open(flow);
    await popup.waitForSelector('form button');
    expect(await popup.evaluate('window.opener')).toBeNull();
    await popup.click('form button');
    await popup.waitForSelector('input[value="1000000001"]');
    await popup.click('input[value="1000000001"]');
    await popup.click('button[value="allow"]');
    const expected = { connect_id: flow.id, status: 'connected', error: null, selection_token: null };
    expect(await result()).toEqual(expected);
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  test('opens a portal in a popup that does not know its opener, and says why it does not', async () => {
    await page.goto(origin);
    const person = { display_name: 'Grace Hopper', permissions: ['content:read', 'schedule:read'] };
    const { text } = await stage('POST', '/workspaces/external:bakery/portal-sessions', person);
    const openWith = async (portal: string) => {
      await page.evaluate(
        `document.querySelector('button').onclick = () => { window.result = openPortal(${portal}); }`,
      );
      const popup = new Promise<Page>((resolve) => page.once('popup', (opened) => resolve(opened!)));
      await page.click('button');
      return popup;
    };
    const popup = await openWith(text);
    expect(await result()).toEqual({ error: null });
    await popup.waitForSelector('nav');
    expect(await popup.evaluate('window.opener')).toBeNull();
    expect(await popup.title()).toContain('Example Social');
    for (const none of ['Promise.reject(new Error())', "{ url: 'javascript:alert(1)' }"]) {
      const closed = await openWith(none);
      expect(await result()).toEqual({ error: 'not_started' });
      await expect.poll(() => closed.isClosed()).toBe(true);
    }
    await page.evaluate('window.open = () => null; document.querySelector("button").click()');
    expect(await result()).toEqual({ error: 'popup_blocked' });
  });

  test('returns the denial of the person, once they return to the application', async () => {
    const flow = await start('twitter', { return_url: `${origin}/back` });
    const popup = await open(flow);
    await popup.waitForSelector('form button');
    await popup.click('form button');
    await popup.waitForSelector('button[value="deny"]');
    await Promise.all([popup.waitForNavigation(), popup.click('button[value="deny"]')]);
    await popup.click('main a');
    expect(await result()).toMatchObject({ connect_id: flow.id, status: 'failed', error: 'access_denied' });
  });

  test('ends when the popup is closed, after the time, and when no connection was started', async () => {
    const flow = await start('twitter');
    const closed = await open(flow);
    await closed.waitForSelector('form button');
    await closed.close();
    await page.bringToFront();
    expect(await result()).toMatchObject({ connect_id: flow.id, status: 'unfinished', error: 'popup_closed' });
    await open(flow, { timeout: 300 });
    expect(await result()).toMatchObject({ status: 'unfinished', error: 'timeout' });
    await open(null);
    expect(await result()).toMatchObject({ connect_id: null, error: 'not_started' });
    await open({ id: flow.id, url: 'javascript:alert(document.domain)' });
    expect(await result()).toMatchObject({ error: 'not_started' });
  });

  test('reports a popup that the browser blocks', async () => {
    await page.goto(origin);
    await page.evaluate('window.open = () => null');
    const blocked = await page.evaluate(`connectAccount({ id: 'con_1', url: 'https://example.com/' })`);
    expect(blocked).toMatchObject({ status: 'unfinished', error: 'popup_blocked' });
  });
});
