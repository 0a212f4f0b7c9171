import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { HAS_BROWSER, openBrowser, openPage } from './browser.ts';
import { button, click, textWith } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// Sign-in with a real browser, which decides about cookies and about the headers that name the sender of a request.

const { service, folder } = useRunningService();

type Reply = { status: number; json: Record<string, unknown> };

const tokenIn = (url: string) => new URLSearchParams(new URL(url).hash.split('?')[1]).get('token')!;

/** A page of the service, in which scripts of a test can call the API of the same origin. */
async function openApiPage(context: BrowserContext, origin = service.url): Promise<Page> {
  const page = await openPage(context);
  await page.setBypassCSP(true);
  await page.goto(`${origin}/v1/problems`);
  return page;
}

/** Call the API from the scripts of a page. */
function callFrom(page: Page, method: string, path: string, init: { body?: object; token?: string } = {}) {
  const headers = {
    ...(init.body && { 'content-type': 'application/json' }),
    ...(init.token && { authorization: `Bearer ${init.token}` }),
  };
  const options = { method, headers, ...(init.body && { body: JSON.stringify(init.body) }) };
  return page.evaluate(
    `fetch('/v1${path}', ${JSON.stringify(options)}).then(async (r) => ({ status: r.status, json: await r.json() }))`,
  ) as Promise<Reply>;
}

const signIn = (page: Page, token: string) => callFrom(page, 'POST', '/auth/sessions', { body: { token } });
const newToken = (page: Page) => callFrom(page, 'POST', '/auth/sessions/token');

describe.skipIf(!HAS_BROWSER)('signing in with a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    context = await browser.createBrowserContext();
    page = await openApiPage(context);
  });

  afterAll(() => browser?.close());

  test('the URL that the local service prints signs the owner in once, and the session gives tokens', async () => {
    expect(service.signInUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/#\/sign-in\?token=[\w-]{95}$/);
    expect((await signIn(page, tokenIn(service.signInUrl))).status).toBe(201);
    expect((await signIn(page, tokenIn(service.signInUrl))).json.code).toBe('sign_in_link_expired');
    const { status, json } = await newToken(page);
    expect([status, json.user]).toMatchObject([200, { email: 'owner@example.com', role: 'owner' }]);
    const token = String(json.access_token);
    expect((await callFrom(page, 'GET', '/keys', { token })).status).toBe(200);
  });

  test('the session survives a new page, and its cookie is not visible to scripts', async () => {
    const another = await openApiPage(context);
    expect((await newToken(another)).status).toBe(200);
    expect(await another.evaluate('document.cookie')).toBe('');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/v1/auth' });
    await another.close();
  });

  test('a page of another site cannot use the session', async () => {
    const other = await openApiPage(context);
    await other.setBypassCSP(true);
    const sent: { status: number; cookie: boolean }[] = [];
    // `localhost` is another site than `127.0.0.1`, and the same service.
    await other.goto(`${service.url.replace('127.0.0.1', 'localhost')}/v1/problems`);
    const client = await other.createCDPSession();
    await client.send('Network.enable');
    const cookies = new Map<string, boolean>();
    client.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      cookies.set(
        requestId,
        Object.keys(headers).some((name) => name.toLowerCase() === 'cookie'),
      );
    });
    client.on('Network.responseReceived', ({ requestId, response }) => {
      sent.push({ status: response.status, cookie: cookies.get(requestId) ?? false });
    });
    const url = `${service.baseUrl}/auth/sessions/token`;
    await other.evaluate(
      `fetch('${url}', { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => {})`,
    );
    await until('the response', () => sent.length > 0);
    expect(sent).toEqual([{ status: 403, cookie: false }]);
    await other.close();
  });

  test('an email brings a link, which the outbox shows and which no request contains', async () => {
    const requested: string[] = [];
    const person = await browser.createBrowserContext();
    const form = await openApiPage(person);
    // A browser sends no fragment.
    form.on('request', (request) => requested.push(request.url().split('#')[0] + JSON.stringify(request.headers())));
    for (const email of ['mira@example.com', 'stranger@example.com']) {
      expect((await callFrom(form, 'POST', '/auth/sign-in', { body: { email } })).status).toBe(202);
    }
    await until('the email', () => readMailbox(folder).some(({ to }) => to === 'mira@example.com'));
    await form.goto(`${service.url}/_outbox`);
    const link = (await form.$eval('article a', (anchor) => anchor.getAttribute('href')))!;
    const token = tokenIn(link);
    // The dashboard asks, and exchanges the token.
    await form.goto(link);
    const shown = await textWith(form, 'main', 'Sign in with the link');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('The link signs you in to Demo as mira@example.com.');
    expect((await newToken(form)).status).toBe(401);
    // Nor does the history have it.
    expect(await form.evaluate('location.href')).toBe(`${service.url}/app/#/`);
    await click(form, button('Sign in with the link'));
    await until('the session', async () => (await newToken(form)).status === 200);
    expect((await newToken(form)).json.user).toMatchObject({ email: 'mira@example.com', role: 'content_manager' });
    expect(requested.filter((request) => request.includes(token))).toEqual([]);
    expect(readMailbox(folder).filter(({ to }) => to === 'stranger@example.com')).toEqual([]);
    await person.close();
  });

  test('a link of another person replaces no session before the member confirms it', async () => {
    const body = { email: 'mira@example.com' };
    expect((await callFrom(page, 'POST', '/auth/sign-in', { body })).status).toBe(202);
    const link = await until('the second email', () => {
      const emails = readMailbox(folder).filter(({ to }) => to === body.email);
      return emails.length > 1 ? /http\S+token=[\w-]+/.exec(emails[0]!.text)![0] : undefined;
    });
    const victim = await openPage(context);
    await victim.goto(link);
    await textWith(victim, 'main', 'Stay signed in as owner@example.com');
    expect((await newToken(page)).json.user).toMatchObject({ email: 'owner@example.com' });
    await click(victim, button('Stay signed in as owner@example.com'));
    await victim.waitForSelector('nav');
    expect((await newToken(page)).json.user).toMatchObject({ email: 'owner@example.com' });
    await victim.close();
  });

  test('a passkey that the browser has created signs in', async () => {
    const person = await browser.createBrowserContext();
    // A passkey belongs to a domain, and `127.0.0.1` is none.
    const origin = service.url.replace('127.0.0.1', 'localhost');
    const local = await openApiPage(person, origin);
    const client = await local.createCDPSession();
    await client.send('WebAuthn.enable');
    const device = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true };
    await client.send('WebAuthn.addVirtualAuthenticator', { options });
    const body = { email: 'jonas@example.com' };
    expect((await callFrom(local, 'POST', '/auth/sign-in', { body })).status).toBe(202);
    const isTheirs = ({ to }: { to: string }) => to === body.email;
    const { text } = await until('the email', () => readMailbox(folder).find(isTheirs));
    expect((await signIn(local, /token=([\w-]{95})/.exec(text)![1]!)).status).toBe(201);

    const ask = async (path: string, action: 'create' | 'get') => {
      const parse = action === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON';
      const { json } = await callFrom(local, 'POST', path);
      const publicKey = `PublicKeyCredential.${parse}(${JSON.stringify(json.options)})`;
      const script = `navigator.credentials.${action}({ publicKey: ${publicKey} }).then((made) => made.toJSON())`;
      return (await local.evaluate(script)) as object;
    };
    const credential = await ask('/auth/passkeys/options', 'create');
    const added = await callFrom(local, 'POST', '/auth/passkeys', { body: { name: 'Laptop', credential } });
    expect(added.status, JSON.stringify(added.json)).toBe(201);
    expect((await callFrom(local, 'DELETE', '/auth/sessions')).status).toBe(200);
    expect((await newToken(local)).status).toBe(401);
    const signature = await ask('/auth/sign-in/passkey-options', 'get');
    const signedIn = await callFrom(local, 'POST', '/auth/sign-in/passkey', { body: { credential: signature } });
    expect(signedIn.status, JSON.stringify(signedIn.json)).toBe(201);
    expect((await newToken(local)).json.user).toMatchObject({ email: body.email });
    const { json } = await callFrom(local, 'GET', '/auth/passkeys');
    expect(json.passkeys).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) }]);
    await person.close();
  });

  test('an owner sees the own sessions, and ends those of a member with the passkeys', async () => {
    const owner = await DashboardWindow.in(context);
    await owner.page.goto(`${service.url}/app/`);
    await owner.openMenu();
    await owner.click('Sessions', 'link');
    await owner.shows('This browser');
    await inspect(owner.page, 'sessions');
    await owner.openScreen('Team');
    await owner.click('Sessions of Jonas Weber');
    await owner.shows('Laptop');
    await inspect(owner.page, 'member-sessions');
    await owner.click('End all sessions');
    await owner.shows('All sessions of Jonas Weber have ended.');
    await owner.click('Sessions of Jonas Weber');
    await owner.shows('Jonas Weber is not signed in.');
    expect(await owner.page.evaluate('document.querySelector("dialog").innerText')).not.toContain('Laptop');
    await owner.page.close();
  });

  test('signing out ends the session in this browser', async () => {
    expect((await callFrom(page, 'DELETE', '/auth/sessions')).status).toBe(200);
    expect((await newToken(page)).json.code).toBe('session_expired');
    expect(await context.cookies()).toEqual([]);
  });
});
