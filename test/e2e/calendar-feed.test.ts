import { join } from 'node:path';
import nodeIcal from 'node-ical';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

const { service, api, folder } = useRunningService();

/** Load a calendar as a client does, and return the titles of its events. */
async function titlesIn(url: string): Promise<string[]> {
  const events = Object.values(await nodeIcal.async.fromURL(url)).filter((each) => each?.type === 'VEVENT');
  return events.map((event) => String((event as { summary: unknown }).summary));
}

describe.skipIf(!HAS_BROWSER)('a calendar feed', () => {
  let browser: Browser;
  let member: DashboardWindow;
  let url = '';

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser);
    await member.signIn(service.signInUrl);
    await member.heading('Calendar');
  });

  afterAll(async () => {
    await browser?.close();
  });

  test('is created in the dashboard, and its URL is shown once', async () => {
    await member.click('Subscribe');
    await member.shows('There are no calendar feeds yet.');
    await inspect(member.page, 'calendar-feeds');
    await member.click('New calendar feed');
    await member.fill('Name of the calendar', 'Editorial plan');
    await member.click('Create calendar feed');
    await member.shows('Copy the URL now');
    await inspect(member.page, 'calendar-feed-url');
    url = await member.textOf('dialog pre');
    await member.click('I have stored the secret');
    await member.shows('Editorial plan');
    expect(await member.textOf('dialog')).not.toContain(url);
  });

  test('is loaded by a calendar client, with the posts of the workspace', async () => {
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { title: 'News, with a comma', platforms: ['twitter'], scheduled_at };
    expect((await api('POST', '/content', body)).status).toBe(201);
    expect(await titlesIn(url)).toContain('News, with a comma · X');
  });

  test('is deleted in the dashboard, and its URL is not found', async () => {
    await member.click('Delete the calendar feed “Editorial plan”');
    await member.shows('Its URL stops working immediately.');
    await member.click('Delete');
    await member.shows('There are no calendar feeds yet.');
    expect((await fetch(url)).status).toBe(404);
  });
});
