import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJsonApiClient, type JsonApiClient } from '../../tools/local-stack/api-client.ts';
import type { Credentials } from '../../tools/local-stack/demo.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// A person approves what an agent wrote, and publishes or schedules it on the same screen.

const { service: local, folder } = useRunningService();

describe.skipIf(!HAS_BROWSER)('the dashboard after the approval of a post of an agent', () => {
  let browser: Browser;
  let window: DashboardWindow;
  let api: JsonApiClient;
  let agent: JsonApiClient;

  beforeAll(async () => {
    api = await createJsonApiClient(local.credentials);
    const key = (await api('POST', '/keys', { name: 'Planner', agent: {} })) as Credentials;
    agent = await createJsonApiClient({ ...local.credentials, ...key });
    browser = await openBrowser(join(folder, 'browser'));
    window = await DashboardWindow.open(browser);
    await window.signIn(local.signInUrl);
  });

  afterAll(() => browser?.close());

  async function submit(title: string): Promise<string> {
    const { id } = (await agent('POST', '/content', { title, platforms: ['linkedin'] })) as { id: string };
    await agent('POST', `/content/${id}/submit`, {});
    return id;
  }

  const statusOf = async (id: string) => ((await api('GET', `/content/${id}`)) as { status: string }).status;

  test('offers to publish it now, in the list of approvals', async () => {
    const title = 'From an agent, for now';
    const id = await submit(title);
    await window.openScreen('Approvals');
    await window.click(`Approve: ${title}`);
    await window.click('Approve');
    await window.shows(`“${title}” is approved.`);
    await window.click('Publish now');
    await window.shows(`Publish “${title}” now?`);
    await inspect(window.page, 'publish-approved');
    await window.click('Publish now');
    await window.shows(`“${title}” is being published.`);
    await until('the post to be published', async () => (await statusOf(id)) === 'published');
  });

  test('offers to schedule it, on the page of the post', async () => {
    const id = await submit('From an agent, for later');
    await window.page.goto(`${local.url}/app/#/posts/${id}`);
    await window.click('Approve');
    await window.click('Approve');
    await window.shows('Approved.');
    await window.click('Schedule');
    const year = new Date().getFullYear() + 1;
    await window.page.locator('dialog input[type="datetime-local"]').fill(`${year}-01-15T09:30`);
    await window.click('Schedule');
    await window.shows('is scheduled.');
    expect(await statusOf(id)).toBe('scheduled');
  });
});
