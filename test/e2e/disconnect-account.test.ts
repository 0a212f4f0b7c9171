import { expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { DashboardWindow } from './dashboard-window.ts';

const ACCOUNT = {
  ...{ id: 'acc_1', platform: 'twitter', external_id: '1', name: 'Main account', handle: null, server: null },
  ...{ is_default: true, sandbox: false, status: 'connected', reconnect_reason: null, is_refreshable: true },
  ...{ metrics_schedule: 'days', metrics_budget: null },
  ...{ token_expires_at: '2027-11-20T09:30:00.000Z', refreshed_at: null, inbound_url: 'https://api.example.com/1' },
  ...{ created_at: '2026-11-20T09:30:00.000Z', updated_at: '2026-11-20T09:30:00.000Z' },
};
const PAGE = { page: 1, per_page: 50, total: 1, total_is_capped: false, next_cursor: null, has_more: false };
const DELETED = { success: true, message: 'Deleted.', cancelled_schedule_entries: 0 };

let isReachable = false;
const deletions: StubRequest[] = [];

function respond(request: StubRequest): StubResponse {
  if (request.path === '/schedule') return { body: { scheduled_posts: [], pagination: { ...PAGE, total: 0 } } };
  if (request.path === '/accounts') return { body: { accounts: [ACCOUNT], pagination: PAGE } };
  if (request.method === 'GET') return isReachable ? { body: ACCOUNT, etag: '"3"' } : 'lost';
  deletions.push(request);
  return { body: DELETED };
}

const stub = useStubbedDashboard(respond);

test.runIf(HAS_BROWSER)('an account is disconnected only in the version that the dashboard could load', async () => {
  const window = await DashboardWindow.open(stub.browser);
  await window.page.goto(`${stub.url}#/accounts`);
  await window.click('Disconnect Main account');
  await window.shows('Try again');
  const isDisabled = () => window.page.$eval('dialog .danger', (button) => 'disabled' in button && button.disabled);
  expect(await isDisabled()).toBe(true);
  isReachable = true;
  await window.click('Try again');
  await window.page.waitForSelector('dialog .danger:enabled');
  await window.click('Disconnect');
  await window.shows('Main account is disconnected.');
  expect(deletions.map(({ ifMatch }) => ifMatch)).toEqual(['"3"']);
});
