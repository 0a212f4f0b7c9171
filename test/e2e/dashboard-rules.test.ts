import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import * as dashboard from './dashboard-pages.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { inspect } from './inspect-screen.ts';

// Duplicates and link rules in Chromium, before an API that has one post and stores rules.

const { button, field } = dashboard;
const WORKSPACE = {
  ...{ id: 'ws_1', name: 'Stub', approval: 'none', approval_method: 'session', approver_roles: ['owner'] },
  ...{ authors_may_approve: false, duplicate_guard_hours: 24 },
};
const DUPLICATE = {
  ...{
    type: '/v1/problems/duplicate_content',
    title: 'Duplicate content',
    status: 409,
    instance: '',
    retryable: false,
  },
  ...{ detail: 'Another item has it.', code: 'duplicate_content', request_id: 'req_1', content_id: 'cnt_9' },
};
/** What the API adds to a created item. */
const CREATED = {
  ...{ id: 'cnt_1', status: 'draft', accounts: [], media: [], thread: [], first_comment: null, platform_options: {} },
  ...{ scheduled_at: null, scheduled_local: null, queue: null, labels: [], campaign: null, approval: null },
  ...{ warnings: [], targets: [], editable_fields: [], available_actions: [] },
};
const NO_PAGE = { has_more: false, next_cursor: null };

let page: Page;
let mayOverride = false;
const sent: StubRequest[] = [];
let rules: Record<string, unknown>[] = [];

function respond(request: StubRequest): StubResponse {
  const { method, path } = request;
  if (method !== 'GET') sent.push(request);
  const body = request.body as Record<string, unknown>;
  if (path === '/workspace') return { body: method === 'GET' ? WORKSPACE : { ...WORKSPACE, ...body } };
  if (path === '/accounts') return { body: { accounts: [], pagination: NO_PAGE } };
  if (path === '/link-rules' && method === 'GET') return { body: { link_rules: rules } };
  if (path === '/link-rules/lnk_1') {
    rules = [{ ...rules[0], ...body }];
    return { body: rules[0] };
  }
  if (path === '/link-rules') {
    rules = [{ id: 'lnk_1', platform: null, label: null, hosts: [], created_at: '2026-11-20T09:30:00.000Z', ...body }];
    return { status: 201, body: rules[0] };
  }
  if (path === '/content' && method === 'POST') {
    return body.allow_duplicate ? { status: 201, body: { ...CREATED, ...body } } : { status: 409, body: DUPLICATE };
  }
  if (path === '/content') return { body: { data: [], pagination: NO_PAGE } };
  return { status: 503, body: null };
}

const permissions = () => [...SESSION.permissions, 'content:publish', ...(mayOverride ? ['content:override'] : [])];
const stub = useStubbedDashboard(respond, () => ({ ...SESSION, permissions: permissions() }));

beforeAll(async () => {
  if (!HAS_BROWSER) return;
  page = await openPage(stub.browser);
  // The browser asks before a post that could not be saved is left.
  page.on('dialog', (dialog) => void dialog.accept());
});

async function writeDuplicate(): Promise<void> {
  await page.goto(`${stub.url}?${mayOverride}#/compose`);
  await dashboard.fill(page, field('Title'), 'Again');
  await dashboard.click(page, field('LinkedIn'));
  await dashboard.fill(page, field('Text'), 'Again');
  sent.length = 0;
  await dashboard.click(page, button('Save draft'));
  await dashboard.textWith(page, '.message.error', 'Duplicate content');
}

describe.runIf(HAS_BROWSER)('the dashboard', () => {
  test('links to the other post of a duplicate, and offers no override to a member who lacks it', async () => {
    await writeDuplicate();
    expect(await page.$eval('.message.error a', (link) => link.getAttribute('href'))).toBe('#/posts/cnt_9');
    expect(await page.$$(button('Publish it anyway'))).toEqual([]);
  });

  test('publishes a duplicate for a member who may override', async () => {
    mayOverride = true;
    await writeDuplicate();
    await dashboard.click(page, button('Publish it anyway'));
    await page.waitForFunction(`location.hash !== '#/compose'`);
    const bodies = sent.filter(({ path }) => path === '/content').map(({ body }) => body);
    expect(bodies).toMatchObject([{ title: 'Again' }, { title: 'Again', allow_duplicate: true }]);
  });

  test('sets the period of the duplicate guard', async () => {
    await page.goto(`${stub.url}#/approvals`);
    sent.length = 0;
    await dashboard.fill(page, field('Hours between two posts with the same content'), '48');
    await dashboard.click(page, '[aria-labelledby="duplicates-heading"] button[type="submit"]');
    await dashboard.textWith(page, '.message.success', 'Settings saved.');
    expect(sent.map(({ body }) => body)).toEqual([{ duplicate_guard_hours: 48 }]);
  });

  test('sends the approval setting that a person changed alone, so that a stale page changes no other one back', async () => {
    await page.goto(`${stub.url}#/approvals`);
    sent.length = 0;
    await dashboard.click(page, field('Authors can approve their own posts'));
    await dashboard.click(page, button('Save settings'));
    await dashboard.textWith(page, '.approval-settings', 'saved');
    expect(sent.map(({ body }) => body)).toEqual([{ authors_may_approve: true }]);
  });

  test('adds a link rule, and shows it', async () => {
    await page.goto(`${stub.url}#/links`);
    await dashboard.click(page, button('Add a rule'));
    await dashboard.fill(page, field('Hosts'), 'Example.com, example.org');
    await dashboard.fill(page, field('utm_medium'), 'social');
    sent.length = 0;
    await dashboard.click(page, button('Save', 'dialog'));
    await dashboard.textWith(page, 'table', 'utm_source={platform} & utm_medium=social');
    const parameters = { utm_source: '{platform}', utm_medium: 'social' };
    expect(sent.map(({ body }) => body)).toEqual([
      { scope: 'workspace', hosts: ['example.com', 'example.org'], parameters },
    ]);
    await inspect(page, 'links');
  });

  test('keeps what another member has changed of a rule since its form was opened', async () => {
    await page.goto(`${stub.url}#/links`);
    await dashboard.click(page, 'table button');
    rules = [{ ...rules[0], hosts: ['example.net'] }];
    await dashboard.fill(page, field('utm_medium'), 'organic');
    sent.length = 0;
    await dashboard.click(page, button('Save', 'dialog'));
    await dashboard.textWith(page, 'table', 'utm_medium=organic');
    const parameters = { utm_source: '{platform}', utm_medium: 'organic' };
    expect(sent.map(({ body }) => body)).toEqual([{ scope: 'workspace', hosts: ['example.net'], parameters }]);
  });
});
