import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import * as dashboard from './dashboard-pages.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { inspect } from './inspect-screen.ts';

// The queues in Chromium, before an API that stores one queue.

const AT = '2026-11-20T09:30:00.000Z';
let page: Page;
let queue = {
  ...{ id: 'que_1', name: 'default', accounts: [], time_zone: 'Europe/Oslo', paused: false, queued: 1 },
  slots: [{ weekday: 'monday', time: '09:00', time_zone: null }],
  ...{ created_at: AT, updated_at: AT },
};
const SLOTS = [
  {
    ...{ slot_at: '2026-11-23T08:00:00.000Z', local: '2026-11-23T09:00', status: 'taken' },
    content: { id: 'cnt_1', title: 'Half of it is gone', status: 'scheduled' },
  },
  { slot_at: '2026-11-30T08:00:00.000Z', local: '2026-11-30T09:00', status: 'free', content: null },
];
const bodies: unknown[] = [];

function respond({ method, path, body }: StubRequest): StubResponse {
  if (path === '/workspace') return { body: { id: 'ws_1', name: 'Stub', approval: 'none', approver_roles: [] } };
  if (path.startsWith('/queues') && method !== 'GET') {
    bodies.push(body);
    const changed = body as Partial<typeof queue>;
    const slots = changed.slots?.map((slot) => ({ ...slot, time_zone: null }));
    queue = { ...queue, ...changed, ...(slots && { slots }) };
    return { body: queue };
  }
  if (path === '/queues/que_1/slots') return { body: { queue_id: 'que_1', slots: SLOTS } };
  if (path === '/queues/que_1') return { body: queue };
  if (path === '/queues') return { body: { queues: [queue], pagination: { next_cursor: null } } };
  return { status: 503, body: null };
}

const permissions = [...SESSION.permissions, 'schedule:write'];
const stub = useStubbedDashboard(respond, () => ({ ...SESSION, permissions }));

beforeAll(async () => {
  if (HAS_BROWSER) page = await openPage(stub.browser);
});

describe.runIf(HAS_BROWSER)('the dashboard', () => {
  test('lists the queues, and creates one from the times of each weekday', async () => {
    await page.goto(`${stub.url}#/queues`);
    await dashboard.textWith(page, 'main', 'Europe/Oslo');
    await inspect(page, 'queues');
    await dashboard.click(page, dashboard.button('Add queue'));
    await dashboard.textWith(page, 'dialog', 'Times by weekday');
    await inspect(page, 'queue-form');
    await dashboard.fill(page, dashboard.field('Name'), 'evenings');
    await dashboard.fill(page, dashboard.field('Friday'), '9:00, 18:30');
    await dashboard.click(page, 'dialog button[type=submit]');
    await dashboard.textWith(page, 'main', 'evenings');
    expect(bodies.at(-1)).toMatchObject({
      name: 'evenings',
      slots: [
        { weekday: 'friday', time: '09:00' },
        { weekday: 'friday', time: '18:30' },
      ],
    });
  });

  test('sends the name that a person changed alone, so that a stale form removes no slot', async () => {
    await page.goto(`${stub.url}#/queues/que_1`);
    await dashboard.click(page, dashboard.button('Edit'));
    await dashboard.fill(page, dashboard.field('Name'), 'mornings');
    await dashboard.click(page, 'dialog button[type=submit]');
    await dashboard.textWith(page, 'main', 'mornings');
    expect(bodies.at(-1)).toEqual({ name: 'mornings' });
  });

  test('shows free and taken slots, and pauses and resumes the queue', async () => {
    await page.goto(`${stub.url}#/queues/que_1`);
    await dashboard.textWith(page, 'table', 'Half of it is gone');
    await dashboard.textWith(page, 'table', 'Free');
    await inspect(page, 'queue');
    await dashboard.click(page, dashboard.button('Pause'));
    await dashboard.textWith(page, 'main', 'This queue is paused.');
    await dashboard.click(page, dashboard.button('Resume'));
    await dashboard.textWith(page, 'main', 'Write a post');
    expect(bodies.slice(-2)).toEqual([{ paused: true }, { paused: false }]);
  });
});
