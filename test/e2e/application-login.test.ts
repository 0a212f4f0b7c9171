import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { OauthApplication, type Started } from './oauth-application.ts';
import { useRunningService } from './running-service.ts';

// A person connects applications that use an OAuth library, in a browser, from the page of the application and back to it.

const { service, api, folder, clock } = useRunningService();
const OWNER = 'owner@example.com';
const MINUTE = 60_000;

type Json = Record<string, unknown>;

describe.skipIf(!HAS_BROWSER)('a person who connects an application', () => {
  let browser: Browser;
  let window: DashboardWindow;
  let page: Page;
  let app: OauthApplication;
  const mcp = () => `${service.url}/mcp`;

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    window = await DashboardWindow.open(browser);
    page = window.page;
    app = await OauthApplication.start('Week planner', service.url);
  });

  afterAll(async () => {
    await browser?.close();
    app?.stop();
  });

  /** Wait until the browser is back at the application, and return the URL. */
  const returned = async (of = page): Promise<URL> => {
    await of.waitForFunction(`location.origin === ${JSON.stringify(app.origin)}`);
    return new URL(of.url());
  };

  /** Ask for a sign-in link in a window, and open it in another tab, as from an email. */
  const signIn = async (asking = window, email = OWNER): Promise<DashboardWindow> => {
    const links = () =>
      readMailbox(folder).flatMap(({ to, text }) => (to === email ? (text.match(/http\S+token=[\w-]+/) ?? []) : []));
    const earlier = links().length;
    await asking.fill('Email', email);
    await asking.click('Email me a link');
    const link = await until('the email', () => (links().length > earlier ? links()[0] : undefined));
    const tab = await DashboardWindow.in(asking.page.browserContext());
    await tab.signIn(link);
    return tab;
  };

  const callMcp = (token: string) =>
    fetch(mcp(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });

  test('signs in first, gives an agent two accounts, and the code that arrives is exchanged for a token', async () => {
    const started = await app.begin({ resource: mcp(), scope: 'content:read content:write keys:write' });
    await page.goto(started.url.href);
    await window.heading('Sign in');
    const tab = await signIn();
    await tab.shows('Give “Week planner” access to Demo?');
    await tab.page.close();
    await window.shows('Give “Week planner” access to Demo?');
    expect(await window.textOf('.client-host')).toBe(new URL(app.origin).host);
    await window.shows('This is an application on this computer.');
    await window.shows('The application also asks for keys:write.');
    await window.click('Only some accounts', 'radio');
    const boxes = '.consent .check:has(.account-name) input';
    await page.waitForSelector(boxes);
    const { accounts } = JSON.parse((await api('GET', '/accounts')).text) as { accounts: { id: string }[] };
    expect(await page.$$(boxes)).toHaveLength(accounts.length);
    for (const box of (await page.$$(boxes)).slice(0, 2)) await box.click();
    await inspect(page, 'authorize');
    await window.click('Approve');
    const url = await returned();
    expect(url.searchParams.get('state')).toBe(started.state);
    expect(url.searchParams.get('iss')).toBe(service.url);

    const token = await app.finish(started, url, mcp());
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'content:read content:write' });
    expect((await callMcp(token.access_token)).status).toBe(200);
    const { keys } = JSON.parse((await api('GET', '/keys')).text) as { keys: Json[] };
    const chosen = accounts.slice(0, 2).map(({ id }) => id);
    expect(keys[0]).toMatchObject({ name: 'Week planner', agent: { accounts: chosen } });

    // A step back leads to what was before the consent, and not to a second one.
    await page.goBack();
    expect(page.url()).not.toContain('authorize');

    await page.goto(`${service.url}/app/#/applications`);
    await window.heading('Week planner');
    await window.shows(`${new URL(app.origin).host} Agent`);
    await inspect(page, 'applications-granted');
    await window.click('Pause Week planner');
    await window.shows('paused');
    expect((await callMcp(token.access_token)).status).toBe(403);
    await window.click('Resume Week planner');
    await window.click('Revoke Week planner');
    await window.click('Revoke access');
    await window.shows('Access of “Week planner” revoked.');
    await window.shows('No applications');
    await expect(app.refresh(token.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    await until('the end of the token', async () => (await callMcp(token.access_token)).status === 401 || undefined);
  });

  test('denies an application, to which the error is reported', async () => {
    const started = await app.begin();
    await page.goto(started.url.href);
    await window.click('Deny');
    const url = await returned();
    expect(url.searchParams.get('code')).toBeNull();
    await expect(app.finish(started, url)).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('stays in the dashboard when the request has a redirect URI that is not one of the application', async () => {
    const before = app.opened.length;
    const redirect_uri = `${app.origin}/other`;
    await page.goto((await app.begin({ redirect_uri })).url.href);
    await window.shows('The redirect URI is none of those of the client.');
    await inspect(page, 'authorize-unverified');
    expect(await page.$('.consent')).toBeNull();
    expect(app.opened.slice(before)).toEqual([]);
  });

  test('cannot be made to approve inside a page of the application', async () => {
    const { url } = await app.begin();
    const frame = new URL('/frame', app.origin);
    frame.searchParams.set('url', url.href);
    await page.goto(frame.href);
    const [, inner] = page.frames();
    await expect.poll(() => inner!.url()).toBe('chrome-error://chromewebdata/');
    const policy = (await fetch(`${service.url}/app/`)).headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('signs in again for an approval after ten minutes, which then continues; the application sees what was granted', async () => {
    clock.advance(11 * MINUTE);
    const started: Started = await app.begin({ scope: 'content:read content:publish' });
    await page.goto(started.url.href);
    await window.shows('It can publish posts in your name');
    await window.click('Publish posts and retry failed posts', 'checkbox');
    await window.click('Approve');
    await window.heading('Sign in again');
    const tab = await signIn();
    await tab.page.close();
    const token = await app.finish(started, await returned());
    expect(token.scope).toBe('content:read');
    const headers = { authorization: `Bearer ${token.access_token}` };
    expect((await fetch(`${service.baseUrl}/content`, { headers })).status).toBe(200);
    expect((await callMcp(token.access_token)).status).toBe(401);
  });

  test('sees and revokes the own applications without the permission to read API keys, and not those of others', async () => {
    const other = await DashboardWindow.open(browser);
    const started = await app.begin({ scope: 'analytics:read' });
    await other.page.goto(started.url.href);
    await signIn(other, 'jonas@example.com').then((tab) => tab.page.close());
    await other.click('Approve');
    const token = await app.finish(started, await returned(other.page));
    const { keys } = JSON.parse((await api('GET', '/keys')).text) as { keys: Json[] };
    expect(keys.filter(({ oauth_client }) => oauth_client !== null)).toHaveLength(2);

    await other.page.goto(`${service.url}/app/`);
    await other.openScreen('Applications');
    await other.heading('Week planner');
    expect(await other.page.$$('.grants > li')).toHaveLength(1);
    await other.click('Revoke Week planner');
    await other.click('Revoke access');
    await other.shows('No applications');
    await expect(app.refresh(token.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
