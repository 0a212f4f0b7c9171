import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { press } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

const { service, api, folder } = useRunningService();
const unread = async () => JSON.parse((await api('GET', '/notifications?limit=1')).text).unread_count;

describe.skipIf(!HAS_BROWSER)('the notifications of the dashboard', () => {
  let browser: Browser;
  let member: DashboardWindow;
  let receiver: Server;
  const messages: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    // A receiver that is gone disables its endpoint.
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(410).end());
    });
    await new Promise<void>((resume) => receiver.listen(0, '127.0.0.1', resume));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await api('POST', '/webhooks', { url, events: ['content.created'] });
    await api('POST', '/content', { title: 'A draft', platforms: ['twitter'] });
    await until('the notification', async () => (await unread()) === 1);
    member = await DashboardWindow.open(browser, messages);
    await member.signIn(service.signInUrl);
  });

  afterAll(async () => {
    await browser?.close();
    receiver?.close();
  });

  test('are counted by the bell and listed with a link', async () => {
    await member.click('Notifications: 1 unread', 'link');
    await member.heading('Notifications');
    await member.shows('The webhook endpoint at 127.0.0.1');
    await member.shows('The receiver responded with 410 Gone.');
    await inspect(member.page, 'notifications');
  });

  test('are marked as read, which the bell shows at once', async () => {
    await member.click('Mark all as read');
    await member.page.waitForSelector('::-p-aria([name="Notifications"][role="link"])');
    expect(await unread()).toBe(0);
  });

  test('disappear when the member mutes their kind', async () => {
    await press(member.page, '::-p-aria([name="A webhook endpoint was disabled: Dashboard"][role="checkbox"])');
    await member.heading('No notifications');
    const { preferences } = JSON.parse((await api('GET', '/notifications/preferences')).text);
    expect(preferences.webhook_disabled).toEqual({ dashboard: false, email: true });
    // The first request has no session.
    expect(messages.filter((message) => !message.includes('401'))).toEqual([]);
  });
});
