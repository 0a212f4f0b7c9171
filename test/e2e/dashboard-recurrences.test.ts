import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import * as dashboard from './dashboard-pages.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { inspect } from './inspect-screen.ts';

// The recurrences in Chromium, before an API that stores one recurrence.

const AT = '2026-11-20T09:30:00.000Z';
const DATES = [
  { date: '2027-03-22', local: '2027-03-22T02:30', at: '2027-03-22T01:30:00.000Z', clock: 'regular' },
  { date: '2027-03-28', local: '2027-03-28T02:30', at: '2027-03-28T01:30:00.000Z', clock: 'gap' },
];
let page: Page;
let recurrence = {
  ...{
    id: 'rec_1',
    name: null,
    title: 'Weekly tip',
    description: null,
    variations: ['Plan ahead.', 'Write three posts.'],
  },
  ...{ platforms: ['twitter'], accounts: ['acc_1'], media: [], thread: [], first_comment: null, platform_options: {} },
  ...{ labels: [], campaign: null, metadata: {}, rule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2027-01-04', time: '02:30' },
  ...{ time_zone: 'Europe/Berlin', excluded_dates: [], evergreen: null, paused: false, next_dates: DATES },
  last_problem: { code: 'duplicate_content', detail: 'Another item has the same content.', date: '2027-03-15', at: AT },
  ...{
    last_change: { from: '2027-03-22', replaced: 3, kept: 1, held: 0 },
    created_by: 'usr_1',
    created_at: AT,
    updated_at: AT,
  },
};
const OCCURRENCES = [
  {
    date: '2027-03-15',
    at: AT,
    content_id: null,
    problem: { code: 'duplicate_content', detail: 'Another item has it.' },
  },
  { date: '2027-03-22', at: AT, content_id: 'cnt_1', problem: null },
];
const ACCOUNT = {
  ...{ id: 'acc_1', platform: 'twitter', name: 'Alpine', handle: 'alpine', status: 'connected', is_default: true },
  ...{ sandbox: false, created_at: AT, updated_at: AT, token_expires_at: null },
};
const requests: { method: string; path: string; body: unknown }[] = [];

function respond({ method, path, body }: StubRequest): StubResponse {
  if (path === '/workspace') return { body: { id: 'ws_1', name: 'Stub', approval: 'none', approver_roles: [] } };
  if (path === '/accounts') return { body: { accounts: [ACCOUNT], pagination: { next_cursor: null } } };
  if (path === '/recurrences/preview') return { body: { rule: '', time_zone: 'Europe/Berlin', next_dates: DATES } };
  if (path.startsWith('/recurrences') && method !== 'GET') {
    requests.push({ method, path, body });
    recurrence = { ...recurrence, ...(body as object) };
    return { body: recurrence };
  }
  if (path === '/recurrences/rec_1') return { body: { ...recurrence, occurrences: OCCURRENCES } };
  if (path === '/recurrences') return { body: { recurrences: [recurrence], pagination: { next_cursor: null } } };
  return { status: 503, body: null };
}

const permissions = [
  ...new Set([...SESSION.permissions, 'schedule:write', 'content:write', 'content:read', 'accounts:read']),
];
const stub = useStubbedDashboard(respond, () => ({ ...SESSION, permissions }));

beforeAll(async () => {
  if (HAS_BROWSER) page = await openPage(stub.browser);
});

describe.runIf(HAS_BROWSER)('the dashboard', () => {
  test('lists the recurrences, and creates one from choices, with its next dates', async () => {
    await page.goto(`${stub.url}#/recurrences`);
    await dashboard.textWith(page, 'main', 'Every week on Monday');
    await inspect(page, 'recurrences');
    await dashboard.click(page, dashboard.button('Add recurrence'));
    await dashboard.textWith(page, 'dialog', 'The clock skips this time');
    await dashboard.fill(page, dashboard.field('Title'), 'Monthly review');
    await dashboard.fill(page, dashboard.field('Text'), 'What a month.');
    await dashboard.click(page, dashboard.field('Alpine (X)'));
    await dashboard.fill(page, dashboard.field('Labels'), 'Reviews, Reviews');
    await dashboard.click(page, dashboard.button('Exclude a date'));
    await dashboard.fill(page, dashboard.field('Date 1'), '2027-04-30');
    await dashboard.click(page, dashboard.button('Exclude a date'));
    await dashboard.click(page, dashboard.button('Remove date 2'));
    await inspect(page, 'recurrence-form');
    await page.select(await selector(page, 'Repeats'), 'month_weekday');
    await page.select(await selector(page, 'Which one'), '-1');
    await page.select(await selector(page, 'Weekday'), 'FR');
    await dashboard.click(page, 'dialog button[type=submit]');
    await dashboard.textWith(page, 'main', 'Every month on the last Friday');
    expect(requests.at(-1)).toMatchObject({
      method: 'POST',
      body: {
        title: 'Monthly review',
        description: 'What a month.',
        accounts: ['acc_1'],
        rule: 'FREQ=MONTHLY;BYDAY=-1FR',
        labels: ['Reviews'],
        excluded_dates: ['2027-04-30'],
      },
    });
  });

  test('shows the posts and why a date has none, and changes this and the following ones', async () => {
    await page.goto(`${stub.url}#/recurrences/rec_1`);
    await dashboard.textWith(page, 'main', 'Another item has it.');
    await inspect(page, 'recurrence');
    await page.goto(`${stub.url}#/recurrences/rec_1?from=2027-03-22`);
    await dashboard.textWith(page, 'dialog', 'This and the following posts change');
    await dashboard.fill(page, dashboard.field('Title'), 'Another title');
    await dashboard.click(page, 'dialog button[type=submit]');
    await dashboard.textWith(page, 'main', '3 upcoming posts change; 1 stays');
    expect(requests.at(-1)).toMatchObject({ method: 'PUT', body: { title: 'Another title', from: '2027-03-22' } });
    expect(Object.keys(requests.at(-1)!.body as object).sort()).toEqual(['from', 'title']);
  });

  test('pauses and resumes, and deletes', async () => {
    await dashboard.click(page, dashboard.button('Pause'));
    await dashboard.textWith(page, 'main', 'Its upcoming posts are held');
    expect(requests.at(-1)!.body).toEqual({ paused: true });
    await dashboard.click(page, dashboard.button('Resume'));
    await dashboard.click(page, dashboard.button('Delete recurrence'));
    await dashboard.textWith(page, 'dialog', 'Keep all upcoming posts');
    await inspect(page, 'recurrence-delete');
    await dashboard.click(page, 'dialog button.danger');
    await dashboard.textWith(page, 'main', 'A recurrence repeats a post');
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/recurrences/rec_1' });
  });
});

/** The selector of the field with a label. */
async function selector(page: Page, label: string): Promise<string> {
  const id = await page.$$eval(
    'label',
    (labels, text) => labels.find(({ textContent }) => textContent === text)?.htmlFor,
    label,
  );
  return `[id="${id}"]`;
}
