import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { getTableInfo, scanTable } from '../e2e/assertions.ts';
import { HAS_BROWSER, openBrowser } from '../e2e/browser.ts';
import { read, untilWithin } from '../e2e/http-client.ts';
import { connectAccount, type RealSetting, startRealSetting } from './running-service.ts';
import { signIn } from './sign-in.ts';

let setting: RealSetting;
beforeAll(async () => {
  setting = await startRealSetting();
});
afterAll(() => setting?.stop());

const published = (id: string) =>
  untilWithin(`${id} to be published`, 60_000, async () => {
    const content = read(await setting.api('GET', `/content/${id}`), 200, ContentResponse());
    return content.status === 'published' && content;
  });

async function create(title: string, scheduledMs?: number) {
  const body = { title, platforms: ['bluesky'] };
  const time = scheduledMs === undefined ? {} : { scheduled_at: new Date(scheduledMs).toISOString() };
  return read(await setting.api('POST', '/content', { ...body, ...time }), 201, ContentResponse());
}

test('an account connected with an app password publishes at once and at its time', async () => {
  const { server, api } = setting;
  const account = await server.createAccount('ada');
  const connected = await connectAccount(api, account);
  expect(connected).toMatchObject({ external_id: account.did, status: 'connected' });

  const now = await create('Hello #world from @ada.test');
  read(await api('PUT', `/content/${now.id}`, { status: 'published' }), 200, ContentResponse());
  const dueMs = Date.now() + 4_000;
  const later = await create('Later', dueMs);
  const [first, second] = [await published(now.id), await published(later.id)];
  expect(Date.parse(second.targets[0]!.published_at!)).toBeGreaterThanOrEqual(dueMs);
  const posts = await server.listPosts(account.did);
  expect(posts.map(({ uri }) => uri).sort()).toEqual(
    [first, second].map(({ targets }) => targets[0]!.platform_post_id).sort(),
  );
  expect((await api('DELETE', `/accounts/${connected.id}`)).status).toBe(200);
});

test('a thread with a first comment is published in one commit, and each part has its own id', async () => {
  const { server, api } = setting;
  const account = await server.createAccount('cleo');
  const connected = await connectAccount(api, account);
  const thread = [{ text: 'Two, see @cleo.test' }, { text: 'Three' }];
  const body = { title: 'One', platforms: ['bluesky'], thread, first_comment: 'A comment' };
  const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
  read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
  const { targets } = await published(id);
  const texts = ['One', 'Two, see @cleo.test', 'Three', 'A comment'];
  const posts = (await server.listPosts(account.did)).toSorted((one, other) => (one.uri < other.uri ? -1 : 1));
  expect(posts.map(({ text }) => text)).toEqual(texts);
  expect(targets[0]!.parts.map((part) => part.platform_post_id)).toEqual(posts.map(({ uri }) => uri));
  const ofAccount = server.proxy.seen.filter(({ body }) => body.includes(account.did));
  expect(ofAccount.filter(({ url }) => /applyWrites|putRecord/.test(url))).toHaveLength(1);
  expect((await api('DELETE', `/accounts/${connected.id}`)).status).toBe(200);
});

/** Set the refresh of an account's token to now. The server rejects proofs of a clock that is ahead of its own. */
async function makeRefreshDue(accountId: string): Promise<void> {
  const table = getTableInfo(setting.service);
  const account = (await scanTable(table)).find(({ entity, id }) => entity === 'Account' && id === accountId);
  const client = tableClient(table);
  await client.send(
    new UpdateCommand({
      TableName: table.tableName,
      Key: { pk: account?.pk, sk: account?.sk },
      UpdateExpression: 'SET refresh_at = :past, due_sk = :past',
      ExpressionAttributeValues: { ':past': new Date(Date.now() - 1_000).toISOString() },
    }),
  );
  client.destroy();
}

test.skipIf(!HAS_BROWSER)(
  'an account connected in the browser publishes, also after its token was refreshed',
  async () => {
    const { server, api } = setting;
    const account = await server.createAccount('bob');
    const flow = JSON.parse((await api('POST', '/connect/bluesky', { handle: account.handle })).text);
    const folder = mkdtempSync(join(tmpdir(), 'connect-'));
    const browser = await openBrowser(folder);
    try {
      const page = await signIn(browser, flow.url, account.password, 'Authorize');
      expect(new URL(page.url()).pathname).toBe('/v1/connect/callback');
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
    const result = JSON.parse((await api('GET', `/connect/${flow.id}`)).text);
    expect(result).toMatchObject({ status: 'connected', account: { external_id: account.did } });

    const first = await create('Signed in');
    read(await api('PUT', `/content/${first.id}`, { status: 'published' }), 200, ContentResponse());
    await published(first.id);
    await makeRefreshDue(result.account.id);
    const second = await create('Refreshed');
    read(await api('PUT', `/content/${second.id}`, { status: 'published' }), 200, ContentResponse());
    await published(second.id);
    const refreshed = JSON.parse((await api('GET', `/accounts/${result.account.id}`)).text);
    expect(refreshed).toMatchObject({ status: 'connected', refreshed_at: expect.any(String) });
    expect((await server.listPosts(account.did)).map(({ text }) => text).sort()).toEqual(['Refreshed', 'Signed in']);
  },
);
