import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { type ApiClient, createApiClient, getAccessToken } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// A person of a product uses a part of the dashboard, in its name.

const { service, folder } = useRunningService();

const BRANDING = {
  name: 'Example Social',
  colors: { accent: '#8a1538', background: '#fff8f0', text: '#2b1d14' },
  support_email: 'support@example.com',
};

describe.skipIf(!HAS_BROWSER)('a portal', () => {
  let browser: Browser;
  let stage: ApiClient;
  const messages: string[] = [];

  beforeAll(async () => {
    const token = await getAccessToken(service.baseUrl, await newStageKeyOf(folder));
    stage = createApiClient(service.baseUrl, token);
    const created = await stage('PUT', '/workspaces/external/bakery', { name: 'Example Bakery' });
    expect(created.status, created.text).toBe(201);
    browser = await openBrowser(join(folder, 'browser'));
  });
  afterAll(() => browser?.close());

  const link = async (permissions: string[], branding: object = BRANDING) => {
    const branded = await stage('PUT', '/branding', branding);
    expect(branded.status, branded.text).toBe(200);
    const person = { display_name: 'Grace Hopper', permissions, return_url: 'https://app.example.com/social' };
    const { status, text } = await stage('POST', '/workspaces/external:bakery/portal-sessions', person);
    expect(status, text).toBe(201);
    return (JSON.parse(text) as { url: string }).url;
  };
  const namesOfService = /Content Intelligence|cis\b/i;

  test('shows the screens of its permissions in the name of the product, and none of the service', async () => {
    const window = await DashboardWindow.open(browser, messages);
    const { page } = window;
    await page.goto(await link(['content:read', 'content:write', 'schedule:read', 'analytics:read', 'accounts:read']));
    await window.heading('Calendar');
    const screens = await page.$$eval('nav a', (links) => links.map(({ textContent }) => textContent?.trim()));
    expect(screens).toEqual(['Compose', 'Calendar', 'Posts', 'Media', 'Approvals', 'Analytics', 'Accounts']);
    expect(await window.textOf('.topbar .product')).toBe('Example Social');
    expect(await page.title()).toBe('Calendar – Example Social');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 248, 240)');
    expect(await page.$('link[rel~="icon"], link[rel="manifest"]')).toBeNull();
    expect(page.url()).not.toContain('token');
    for (const name of screens) {
      await window.openScreen(name === 'Compose' ? 'Compose' : String(name)).catch(() => undefined);
      expect(await page.evaluate('document.body.innerText'), name).not.toMatch(namesOfService);
      await inspect(page, `portal-${name}`.toLowerCase());
    }
    await window.openMenu();
    await window.shows('Grace Hopper');
    await inspect(page, 'portal-menu');
    const menu = await window.textOf('.menu-panel');
    expect(menu).not.toMatch(/Passkeys|Sessions|@/);
    expect(menu).toContain('Support');
    await page.$eval('.topbar > a.button', ({ attributes }) => {
      if (attributes.getNamedItem('href')?.value !== 'https://app.example.com/social') throw new Error('no way back');
    });
    await window.click('Sign out');
    await window.shows('Open this page again from the application');
    await inspect(page, 'portal-ended');
    expect(await page.evaluate('document.body.innerText')).not.toMatch(/email|passkey/i);
  });

  test('is in the language of the product', async () => {
    const window = await DashboardWindow.open(browser, messages);
    await window.page.goto(await link(['content:read', 'schedule:read'], { ...BRANDING, locale: 'de' }));
    await window.heading('Kalender');
    expect(await window.page.evaluate('document.documentElement.lang')).toBe('de');
  });

  test('loads the page twice, and is named after the product in the second load', async () => {
    const window = await DashboardWindow.open(browser, messages);
    const titles: string[] = [];
    window.page.on('domcontentloaded', () => void window.page.title().then((title) => titles.push(title)));
    await window.page.goto(await link(['content:read', 'schedule:read']));
    await window.heading('Calendar');
    expect(titles).toHaveLength(2);
    expect(titles.join()).not.toMatch(namesOfService);
    expect(titles[1]).toContain('Example Social');
    // A new branding is shown by the next load, and loads no page in use.
    await stage('PUT', '/branding', { ...BRANDING, name: 'Renamed Social' });
    await window.page.evaluate("window.marker = 'kept'");
    await window.openScreen('Posts');
    const exchanged = window.page.waitForResponse((response) => response.url().endsWith('/v1/auth/sessions/token'));
    await window.page.evaluate("new BroadcastChannel('session').postMessage('signed in')");
    expect(await (await exchanged).json()).toMatchObject({ portal: { name: 'Renamed Social' } });
    await window.openScreen('Media');
    expect(await window.page.evaluate('window.marker')).toBe('kept');
  });

  test('shows no session of a portal beside a sign-in link, which stays on the page', async () => {
    const window = await DashboardWindow.open(browser, messages);
    await window.page.goto(await link(['content:read', 'schedule:read']));
    await window.heading('Calendar');
    await window.page.goto('about:blank');
    await window.page.goto(service.signInUrl);
    await window.shows('Sign in with the link');
    expect(await window.textOf('main')).not.toContain('Stay signed in');
  });

  test('asks a member before it replaces their session, and leaves the link unused until then', async () => {
    const window = await DashboardWindow.open(browser, messages);
    await window.signIn(service.signInUrl);
    const url = await link(['content:read', 'schedule:read']);
    const openLink = async () => {
      await window.page.goto('about:blank');
      await window.page.goto(url);
      await window.shows('Open the link?');
    };
    await openLink();
    await inspect(window.page, 'portal-replaces');
    expect(window.page.url()).not.toContain('token');
    const [, email] = /signed in to .* as (\S+)\. /.exec(await window.textOf('main')) ?? [];
    await window.click(`Stay signed in as ${email}`);
    await window.page.waitForSelector('nav');
    expect(await window.textOf('.workspace-menu')).not.toContain('Example Bakery');
    await openLink();
    await window.click('Open the link');
    await window.shows('Example Bakery');
  });

  test('is not opened by a link that was used', async () => {
    const url = await link(['schedule:read', 'content:read']);
    const first = await DashboardWindow.open(browser, messages);
    await first.page.goto(url);
    await first.heading('Calendar');
    const second = await DashboardWindow.open(browser);
    await second.page.goto(url);
    await second.shows('This link does not work');
    await inspect(second.page, 'portal-used');
  });

  test('reports nothing to the console', () => {
    // A request for a token without a session, after the sign-out.
    expect(messages.filter((text) => !/401/.test(text))).toEqual([]);
  });
});
