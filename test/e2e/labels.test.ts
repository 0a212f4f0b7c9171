import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { atUrl, button, click, field, fill, publishOn, textWith } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// Labels and the search in the dashboard. Every test continues where the previous one ended.

const { service, api, folder } = useRunningService();

describe.skipIf(!HAS_BROWSER)('labels in the dashboard', () => {
  let browser: Browser;
  let member: DashboardWindow;

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser, []);
    await member.signIn(service.signInUrl);
  });

  afterAll(() => browser?.close());

  const open = async (path: string, heading: string) => {
    await member.page.goto(`${new URL(service.signInUrl).origin}/app/#${path}`);
    await member.heading(heading);
  };
  const titles = () =>
    member.page.evaluate("[...document.querySelectorAll('.posts .post-title')].map((title) => title.innerText.trim())");

  test('are given to a post in the composer, with a campaign', async () => {
    await open('/compose', 'Compose');
    await publishOn(member.page, 'X');
    await fill(member.page, field('Text'), 'The first jackets');
    await fill(member.page, field('Labels'), 'Product news, Jackets');
    await fill(member.page, field('Campaign'), 'Autumn');
    await textWith(member.page, '.label-chips li', 'Jackets');
    await click(member.page, button('Save draft'));
    await until('the item', async () => {
      const { data } = JSON.parse((await api('GET', '/content?label=jackets')).text);
      return data.length === 1 && data[0].campaign === 'Autumn';
    });
  });

  test('filter the list of posts, which has a search', async () => {
    await api('POST', '/content', { title: 'Another post', platforms: ['twitter'] });
    await until(
      'the item',
      async () => JSON.parse((await api('GET', '/content?search=another')).text).data.length === 1,
    );
    await open('/posts?label=Jackets', 'Posts');
    await until(
      'the labelled post',
      async () => JSON.stringify(await titles()) === JSON.stringify(['The first jackets']),
    );
    await inspect(member.page, 'posts-by-label');
    await open('/posts?search=anot', 'Posts');
    await until('the found post', async () => JSON.stringify(await titles()) === JSON.stringify(['Another post']));
  });

  test('are renamed and deleted on a screen of their own', async () => {
    await open('/labels', 'Labels and campaigns');
    await click(member.page, '[aria-label="Rename Jackets"]');
    await fill(member.page, field('Name'), 'Coats');
    await click(member.page, button('Rename', 'dialog'));
    await textWith(member.page, 'td.wide', 'Coats');
    await inspect(member.page, 'labels');
    await click(member.page, '[aria-label="Delete Coats"]');
    await click(member.page, button('Delete', 'dialog'));
    await until('the deletion', async () => !(await api('GET', '/labels')).text.includes('Coats'));
    await atUrl(member.page, '/labels');
    const { data } = JSON.parse((await api('GET', '/content?campaign=autumn')).text);
    expect(data[0].labels).toEqual(['Product news']);
  });
});
