import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import * as dashboard from './dashboard-pages.ts';
import { type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { inspect } from './inspect-screen.ts';

// The metrics settings of an account, and what stopped its metrics, in Chromium before an API that stores one account.

const AT = '2026-11-20T09:30:00.000Z';
const RESETS_AT = '2026-12-01T00:00:00.000Z';

let page: Page;
let account: Record<string, unknown> = {
  ...{ id: 'acc_1', platform: 'twitter', external_id: '1', name: 'Shop', handle: 'shop', server: null },
  ...{ is_default: true, sandbox: false, status: 'connected', reconnect_reason: null, token_expires_at: null },
  ...{ is_refreshable: true, refreshed_at: null, inbound_url: null, created_at: AT, updated_at: AT },
  metrics_schedule: 'days',
  metrics_budget: { limit_usd: 5, used_usd: 4.995, resets_at: RESETS_AT, used_up_at: AT },
};
const bodies: unknown[] = [];

const METRICS = { impressions: 1000, reach: null, likes: 20, comments: 3, shares: 2, saves: 0, clicks: 5 };
const PERFORMANCE = {
  ...{ engagement_rate: 3, reach: 0, impressions: 1000, clicks: 5, numerator: 30, denominator: 1000 },
  ...{ period: '7d', from: '2026-11-13T10:00:00.000Z', to: '2026-11-20T10:00:00.000Z', basis: 'formula', as_of: AT },
  coverage: [
    {
      ...{ platform: 'twitter', published: 3, posts: 2, as_of: AT, reports: ['impressions', 'likes', 'clicks'] },
      stopped: [
        { reason: 'budget_used_up', accounts: 1, since: AT, published_before: null, resumes_at: RESETS_AT },
        { reason: 'schedule_ended', accounts: 1, since: AT, published_before: AT, resumes_at: null },
      ],
    },
  ],
  breakdown: [{ platform: 'twitter', engagement_rate: 3, ...METRICS }],
  ...{ corrections: [], sandbox: false },
};

function respond({ method, path, body }: StubRequest): StubResponse {
  if (path === '/workspace') return { body: { id: 'ws_1', name: 'Stub', approval: 'none', approver_roles: [] } };
  if (path === '/analytics/performance') return { body: PERFORMANCE };
  if (method === 'PUT' && path === '/accounts/acc_1') {
    bodies.push(body);
    const budget = { limit_usd: 20, used_usd: 4.995, resets_at: RESETS_AT, used_up_at: null };
    account = { ...account, metrics_schedule: 'daily', metrics_budget: budget };
    return { body: account };
  }
  if (path === '/accounts') return { body: { accounts: [account], pagination: { next_cursor: null } } };
  return { status: 503, body: null };
}

const stub = useStubbedDashboard(respond);

beforeAll(async () => {
  if (HAS_BROWSER) page = await openPage(stub.browser);
});

describe.runIf(HAS_BROWSER)('the dashboard', () => {
  test('shows that the budget of an account is used up, and raises it with another schedule', async () => {
    await page.goto(`${stub.url}#/accounts`);
    await dashboard.textWith(page, '.account-problem', 'has cost $4.995 of the budget of $5.00 this month.');
    await inspect(page, 'accounts-budget');
    await dashboard.click(page, dashboard.button('Metrics'));
    await dashboard.textWith(page, 'dialog', 'Monthly budget in US dollars');
    await inspect(page, 'account-metrics');
    await page.select('dialog select', 'daily');
    await dashboard.fill(page, dashboard.field('Monthly budget in US dollars'), 'much');
    await dashboard.click(page, dashboard.button('Save', 'dialog'));
    await dashboard.textWith(page, 'dialog .field-error', 'Enter an amount, such as 5 or 2.50.');
    await dashboard.fill(page, dashboard.field('Monthly budget in US dollars'), '20');
    await dashboard.click(page, dashboard.button('Save', 'dialog'));
    await dashboard.textWith(page, '.account-card', 'Metrics are updated every day for 90 days.');
    expect(bodies).toEqual([{ metrics_schedule: 'daily', metrics_budget: { limit_usd: 20 } }]);
  });

  test('says beside the metrics of a platform why they are no longer updated', async () => {
    await page.goto(`${stub.url}#/analytics`);
    const coverage = await dashboard.textWith(page, 'td.reports', 'The monthly budget of one account is used up since');
    expect(coverage).toContain('are no longer updated: their schedule has ended.');
    await page.$eval('td.reports', (cell) => cell.scrollIntoView({ block: 'center' }));
    await inspect(page, 'analytics-stopped');
  });
});
