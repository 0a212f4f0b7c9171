import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PORTAL_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { HAS_BROWSER, openBrowser, openPage } from './browser.ts';
import { type ApiClient, createApiClient, getAccessToken, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// A crawler through what a customer of a product sees: pages, the screens of the portal by their links, and emails. It
// leaves out the consent pages of the simulated platforms, which are none of this service, and the screens of members
// behind the links of emails, which have the name of the service.

const { service, clock, folder } = useRunningService();

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
const SUPPORT = 'support@product.example';
const MEMBER = 'baker@bakery.example';
const NAMES = /Content[\s_-]*Intelligence|\bcis\b/i;
const EMAILS = /[\w.+-]+@[\w-]+\.[a-z]{2,}/gi;
/** More screens than the portal has. A crawl that reaches it has not seen all. */
const MAX_SCREENS = 60;
const ICONS = 'link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="mask-icon"], link[rel="manifest"]';

type Json = Record<string, unknown>;

/** Call the API, and return the response to a successful request. */
async function call(api: ApiClient, method: string, path: string, body?: object, headers = {}): Promise<Json> {
  const { status, text } = await api(method, path, body, headers);
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return text === '' ? {} : (JSON.parse(text) as Json);
}

/** The mentions of this project and of a person in a text. The origin is that of the operator. */
function leaksIn(text: string): string[] {
  const own = text.replaceAll(service.url, '');
  const emails = (own.match(EMAILS) ?? []).filter((each) => each !== SUPPORT);
  const at = own.search(NAMES);
  return at < 0 ? emails : [...emails, own.slice(Math.max(0, at - 60), at + 60)];
}

describe.skipIf(!HAS_BROWSER)('a customer of a product', () => {
  let browser: Browser;
  let stage: ApiClient;
  let member: ApiClient;

  const logIn = async () => {
    stage = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, stageKey));
  };
  let stageKey: Awaited<ReturnType<typeof newStageKeyOf>>;
  let workspace = '';
  const visitor = () => createApiClient(service.baseUrl, 'none');

  const brand = (locale: string) =>
    call(stage, 'PUT', '/branding', {
      name: 'Example Social',
      colors: { accent: '#8a1538', background: '#fff8f0', text: '#2b1d14' },
      terms_url: 'https://product.example/terms',
      privacy_url: 'https://product.example/privacy',
      support_email: SUPPORT,
      locale,
    });

  /** Exchange the token of a link for a session of the member, as a browser does. */
  const signInWith = async (path: string, body: object) => {
    const { status, text, headers } = await visitor()('POST', path, body);
    expect(status, text).toBe(201);
    const cookie = headers['set-cookie']![0]!.split(';')[0]!;
    const { access_token } = await call(visitor(), 'POST', '/auth/sessions/token', undefined, { cookie });
    member = createApiClient(service.baseUrl, String(access_token));
  };
  /** A link of the same form that does not exist. */
  const unknown = (url: string) => `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`;
  const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)![1]!;
  const emailTo = (to: string, known = 0) =>
    until(`an email to ${to}`, () => {
      const emails = readMailbox(folder).filter((each) => each.to === to);
      return emails.length > known ? emails[0] : undefined;
    });

  const startConnection = async () => {
    const body = { end_user: { display_name: 'Grace Hopper' } };
    return String((await call(stage, 'POST', '/connect/linkedin', body, { workspace })).url);
  };
  const createPost = async () => {
    const post = { title: 'The red jacket is back', description: 'In our shop', platforms: ['linkedin'] };
    const id = String((await call(member, 'POST', '/content', post)).id);
    await call(member, 'POST', `/content/${id}/submit`, { note: 'Ready' });
    return id;
  };
  const createReviewLink = (id: string) =>
    call(member, 'POST', `/content/${id}/review-links`, { name: 'Ada Example', permission: 'approve' });

  beforeAll(async () => {
    stageKey = await newStageKeyOf(folder);
    await logIn();
    await brand('en');
    // A stage key invites no person who may approve.
    const args = ['bin/workspace.ts', 'create', '--name', 'Bakery', '--plan', 'enterprise', '--email', MEMBER];
    const env = { ...process.env, LOCAL_FOLDER: folder };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    workspace = /ws_\w+/.exec(stdout)![0];
    await signInWith('/auth/sessions', { token: tokenIn(stdout) });
    await call(member, 'PUT', '/workspace', { approval: 'required', authors_may_approve: true });
    browser = await openBrowser(join(folder, 'browser'));
  });
  afterAll(() => browser?.close());

  /** A window without a session. The browser has another language than the product. */
  const newPage = async (locale: string, requested: string[], context?: BrowserContext) => {
    const page = await openPage(context ?? (await browser.createBrowserContext()));
    const client = await page.createCDPSession();
    const userAgent = await browser.userAgent();
    await client.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
    page.on('request', (request) => requested.push(request.url()));
    return page;
  };

  /** Expect that a page is in the language of the product, and has no name, URL or icon of the project and no person. */
  const check = async (page: Page, locale: string, what: string) => {
    const name = `${what} in ${locale}`;
    // The whole document: texts, the title, and all attributes.
    expect(leaksIn(await page.evaluate('document.documentElement.outerHTML').then(String)), name).toEqual([]);
    const typed = await page.$$eval('input, textarea, select', (fields) => fields.map(({ value }) => value).join('\n'));
    expect(leaksIn(typed), name).toEqual([]);
    expect(leaksIn(page.url()), name).toEqual([]);
    expect(await page.$(ICONS), name).toBeNull();
    expect(await page.evaluate('document.documentElement.lang'), name).toBe(locale);
    expect(await page.evaluate('document.body.innerText.trim().length'), name).toBeGreaterThan(10);
  };
  const submit = (page: Page, selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)]);

  describe.each(LANGUAGES)('in %s', (locale) => {
    const otherLanguage = locale === 'en' ? 'fr' : 'en';
    const requested: string[] = [];
    /** Deleted at the end, so that the next portal has no more screens. */
    const posts: string[] = [];
    let page: Page;
    beforeAll(async () => {
      await brand(locale);
      page = await newPage(otherLanguage, requested);
    });
    afterAll(async () => {
      await page?.browserContext().close();
      for (const id of posts) await call(member, 'DELETE', `/content/${id}`);
    });

    /** Wait for the page that a form leads to, behind one that moves on. */
    const shows = (selector: string, text: string) => {
      const textOf = () => page.$eval(selector, ({ textContent }) => textContent);
      return until(`${selector} has the text`, async () => (await textOf())?.includes(text));
    };

    test('connects an account', async () => {
      const url = await startConnection();
      await page.goto(url);
      await check(page, locale, 'the start');
      await page.click('form button');
      await page.waitForSelector('button[value="allow"]');
      await submit(page, 'button[value="allow"]');
      await check(page, locale, 'the selection');
      await submit(page, 'li:nth-child(2) button');
      await check(page, locale, 'the result');
      await page.goto(url);
      expect(await page.$eval('code', ({ textContent }) => textContent)).toBe('already_used');
      await check(page, locale, 'the used link');
      await page.goto(await startConnection());
      await page.click('form button');
      await page.waitForSelector('button[value="deny"]');
      await submit(page, 'button[value="deny"]');
      await check(page, locale, 'the denial');
      await page.goto(unknown(await startConnection()));
      await check(page, locale, 'the unknown connection');
    });

    test('reviews a post', async () => {
      const id = await createPost();
      posts.push(id);
      await call(member, 'POST', `/content/${id}/comments`, { body: 'Please look at it.' });
      const link = await createReviewLink(id);
      const url = String(link.url);
      await page.goto(url);
      await check(page, locale, 'the review');
      await page.type('#comment', 'Which shop is it?');
      await page.click('button[value="comment"]');
      await shows('article:last-of-type .text', 'Which shop is it?');
      await check(page, locale, 'the comment');
      await page.click('button[value="approve"]');
      await shows('.status.approved', 'Ada Example');
      await check(page, locale, 'the decision');
      await call(member, 'DELETE', `/content/${id}/review-links/${link.id}`);
      await page.goto(url);
      await check(page, locale, 'the revoked review');
      const other = await createPost();
      const ended = String((await createReviewLink(other)).url);
      await call(member, 'DELETE', `/content/${other}`);
      await page.goto(ended);
      await check(page, locale, 'the review of a deleted post');
      await page.goto(unknown(url));
      await check(page, locale, 'the unknown review');
    });

    test('follows every link of the portal', async () => {
      posts.push(await createPost());
      const person = { display_name: 'Grace Hopper', permissions: PORTAL_PERMISSIONS };
      const path = `/workspaces/${workspace}/portal-sessions`;
      const url = String((await call(stage, 'POST', path, person)).url);
      const settled = async () => {
        await page.waitForFunction(
          `document.querySelector('nav') && document.title.includes(' – ') && !document.querySelector('.progress')`,
        );
      };
      await page.goto(url);
      await settled();
      const waiting = [page.url()];
      const seen = new Set(waiting);
      for (const next of waiting) {
        // A load of its own: the previous screen is not left on the page.
        await page.goto('about:blank');
        await page.goto(next);
        await settled();
        await check(page, locale, next);
        const links = await page.$$eval('a[href]', (anchors) => anchors.map(({ href }) => href));
        for (const link of links) {
          // A screen in another period or with another filter is the same screen.
          const screen = link.split('?')[0]!;
          if (!screen.startsWith(service.url) || seen.has(screen)) continue;
          seen.add(screen);
          waiting.push(screen);
        }
        expect(seen.size, [...seen].join('\n')).toBeLessThan(MAX_SCREENS);
      }
      for (const screen of ['compose', 'posts', 'media', 'approvals', 'analytics', 'accounts', 'posts/cnt_']) {
        expect([...seen].join('\n')).toContain(`/app/#/${screen}`);
      }
      const script = `fetch('/v1/auth/sessions/token', { method: 'POST' }).then((response) => response.json())`;
      const { access_token } = (await page.evaluate(script)) as Json;
      const portal = createApiClient(service.baseUrl, String(access_token));
      const connecting = await newPage(otherLanguage, requested, page.browserContext());
      await connecting.goto(String((await call(portal, 'POST', '/connect/linkedin', {})).url));
      await check(connecting, locale, 'the start from the portal');
      await connecting.close();
      await page.click('.workspace-menu > button');
      await page.waitForSelector('.menu-panel');
      await check(page, locale, 'the menu');
      await page.click('.menu-panel li:last-child button');
      await page.waitForSelector('main.sign-in h1');
      await check(page, locale, 'the ended portal');
      // The link has ended with its product, so that only the browser tells the language.
      const used = await newPage(locale, requested);
      await used.goto(url);
      await used.waitForSelector('main.sign-in h1');
      await check(used, locale, 'the used link of the portal');
      await used.browserContext().close();
    });

    test('gets emails', async () => {
      const before = readMailbox(folder).length;
      const known = readMailbox(folder).filter(({ to }) => to === MEMBER).length;
      await call(visitor(), 'POST', '/auth/sign-in', { email: MEMBER });
      await signInWith('/auth/sessions', { token: tokenIn((await emailTo(MEMBER, known)).text) });
      // An invitation by a session also causes a security email to its member.
      await call(member, 'POST', '/team/invite', { email: `guest-${locale}@bakery.example`, role: 'viewer' });
      await emailTo(`guest-${locale}@bakery.example`);
      await emailTo(MEMBER, known + 1);
      const emails = readMailbox(folder).slice(0, -before);
      expect(emails.length).toBeGreaterThanOrEqual(3);
      for (const { subject, text } of emails) expect(leaksIn(`${subject}\n${text}`), subject).toEqual([]);
      const signIn = { en: 'Sign in to', de: 'Anmeldung bei', fr: 'Connexion', es: 'Inicio de sesión' }[locale];
      expect(emails.map(({ subject }) => subject).join('\n')).toContain(signIn);
    });

    test('loads nothing whose URL names the project', () => {
      expect(requested.length).toBeGreaterThan(20);
      expect(requested.flatMap(leaksIn)).toEqual([]);
    });
  });

  test('sees in each language that a link has expired', async () => {
    const urls = [await startConnection(), String((await createReviewLink(await createPost())).url)];
    clock.advance(15 * 86_400_000);
    await logIn();
    for (const locale of LANGUAGES) {
      await brand(locale);
      const page = await newPage(locale === 'en' ? 'fr' : 'en', []);
      for (const url of urls) {
        await page.goto(url);
        await check(page, locale, `the expired ${new URL(url).pathname}`);
      }
      await page.browserContext().close();
    }
  });
});
