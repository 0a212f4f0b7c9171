import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

const { service, api, folder } = useRunningService();

describe.skipIf(!HAS_BROWSER)('the screen of exports', () => {
  let browser: Browser;
  let member: DashboardWindow;
  const downloads = join(folder, 'downloads');

  beforeAll(async () => {
    mkdirSync(downloads);
    browser = await openBrowser(join(folder, 'browser'));
    const downloadBehavior = { policy: 'allow' as const, downloadPath: downloads };
    member = await DashboardWindow.in(await browser.createBrowserContext({ downloadBehavior }));
    await member.signIn(service.signInUrl);
    await member.heading('Calendar');
  });

  afterAll(async () => {
    await browser?.close();
  });

  test('creates an export and downloads its file', async () => {
    const body = { title: '=1+1, as a title', platforms: ['twitter'] };
    expect((await api('POST', '/content', body)).status).toBe(201);
    await member.openScreen('Exports');
    await member.heading('Exports');
    await member.shows('There are no exports yet.');
    await member.click('Create export');
    await member.shows('completed');
    await inspect(member.page, 'exports');
    await member.page.locator('table button').click();
    await until('the file', async () => readdirSync(downloads).some((file) => file.endsWith('.csv')));
    const file = readdirSync(downloads).find((name) => name.endsWith('.csv'))!;
    const rows = parse(readFileSync(join(downloads, file)), { columns: true }) as { title: string }[];
    expect(rows.map(({ title }) => title)).toContain("'=1+1, as a title");
  });
});
