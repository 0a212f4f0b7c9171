import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPosts } from './assertions.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';
import { addVirtualAuthenticator, type VirtualAuthenticator, withDomain } from './virtual-authenticator.ts';

// The approval of a post by passkey in the dashboard, until the post is published.

const { service, api, folder } = useRunningService();

const TEXT = 'The red jacket is back';

/** Call the API as the demo workspace. */
async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const { status, text } = await api(method, path, body);
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text);
}

describe.skipIf(!HAS_BROWSER)('a workspace that requires approval by passkey', () => {
  let browser: Browser;
  let owner: DashboardWindow;
  let authenticator: VirtualAuthenticator;
  let id: string;
  const publish = () => api('PUT', `/content/${id}`, { status: 'published' });

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    owner = await DashboardWindow.open(browser);
    authenticator = await addVirtualAuthenticator(owner.page);
    await owner.signIn(withDomain(service.signInUrl));
    await owner.openMenu();
    await owner.click('Passkeys', 'link');
    await owner.fill('Name', 'Laptop');
    await owner.click('Add passkey');
    await owner.shows('The passkey “Laptop” is added.');
    await call('PUT', '/workspace', { approval: 'required', approval_method: 'passkey', authors_may_approve: true });
    id = String((await call('POST', '/content', { title: TEXT, platforms: ['twitter'] })).id);
    await call('POST', `/content/${id}/submit`, {});
  });

  afterAll(() => browser?.close());

  test('approves nothing while the person does not sign', async () => {
    await owner.page.goto(withDomain(`${service.url}/app/#/posts/${id}`));
    await owner.click('Approve');
    await owner.shows('Your passkey signs exactly this content');
    await owner.shows('The approval is valid from');
    await inspect(owner.page, 'approval-by-passkey');
    await authenticator.setConfirming(false);
    await owner.page.click('dialog button.primary');
    await owner.shows('The post is not approved.');
    expect(await owner.page.$$('dialog [role="alert"].error')).toEqual([]);
    expect((await publish()).status).toBe(409);
  });

  test('approves with the signature of the person, and the post is published', async () => {
    await authenticator.setConfirming(true);
    await owner.page.click('dialog button.primary');
    await owner.shows('Approved.');
    const { evidence } = await call('GET', `/content/${id}/approval`);
    expect(evidence).toMatchObject({ signature: expect.any(String) });
    expect((await publish()).status).toBe(200);
    const posts = await listPosts(service.url);
    expect(posts.map(({ text }) => text)).toEqual([TEXT]);
  });
});
