import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { call, type RealAccount } from '../../tools/real/bluesky-server.ts';
import { read, untilWithin } from '../e2e/http-client.ts';
import { connectAccount, type RealSetting, startRealSetting } from './running-service.ts';

let setting: RealSetting;
beforeAll(async () => {
  setting = await startRealSetting();
});
afterAll(() => setting?.stop());

/** Publish an item now. Returns its id. */
async function publish(title: string): Promise<string> {
  const { api } = setting;
  const { id } = read(await api('POST', '/content', { title, platforms: ['bluesky'] }), 201, ContentResponse());
  await api('PUT', `/content/${id}`, { status: 'published' });
  return id;
}

const statusIs = (id: string, status: string) =>
  untilWithin(`${id} to be ${status}`, 60_000, async () => {
    const content = read(await setting.api('GET', `/content/${id}`), 200, ContentResponse());
    return content.status === status && content;
  });

/** Create a post of an account without the service. Returns its key. */
async function postByHand({ did, handle, appPassword }: RealAccount): Promise<string> {
  const { url } = setting.server;
  const session = await call(url, 'com.atproto.server.createSession', { identifier: handle, password: appPassword });
  const record = { $type: 'app.bsky.feed.post', text: 'By hand', createdAt: new Date().toISOString() };
  const body = { repo: did, collection: record.$type, record };
  const { uri } = await call(url, 'com.atproto.repo.createRecord', body, String(session.accessJwt));
  return String(uri).split('/').at(-1)!;
}

test('the URL with the handle resolves one target, and a second one with no form of it', async () => {
  const { server, api } = setting;
  const [account, other] = [await server.createAccount('ada'), await server.createAccount('bob')];
  await connectAccount(api, account);
  const foreignKey = await postByHand(other);
  // The requests of the service name the account by its DID; the read of a URL names it by the handle.
  server.proxy.mayLose = (url) => url.includes('putRecord') || decodeURIComponent(url).includes(`repo=${account.did}`);
  server.proxy.lossRate = 1;
  const [one, second] = [await publish('One'), await publish('Two')];
  await Promise.all([one, second].map((id) => statusIs(id, 'unconfirmed')));
  const posts = await server.listPosts(account.did);
  const uriOf = (title: string) => posts.find(({ text }) => text === title)!.uri;
  const urlOf = (name: string, key = uriOf('One').split('/').at(-1)) => `https://bsky.app/profile/${name}/post/${key}`;
  const resolve = async (id: string, url: string) => {
    const body = { outcome: 'published', url };
    const { status, text } = await api('POST', `/content/${id}/targets/bluesky/resolve`, body);
    const { code, errors, targets } = JSON.parse(text);
    return [status, targets?.[0].platform_post_id ?? errors?.[0].code ?? code];
  };
  expect(await resolve(second, urlOf(other.handle))).toEqual([422, 'post_not_found']);
  expect(await resolve(second, urlOf(account.handle, '3l6oveex3ii2l'))).toEqual([422, 'post_not_found']);
  for (const name of [other.handle, other.did]) {
    expect(await resolve(second, urlOf(name, foreignKey))).toEqual([422, 'not_of_account']);
  }
  expect(await resolve(one, urlOf(account.handle))).toEqual([200, uriOf('One')]);
  for (const name of [account.handle, account.did]) {
    expect(await resolve(second, urlOf(name))).toEqual([409, 'post_already_claimed']);
  }
  server.proxy.lossRate = 0;
  const { targets } = await statusIs(second, 'published');
  expect(targets[0]!.platform_post_id).toBe(uriOf('Two'));
  expect(await server.listPosts(account.did)).toHaveLength(2);
});
