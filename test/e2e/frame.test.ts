import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { atUrl } from './dashboard-pages.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';

// What surrounds every screen, for an owner of an empty workspace. Every test continues where the previous one ended.

const OWNER = { ...SESSION, permissions: [...SESSION.permissions, 'content:publish'] };
const PAGE = { has_more: false, next_cursor: null, page: 1, per_page: 50, total: 0, total_is_capped: false };

const has = { account: false, post: null as 'draft' | 'published' | null };
const asked: string[] = [];

function respond({ path, query }: StubRequest): StubResponse {
  if (query.get('limit') === '1' || query.get('limit') === '20') asked.push(path);
  if (path === '/accounts')
    return { body: { accounts: has.account && query.get('limit') === '1' ? [{}] : [], pagination: PAGE } };
  const data = has.post && query.get('limit') === '20' ? [{ status: has.post }] : [];
  return { body: { data, entries: [], content: [], members: [], pagination: PAGE } };
}

describe.skipIf(!HAS_BROWSER)('the frame of the dashboard', () => {
  const dashboard = useStubbedDashboard(respond, () => OWNER);
  const messages: string[] = [];
  let window: DashboardWindow;
  const hash = () => window.page.evaluate('location.hash');

  beforeAll(async () => {
    window = await DashboardWindow.open(dashboard.browser, messages);
    await window.page.goto(dashboard.url);
  });

  afterAll(() => window?.page.close());

  test('shows the first steps by two requests, and what is done of them', async () => {
    await window.shows('0 of 3 done');
    expect(asked.sort()).toEqual(['/accounts', '/content']);
    await inspect(window.page, 'first-steps');
    has.account = true;
    await window.click('Connect an account', 'link');
    await window.heading('Accounts');
    await window.shows('1 of 3 done');
  });

  test('ends the first steps with the first published post, and does not ask again', async () => {
    has.post = 'published';
    await window.openScreen('Posts');
    await window.page.waitForFunction(`document.querySelector('.first-run') === null`);
    asked.length = 0;
    await window.openScreen('Calendar');
    await window.page.reload();
    await window.heading('Calendar');
    expect(asked).toEqual([]);
  });

  test('opens screens with the keyboard, and lists the shortcuts', async () => {
    const { keyboard } = window.page;
    await keyboard.press('g');
    await keyboard.press('p');
    await atUrl(window.page, '/posts');
    await window.heading('Posts');
    await keyboard.press('/');
    expect(await window.page.evaluate('document.activeElement.type')).toBe('search');
    await keyboard.press('Tab');
    await window.page.evaluate('document.activeElement.blur()');
    await keyboard.press('?');
    await window.heading('Keyboard shortcuts');
    await inspect(window.page, 'shortcuts');
    // Not in a dialog.
    await keyboard.press('n');
    await keyboard.press('Escape');
    await window.page.waitForFunction(`document.querySelector('dialog') === null`);
    expect(await hash()).toBe('#/posts');
  });

  test('leaves keys to the field in which a person types', async () => {
    await window.page.evaluate('document.activeElement.blur()');
    await window.page.keyboard.press('n');
    await atUrl(window.page, '/compose');
    await window.page.waitForSelector('::-p-aria([name="Title"])');
    await window.page.focus('::-p-aria([name="Title"])');
    await window.page.keyboard.type('g c');
    expect(await hash()).toBe('#/compose');
    await window.click('Accounts', 'link');
    await window.click('Leave');
    await window.heading('Accounts');
  });

  test('closes the menu of the workspace with Escape, and returns the focus', async () => {
    await window.openMenu();
    await inspect(window.page, 'workspace-menu');
    await window.page.focus('.menu-panel select');
    await window.page.keyboard.press('Escape');
    expect(await window.page.$('.menu-panel')).toBeNull();
    expect(await window.page.evaluate('document.activeElement.innerText')).toContain('Stub');
  });

  test('shows the dashboard in the chosen language, also after it is opened again', async () => {
    await window.openMenu();
    const choice = (await window.page.waitForSelector('.menu-panel select'))!;
    expect(await choice.evaluate((each) => each.textContent)).toBe('DeutschEnglishEspañolFrançais');
    await Promise.all([window.page.waitForNavigation(), choice.select('de')]);
    await window.shows('Kalender');
    expect(await window.page.evaluate('document.documentElement.lang')).toBe('de');
    await window.page.reload();
    await window.shows('Kalender');
    expect(messages).toEqual([]);
  });
});
