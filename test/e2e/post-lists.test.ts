import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import { button, click, field, fill, textWith } from './dashboard-pages.ts';
import { type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { until } from './http-client.ts';

// The list of posts in Chromium, before an API that stores two posts: undo of deletions, and saved filters.

const FAR_MS = 3_600_000;
const ACCOUNT = { id: 'acc_1', platform: 'twitter', name: 'Shop', handle: 'shop', is_default: true, sandbox: false };

let page: Page;
let deletions: StubRequest[];
let lists: URLSearchParams[];
let onDelete: () => StubResponse;
/** When the post is due. */
let dueInMs: number;

const summary = (id: string, title: string) => ({
  ...{ id, title, status: 'draft', approval_status: null, platforms: ['twitter'], scheduled_at: null },
  ...{
    labels: [],
    campaign: null,
    thumbnail: null,
    created_at: '2026-11-20T09:30:00.000Z',
    updated_at: '2026-11-20T09:30:00.000Z',
  },
});

function content() {
  const scheduled_at = new Date(Date.now() + dueInMs).toISOString();
  const target = { platform: 'twitter', account_id: null, schedule_id: 'scd_1', status: 'pending', scheduled_at };
  return { ...summary('cnt_1', 'Launch'), status: 'scheduled', approval: null, warnings: [], targets: [target] };
}

function respond(request: StubRequest): StubResponse {
  const { method, path, query } = request;
  if (method === 'DELETE') {
    deletions.push(request);
    return onDelete();
  }
  if (path === '/accounts') return { body: { accounts: [ACCOUNT], pagination: { next_cursor: null } } };
  if (path !== '/content') return { etag: '"3"', body: content() };
  lists.push(query);
  const data = [summary('cnt_1', 'Launch'), summary('cnt_2', 'Other')];
  return { body: { data, pagination: { next_cursor: null } } };
}

const stub = useStubbedDashboard(respond);

beforeEach(async () => {
  deletions = [];
  lists = [];
  onDelete = () => ({ body: { success: true, message: 'Deleted.' } });
  dueInMs = FAR_MS;
  if (!stub.browser) return;
  page = await openPage(stub.browser);
  await page.goto(`${stub.url}?${Math.random()}#/posts`);
  await page.waitForSelector('[aria-label="Delete Launch"]');
});

afterEach(() => page?.close());

const titles = () =>
  page.evaluate("[...document.querySelectorAll('.posts td.title')].map((title) => title.innerText.trim())");

async function deleteLaunch(): Promise<void> {
  await click(page, '[aria-label="Delete Launch"]');
  await page.waitForSelector('dialog button.danger:not(:disabled, [aria-disabled="true"])');
  await click(page, button('Delete', 'dialog'));
  await textWith(page, '.toast', '“Launch” is deleted.');
}

const sentDeletion = () => until('the deletion', () => deletions.length > 0);

describe.runIf(HAS_BROWSER)('a deleted post', () => {
  test('is left out of the list at once, and returns when the person undoes it', async () => {
    await deleteLaunch();
    expect(await titles()).toEqual(['Other']);
    await click(page, button('Undo'));
    await page.waitForSelector('[aria-label="Delete Launch"]');
    expect(await titles()).toEqual(['Launch', 'Other']);
    expect(deletions).toEqual([]);
  });

  test('is deleted by the API when the person opens another screen', async () => {
    await deleteLaunch();
    await page.evaluate("location.hash = '#/approvals'");
    await sentDeletion();
    expect(deletions).toMatchObject([{ path: '/content/cnt_1', ifMatch: '"3"' }]);
  });

  test('is deleted by the API when the person leaves the page', async () => {
    await deleteLaunch();
    await page.goto('about:blank');
    await sentDeletion();
    expect(deletions).toMatchObject([{ path: '/content/cnt_1', ifMatch: '"3"' }]);
  });

  test('returns to the list with the reason when another member has changed it', async () => {
    const detail = 'The resource has changed.';
    const body = { type: 'x', title: 'x', status: 412, detail, instance: '/', code: 'precondition_failed' };
    onDelete = () => ({ status: 412, body: { ...body, request_id: 'req_1', retryable: false } });
    await deleteLaunch();
    await click(page, '.toast [aria-label="Close"]');
    await textWith(page, '.toast', '“Launch” was not deleted, because another member changed it.');
    expect(await titles()).toEqual(['Launch', 'Other']);
  });

  test('is deleted at once, without undo, if it is due within two minutes', async () => {
    dueInMs = 60_000;
    await deleteLaunch();
    expect(deletions).toMatchObject([{ path: '/content/cnt_1', ifMatch: '"3"' }]);
    expect(await page.$(button('Undo'))).toBeNull();
  });
});

describe.runIf(HAS_BROWSER)('the filter of the posts', () => {
  test('is in the URL and in the request, and returns from where it was saved', async () => {
    await click(page, '.filter-bar summary');
    await (await page.waitForSelector(field('Status')))!.select('failed');
    await (await page.waitForSelector(field('Account')))!.select('acc_1');
    await page.waitForFunction("location.hash === '#/posts?status=failed&account_id=acc_1'");
    await until('the list', () => lists.at(-1)?.toString().includes('status=failed&account_id=acc_1'));

    await click(page, button('Save filter'));
    await fill(page, field('Name'), 'Broken');
    await click(page, button('Save', 'dialog'));
    await click(page, button('Clear filter'));
    await page.waitForFunction("location.hash === '#/posts'");

    await page.reload();
    await click(page, button('Broken'));
    await page.waitForFunction("location.hash === '#/posts?status=failed&account_id=acc_1'");
    await click(page, '[aria-label="Delete the filter Broken"]');
    await page.waitForFunction("!document.querySelector('.saved-filters')");
  });
});
