import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';

// Publishing is stopped and resumed in the dashboard. Every test continues where the previous one ended.

const OWNER = { ...SESSION, permissions: [...SESSION.permissions, 'schedule:write'] };
const PAGE = { has_more: false, next_cursor: null, page: 1, per_page: 50, total: 0, total_is_capped: false };

type Halt = { id: string; scope: unknown; reason: string; created_by: string; created_at: string };
let halts: Halt[] = [];
const changes: { method: string; body: unknown; query: string }[] = [];

function respond({ method, path, query, body }: StubRequest): StubResponse {
  if (path.startsWith('/halts') && method !== 'GET') changes.push({ method, body, query: String(query) });
  if (path === '/halts' && method === 'POST') {
    const ids = { id: 'hlt_1', created_by: 'usr_1', created_at: '2026-11-20T09:30:00.000Z' };
    halts = [{ ...ids, ...(body as Pick<Halt, 'scope' | 'reason'>) }];
    return { status: 201, body: halts[0] };
  }
  if (path === '/halts') return { body: { halts } };
  if (path === '/halts/hlt_1') {
    if (halts.length === 0) {
      const problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail: 'Not found.' };
      return { status: 404, body: problem };
    }
    halts = [];
    const resumed_at = '2026-11-20T10:00:00.000Z';
    return { body: { success: true, message: '', resumed_at, missed_posts: 3, missed_posts_is_capped: false } };
  }
  if (path === '/accounts') return { body: { accounts: [], pagination: PAGE } };
  return { body: { data: [], entries: [], content: [], members: [], pagination: PAGE } };
}

describe.skipIf(!HAS_BROWSER)('the stop button of the dashboard', () => {
  const dashboard = useStubbedDashboard(respond, () => OWNER);
  const messages: string[] = [];
  let window: DashboardWindow;

  beforeAll(async () => {
    window = await DashboardWindow.open(dashboard.browser, messages);
    await window.page.goto(dashboard.url);
  });

  afterAll(() => window?.page.close());

  test('stops publishing on a platform with a reason', async () => {
    await window.openMenu();
    await window.click('Stop publishing…');
    await window.heading('Stop publishing');
    await inspect(window.page, 'stop-publishing');
    await window.page.select('dialog select', 'platform:twitter');
    await window.fill('Reason', 'A wrong campaign.');
    await window.page.click('dialog button[type="submit"]');
    await window.shows('Publishing on X is halted.');
    await window.shows('A wrong campaign.');
    expect(changes).toMatchObject([
      { method: 'POST', body: { scope: { platform: 'twitter' }, reason: 'A wrong campaign.' } },
    ]);
    await inspect(window.page, 'halted');
  });

  test('shows the halt on every screen', async () => {
    await window.openScreen('Posts');
    await window.shows('Publishing on X is halted.');
    await window.page.reload();
    await window.shows('Publishing on X is halted.');
  });

  test('resumes over the time that the member chooses, and says how many posts were missed', async () => {
    await window.click('Resume…');
    await window.heading('Resume publishing');
    await inspect(window.page, 'resume-publishing');
    await window.page.select('dialog select', '3600');
    await window.page.click('dialog button[type="submit"]');
    await window.shows('3 posts were missed.');
    expect(changes.at(-1)).toMatchObject({ method: 'DELETE', query: 'missed=publish&spread_seconds=3600' });
    await window.page.waitForFunction(`!document.body.textContent.includes('is halted')`);
    expect(messages).toEqual([]);
  });

  test('shows the halt of another member without a reload of the page', async () => {
    const ids = { id: 'hlt_1', created_by: 'usr_2', created_at: '2026-11-20T11:00:00.000Z' };
    halts = [{ ...ids, scope: 'workspace', reason: 'Of another member.' }];
    await window.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await window.shows('Of another member.');
  });

  test('says that a halt has ended when another member has resumed, and removes the banner', async () => {
    halts = [];
    await window.click('Resume…');
    await window.heading('Resume publishing');
    await window.page.click('dialog button[type="submit"]');
    await window.shows('This halt had ended already.');
    await window.page.waitForFunction(`!document.body.textContent.includes('Of another member.')`);
  });
});
