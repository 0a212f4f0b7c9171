import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, inspectPage, openBrowser, openPage } from './browser.ts';
import { useRunningService } from './running-service.ts';

// The flow as a person goes through it: the consent page of the platform, this service's pages, and back to the
// application. Set CONNECT_SCREENSHOTS to a folder to store screenshots of the pages.

const SCREENSHOTS = process.env.CONNECT_SCREENSHOTS;
const { service, api, clock, folder } = useRunningService();

type Started = { id: string; url: string };

async function start(platform: string, body: object = {}): Promise<Started> {
  const { status, text } = await api('POST', `/connect/${platform}`, body);
  expect(status, text).toBe(201);
  return JSON.parse(text);
}

async function resultOf({ id }: Started) {
  const { text } = await api('GET', `/connect/${id}`);
  const { status, account, error } = JSON.parse(text);
  return { status, account: account?.external_id ?? null, error: error?.code ?? null };
}

describe.skipIf(!HAS_BROWSER)('connecting an account in a browser', () => {
  let browser: Browser;
  let page: Page;
  /** Messages of the console, e.g. that the policy of a page blocked something. */
  const messages: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    page = await openPage(browser);
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
  });
  afterAll(async () => browser?.close());

  const heading = () => page.$eval('h1', (each) => each.textContent);
  const errorCode = () => page.$eval('code', (each) => each.textContent);
  const submit = async (selector: string) => {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  };
  /** Continue on the start page, which leads to the consent page of the platform. */
  const begin = async ({ url }: Started) => {
    await page.goto(url);
    await page.click('form button');
    await page.waitForSelector('button[value="deny"]');
  };
  const decide = async (flow: Started, decision: 'allow' | 'deny', account?: string) => {
    await begin(flow);
    if (account) await page.click(`input[value="${account}"]`);
    await submit(`button[value="${decision}"]`);
  };

  const inspect = (name: string) => inspectPage(page, name, SCREENSHOTS);

  test('of X ends on a page that names it, and the account can publish', async () => {
    const flow = await start('twitter');
    await decide(flow, 'allow', '1000000001');
    expect(await heading()).toBe('@acme is connected');
    await inspect('connected');
    expect(await resultOf(flow)).toEqual({ status: 'connected', account: '1000000001', error: null });
  });

  test('begins on a page that names who asks, and that a browser without its cookie cannot complete', async () => {
    const flow = await start('linkedin');
    await page.goto(flow.url);
    expect(await heading()).toBe('Connect your LinkedIn account');
    expect(await page.$eval('p', (each) => each.textContent)).toMatch(
      /^.+ \(.+, .+@.+\) wants to publish to your LinkedIn account\.$/,
    );
    await inspect('start');
    await begin(flow);
    const stranger = await browser.createBrowserContext();
    const other = await openPage(stranger);
    await other.goto(page.url());
    await Promise.all([other.waitForNavigation(), other.click('button[value="allow"]')]);
    expect(await other.$eval('code', (each) => each.textContent)).toBe('other_browser');
    await inspectPage(other, 'other-browser', SCREENSHOTS);
    expect(await resultOf(flow)).toEqual({ status: 'pending', account: null, error: null });
    await stranger.close();
  });

  test('of Instagram connects the account that the person has chosen there', async () => {
    const flow = await start('instagram');
    await decide(flow, 'allow', '1000000003');
    expect(await heading()).toBe('@acme is connected');
    expect(await resultOf(flow)).toEqual({ status: 'connected', account: '1000000003', error: null });
  });

  test('of LinkedIn lets the person choose an organization', async () => {
    const flow = await start('linkedin');
    await decide(flow, 'allow');
    expect(await heading()).toBe('Select a LinkedIn account');
    const names = await page.$$eval('button strong', (all) => all.map((each) => each.textContent));
    expect(names).toEqual(['Ada Example', 'Acme Inc.', 'Acme Labs']);
    await inspect('choice');
    expect(await resultOf(flow)).toMatchObject({ status: 'selecting' });
    await submit('li:nth-child(2) button');
    expect(await heading()).toBe('Acme Inc. is connected');
    const account = 'urn:li:organization:1000000002';
    expect(await resultOf(flow)).toEqual({ status: 'connected', account, error: null });
    await page.goBack();
    expect(await errorCode()).toBe('already_used');
    expect(await resultOf(flow)).toEqual({ status: 'connected', account, error: null });
  });

  test('returns to the application after a choice, although a form may not lead there', async () => {
    const return_url = `${service.url}/_simulator/accounts`;
    const flow = await start('linkedin', { return_url });
    await decide(flow, 'allow');
    await submit('li:nth-child(2) button');
    if (!page.url().startsWith(return_url)) await page.waitForNavigation();
    expect(page.url()).toBe(`${return_url}?connect_id=${flow.id}&status=connected`);
  });

  test.each(['twitter', 'linkedin', 'instagram'])(
    'of %s says that access was denied, and connects nothing',
    async (platform) => {
      const flow = await start(platform, { return_url: 'https://app.example.com/accounts' });
      await decide(flow, 'deny');
      expect([await heading(), await errorCode()]).toEqual(['Access was denied', 'access_denied']);
      expect(await page.$eval('a', (each) => each.href)).toContain(`?connect_id=${flow.id}&status=failed`);
      if (platform === 'twitter') await inspect('denied');
      expect(await resultOf(flow)).toEqual({ status: 'failed', account: null, error: 'access_denied' });
    },
  );

  test('a second time with the same URL, or by going back, leaves the first result', async () => {
    const flow = await start('twitter');
    await decide(flow, 'allow', '1000000001');
    await page.goBack();
    await submit('button[value="deny"]');
    expect([await heading(), await errorCode()]).toEqual(['This link was already used', 'already_used']);
    await inspect('used-twice');
    await page.goto(flow.url);
    expect(await errorCode()).toBe('already_used');
    expect(await resultOf(flow)).toEqual({ status: 'connected', account: '1000000001', error: null });
  });

  test('of Instagram without the permission to publish names what is missing', async () => {
    const flow = await start('instagram');
    await begin(flow);
    await page.click('input[value="instagram_business_content_publish"]');
    await submit('button[value="allow"]');
    expect(await errorCode()).toBe('missing_scopes');
    await inspect('missing-scopes');
    expect(await resultOf(flow)).toEqual({ status: 'failed', account: null, error: 'missing_scopes' });
  });

  test('of a personal Instagram account says that it cannot be connected', async () => {
    const flow = await start('instagram');
    await decide(flow, 'allow', '1000000023');
    expect(await errorCode()).toBe('no_account');
    await inspect('no-account');
    expect(await resultOf(flow)).toEqual({ status: 'failed', account: null, error: 'no_account' });
  });

  test('of X whose token response is lost connects nothing, and sends the code once', async () => {
    const script = { platform: 'twitter', on: 'exchange', script: 'ok_then_drop', times: 1 };
    const scripted = await fetch(`${service.url}/_simulator/scripts`, { method: 'POST', body: JSON.stringify(script) });
    expect(scripted.status).toBe(204);
    const flow = await start('twitter');
    await decide(flow, 'allow', '1000000001');
    expect(await errorCode()).toBe('response_lost');
    await inspect('response-lost');
    expect(await resultOf(flow)).toEqual({ status: 'failed', account: null, error: 'response_lost' });
  });

  test('with a changed state says that the link is not valid', async () => {
    const flow = await start('twitter');
    await begin(flow);
    const state = new URL(page.url()).searchParams.get('state')!;
    const changed = `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`;
    await page.goto(`${service.baseUrl}/connect/callback?${new URLSearchParams({ state: changed, code: 'a-code' })}`);
    expect([await heading(), await errorCode()]).toEqual(['This link is not valid', 'unknown_state']);
    await inspect('wrong-state');
    expect(await resultOf(flow)).toMatchObject({ status: 'pending' });
  });

  test('after ten minutes says that the link has expired', async () => {
    const flow = await start('twitter');
    await begin(flow);
    clock.advance(600_000);
    await page.click('input[value="1000000001"]');
    await submit('button[value="allow"]');
    expect(await errorCode()).toBe('expired');
    await inspect('expired');
    await page.goto(flow.url);
    expect(await errorCode()).toBe('expired');
  });

  test('shows no page whose policy blocks something of its own', () => {
    expect(messages.filter((text) => /Content Security Policy|Rejected/i.test(text))).toEqual([]);
  });
});
