import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import type { RealAccount } from '../../tools/real/bluesky-server.ts';
import { createApiClient, getAccessToken, read, untilWithin } from '../e2e/http-client.ts';
import { connectAccount, type RealSetting, startRealSetting } from './running-service.ts';

/** A person reports by mistake that a post has failed, and retries it. */

let setting: RealSetting;
beforeAll(async () => {
  setting = await startRealSetting();
});
afterAll(() => setting?.stop());

const THREAD = { thread: [{ text: 'Two' }], first_comment: 'Comment' };
const isWrite = (url: string) => /putRecord|applyWrites/.test(url);
const isLookOf = ({ did }: RealAccount, url: string) =>
  url.includes('getRecord') && decodeURIComponent(url).includes(`repo=${did}`);

const statusIs = (id: string, status: string) =>
  untilWithin(`${id} to be ${status}`, 90_000, async () => {
    const content = read(await setting.api('GET', `/content/${id}`), 200, ContentResponse());
    return content.status === status && content;
  });

const resolve = (id: string, body: object) => setting.api('POST', `/content/${id}/targets/bluesky/resolve`, body);
const writes = () => setting.server.proxy.seen.filter(({ url }) => isWrite(url));

async function textsOf({ did }: RealAccount): Promise<string[]> {
  const posts = await setting.server.listPosts(did);
  return posts.map(({ text }) => text).sort();
}

/** Lose every response to these requests from now on. */
function lose(mayLose: (url: string) => boolean): void {
  setting.server.proxy.mayLose = mayLose;
  setting.server.proxy.lossRate = 1;
}

/** Publish an item whose responses are lost. Returns its id. */
async function inDoubt(account: RealAccount, item: object): Promise<string> {
  lose((url) => isWrite(url) || isLookOf(account, url));
  const body = { ...item, platforms: ['bluesky'] };
  const { id } = read(await setting.api('POST', '/content', body), 201, ContentResponse());
  await setting.api('PUT', `/content/${id}`, { status: 'published' });
  await statusIs(id, 'unconfirmed');
  return id;
}

/** Publish a post and a thread of a new account whose responses are lost, and report both as failed. */
async function reportedAsFailed(account: RealAccount): Promise<string[]> {
  await connectAccount(setting.api, account);
  const ids = [await inDoubt(account, { title: 'Single' }), await inDoubt(account, { title: 'One', ...THREAD })];
  for (const id of ids) {
    const answer = await untilWithin(`${id} to be reported`, 60_000, async () => {
      // While it is sent again, it cannot be reported.
      const response = await resolve(id, { outcome: 'failed', part: 0 });
      return response.status === 200 && response;
    });
    const { targets } = read(answer, 200, ContentResponse());
    expect(targets[0]).toMatchObject({ status: 'failed', retry_may_duplicate: false });
  }
  return ids;
}

async function retryAll(ids: string[]): Promise<void> {
  for (const id of ids) read(await setting.api('POST', `/content/${id}/retry`), 202, ContentResponse());
}

async function disconnect(): Promise<void> {
  const { accounts } = JSON.parse((await setting.api('GET', '/accounts')).text);
  for (const { id, platform } of accounts) {
    if (platform === 'bluesky') expect((await setting.api('DELETE', `/accounts/${id}`)).status).toBe(200);
  }
}

test('a report about a part that is not the unconfirmed one changes nothing', async () => {
  const account = await setting.server.createAccount('ada');
  await connectAccount(setting.api, account);
  const id = await inDoubt(account, { title: 'One', ...THREAD });
  const answers = [
    await resolve(id, { outcome: 'failed' }),
    await resolve(id, { outcome: 'failed', part: 2 }),
    await resolve(id, { outcome: 'published', part: 1 }),
  ];
  expect(answers.map(({ status, text }) => [status, JSON.parse(text).code])).toEqual([
    [422, 'validation_failed'],
    [409, 'not_the_unconfirmed_part'],
    [409, 'not_the_unconfirmed_part'],
  ]);
  setting.server.proxy.lossRate = 0;
  await statusIs(id, 'published');
  // The outcome that it has now, and the opposite one.
  expect((await resolve(id, { outcome: 'published', part: 2 })).status).toBe(200);
  expect((await resolve(id, { outcome: 'failed', part: 0 })).status).toBe(409);
  expect(await textsOf(account)).toEqual(['Comment', 'One', 'Two']);
  await disconnect();
});

test('a mistaken report and a retry leave one record of a post, and those of a thread', async () => {
  const account = await setting.server.createAccount('bob');
  const ids = await reportedAsFailed(account);
  setting.server.proxy.lossRate = 0;
  const sent = writes().length;
  await retryAll(ids);
  for (const id of ids) await statusIs(id, 'published');
  expect(await textsOf(account)).toEqual(['Comment', 'One', 'Single', 'Two']);
  expect(writes()).toHaveLength(sent);
  await disconnect();
});

test.each([
  ['at once', 'cleo', 0],
  // The records then have another time: the server rejects them under the keys of the first ones.
  ['an hour later', 'dora', HOUR_MS + 60_000],
])('a retry %s leaves one record while the server does not show it', async (_, name, laterMs) => {
  const account = await setting.server.createAccount(name);
  const ids = await reportedAsFailed(account);
  const sent = writes().length;
  lose((url) => isLookOf(account, url));
  setting.clock.advance(laterMs);
  const { baseUrl, credentials } = setting.service;
  setting.api = createApiClient(baseUrl, await getAccessToken(baseUrl, credentials));
  await retryAll(ids);
  await untilWithin('both to be sent again', 90_000, async () => writes().length >= sent + 2);
  setting.server.proxy.lossRate = 0;
  for (const id of ids) await statusIs(id, 'published');
  expect(await textsOf(account)).toEqual(['Comment', 'One', 'Single', 'Two']);
  const { targets } = await statusIs(ids[1]!, 'published');
  const uris = (await setting.server.listPosts(account.did)).map(({ uri }) => uri);
  expect(uris).toEqual(expect.arrayContaining(targets[0]!.parts.map((part) => part.platform_post_id)));
  await disconnect();
});
