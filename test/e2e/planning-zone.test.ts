import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import { button, click, field, fill, textWith } from './dashboard-pages.ts';
import { type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { until } from './http-client.ts';

// The zone of the workspace in Chromium, before an API that stores it.

const NO_PAGE = { pagination: { next_cursor: null } };
let page: Page;
let requests: StubRequest[];
let time_zone: string;

function respond(request: StubRequest): StubResponse {
  requests.push(request);
  const { method, path, body } = request;
  if (path === '/workspace') {
    if (method === 'PUT') time_zone = (body as { time_zone: string }).time_zone;
    return { body: { id: 'ws_1', name: 'Stub', approval: 'none', approver_roles: [], time_zone } };
  }
  if (path === '/team/members') return { body: { members: [], ...NO_PAGE } };
  if (path === '/team/invitations') return { body: { invitations: [], ...NO_PAGE } };
  if (path === '/accounts') return { body: { accounts: [], ...NO_PAGE } };
  return { status: 503, body: null };
}

const stub = useStubbedDashboard(respond);
const sent = (path: string) => requests.filter((each) => each.path === path && each.method !== 'GET');

beforeEach(async () => {
  requests = [];
  time_zone = 'UTC';
  if (HAS_BROWSER) page = await openPage(stub.browser);
});
afterEach(() => page?.close());

describe.runIf(HAS_BROWSER)('the time zone of the workspace', () => {
  test('is set on the screen of the team, and the composer plans in it', async () => {
    await page.goto(`${stub.url}#/team`);
    const select = await page.waitForSelector(field('Time zone'));
    await select!.select('Asia/Tokyo');
    await click(page, button('Save time zone'));
    await textWith(page, '.message', 'The time zone is saved.');
    expect(sent('/workspace')).toMatchObject([{ body: { time_zone: 'Asia/Tokyo' } }]);
    await page.goto(`${stub.url}#/compose`);
    await fill(page, field('Title'), 'Launch');
    await click(page, '::-p-xpath(//label[normalize-space() = "At a time"])');
    await fill(page, field('Time (Asia/Tokyo)'), '2030-05-01T09:30');
    await click(page, '::-p-xpath(//label[contains(normalize-space(), "LinkedIn")])');
    const local = { local: '2030-05-01T09:30', time_zone: 'Asia/Tokyo' };
    await until('the check of the draft', async () =>
      sent('/content/validate').some(({ body }) => {
        return JSON.stringify((body as { scheduled_at?: unknown }).scheduled_at) === JSON.stringify(local);
      }),
    );
  });
});
