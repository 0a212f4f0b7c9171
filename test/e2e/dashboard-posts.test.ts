import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import * as dashboard from './dashboard-pages.ts';
import { type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { until } from './http-client.ts';

// The composer and the list of posts in Chromium, before an API that stores one post.

const { button, field } = dashboard;
/** What the list says of the post, which has changed since. */
const LISTED = { status: 'draft', approval_status: null, updated_at: '2026-11-20T09:30:00.000Z' };
const ACCOUNT = { id: 'acc_1', platform: 'twitter', name: 'Shop', handle: 'shop', is_default: true, sandbox: false };
const ACCOUNTS = [
  { ...ACCOUNT, status: 'connected', reconnect_reason: null },
  { ...ACCOUNT, id: 'acc_2', platform: 'instagram', name: 'Studio', status: 'needs_reconnect', reconnect_reason: null },
];

let page: Page;
/** The post as the API has it, and the bodies that changed it. */
let stored: Record<string, unknown> = {
  ...{ id: 'cnt_1', description: null, accounts: [], media: [], thread: [], first_comment: null, platform_options: {} },
  ...{
    title: 'Launch',
    platforms: ['linkedin'],
    status: 'draft',
    scheduled_at: null,
    scheduled_local: null,
    queue: null,
    labels: [],
    campaign: null,
    approval: null,
    warnings: [],
    targets: [],
    editable_fields: ['title', 'description', 'platforms', 'accounts', 'media', 'thread', 'scheduled_at'],
    available_actions: ['publish', 'schedule', 'cancel', 'submit', 'delete'],
  },
};
const bodies: unknown[] = [];
const deletions: StubRequest[] = [];
const creations: StubRequest[] = [];
let losesCreation = false;

function respond(request: StubRequest): StubResponse {
  const { method, path, body } = request;
  if (method === 'DELETE') {
    deletions.push(request);
    return { body: { success: true, message: 'Deleted.' } };
  }
  if (method === 'GET' && path === '/content') {
    return { body: { data: [{ ...stored, ...LISTED, thumbnail: null }], pagination: { next_cursor: null } } };
  }
  if (path === '/workspace') return { body: { id: 'ws_1', name: 'Stub', approval: 'none', approver_roles: [] } };
  if (path === '/accounts') return { body: { accounts: ACCOUNTS, pagination: { next_cursor: null } } };
  if (!path.startsWith('/content') || path === '/content/validate') return { status: 503, body: null };
  if (method === 'POST') creations.push(request);
  if (method === 'POST' && losesCreation) return 'lost';
  if (method !== 'GET') {
    bodies.push(body);
    stored = { ...stored, ...(body as object) };
  }
  return { status: method === 'POST' ? 201 : 200, etag: `"${bodies.length}"`, body: stored };
}

const stub = useStubbedDashboard(respond);

beforeAll(async () => {
  if (HAS_BROWSER) page = await openPage(stub.browser);
});

describe.runIf(HAS_BROWSER)('the dashboard', () => {
  test('keeps what is typed while a new draft is being saved, and saves it into the same draft', async () => {
    await page.goto(`${stub.url}#/compose`);
    await dashboard.fill(page, field('Title'), 'Launch');
    await dashboard.click(page, field('LinkedIn'));
    await dashboard.fill(page, field('Text'), 'One');
    // In one turn of the page, so that the response cannot arrive in between.
    await page.evaluate(`(() => {
      document.querySelector('.composer button[type="submit"]').click();
      const text = document.querySelector('.composer textarea');
      text.value = 'One and more';
      text.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await dashboard.textWith(page, '.save-bar', 'Unsaved changes');
    expect(await dashboard.composerValues(page)).toContain('One and more');
    await dashboard.click(page, button('Save'));
    await page.waitForFunction(`location.hash === '#/compose/cnt_1'`);
    await dashboard.textWith(page, '.message.success', 'Saved.');
    expect(bodies).toMatchObject([{ description: 'One' }, { description: 'One and more' }]);
    expect(await dashboard.composerValues(page)).toContain('One and more');
  });

  test('repeats the creation of a post whose response was lost before it saves an edit, so that one post exists', async () => {
    losesCreation = true;
    await page.goto(`${stub.url}#/`);
    await page.goto(`${stub.url}#/compose`);
    await dashboard.fill(page, field('Title'), 'Lost');
    await dashboard.click(page, field('LinkedIn'));
    await dashboard.fill(page, field('Text'), 'One');
    creations.length = 0;
    await dashboard.click(page, button('Save draft'));
    await dashboard.textWith(page, '.message.error', 'The API did not respond');
    losesCreation = false;
    bodies.length = 0;
    await dashboard.fill(page, field('Text'), 'Two');
    await dashboard.click(page, button('Save draft'));
    await dashboard.textWith(page, '.message.success', 'Saved.');
    const [lost, ...repeated] = creations;
    expect(lost).toMatchObject({ path: '/content', idempotencyKey: expect.any(String), body: { description: 'One' } });
    // The browser repeats a request whose connection ended, too.
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.filter((request) => !isDeepStrictEqual(request, lost))).toEqual([]);
    expect(bodies).toEqual([lost!.body, { description: 'Two' }]);
  });

  test('starts a post on the default accounts that can publish, shows it as it is typed, and saves it by a key', async () => {
    await page.goto('about:blank');
    await page.goto(`${stub.url}#/compose`);
    await dashboard.textWith(page, '.chip.obstructed', 'Cannot publish: reconnect the account.');
    const chosen = `[...document.querySelectorAll('.chip:has(:checked) label')].map((label) => label.textContent)`;
    expect(await page.evaluate(chosen)).toEqual(['Shop X · @shop']);
    await dashboard.fill(page, field('Text'), 'H');
    await dashboard.textWith(page, '[aria-label="Preview for X, Shop"] .post-text', 'H');
    creations.length = 0;
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await dashboard.textWith(page, '.message.success', 'Saved.');
    expect(creations).toMatchObject([{ body: { title: 'H', description: 'H', platforms: ['twitter'] } }]);
  });

  test('lets a draft stop naming an account that was deleted', async () => {
    stored = { ...stored, platforms: ['twitter'], accounts: ['acc_0', 'acc_1'] };
    // After a full load, the page shows what is stored, and not what the test before has created.
    await page.goto('about:blank');
    await page.goto(`${stub.url}#/compose/cnt_1`);
    await dashboard.click(page, field('Deleted account acc_0'));
    await dashboard.click(page, button('Save'));
    await dashboard.textWith(page, '.message.success', 'Saved.');
    expect(bodies.at(-1)).toEqual({ accounts: ['acc_1'] });
  });

  test('says that a listed draft is scheduled by now before it is deleted, and deletes it in that state only', async () => {
    stored = { ...stored, title: 'Launch', status: 'scheduled', updated_at: '2026-11-20T09:31:00.000Z' };
    await page.goto(`${stub.url}#/posts`);
    await dashboard.click(page, `[aria-label="Delete Launch"]`);
    await dashboard.textWith(page, 'dialog', 'Its status is scheduled');
    await dashboard.click(page, button('Delete', 'dialog'));
    await dashboard.textWith(page, '.toast', 'is deleted');
    expect(deletions).toEqual([]);
    await dashboard.click(page, '.toast [aria-label="Close"]');
    await until('the deletion', async () => deletions.length > 0);
    expect(deletions).toMatchObject([{ path: '/content/cnt_1', ifMatch: `"${bodies.length}"` }]);
  });
});
