import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// A device signs in with an OAuth library, while a person approves it in a browser.

const { service, folder, clock } = useRunningService();
const insecure = { [oauth.allowInsecureRequests]: true };
const client: oauth.Client = { client_id: 'cis' };
const MINUTE = 60_000;

/** The endpoints as the library configures them: the document states their URLs, without discovery. */
function server(): oauth.AuthorizationServer {
  return {
    issuer: service.url,
    token_endpoint: `${service.baseUrl}/auth/token`,
    device_authorization_endpoint: `${service.baseUrl}/auth/device`,
    revocation_endpoint: `${service.baseUrl}/auth/revoke`,
  };
}

async function start(fields: Record<string, string>): Promise<oauth.DeviceAuthorizationResponse> {
  const asked = new URLSearchParams(fields);
  const answer = await oauth.deviceAuthorizationRequest(server(), client, oauth.None(), asked, insecure);
  return oauth.processDeviceAuthorizationResponse(server(), client, answer);
}

async function poll({ device_code }: oauth.DeviceAuthorizationResponse): Promise<oauth.TokenEndpointResponse> {
  const answer = await oauth.deviceCodeGrantRequest(server(), client, oauth.None(), device_code, insecure);
  return oauth.processDeviceCodeResponse(server(), client, answer);
}

async function refresh(token: string): Promise<oauth.TokenEndpointResponse> {
  const answer = await oauth.refreshTokenGrantRequest(server(), client, oauth.None(), token, insecure);
  return oauth.processRefreshTokenResponse(server(), client, answer);
}

const errorOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ error }: oauth.ResponseBodyError) => error,
  );

describe.skipIf(!HAS_BROWSER)('a person who signs a device in', () => {
  let browser: Browser;
  let window: DashboardWindow;
  const messages: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    window = await DashboardWindow.open(browser, messages);
  });

  afterAll(() => browser?.close());

  test('signs in first, by an email whose link returns to the code, and approves; the library has tokens', async () => {
    const { page } = window;
    const login = await start({ scope: 'content:read audit:read', device_name: 'laptop of Mira' });
    expect(login).toMatchObject({ expires_in: 600, interval: 5 });
    expect(await errorOf(poll(login))).toBe('authorization_pending');
    expect(await errorOf(poll(login))).toBe('slow_down');
    await page.goto(login.verification_uri_complete!);
    await window.heading('Sign in');
    await window.fill('Email', 'mira@example.com');
    await window.click('Email me a link');
    await window.shows('you will receive a link');
    const link = await until('the email', () => {
      const email = readMailbox(folder).find(({ to }) => to === 'mira@example.com');
      return email && /http\S+token=[\w-]+/.exec(email.text)![0];
    });
    const tab = await DashboardWindow.in(page.browserContext(), messages);
    await tab.signIn(link);
    expect(new URL(tab.page.url()).hash).toBe(`#/device?code=${login.user_code}`);
    await tab.shows(login.user_code);
    await tab.page.close();
    // The tab in which the person has asked for the link continues too.
    await window.shows('Give Command line (cis) access to Demo?');
    await window.shows('laptop of Mira');
    await window.shows('127.0.0.1');
    await window.shows('The device also asks for audit:read.');
    await inspect(page, 'device-review');
    const approve = '::-p-aria([name="Approve"][role="button"])';
    expect(await page.$eval(approve, (button) => (button as unknown as { disabled: boolean }).disabled)).toBe(true);
    await window.click(`My device shows the code ${login.user_code}`, 'checkbox');
    await window.click('Approve');
    await window.shows('“laptop of Mira” is signed in to Demo. You can return to your terminal.');
    await inspect(page, 'device-approved');

    const token = await poll(login);
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'content:read' });
    expect((await poll(login)).refresh_token).toBe(token.refresh_token);
    const url = new URL(`${service.baseUrl}/content`);
    const refreshed = await refresh(token.refresh_token!);
    for (const { access_token } of [token, refreshed]) {
      const answer = await oauth.protectedResourceRequest(access_token, 'GET', url, undefined, null, insecure);
      expect(answer.status).toBe(200);
    }
    for (let n = 0; n < 2; n++) {
      const answer = await oauth.revocationRequest(server(), client, oauth.None(), token.refresh_token!, insecure);
      await oauth.processRevocationResponse(answer);
    }
    expect(await errorOf(refresh(token.refresh_token!))).toBe('invalid_grant');
    expect(await errorOf(poll(login))).toBe('invalid_grant');
  });

  test('types the code, and denies the device', async () => {
    const { page } = window;
    const login = await start({ device_name: 'unknown machine' });
    await page.goto(login.verification_uri);
    await window.fill('Code', login.user_code.toLowerCase().replace('-', ' '));
    await inspect(page, 'device-code');
    await window.click('Continue');
    await window.shows('unknown machine');
    await window.click('Deny');
    await window.shows('The sign-in was denied. The device has no access.');
    expect(await errorOf(poll(login))).toBe('access_denied');
    await page.goto(login.verification_uri_complete!);
    await window.shows('already denied');
    await window.click('Enter another code');
    await window.fill('Code', 'BBBB-BBBB');
    await window.click('Continue');
    await window.shows('The code is unknown or has expired.');
    await inspect(page, 'device-unknown');
    await window.click('Enter another code');
    await window.shows('Enter the code that it shows.');
  });

  test('signs in again for an approval after ten minutes, which then continues, and revokes the device in the dashboard', async () => {
    clock.advance(11 * MINUTE);
    const { page } = window;
    const login = await start({ device_name: 'studio' });
    await page.goto(login.verification_uri_complete!);
    await window.click(`My device shows the code ${login.user_code}`, 'checkbox');
    await window.click('Approve');
    await window.heading('Sign in again');
    const earlier = readMailbox(folder).length;
    await window.fill('Email', 'mira@example.com');
    await window.click('Email me a link');
    const link = await until('the email', () => {
      const [email] = readMailbox(folder).filter(
        ({ to, subject }) => to === 'mira@example.com' && /^Sign in/.test(subject),
      );
      return readMailbox(folder).length > earlier ? /http\S+token=[\w-]+/.exec(email!.text)![0] : undefined;
    });
    const tab = await DashboardWindow.in(page.browserContext(), messages);
    await tab.signIn(link);
    await window.shows('You can return to your terminal.');
    const token = await poll(login);
    expect(token.scope?.split(' ')).toContain('content:write');

    await window.openScreen('Applications');
    await window.click('Revoke Command line on studio');
    await window.click('Revoke access');
    await window.shows('Access of “Command line on studio” revoked.');
    expect(await errorOf(refresh(token.refresh_token!))).toBe('invalid_grant');
  });
});
