import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { HAS_BROWSER, openBrowser, openPage } from './browser.ts';
import * as dashboard from './dashboard-pages.ts';
import { until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// What a person sees when a change fails in the dashboard: what to do, and everything that was typed. After the cause
// has ended, the same button succeeds, and changes nothing twice.

const { service, api, clock, folder } = useRunningService();
const { button, field } = dashboard;

/** How long a function may accept an access token of a session that has ended. */
const ACCEPTED_MS = 60_001;
const TEN_MINUTES_MS = 600_000;
const MESSAGE = '.composer > :first-child .message.error';
const TEXT = 'The red jacket is back in our shop.';
const IMAGE = 'https://images.example.com/jacket.jpg';
const ALT = 'A red jacket on a wooden chair';
const REQUEST_ID = /Request id: req_\w+/;

type Json = Record<string, unknown>;

async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Json> {
  const { status, text } = await api(method, path, body);
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text) as Json;
}

/** The items with a title. */
async function itemsTitled(title: string): Promise<Json[]> {
  const { data } = await call('GET', '/content?limit=100');
  return (data as Json[]).filter((item) => item.title === title);
}

describe.skipIf(!HAS_BROWSER)('when a change in the dashboard fails', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    // Every test schedules the same text.
    await call('PUT', '/workspace', { duplicate_guard_hours: 0 });
    browser = await openBrowser(join(folder, 'browser'));
    context = await browser.createBrowserContext();
    const first = await openPage(context);
    await first.goto(service.signInUrl);
    await dashboard.click(first, button('Sign in with the link'));
    await first.waitForSelector('nav');
    await first.close();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    page = await openPage(context);
  });
  afterEach(() => page.close());

  const click = (selector: string) => dashboard.click(page, selector);
  const fill = (label: string, value: string) => dashboard.fill(page, field(label), value);
  const values = () => dashboard.composerValues(page);
  const open = (path: string) => page.goto(`${service.url}/app/#${path}`);

  /** Open the composer, type a whole post, and return the values of all controls. */
  async function compose(title: string, timing: 'At a time' | 'Now' = 'At a time', platform = 'LinkedIn') {
    await open('/compose');
    await fill('Title', title);
    await fill('Text', TEXT);
    await dashboard.publishOn(page, platform);
    await click(button('Add a URL'));
    await fill('URL', IMAGE);
    await fill('Alternative text', ALT);
    await click(`::-p-xpath(//label[normalize-space() = "${timing}"])`);
    if (timing === 'At a time') {
      const time = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 16);
      await dashboard.fill(page, 'input[type="datetime-local"]', time);
    }
    const typed = await values();
    expect(typed).toEqual(expect.arrayContaining([title, TEXT, IMAGE, ALT]));
    return typed;
  }

  /** Wait for a message with a text, and expect that it is complete and that the form is unchanged. */
  async function expectMessage(text: string, typed: unknown[], hasRequestId = true) {
    const message = await dashboard.textWith(page, MESSAGE, text);
    if (hasRequestId) expect(message).toMatch(REQUEST_ID);
    expect(await values()).toEqual(typed);
    return message;
  }

  /** Schedule with the same button as before, and expect that exactly one item has the title and all that was typed. */
  async function expectScheduledOnce(title: string) {
    await click(button('Schedule'));
    await dashboard.atUrl(page, '/posts/');
    const items = await itemsTitled(title);
    expect(items).toMatchObject([{ title, status: 'scheduled' }]);
    const item = await call('GET', `/content/${items[0]!.id}`);
    expect(item).toMatchObject({ description: TEXT, platforms: ['linkedin'], media: [{ url: IMAGE, alt: ALT }] });
  }

  test('because the API is unreachable, the form stays, and a repeat schedules one post', async () => {
    const typed = await compose('Unreachable');
    await page.setOfflineMode(true);
    await click(button('Schedule'));
    await expectMessage('The API did not respond. Check your connection and try again.', typed, false);
    await page.setOfflineMode(false);
    await expectScheduledOnce('Unreachable');
  });

  test('only by the loss of the response, a repeat creates no second post', async () => {
    const typed = await compose('Lost response');
    const creation = { method: 'POST', path: '/v1/content', stage: 'Response' } as const;
    await dashboard.replaceNextResponse(page, creation, 'failure');
    await click(button('Schedule'));
    await expectMessage('The API did not respond.', typed, false);
    expect(await itemsTitled('Lost response')).toHaveLength(1);
    await expectScheduledOnce('Lost response');
  });

  test('by a rate limit, the message says how long to wait, and a repeat schedules one post', async () => {
    const typed = await compose('Rate limit');
    await dashboard.replaceNextResponse(
      page,
      { method: 'POST', path: '/v1/content', stage: 'Request' },
      {
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '7' },
        body: {
          type: `${service.baseUrl}/problems/rate_limit_exceeded`,
          title: 'Rate limit exceeded',
          status: 429,
          detail: 'The hourly limit of the workspace is reached.',
          instance: '/v1/content',
          code: 'quota-exceeded',
          request_id: 'req_01K00000000000000000000000',
          retryable: true,
        },
      },
    );
    await click(button('Schedule'));
    expect(await expectMessage('Try again in 7 seconds.', typed)).toContain('req_01K00000000000000000000000');
    expect(await itemsTitled('Rate limit')).toEqual([]);
    await expectScheduledOnce('Rate limit');
  });

  test('because of invalid fields, each has its message beside it, and the corrected post is scheduled once', async () => {
    await compose('Invalid fields');
    await fill('Text', 'x'.repeat(3001));
    await fill('URL', 'http://images.example.com/jacket.jpg');
    const typed = await values();
    await click(button('Schedule'));
    await expectMessage('/media/0/url', typed);
    const besideField = (label: string) =>
      page.$eval(field(label), (control) => {
        const of = (name: string) => control.getAttribute(name);
        const ids: string[] = (of('aria-describedby') ?? '').split(' ');
        const error = ids.find((id) => id.endsWith('-error'));
        return [of('aria-invalid'), error && control.ownerDocument.getElementById(error)?.textContent];
      });
    expect(await besideField('URL')).toEqual(['true', expect.stringContaining('https')]);
    expect(await itemsTitled('Invalid fields')).toEqual([]);
    await fill('URL', IMAGE);
    await click(button('Schedule'));
    await expectMessage('3000', await values());
    expect(await besideField('Text')).toEqual(['true', expect.stringContaining('3000')]);
    await fill('Text', TEXT);
    await expectScheduledOnce('Invalid fields');
  });

  test('because the workspace now requires an approval (409), the form stays, and a repeat publishes the same post', async () => {
    // Instagram loads the image itself, so that the host of the image need not exist.
    const typed = await compose('Conflict', 'Now', 'Instagram');
    // Also after a failure: the other tests save without an approval.
    onTestFinished(async () => void (await call('PUT', '/workspace', { approval: 'none' })));
    await call('PUT', '/workspace', { approval: 'required' });
    await click(button('Publish now'));
    await expectMessage('Submit the post for approval first.', typed);
    expect(await itemsTitled('Conflict')).toHaveLength(1);
    await call('PUT', '/workspace', { approval: 'none' });
    await click(button('Publish now'));
    await dashboard.atUrl(page, '/posts/');
    const isPublished = async () => (await itemsTitled('Conflict'))[0]?.status === 'published';
    await until('the post is published', isPublished);
    expect(await itemsTitled('Conflict')).toHaveLength(1);
  });

  test('because a post was edited before its approval, the note stays, and the edited post can be approved', async () => {
    // The session and the key of the demo workspace belong to the same member.
    await call('PUT', '/workspace', { authors_may_approve: true });
    const { id } = await call('POST', '/content', { title: 'Before', platforms: ['linkedin'] });
    await call('POST', `/content/${id}/submit`, {});
    await open(`/posts/${id}`);
    await click(button('Approve'));
    await dashboard.fill(page, 'dialog textarea', 'Looks good');
    await call('PUT', `/content/${id}`, { title: 'After' });
    await call('POST', `/content/${id}/submit`, {});
    await click(button('Approve', 'dialog'));
    expect(await dashboard.textWith(page, 'dialog .message.error', 'Reload it')).toMatch(REQUEST_ID);
    await click(button('Reload'));
    await dashboard.textWith(page, 'dialog h2', 'After');
    expect(await page.$eval('dialog textarea', ({ value }) => value)).toBe('Looks good');
    expect(await call('GET', `/content/${id}`)).toMatchObject({ approval: { status: 'pending_approval' } });
    await click(button('Approve', 'dialog'));
    await until('the approval', async () => {
      const { approval } = await call('GET', `/content/${id}`);
      return (approval as Json).status === 'approved' && (approval as Json).note === 'Looks good';
    });
  });

  /** Edit a draft while another client changes it, up to the dialog that compares both. Returns the id. */
  async function editConcurrently(title: string): Promise<string> {
    const media = [{ url: IMAGE, type: 'image', alt: ALT }];
    const { id } = await call('POST', '/content', { title, description: TEXT, platforms: ['linkedin'], media });
    await open(`/compose/${id}`);
    await fill('Title', `${title}: mine`);
    await fill('Text', 'My text');
    await call('PUT', `/content/${id}`, { title: `${title}: theirs`, description: 'Their text' });
    const typed = await values();
    await click(button('Save'));
    const compared = await dashboard.textWith(page, 'dialog', 'Keep mine');
    for (const text of [`${title}: mine`, `${title}: theirs`, 'My text', 'Their text'])
      expect(compared).toContain(text);
    expect(await values()).toEqual(typed);
    expect(await call('GET', `/content/${id}`)).toMatchObject({ title: `${title}: theirs` });
    return String(id);
  }

  test('because another client changed the post (412), keeping mine saves everything that was typed', async () => {
    const id = await editConcurrently('Keep');
    await click(button('Keep mine'));
    await dashboard.textWith(page, '.message.success', 'Saved.');
    expect(await call('GET', `/content/${id}`)).toMatchObject({ title: 'Keep: mine', description: 'My text' });
  });

  test('because another client changed the post (412), taking theirs shows it, and it can be edited further', async () => {
    const id = await editConcurrently('Take');
    await click(button('Use theirs'));
    await page.waitForFunction(`!document.querySelector('dialog')`);
    expect(await values()).toEqual(expect.arrayContaining(['Take: theirs', 'Their text', IMAGE, ALT]));
    await fill('Text', 'Our text');
    await click(button('Save'));
    await dashboard.textWith(page, '.message.success', 'Saved.');
    expect(await call('GET', `/content/${id}`)).toMatchObject({ title: 'Take: theirs', description: 'Our text' });
  });

  test('because the session has ended, a sign-in in another tab lets this one continue and save', async () => {
    let token = '';
    page.on('request', (request) => {
      token = request.headers().authorization ?? token;
    });
    const typed = await compose('Expired session');
    await page.evaluate(`fetch('/v1/auth/sessions', { method: 'DELETE' }).then(({ status }) => status)`);
    // From then on, no function accepts the access token that this tab has.
    clock.advance(ACCEPTED_MS);
    const headers = { authorization: token };
    expect((await fetch(`${service.baseUrl}/workspace`, { headers })).status).toBe(401);
    await click(button('Schedule'));
    await dashboard.textWith(page, 'dialog', 'Sign in again to continue. Your input is kept.');
    expect(await values()).toEqual(typed);
    await fill('Email', 'owner@example.com');
    await click(button('Email me a link', 'dialog'));
    await dashboard.textWith(page, 'dialog', 'you will receive a link');
    const link = await until('the email', lastLink);
    const other = await openPage(context);
    await other.goto(link);
    await dashboard.click(other, button('Sign in with the link'));
    await other.waitForSelector('nav');
    await page.waitForFunction(`!document.querySelector('dialog')`);
    expect(await values()).toEqual(typed);
    await other.close();
    await expectScheduledOnce('Expired session');
  });

  test('because the sign-in is too old for a new key (403), another one lets this tab create the key', async () => {
    const before = lastLink();
    await open('/keys');
    clock.advance(TEN_MINUTES_MS);
    await click(button('Create API key'));
    await fill('Name', 'After a new sign-in');
    await click(button('Create key', 'dialog'));
    await dashboard.textWith(page, 'dialog', 'requires a sign-in within the last ten minutes');
    expect(await keysNamed('After a new sign-in')).toBe(0);
    await fill('Email', 'owner@example.com');
    await click(button('Email me a link', 'dialog'));
    const link = await until('the email', () => [lastLink()].find((found) => found !== before));
    const other = await openPage(context);
    await other.goto(link!);
    await dashboard.click(other, button('Sign in with the link'));
    await other.waitForSelector('nav');
    await dashboard.textWith(page, 'dialog', 'Save this secret now');
    expect(await keysNamed('After a new sign-in')).toBe(1);
    await other.close();
    await until('the email about the key', () =>
      emails().some(({ text }) => /The API key key_\w+ was created/.test(text)),
    );
  });

  async function keysNamed(name: string): Promise<number> {
    const { keys } = await call('GET', '/keys');
    return (keys as Json[]).filter((key) => key.name === name).length;
  }

  /** The emails to the owner, newest first. */
  function emails(): { to: string; text: string }[] {
    return readMailbox(folder).filter(({ to }) => to === 'owner@example.com');
  }

  /** The sign-in link of the last email to the owner. */
  function lastLink(): string | undefined {
    return emails().flatMap(({ text }) => text.match(/https?:\S+\/app\/#\/sign-in\?token=[\w-]+/) ?? [])[0];
  }
});
